//! Whole games at random, machine and reference evaluator side by side.

use std::time::{Duration, Instant};

use stonegate_circuit::Effort;

use crate::play::{compare, grounded};
use crate::sheets::shared_game;
use stonegate_oracles::{own_game, own_names};

/// How long optimization may take in a test.
const TIME: Duration = Duration::from_secs(1);

fn check(name: &str, sheet: &str, n_playouts: u64, n_steps: usize) -> usize {
    let start = Instant::now();
    let grounded = grounded(sheet);
    let optimized = grounded.optimize(Effort::FULL, &|| start.elapsed() > TIME);
    compare(name, sheet, &[&grounded.machine, &optimized.machine], n_playouts, n_steps)
}

#[test]
fn our_own_games() {
    // Too large to compile in passing: their beginnings are counted in `perft`.
    const LARGE: [&str; 5] = ["amazons", "amazons-10x10", "checkers", "chess", "mini-chess"];
    for name in own_names().iter().filter(|name| !LARGE.contains(&name.as_str())) {
        check(name, &own_game(name), 2, 25);
    }
}

/// Sheets with something unusual about them.
#[test]
fn shared_games() {
    for name in [
        // Recursion that is really circular.
        "cubicup_3player",
        "test_test_case_5a",
        "test_test_case_5c",
        "test_test_case_5d",
        "test_test_case_5e",
        // All roles move at once.
        "st_jointconnectfour",
        // Goals that count.
        "reversi",
    ] {
        let Some(sheet) = shared_game(name) else { return };
        check(name, &sheet, 3, 70);
    }
}

/// Sheets with hidden information, and how many games of them are played in passing; those of which
/// none is are larger.
const WITH_PERCEPTS: [(&str, u64); 22] = [
    ("cpp_backgammon", 0),
    ("cpp_blindtictactoe", 2),
    ("cpp_blindtictactoeXwins", 1),
    ("cpp_kriegTTT_5x5", 1),
    ("cpp_meier", 2),
    ("cpp_montyhall", 5),
    ("cpp_scissor_paper_rock", 2),
    ("cpp_transit", 1),
    ("py_ii_kriegtictactoe", 0),
    ("py_ii_montyhall", 2),
    ("py_ii_stratego", 0),
    ("py_ii_transit", 0),
    ("uwa_backgammon", 0),
    ("uwa_blind_breakthrough_5x5", 1),
    ("uwa_blind_breakthrough_6x6", 0),
    ("uwa_blind_breakthrough_7x7", 0),
    ("uwa_guessSix", 2),
    ("uwa_kriegTTT_5x5", 0),
    ("uwa_mastermind", 0),
    ("uwa_mastermind_2", 2),
    ("uwa_montyhall", 2),
    ("uwa_transit", 0),
];

#[test]
fn percepts() {
    let is_slow = stonegate_oracles::is_slow_run();
    for (name, n_playouts) in WITH_PERCEPTS {
        let Some(path) = stonegate_oracles::shared(&format!("games-gdl2/{name}.kif")) else {
            stonegate_oracles::skip("there are no sheets in ../shared/games-gdl2");
            return;
        };
        let sheet = stonegate_oracles::read(&path);
        if is_slow {
            let start = Instant::now();
            let grounded = grounded(&sheet);
            let machine = grounded.optimize(Effort::FULL, &|| start.elapsed() > TIME).machine;
            let mut n_playouts = 20;
            while compare(name, &sheet, &[&machine], n_playouts, 70) < 500 {
                n_playouts *= 4;
            }
        } else if n_playouts > 0 {
            check(name, &sheet, n_playouts, 20);
        }
    }
}
