//! Lines of play, counted and compared with published numbers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use stonegate_circuit::Effort;
use stonegate_ground::{Machine, State, Stepper};

use crate::play::grounded;
use stonegate_oracles::{fact, own_game};

/// How long optimization may take in a test.
const TIME: Duration = Duration::from_secs(2);

fn machine(name: &str) -> Arc<Machine> {
    let grounded = grounded(&own_game(name));
    let start = Instant::now();
    Arc::new(grounded.optimize(Effort::FULL, &|| start.elapsed() > TIME).machine)
}

/// The lines of exactly 1, 2, .. joint moves.
fn perft(machine: &Arc<Machine>, depth: usize) -> Vec<u64> {
    let mut stepper = Stepper::new(machine);
    let mut counts = vec![0; depth];
    visit(&mut stepper, &machine.initial(), &mut counts);
    counts
}

/// The last ply is counted, not played.
fn visit(stepper: &mut Stepper, state: &State, counts: &mut [u64]) {
    let Some((count, deeper)) = counts.split_first_mut() else { return };
    let position = stepper.position(state);
    let n_moves = position.legal.iter().map(Vec::len).product::<usize>();
    if position.terminal || n_moves == 0 {
        return;
    }
    *count += n_moves as u64;
    if deeper.is_empty() {
        return;
    }
    for number in 0..n_moves {
        let mut rest = number;
        let moves = position.legal.iter().map(|legal| {
            let action = legal[rest % legal.len()];
            rest /= legal.len();
            action
        });
        let next = stepper.next(state, &moves.collect::<Vec<_>>());
        visit(stepper, &next, deeper);
    }
}

/// Compares a game with the counts of the same game in OpenSpiel.
fn check(name: &str, recorded: &str, depth: usize) {
    assert_eq!(perft(&machine(name), depth), published(recorded)[..depth], "{name}");
}

fn published(recorded: &str) -> Vec<u64> {
    let counts: Value = serde_json::from_str(&fact("perft.json")).expect("the counts are JSON");
    let counts = counts["games"][recorded]["perft"].as_array().expect("the game is there");
    counts.iter().filter_map(Value::as_u64).collect()
}

#[test]
fn tic_tac_toe() {
    check("tic-tac-toe", "tic_tac_toe", 7);
}

#[test]
fn connect_four() {
    check("connect-four", "connect_four", 5);
}

#[test]
fn reversi() {
    check("reversi", "othello", 5);
}

#[test]
fn breakthrough() {
    check("breakthrough", "breakthrough", 3);
    check("breakthrough-6x6", "breakthrough(rows=6,columns=6)", 4);
}

#[test]
fn gomoku() {
    check("gomoku", "gomoku", 2);
}

#[test]
fn amazons() {
    check("amazons-10x10", "amazons", 4);
}

#[test]
fn checkers() {
    check("checkers", "checkers", 5);
}

#[test]
fn chess() {
    check("chess", "chess", 4);
}

/// One action of the record is a stone and a turn, two plies of ours.
#[test]
fn pentago() {
    let published = published("pentago");
    let counts = perft(&machine("pentago"), 4);
    assert_eq!([counts[1], counts[3]], published[..2]);
}

/// Nothing can be connected in three moves.
#[test]
fn hex() {
    assert_eq!(perft(&machine("hex"), 3), [81, 81 * 80, 81 * 80 * 79]);
}
