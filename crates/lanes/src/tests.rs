//! Tests of the whole: every back end against the simulator.
#![allow(clippy::print_stderr)]

mod blocks;
mod circuits;
mod games;
mod properties;
mod small;
mod uniform;

use std::path::Path;
use std::sync::Arc;

use stonegate_circuit::Effort;
use stonegate_ground::{Budget, Machine, ground};

use crate::Backend;

/// The optimized machine of a rule sheet; nothing if it cannot be grounded to so many gates.
fn compile_up_to(max_gates: usize, rules: &str) -> Option<Arc<Machine>> {
    let analysis = stonegate_gdl::analyze(rules);
    let budget = Budget { max_rows: 300_000, ..Budget::default() };
    let grounded = ground(&analysis.rules, &budget).ok()?;
    let n_gates = grounded.machine.circuit.n_ands();
    // Proofs take their time; without them the circuit is larger, and just as right.
    let effort = if n_gates < 2000 { Effort { rounds: 1, ..Effort::FULL } } else { Effort::QUICK };
    (n_gates <= max_gates).then(|| Arc::new(grounded.optimize(effort, &|| false).machine))
}

fn compile(rules: &str) -> Option<Arc<Machine>> {
    compile_up_to(10_000, rules)
}

fn own_game(name: &str) -> Arc<Machine> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    let rules = std::fs::read_to_string(path.with_extension("kif")).expect("the sheet is ours");
    compile(&rules).expect("our sheets compile")
}

fn backends() -> Vec<Backend> {
    Backend::ALL.into_iter().filter(|backend| backend.is_available()).collect()
}
