//! Tests on built-in games.

mod symmetry;
mod training;

use std::sync::Arc;

use stonegate_compile::{BuiltIn, Compilation, GameRules};
use stonegate_gdl::Canonical;
use stonegate_ground::{Budget, Machine};
use stonegate_lanes::{Backend, Engine};

fn built_in(name: &str) -> &'static str {
    BuiltIn::find(name).expect("it is built in").text
}

/// The canonical rules of a sheet, its machine as grounding makes it, and an engine.
fn compile(text: &str) -> (Canonical, Machine, Arc<Engine>) {
    let game = GameRules::read(text).expect("it can be played");
    let canonical = Canonical::new(&game.rules);
    let compilation = Compilation::new(&canonical.rules, &Budget::default()).expect("it is small");
    let machine = Arc::new(compilation.optimize(&|| false).machine);
    let engine = Arc::new(Engine::new(machine, Backend::best()));
    (canonical, compilation.grounded.machine, engine)
}
