use expect_test::{Expect, expect};

use crate::matches::records;
use crate::sandbox::{LAMP, Sandbox, json, transcript};

#[test]
fn the_initial_state() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    sandbox.check(
        "state lamp.kif",
        &expect![[r#"
        facts
          (lamp off)
        legal moves of robot
          push
        terminal
          no
        goals of robot
          100
    "#]],
    );
}

#[test]
fn moves_come_from_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP).write("moves.txt", "; on\n\n( push ) ; done\n");
    sandbox.check(
        "state lamp.kif --moves moves.txt --engine reference",
        &expect![[r#"
        facts
          (lamp on)
        legal moves of robot
          push
        terminal
          yes
        goals of robot
          100
    "#]],
    );
}

#[test]
fn json_has_lists_by_role() {
    let moves = b"(mark 2 2) noop\n( noop ( mark 1 1 ) )\n";
    let output = Sandbox::new().run_with_input("state tic-tac-toe --moves - --json", moves);
    let value = json(&output);
    assert_eq!(value["roles"], serde_json::json!(["xplayer", "oplayer"]));
    assert_eq!(value["legal"][1], serde_json::json!(["noop"]));
    assert_eq!(value["legal"][0].as_array().map(Vec::len), Some(7));
    assert_eq!(value["terminal"], serde_json::json!(false));
    assert_eq!(value["goals"], serde_json::json!([[50], [50]]));
    let facts = value["facts"].as_array().expect("a list");
    assert!(facts.contains(&serde_json::json!("(cell 1 1 oplayer)")), "{facts:?}");
}

#[test]
fn bad_moves_are_named() {
    #[track_caller]
    fn check(moves: &str, expect: &Expect) {
        let output = Sandbox::new().run_with_input("state tic-tac-toe --moves -", moves.as_bytes());
        expect.assert_eq(&transcript(&output));
    }
    check(
        "(mark 2 2) noop\nnoop (mark 2 2)\n",
        &expect![[r#"
        error: <stdin>, line 2: `(mark 2 2)` is not a legal move of oplayer; legal: (mark 1 1), (mark 1 2), (mark 1 3), (mark 2 1), (mark 2 3), (mark 3 1) and 2 more
        [exit code 2]
    "#]],
    );
    check(
        "(mark 2 2)\n",
        &expect![[r#"
        error: <stdin>, line 1: `(mark 2 2)` is not a joint move: one move each for xplayer, oplayer
        [exit code 2]
    "#]],
    );
    check(
        "(mark 2 2) noop)\n",
        &expect![[r#"
        error: <stdin>, line 1: `(mark 2 2) noop)` is not a joint move: one move each for xplayer, oplayer
        [exit code 2]
    "#]],
    );
    check(
        "(mark ?x 2) noop\n",
        &expect![[r#"
        error: <stdin>, line 1: `(mark ?x 2) noop` is not a joint move: one move each for xplayer, oplayer
        [exit code 2]
    "#]],
    );
}

#[test]
fn nobody_moves_when_the_game_is_over() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP).write("moves.txt", "push\npush\n");
    sandbox.check(
        "state lamp.kif --moves moves.txt",
        &expect![[r#"
        error: moves.txt, line 2: the game is over before this move
        [exit code 2]
    "#]],
    );
}

#[test]
fn standard_input_is_read_once() {
    Sandbox::new().check(
        "state - --moves -",
        &expect![[r#"
        error: the game and the moves cannot both come from standard input
        [exit code 2]
    "#]],
    );
    Sandbox::new().check(
        "state tic-tac-toe --moves missing.txt",
        &expect![[r#"
        error: reading missing.txt: No such file or directory (os error 2)
        [exit code 2]
    "#]],
    );
}

#[test]
fn moves_come_from_the_record_of_a_match() {
    let sandbox = Sandbox::new();
    for game in ["tic-tac-toe", "othello4"] {
        let args = format!("match {game} random random --play 5 --record games-{game}");
        assert!(sandbox.run(&args).status.success());
        let [record] = &records(&sandbox, &format!("games-{game}"))[..] else { panic!("one") };
        let file = format!("games-{game}/{}.json", record["matchId"].as_str().expect("a text"));
        let state = json(&sandbox.run(&format!("state {game} --moves {file} --json")));
        assert_eq!(state["terminal"], true);
        let goals = state["goals"].as_array().expect("a list").iter().map(|goals| &goals[0]);
        assert!(goals.eq(record["goalValues"].as_array().expect("a list")), "{state:#}");
        let facts = state["facts"].as_array().expect("a list");
        let last = record["states"].as_array().and_then(|states| states.last());
        let last = last.and_then(|last| last.as_str()).expect("a text");
        assert!(facts.iter().all(|fact| last.contains(fact.as_str().expect("a text"))));
    }
    sandbox.write("game.json", "{\"moves\": 3}");
    let text = transcript(&sandbox.run("state tic-tac-toe --moves game.json"));
    assert!(text.contains("reading game.json: this is no record of a match"), "{text}");
}

#[test]
fn the_reference_evaluator_gives_up_after_its_time() {
    let sandbox = Sandbox::new();
    let digits = (0..40).map(|n| format!("(digit {n})\n")).collect::<String>();
    let code = ["a", "b", "c", "d", "e"].map(|name| format!("(digit ?{name})")).join(" ");
    let many = format!("(<= (legal robot (open ?a ?b ?c ?d ?e)) {code})\n");
    sandbox.write("many.kif", LAMP.replace("(legal robot push)\n", &(digits + &many)));
    sandbox.write("lines.jsonl", "{\"t\":\"game\",\"roles\":[\"robot\"]}\n{\"t\":\"playout\"}\n{\"t\":\"s\",\"true\":[\"(lamp off)\"],\"legal\":[[]],\"move\":[\"push\"],\"goals\":[[100]]}\n");
    for command in ["state many.kif", "perft many.kif 1", "verify many.kif lines.jsonl"] {
        let output = sandbox.run(&format!("{command} --engine reference --answer-seconds 0.1"));
        let text = transcript(&output);
        assert_eq!(output.status.code(), Some(2), "{command}: {text}");
        assert!(text.contains("takes longer than 0.1 s for one answer"), "{command}: {text}");
    }
}

#[test]
fn a_sheet_without_roles_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("empty.kif", "; nothing\n");
    for command in ["state", "play", "compile", "solve", "perft 1", "match random"] {
        let (command, rest) = command.split_once(' ').unwrap_or((command, ""));
        let output = sandbox.run(&format!("{command} empty.kif {rest}"));
        let text = transcript(&output);
        assert_eq!(output.status.code(), Some(2), "{command}: {text}");
        assert!(text.contains("the sheet has no role, so that nobody plays"), "{command}: {text}");
    }
}

/// The robot takes a goal, and the game is over.
const GREEDY_ROBOT: &str = "\
(role robot) (init start)
(value 0) (value 50) (value 150) (value 1000)
(<= (legal robot (take ?value)) (value ?value))
(<= (next (took ?value)) (does robot (take ?value)))
(<= terminal (not (true start)))
(<= (goal robot ?value) (true (took ?value)))
";

#[test]
fn what_is_no_goal_counts_nowhere() {
    let sandbox = Sandbox::new();
    sandbox.write("robot.kif", GREEDY_ROBOT);
    for (value, goals) in [(0, vec![0]), (50, vec![50]), (150, vec![]), (1000, vec![])] {
        for engine in ["circuit", "reference"] {
            let line = format!("state robot.kif --moves - --json --engine {engine}");
            let output = sandbox.run_with_input(&line, format!("(take {value})\n").as_bytes());
            let state = json(&output);
            assert_eq!(state["goals"], serde_json::json!([goals]), "{value} by {engine}");
        }
    }
    let output = sandbox.run("bench robot.kif --playouts 100000 --json");
    let mean = json(&output)["goals"][0]["mean"].as_f64().expect("a number");
    assert!((mean - 12.5).abs() < 1.0, "one in four gives 50, the others nothing: {mean}");
}
