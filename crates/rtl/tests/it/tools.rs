//! The open tools, on what we write.

use std::process::Command;

use crate::sheets::CIRCLE;
use crate::simulation::Game;

/// Whether a tool can be used here; says so if not.
pub(crate) fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok()
        || Command::new(tool).arg("-V").output().is_ok();
    if !found {
        stonegate_oracles::skip(&format!("there is no {tool}"));
    }
    found
}

/// Runs all tools that are here on the board of a game.
pub(crate) fn inspect(game: &Game) {
    if has("verilator") {
        lint(game);
    }
    if has("iverilog") {
        run_testbench(game);
    }
    if has("yosys") {
        check(game);
    }
}

/// Verilator warns of nothing.
fn lint(game: &Game) {
    game.make(&["lint"]);
}

/// Icarus sees in every state what the simulator of circuits has seen there.
fn run_testbench(game: &Game) {
    let out = game.make(&["test"]);
    assert!(out.contains("100 states: all is well"), "{}: {out}", game.name);
}

/// Yosys finds no latch, no loop of gates, and nothing that is driven twice or never.
fn check(game: &Game) {
    game.make(&["check"]);
}

#[test]
fn verilator_has_no_complaints() {
    if has("verilator") {
        lint(&Game::built_in("tic-tac-toe", None));
        lint(&Game::built_in("hex", None));
        lint(&Game::new("circle", CIRCLE, None));
        lint(&Game::built_in("connect-four", Some(8)));
    }
}

#[test]
fn icarus_runs_the_testbench() {
    if has("iverilog") {
        run_testbench(&Game::built_in("tic-tac-toe", None));
        run_testbench(&Game::built_in("connect-four", Some(8)));
        run_testbench(&Game::new("circle", CIRCLE, None));
    }
}

/// What roles perceive is in the testbench, too.
#[test]
fn icarus_perceives_what_we_perceive() {
    if has("iverilog") {
        for name in [
            "blind-breakthrough",
            "blind-tic-tac-toe",
            "krieg-tic-tac-toe",
            "kuhn-poker",
            "leduc-poker",
            "mastermind",
            "meier",
            "monty-hall",
            "phantom-connect-four",
            "stratego",
        ] {
            run_testbench(&Game::built_in(name, None));
        }
    }
}

#[test]
fn yosys_finds_neither_latches_nor_loops() {
    if has("yosys") {
        check(&Game::built_in("tic-tac-toe", None));
        check(&Game::new("circle", CIRCLE, None));
    }
}
