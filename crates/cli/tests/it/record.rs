//! Recorded games: what writes them, and what reads them.

use std::fs;

use serde_json::{Value, json};

use crate::matches::records;
use crate::sandbox::{Sandbox, json, stdout, transcript};

/// A game of Go on a board of 5x5.
const SGF: &str = "(;GM[1]FF[4]SZ[5]KM[7.5]PB[a]PW[b];B[cc];W[bc];B[];W[])";

/// Whether all commands that read records read this one.
fn check_readers(sandbox: &Sandbox, game: &str, file: &str) {
    let verified = sandbox.run(&format!("verify {game} {file}"));
    assert!(verified.status.success(), "{}", transcript(&verified));
    let shown = sandbox.run(&format!("state {game} --moves {file} --json"));
    assert!(shown.status.success(), "{}", transcript(&shown));
    let after = format!("play --from {file} --after 1 --player random --time 0.1 --plain");
    let played = sandbox.run_with_input(&after, b"quit\n");
    assert!(played.status.success(), "{}", transcript(&played));
    let told = sandbox.run(&format!("record {file}"));
    assert!(stdout(&told).contains("   1. "), "{}", transcript(&told));
    sandbox.write("short.jsonl", first_moves(sandbox, file));
    let matched = format!("match {game} random random --play 5 --openings short.jsonl --json");
    let matched = json(&sandbox.run(&matched));
    assert_eq!(matched["games"][0]["completed"], true, "{matched}");
}

/// The record with its first two moves alone, so that the game is not over.
fn first_moves(sandbox: &Sandbox, file: &str) -> String {
    let output = sandbox.run(&format!("record {file} --to json"));
    let mut record = serde_json::from_str::<Value>(&stdout(&output)).expect("a record");
    for (field, n) in [("moves", 2), ("states", 3), ("errors", 3)] {
        record[field].as_array_mut().expect("a list").truncate(n);
    }
    record["isCompleted"] = json!(false);
    record.to_string() + "\n"
}

#[test]
fn what_is_written_is_read_everywhere() {
    let sandbox = Sandbox::new();
    for game in ["tic-tac-toe", "othello4"] {
        let command = format!("match {game} random random --play 5 --record matched-{game}");
        assert!(sandbox.run(&command).status.success());
        let command = format!(
            "tournament --game {game} --player random --player random:seed=2 --record met-{game}"
        );
        assert!(sandbox.run(&command).status.success());
        let command =
            format!("play {game} --player random --time 0.1 --plain --record played.json");
        let played = sandbox.run_with_input(&command, b"1\n1\nquit\n");
        assert!(played.status.success(), "{}", transcript(&played));
        let played = serde_json::from_str::<Value>(&sandbox.read("played.json")).expect("a record");
        assert!(played["moves"].as_array().expect("a list").len() >= 3, "{played}");
        assert_eq!(played["rulesHash"].as_str().map(str::len), Some(64));
        check_readers(&sandbox, game, "played.json");
        for folder in ["matched", "met"] {
            let folder = format!("{folder}-{game}");
            let record = &records(&sandbox, &folder)[0];
            let id = record["matchId"].as_str().expect("a text");
            check_readers(&sandbox, game, &format!("{folder}/{id}.json"));
        }
    }
}

#[test]
fn a_record_brings_its_rules() {
    let sandbox = Sandbox::new();
    sandbox.write("mine.kif", crate::sandbox::LAMP);
    assert!(sandbox.run("match mine.kif random --record games").status.success());
    fs::remove_file(sandbox.folder.path().join("mine.kif")).expect("it was there");
    let id = records(&sandbox, "games")[0]["matchId"].as_str().expect("a text").to_owned();
    let play = format!("play --from games/{id}.json --after 0 --plain");
    let output = sandbox.run_with_input(&play, b"push\nquit\n");
    assert!(stdout(&output).contains("you have 100 of 100"), "{}", transcript(&output));
    let text = sandbox.read(&format!("games/{id}.json")).replace("lamp off", "lamp out");
    sandbox.write("changed.json", text);
    let changed = transcript(&sandbox.run("record changed.json"));
    assert!(changed.contains("not those it was made with"), "{changed}");
}

#[test]
fn games_go_from_format_to_format() {
    let sandbox = Sandbox::new();
    sandbox.write("game.sgf", SGF);
    let output = sandbox.run("record game.sgf --to json --output game.json");
    assert!(output.status.success(), "{}", transcript(&output));
    let record = serde_json::from_str::<Value>(&sandbox.read("game.json")).expect("a record");
    assert_eq!((&record["rules"], &record["isCompleted"]), (&json!("go5"), &json!(true)));
    check_readers(&sandbox, "go5", "game.json");
    check_readers(&sandbox, "go5", "game.sgf");
    let back = stdout(&sandbox.run("record game.json --to sgf"));
    assert!(back.contains(";B[cc];W[bc];B[];W[])"), "{back}");
    sandbox.write("lines.txt", "f5d6c3\nf5 f6 e6\n");
    let ggf = stdout(&sandbox.run("record lines.txt --game othello --to ggf"));
    assert_eq!(ggf.matches("GM[Othello]").count(), 2, "{ggf}");
    for (command, expected) in [
        ("record game.sgf --to pgn", "`go5` is not written in this format"),
        ("record lines.txt", "does not tell its game"),
        ("record game.sgf --to morse", "the formats are"),
        ("play --from game.sgf --after 9", "the record has 4 moves"),
        ("verify go5 other.sgf", "mismatches 1"),
    ] {
        sandbox.write("other.sgf", "(;SZ[5];B[cc];W[cc])");
        let text = transcript(&sandbox.run(command));
        assert!(text.contains(expected), "{command}: {text}");
    }
}
