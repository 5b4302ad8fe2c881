//! `stonegate match`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use expect_test::expect;
use serde_json::Value;

use crate::player::PlayerProcess;
use crate::sandbox::{LAMP, Sandbox, json, stdout, transcript};

/// The records that a run has left, by name.
pub(crate) fn records(sandbox: &Sandbox, folder: &str) -> Vec<Value> {
    let entries = fs::read_dir(sandbox.folder.path().join(folder)).expect("the folder is there");
    let files = entries.map(|entry| entry.expect("it is readable").path());
    // A run that was killed may leave the beginning of a file behind, under another name.
    let is_record = |file: &PathBuf| file.extension().is_some_and(|name| name == "json");
    let mut files = files.filter(is_record).collect::<Vec<_>>();
    files.sort();
    let read = |file| fs::read_to_string(file).expect("a record is text");
    files.iter().map(|file| serde_json::from_str(&read(file)).expect("a record is JSON")).collect()
}

/// What went wrong in a match, leaving out what did not.
pub(crate) fn errors(record: &Value) -> Vec<String> {
    let turns = record["errors"].as_array().expect("a list of turns").iter();
    let errors = turns.flat_map(|turn| turn.as_array().expect("a list of roles"));
    let errors = errors.map(|error| error.as_str().expect("a text").to_owned());
    errors.filter(|error| !error.is_empty()).collect()
}

#[test]
fn a_game_is_told_move_by_move() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    let output = sandbox.run("match lamp.kif random --start 1 --play 1");
    let text = transcript(&output);
    let (first, rest) = text.split_once(" of ").expect("the id comes first");
    assert!(first.starts_with("match lamp."), "{first}");
    expect![[r#"
        lamp, 1 s to start and 1 s a move
          robot: random
           1. push
        ended: robot 100
    "#]]
    .assert_eq(rest);
}

#[test]
fn records_have_the_fields_of_other_managers() {
    let sandbox = Sandbox::new();
    let output = sandbox.run("match tic-tac-toe random random --start 1 --play 1 --record games");
    assert!(output.status.success(), "{}", transcript(&output));
    let [record] = &records(&sandbox, "games")[..] else { panic!("one game is one record") };
    assert_eq!(record["roles"], serde_json::json!(["xplayer", "oplayer"]));
    assert_eq!(record["playerNamesFromHost"], serde_json::json!(["random", "random"]));
    assert_eq!((&record["startClock"], &record["playClock"]), (&1.into(), &1.into()));
    assert_eq!((&record["isCompleted"], &record["isAborted"]), (&true.into(), &false.into()));
    assert_eq!(record["scrambled"], false);
    assert_eq!(record["previewClock"], -1);
    let length = |field: &str| record[field].as_array().expect("a list").len();
    assert!((5..=9).contains(&length("moves")));
    for field in ["states", "stateTimes", "errors"] {
        assert_eq!(length(field), length("moves") + 1, "{field}");
    }
    assert_eq!(length("goalValues"), 2);
    let sum: u64 =
        record["goalValues"].as_array().into_iter().flatten().filter_map(Value::as_u64).sum();
    assert_eq!(sum, 100);
    assert!(record["rules"].as_str().is_some_and(|rules| rules.contains("(role xplayer)")));
    assert!(errors(record).is_empty());
}

#[test]
fn several_games_have_standings_and_change_roles() {
    let sandbox = Sandbox::new();
    let players = "random:seed=1 random:seed=2";
    let value = json(&sandbox.run(&format!("match tic-tac-toe {players} --games 4 --json")));
    let games = value["games"].as_array().expect("a list of games");
    let openers = games.iter().map(|game| game["players"][0].as_str()).collect::<Vec<_>>();
    let [first, second] = ["random:seed=1", "random:seed=2"].map(Some);
    assert_eq!(openers, [first, second, first, second]);
    let players = value["players"].as_array().expect("a list of players");
    let scores = players.iter().filter_map(|player| player["score"].as_f64()).collect::<Vec<_>>();
    assert!((scores[0] + scores[1] - 100.0).abs() < 1e-9, "{scores:?}");
    for player in players {
        let low = player["interval"][0].as_f64().expect("a number");
        let high = player["interval"][1].as_f64().expect("a number");
        let score = player["score"].as_f64().expect("a number");
        assert!(0.0 <= low && low < score.max(0.1) && score.min(99.9) < high && high <= 100.0);
        assert_eq!(player["games"], 4);
    }
    let text = stdout(&sandbox.run("match tic-tac-toe random:seed=1 random --games 2"));
    assert!(text.contains("player         games  wins  draws  losses  score"), "{text}");
}

#[test]
fn a_person_plays_line_by_line() {
    let sandbox = Sandbox::new();
    let two = LAMP.replace("(legal robot push)", "(legal robot push) (legal robot kick)");
    sandbox.write("lamp.kif", two);
    let output = sandbox.run_with_input("match lamp.kif human --play 4", b"shove\n2\n");
    let text = transcript(&output);
    assert!(text.contains("   1 kick\n   2 push\n"), "{text}");
    assert!(text.contains("this is not a legal move\n"), "{text}");
    assert!(text.contains("ended: robot 100\n"), "{text}");
}

#[test]
fn chance_plays_its_own_role() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "dice.kif",
        "(role random) (role guesser) (init start) (side 1) (side 2)
         (<= (legal ?role (show ?n)) (role ?role) (side ?n))
         (<= (next (shown ?role ?n)) (does ?role (show ?n)))
         (<= terminal (true (shown random ?n)))
         (<= (goal ?role 100) (role ?role))",
    );
    let output = sandbox.run("match dice.kif random --start 1 --play 1 --json");
    let value = json(&output);
    assert_eq!(value["games"][0]["players"], serde_json::json!(["random", "random"]));
    assert_eq!(value["players"].as_array().map(Vec::len), Some(1));
}

#[test]
fn games_that_cannot_end_are_aborted() {
    let sandbox = Sandbox::new();
    sandbox.write("stuck.kif", LAMP.replace("(legal robot push)", ""));
    let output = sandbox.run("match stuck.kif random --start 1 --play 1 --record games");
    assert_eq!(output.status.code(), Some(1));
    let [record] = &records(&sandbox, "games")[..] else { panic!("one game is one record") };
    assert_eq!(record["isAborted"], true);
    assert_eq!(record["note"], "the rules leave `robot` without a legal move");
    sandbox.write("endless.kif", LAMP.replace("(<= terminal (true (lamp on)))", ""));
    let output = sandbox.run("match endless.kif random --start 1 --play 1 --step-limit 20");
    let text = transcript(&output);
    assert!(text.contains("aborted: the game takes more than 20 moves\n"), "{text}");
    assert!(text.ends_with("[exit code 1]\n"), "{text}");
}

#[test]
fn mistakes_are_explained() {
    let sandbox = Sandbox::new();
    sandbox.check(
        "match tic-tac-toe random",
        &expect![[r#"
            error: there are 1 players for the roles xplayer, oplayer: name one for each
            [exit code 2]
        "#]],
    );
    let text = transcript(&sandbox.run("match tic-tac-toe random randon"));
    assert!(text.contains("there is no player `randon`: it is mcts, "), "{text}");
    assert!(text.ends_with("[exit code 2]\n"), "{text}");
    let text = transcript(&sandbox.run("match tic-tac-toe http://localhost:1 random --opening 1"));
    assert!(text.contains("the GGP protocol has no openings"), "{text}");
    sandbox.write("bad.kif", "(role");
    assert_eq!(sandbox.run("match bad.kif random").status.code(), Some(2));
}

#[test]
fn scrambled_matches_over_sockets_have_no_errors() {
    let players = [PlayerProcess::start("--player random"), PlayerProcess::start("--player mcts")];
    let sandbox = Sandbox::new();
    let [first, second] = players.each_ref().map(PlayerProcess::address);
    let options = "--scramble --start 1 --play 1 --games 2 --record games";
    let output = sandbox.run(&format!("match tic-tac-toe {first} {second} {options}"));
    assert!(output.status.success(), "{}", transcript(&output));
    let records = records(&sandbox, "games");
    assert_eq!(records.len(), 2);
    for record in &records {
        assert_eq!(record["scrambled"], true);
        assert_eq!(record["isCompleted"], true);
        assert_eq!(errors(record), [""; 0]);
        assert!(record["moves"][0][0].as_str().is_some_and(|text| text.starts_with("(mark ")));
    }
}

/// Twenty games of ten sheets, as a tournament would have them.
#[test]
fn a_long_day_of_matches_has_no_errors() {
    if !stonegate_oracles::may_be_slow() {
        return;
    }
    let players = [(); 2].map(|()| PlayerProcess::start("--player mcts --threads 1"));
    let [first, second] = players.each_ref().map(PlayerProcess::address);
    for game in [
        "breakthrough-6x6",
        "connect-four",
        "horseshoe",
        "joint-connect-four",
        "knightthrough",
        "nim",
        "pentago",
        "rock-paper-scissors",
        "sheep-and-wolf",
        "tic-tac-toe",
    ] {
        let sandbox = Sandbox::new();
        let options = "--scramble --start 5 --play 2 --games 2 --record games";
        let output = sandbox.run(&format!("match {game} {first} {second} {options}"));
        assert!(output.status.success(), "{game}: {}", transcript(&output));
        for record in records(&sandbox, "games") {
            assert_eq!(errors(&record), [""; 0], "{game}");
        }
    }
}

#[test]
fn neighboring_seeds_share_no_openings() {
    let sandbox = Sandbox::new();
    let openings = |seed: u64| {
        let folder = format!("games{seed}");
        let args = "match connect-four random:seed=1 random:seed=2 --games 8 --opening 4 --play 1";
        let output = sandbox.run(&format!("{args} --seed {seed} --record {folder}"));
        assert!(output.status.success(), "{}", transcript(&output));
        let records = records(&sandbox, &folder);
        let openings = records.iter().map(|record| {
            let moves = record["moves"].as_array().expect("a list");
            moves[..4].iter().map(ToString::to_string).collect::<String>()
        });
        openings.collect::<BTreeSet<_>>()
    };
    let (five, six) = (openings(5), openings(6));
    assert_eq!((five.len(), six.len()), (4, 4), "two games have the same opening");
    assert!(five.is_disjoint(&six), "{five:#?} {six:#?}");
    assert_eq!(five, openings(5));
}

#[test]
fn the_time_to_start_need_not_be_whole() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    let output = sandbox.run("match lamp.kif random --start 0.1 --play 0.5 --record games");
    let text = transcript(&output);
    assert!(text.contains("0.1 s to start and 0.5 s a move"), "{text}");
    assert_eq!(records(&sandbox, "games")[0]["startMilliseconds"], 100);
}
