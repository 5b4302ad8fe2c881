//! How many gates games need.

use expect_test::{Expect, expect};
use stonegate_circuit::Effort;

use crate::play::{grounded, optimized};
use crate::sheets::shared_game;
use stonegate_oracles::own_game;

/// Gates of legal, next and terminal once all passes have run.
fn check(name: &str, max_gates: usize) {
    let Some(sheet) = shared_game(name) else { return };
    let machine = optimized(&sheet);
    let n_gates = machine.circuit.gates(machine.core_roots());
    assert!(n_gates <= max_gates, "{name} has {n_gates} gates");
}

#[test]
fn small_games_need_few_gates() {
    check("st_horseshoe", 190);
    check("st_connectfour", 860);
    check("st_pentago", 840);
    check("st_jointconnectfour", 1750);
    check("st_breakthrough", 1650);
}

#[test]
fn reversi_needs_few_gates() {
    check("reversi", 6000);
}

#[test]
fn the_same_sheet_gives_the_same_machine() {
    for name in ["tic-tac-toe", "hex", "connect-four"] {
        let sheet = own_game(name);
        let (first, second) = (grounded(&sheet), grounded(&sheet));
        assert_eq!(first.machine.to_string(), second.machine.to_string(), "{name}");
        let [first, second] =
            [first, second].map(|grounded| grounded.optimize(Effort::FULL, &|| false).machine);
        assert_eq!(first.to_string(), second.to_string(), "{name}");
    }
}

/// Compares the size of the quick circuit of a game in which one value is held.
#[track_caller]
fn check_frame(rules: &str, expect: &Expect) {
    let values = (1..=50).map(|n| format!("(value {n})")).collect::<Vec<_>>().join(" ");
    let sheet = format!(
        "{values} (role r) (<= (legal r (set ?v)) (value ?v))
         (init (held 1)) {rules}
         (<= terminal (true (held 50)))"
    );
    let machine = grounded(&sheet).machine;
    let n_gates = machine.circuit.gates(machine.circuit.roots());
    expect.assert_eq(&format!("{n_gates} gates, {} moves", machine.n_moves()));
}

/// Fifty facts and for each of them 49 moves that keep it would be 2,450 pairs.
#[test]
fn frame_axioms_over_one_hot_moves_are_small() {
    check_frame(
        "(<= (next (held ?v)) (does r (set ?v)))
         (<= (next (held ?v)) (true (held ?v)) (does r (set ?w)) (distinct ?v ?w))",
        &expect!["50 gates, 50 moves"],
    );
    check_frame(
        "(<= (next (held ?v)) (does r (set ?v)))
         (<= (next (held ?v)) (true (held ?v)) (not (does r (set ?v))))",
        &expect!["50 gates, 50 moves"],
    );
    check_frame(
        "(<= (next (held ?v)) (value ?v) (does r (set ?w)))",
        &expect!["0 gates, 50 moves"],
    );
}
