use expect_test::{Expect, expect};

use crate::talk::Engine;

const GAME: &str = "set game (;GM[Othello]PB[a]PW[b]BO[8 ---------------------------O*------*O---------------------------*]B[F5];)";

/// What the engine answers to some lines, up to as many lines that begin like the last ones, without
/// numbers of nodes.
fn conversation(lines: &[&str], last: &[&str]) -> String {
    let mut engine = Engine::start("nboard --threads 1 --table 1");
    engine.say(lines.join("\n") + "\n");
    let said = last.iter().map(|start| engine.hear(start)).collect::<String>();
    let said = said + &engine.hang_up();
    let answers = said.lines().filter(|line| !line.starts_with("nodestats"));
    answers.map(|line| format!("{line}\n")).collect()
}

fn check(lines: &[&str], expected: &Expect) {
    expected.assert_eq(&conversation(lines, &[]));
}

#[test]
fn lines_are_answered_in_order() {
    check(
        &[
            "nboard 2",
            "set depth 1",
            "ping 1",
            "learn",
            "what is this",
            "set contempt 10",
            "ping 2",
        ],
        &expect![[r#"
            set myname Stonegate 0.1.0
            pong 1
            learned
            pong 2
        "#]],
    );
}

#[test]
fn mistakes_leave_the_game_as_it_was() {
    check(
        &["nboard 2", "set game (;GM[Go];)", "move A1", "move X9", "hint lots", "ping 1"],
        &expect![[r#"
            set myname Stonegate 0.1.0
            status error: the record is of "Go", not of Othello; the game is as before
            status error: A1: the move flips no disc; the game is as before
            status error: X9: a square is a letter from a to h and a digit from 1 to 8, as in d3; the game is as before
            status error: "lots" is not a number of moves
            pong 1
        "#]],
    );
}

#[test]
fn moves_are_chosen_and_not_made() {
    let answers = conversation(&["nboard 2", "set depth 3", GAME, "go", "go"], &["===", "==="]);
    let moves = answers.lines().filter_map(|line| line.strip_prefix("=== "));
    let moves = moves.map(|played| played.split('/').next().unwrap_or_default());
    let moves = moves.collect::<Vec<_>>();
    assert_eq!(moves.len(), 2);
    for action in moves {
        assert!(["D6", "F4", "F6"].contains(&action), "{action}");
    }
    let searches = answers.lines().filter(|line| line.starts_with("search ")).count();
    assert_eq!(searches, 6);
}

#[test]
fn hints_and_analyses() {
    let answers = {
        let lines = ["nboard 2", "set depth 4", GAME, "hint 2"];
        conversation(&lines, &["status thinking", "status"])
    };
    let depths = answers.lines().filter(|line| line.starts_with("search "));
    let depths = depths.filter_map(|line| line.split(' ').nth(4)).collect::<Vec<_>>();
    assert_eq!(depths, ["2", "2", "3", "3", "4", "4"]);
    let answers =
        conversation(&["nboard 2", "set depth 2", GAME, "move D6", "analyze"], &["analysis 0 "]);
    let analyses = answers.lines().filter_map(|line| line.strip_prefix("analysis "));
    let analyses = analyses.map(|line| line.split(' ').next().unwrap_or_default());
    assert_eq!(analyses.collect::<Vec<_>>(), ["2", "1", "0"]);
}

#[test]
fn the_end_of_a_game() {
    let board = "*".repeat(63) + "-";
    let game = format!("set game (;GM[Othello]BO[8 {board} O];)");
    let answers = conversation(&[&game, "hint 1", "go"], &["==="]);
    assert!(answers.starts_with("status the game is over: Black +64\n"), "{answers}");
    assert!(answers.contains("=== PA/"), "{answers}");
}

/// A board is heard while the engine thinks.
#[test]
fn a_ping_ends_a_long_search() {
    let mut engine = Engine::start("nboard --threads 1 --table 1");
    engine.say("nboard 2\nset depth 60\ngo\n");
    // It thinks.
    engine.hear("search ");
    engine.say("ping 7\n");
    let said = engine.hear("pong 7");
    assert!(!said.contains("==="), "{said}");
    engine.say("quit\n");
    engine.hang_up();
}

/// A record with two boards has none of them.
#[test]
fn a_second_board_is_a_mistake() {
    let twice = GAME.replace(
        ";)",
        "BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)",
    );
    check(
        &[&twice, "move D6", "ping 1"],
        &expect![[r#"
            status error: the record has a second board: BO[8 ...] stands there once; the game is as before
            status error: D6: the move flips no disc; the game is as before
            pong 1
        "#]],
    );
}
