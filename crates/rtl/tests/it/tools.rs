//! The open tools, on what we write.

use std::process::Command;

use crate::sheets::CIRCLE;
use crate::simulation::Game;

/// Whether a tool can be used here; says so if not.
pub(crate) fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok()
        || Command::new(tool).arg("-V").output().is_ok();
    if !found {
        eprintln!("skipped: there is no {tool}");
    }
    found
}

#[test]
fn verilator_has_no_complaints() {
    if has("verilator") {
        for name in ["tic-tac-toe", "hex"] {
            Game::built_in(name, None).make(&["lint"]);
        }
        Game::new("circle", CIRCLE, None).make(&["lint"]);
        Game::built_in("connect-four", Some(8)).make(&["lint"]);
    }
}

#[test]
fn icarus_runs_the_testbench() {
    if has("iverilog") {
        for game in [
            Game::built_in("tic-tac-toe", None),
            Game::built_in("connect-four", Some(8)),
            Game::new("circle", CIRCLE, None),
        ] {
            let out = game.make(&["test"]);
            assert!(out.contains("100 states: all is well"), "{out}");
        }
    }
}

#[test]
fn yosys_finds_neither_latches_nor_loops() {
    if has("yosys") {
        Game::built_in("tic-tac-toe", None).make(&["check"]);
        Game::new("circle", CIRCLE, None).make(&["check"]);
    }
}
