use expect_test::{Expect, expect};
use serde_json::Value;

use crate::matches::records;
use crate::sandbox::{LAMP, Sandbox, transcript};

/// A record of tic-tac-toe without any state.
pub(crate) const PERFT_RECORD: &str = "\
{\"t\":\"game\",\"roles\":[\"xplayer\",\"oplayer\"]}
{\"t\":\"perft\",\"d\":[9,72]}
";

const LAMP_RECORD: &str = r#"{"t":"game","name":"lamp","roles":["robot"],"seed":1}
{"t":"playout","i":0}
{"t":"s","n":0,"true":["(lamp off)"],"legal":[["push"]],"move":["push"],"goals":[[100]]}
{"t":"end","n":1,"true":["(lamp on)"],"goals":[[100]]}
{"t":"playout","i":1}
{"t":"s","n":0,"true":["(lamp off)"],"legal":[["(push)"]],"move":["(push)"],"goals":[[100]]}
{"t":"error","msg":"the robot fell asleep"}
{"t":"perft","d":[1,0]}
"#;

/// A record in which something is replaced, beside its rules.
#[track_caller]
fn damaged(from: &str, to: &str) -> Sandbox {
    assert!(LAMP_RECORD.contains(from), "{from}");
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP).write("lamp.jsonl", LAMP_RECORD.replacen(from, to, 1));
    sandbox
}

/// Compares what is said of a record in which something is replaced.
#[track_caller]
fn check_damaged(from: &str, to: &str, expect: &Expect) {
    damaged(from, to).check("verify lamp.kif lamp.jsonl", expect);
}

#[test]
fn an_honest_record_is_confirmed() {
    check_damaged(
        "",
        "",
        &expect![[r#"
        states 3 mismatches 0
    "#]],
    );
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP).write("lamp.jsonl", LAMP_RECORD);
    sandbox.check(
        "verify --engine reference lamp.kif lamp.jsonl lamp.jsonl",
        &expect![[r#"
        states 6 mismatches 0
    "#]],
    );
}

#[test]
fn differences_are_shown() {
    let differences = [
        (
            "(lamp on)",
            "(lamp dim)",
            "line 4: facts differ; missing: (lamp dim); extra: (lamp on)",
            3,
        ),
        (
            r#"[["push"]]"#,
            r#"[["push","wait"]]"#,
            "line 3: legal moves of robot differ; missing: wait",
            3,
        ),
        (r#"[["push"]]"#, "[[]]", "line 3: legal moves of robot differ; extra: push", 3),
        (
            r#""move":["push"]"#,
            r#""move":["wait"]"#,
            "line 3: the move wait of robot is not legal",
            2,
        ),
        ("[[100]]", "[[100,0]]", "line 3: goals of robot: [100] instead of [0, 100]", 3),
        (r#""t":"end""#, r#""t":"cut""#, "line 4: the state is terminal", 3),
        ("[1,0]", "[1,1]", "line 8: perft 2 is 0 instead of 1", 3),
        (r#"["robot"]"#, r#"["human"]"#, "line 1: the roles are robot instead of human", 0),
    ];
    for (from, to, difference, n_states) in differences {
        let output = damaged(from, to).run("verify lamp.kif lamp.jsonl");
        let expected = format!("lamp.jsonl, {difference}\nstates {n_states} mismatches 1\n");
        assert_eq!(crate::sandbox::stdout(&output), expected);
        assert_eq!(output.status.code(), Some(1), "{difference}");
    }
}

#[test]
fn not_all_differences_are_shown() {
    let playout = LAMP_RECORD.lines().skip(1).take(2).map(|line| format!("{line}\n"));
    let playouts = playout.collect::<String>().replace("[[100]]", "[[0]]").repeat(30);
    let record = format!("{}\n{playouts}", LAMP_RECORD.lines().next().unwrap_or_default());
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP).write("lamp.jsonl", record);
    let output = sandbox.run("verify lamp.kif lamp.jsonl");
    let text = crate::sandbox::stdout(&output);
    assert_eq!(text.lines().count(), 11, "{text}");
    assert!(text.ends_with("states 30 mismatches 30\n"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn large_perft_counts_are_left_out() {
    let sandbox = Sandbox::new();
    sandbox.write("wrong.jsonl", PERFT_RECORD.replace("72", "72,505"));
    sandbox.check(
        "verify tic-tac-toe wrong.jsonl",
        &expect![[r#"
        wrong.jsonl, line 2: perft 3 is 504 instead of 505
        states 0 mismatches 1
        [exit code 1]
    "#]],
    );
    sandbox.check(
        "verify tic-tac-toe wrong.jsonl --perft-limit 50",
        &expect![[r#"
        states 0 mismatches 0
    "#]],
    );
}

#[test]
fn malformed_records_exit_with_2() {
    let damages = [
        (r#"{"t":"end","#, "{"),
        (r#"{"t":"end","#, r#"{"t":"fin","#),
        (r#""true":["(lamp on)"],"#, ""),
        (r#"["(lamp on)"]"#, r#"["(lamp on"]"#),
        (r#"["(lamp on)"]"#, "7"),
        ("[[100]]", "[[100],[0]]"),
        ("[1,0]", "[1,-1]"),
        (r#"{"t":"game""#, r#"{"t":"playout""#),
        (LAMP_RECORD, ""),
    ];
    let errors = damages.map(|(from, to)| {
        let output = damaged(from, to).run("verify lamp.kif lamp.jsonl");
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{to}");
        String::from_utf8(output.stderr).expect("the message is a text")
    });
    expect![[r#"
        error: lamp.jsonl, line 4: the field `t` is missing
        error: lamp.jsonl, line 4: the type of this line is unknown: "fin"
        error: lamp.jsonl, line 4: the field `true` is missing
        error: lamp.jsonl, line 4: this is not a list of terms: ["(lamp on"]
        error: lamp.jsonl, line 4: this is not a list: 7
        error: lamp.jsonl, line 3: there are goals for 2 roles
        error: lamp.jsonl, line 8: a count is no number
        error: lamp.jsonl, line 1: a record begins with a line of type `game`
        error: lamp.jsonl is empty
    "#]]
    .assert_eq(&errors.concat());
    let sandbox = Sandbox::new();
    sandbox.check(
        "verify tic-tac-toe missing.jsonl",
        &expect![[r#"
        error: reading missing.jsonl: No such file or directory (os error 2)
        [exit code 2]
    "#]],
    );
    assert_eq!(sandbox.run("verify tic-tac-toe").status.code(), Some(2));
}

/// Plays a game, and gives the name of its record and the record itself.
fn play_and_record(sandbox: &Sandbox, args: &str) -> (String, Value) {
    let folder = format!("games-{}", args.split_whitespace().next().expect("a game"));
    let output = sandbox.run(&format!("match {args} --play 5 --record {folder}"));
    assert!(output.status.success(), "{}", transcript(&output));
    let [record] = &records(sandbox, &folder)[..] else { panic!("one game is one record") };
    let id = record["matchId"].as_str().expect("a text");
    (format!("{folder}/{id}.json"), record.clone())
}

#[test]
fn the_records_of_matches_are_verified() {
    let sandbox = Sandbox::new();
    for game in ["tic-tac-toe", "rock-paper-scissors", "othello4", "go5"] {
        let (file, record) = play_and_record(&sandbox, &format!("{game} random random"));
        let n_states = record["states"].as_array().expect("a list").len();
        let expected = format!("states {n_states} mismatches 0\n");
        assert_eq!(transcript(&sandbox.run(&format!("verify {game} {file}"))), expected);
        // As other programs may write it: on several lines.
        sandbox.write("pretty.json", format!("{record:#}\n"));
        assert_eq!(transcript(&sandbox.run(&format!("verify {game} pretty.json"))), expected);
    }
}

#[test]
fn a_record_that_differs_is_told() {
    let sandbox = Sandbox::new();
    let (_, mut record) = play_and_record(&sandbox, "tic-tac-toe random random");
    let check = |record: &Value, expected: &str| {
        sandbox.write("game.json", format!("{record}\n"));
        let output = sandbox.run("verify tic-tac-toe game.json");
        let text = transcript(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.starts_with(expected), "{text}");
    };
    let goals = record["goalValues"].take();
    record["goalValues"] = serde_json::json!([51, 49]);
    let n_moves = record["moves"].as_array().expect("a list").len();
    let place = format!("game.json, state {n_moves}: xplayer gets ");
    check(&record, &place);
    record["goalValues"] = goals;
    let state = record["states"][1].as_str().expect("a text").replace("control", "kontrol");
    record["states"][1] = state.into();
    check(&record, "game.json, state 1: facts differ; missing: (kontrol ");
    record["moves"][0][0] = "(mark 9 9)".into();
    check(&record, "game.json, state 0: the move (mark 9 9) of xplayer is not legal");
    record["roles"] = serde_json::json!(["white", "black"]);
    check(&record, "game.json, state 0: the roles are xplayer, oplayer instead of white, black");

    record["moves"] = serde_json::json!([]);
    sandbox.write("game.json", format!("{record}\n"));
    let text = transcript(&sandbox.run("verify tic-tac-toe game.json"));
    assert!(text.contains("one state more is expected"), "{text}");
    sandbox.write("game.json", "{\"matchId\": 3}\n");
    let text = transcript(&sandbox.run("verify tic-tac-toe game.json"));
    assert!(text.contains("game.json, line 1: this is no record of a match"), "{text}");
}

/// Gomoku is a rule sheet and a machine: the record tells which was played.
#[test]
fn a_record_tells_which_game_of_a_name_was_played() {
    let sandbox = Sandbox::new();
    let args = "gomoku gomoku:depth=2 random --start 1 --play 5 --step-limit 3";
    let output = sandbox.run(&format!("match {args} --record games"));
    let [record] = &records(&sandbox, "games")[..] else { panic!("{}", transcript(&output)) };
    assert_eq!(record["rules"], "gomoku");
    let file = format!("games/{}.json", record["matchId"].as_str().expect("a text"));
    assert_eq!(
        transcript(&sandbox.run(&format!("verify gomoku {file}"))),
        "states 4 mismatches 0\n"
    );
}

#[test]
fn a_line_without_end_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP).write("long.jsonl", vec![b' '; (64 << 20) + 1]);
    let text = transcript(&sandbox.run("verify lamp.kif long.jsonl"));
    assert!(text.contains("long.jsonl, line 1: this line has more than 67108864 bytes"), "{text}");
    let text = transcript(&sandbox.run("state lamp.kif --moves long.jsonl"));
    assert!(text.contains("the file has more than 67108864 bytes"), "{text}");
}
