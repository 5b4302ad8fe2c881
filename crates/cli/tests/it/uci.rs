//! Chess programs: we as one, and as who plays against them.

use serde_json::{Value, json};

use crate::sandbox::{Sandbox, transcript};

/// The records of a short game of chess between two players.
fn play(players: [&str; 2]) -> Value {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command("match chess");
    command.args(players).args(["--start", "60", "--play", "60", "--record", "games"]);
    let output = command.args(["--step-limit", "6", "--opening", "2"]).output();
    let said = transcript(&output.expect("the program starts"));
    assert!(said.contains("the game takes more than 6 moves"), "{said}");
    let mut files = std::fs::read_dir(sandbox.folder.path().join("games")).expect("it was made");
    let file = files.next().expect("there is a record").expect("it can be read");
    let text = std::fs::read_to_string(file.path()).expect("it is a text");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The program plays against itself, by way of the protocol.
#[test]
fn programs_meet() {
    let program = env!("CARGO_BIN_EXE_stonegate");
    let engine = format!("uci:{program} uci --player random --no-cache");
    let record = play([&engine, &engine]);
    let errors = record["errors"].as_array().expect("it is a list");
    assert!(errors.len() >= 6, "{record}");
    assert!(errors.iter().all(|errors| *errors == json!(["", ""])), "{record}");
}

#[test]
fn moves_that_are_none_are_faults() {
    let says = "uci:sh -c 'while read line; do echo uciok; echo readyok; echo bestmove e9e4; done'";
    let record = play([says, "random"]);
    let errors = record["errors"].to_string();
    assert!(errors.contains("bestmove e9e4") || errors.contains("illegal"), "{record}");
}

#[test]
fn no_other_game_is_played() {
    let output = Sandbox::new().run("match tic-tac-toe random uci:true");
    let said = transcript(&output);
    assert!(!output.status.success() && said.contains("`uci:true`"), "{said}");
}
