//! Whole games at random, machine and reference evaluator side by side.

use std::time::{Duration, Instant};

use stonegate_circuit::Effort;

use crate::play::{compare, grounded};
use crate::sheets::shared_game;
use stonegate_oracles::{own_game, own_names};

/// How long optimization may take in a test.
const TIME: Duration = Duration::from_secs(1);

fn check(name: &str, sheet: &str, n_playouts: u64, n_steps: usize) {
    let start = Instant::now();
    let grounded = grounded(sheet);
    let optimized = grounded.optimize(Effort::FULL, &|| start.elapsed() > TIME);
    compare(name, sheet, &[&grounded.machine, &optimized.machine], n_playouts, n_steps);
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
