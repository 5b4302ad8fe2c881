use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use expect_test::{Expect, expect};

use crate::sandbox::{Sandbox, stdout};

const GAME: &str = "set game (;GM[Othello]PB[a]PW[b]BO[8 ---------------------------O*------*O---------------------------*]B[F5];)";

/// What the engine answers to some lines, without values and numbers of nodes.
fn conversation(lines: &[&str]) -> String {
    let input = lines.join("\n");
    let output = Sandbox::new().run_with_input("nboard --threads 1 --table 1", input.as_bytes());
    assert!(output.status.success());
    let answers = stdout(&output);
    let answers = answers.lines().filter(|line| !line.starts_with("nodestats"));
    answers.map(|line| format!("{line}\n")).collect()
}

fn check(lines: &[&str], expected: &Expect) {
    expected.assert_eq(&conversation(lines));
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
    let answers = conversation(&["nboard 2", "set depth 3", GAME, "go", "go"]);
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
    let answers = conversation(&["nboard 2", "set depth 4", GAME, "hint 2"]);
    let depths = answers.lines().filter(|line| line.starts_with("search "));
    let depths = depths.filter_map(|line| line.split(' ').nth(4)).collect::<Vec<_>>();
    assert_eq!(depths, ["2", "2", "3", "3", "4", "4"]);
    let answers = conversation(&["nboard 2", "set depth 2", GAME, "move D6", "analyze"]);
    let analyses = answers.lines().filter_map(|line| line.strip_prefix("analysis "));
    let analyses = analyses.map(|line| line.split(' ').next().unwrap_or_default());
    assert_eq!(analyses.collect::<Vec<_>>(), ["2", "1", "0"]);
}

#[test]
fn the_end_of_a_game() {
    let board = "*".repeat(63) + "-";
    let answers =
        conversation(&[&format!("set game (;GM[Othello]BO[8 {board} O];)"), "hint 1", "go"]);
    assert!(answers.starts_with("status the game is over: Black +64\n"), "{answers}");
    assert!(answers.contains("=== PA/"), "{answers}");
}

/// A board is heard while the engine thinks.
#[test]
fn a_ping_ends_a_long_search() {
    let sandbox = Sandbox::new();
    let mut child = sandbox
        .command("nboard --threads 1 --table 1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("was piped");
    let mut lines = BufReader::new(child.stdout.take().expect("was piped")).lines();
    writeln!(input, "nboard 2\nset depth 60\ngo").expect("it listens");
    // It thinks.
    assert!(lines.any(|line| line.expect("it speaks").starts_with("search ")));
    writeln!(input, "ping 7").expect("it listens");
    let mut n_moves = 0;
    for line in lines {
        let line = line.expect("it speaks");
        n_moves += usize::from(line.starts_with("==="));
        if line == "pong 7" {
            break;
        }
    }
    assert_eq!(n_moves, 0);
    writeln!(input, "quit").expect("it listens");
    assert!(child.wait().expect("it ends").success());
}
