//! What can play a game for a command.

mod circuit;
mod dedicated;
mod reference;

use std::path::Path;
use std::time::Duration;

use anyhow::ensure;
use stonegate_gdl::{Code, Diagnostic, Rules};

use crate::args::seconds;
use crate::compile::{Limits, compile};
use crate::source::{Source, roles};
use crate::{contest, report};

use circuit::CircuitEngine;
use dedicated::DedicatedEngine;
use reference::ReferenceEngine;

/// A game being played: a line of play that grows and shrinks by joint moves.
///
/// Roles and moves are named by their places in lists, and printed as text; what
/// a state is remains a matter of the engine.
pub(crate) trait Engine {
    /// The roles, in the order of the sheet.
    fn roles(&self) -> &[String];

    /// Goes back to the initial state.
    fn restart(&mut self) -> anyhow::Result<()>;

    /// Makes a joint move: for each role, the place of its move in [`Engine::legal`].
    fn apply(&mut self, moves: &[usize]) -> anyhow::Result<()>;

    /// Takes back the last joint move.
    fn undo(&mut self);

    /// The facts of the state, sorted.
    fn facts(&mut self) -> anyhow::Result<Vec<String>>;

    /// The legal moves of a role, sorted.
    fn legal(&mut self, role: usize) -> anyhow::Result<Vec<String>>;

    /// How many legal moves a role has.
    fn n_legal(&mut self, role: usize) -> anyhow::Result<usize>;

    /// The place of a move for [`Engine::apply`], if a role can make it.
    fn place(&mut self, role: usize, action: &str) -> anyhow::Result<Option<usize>> {
        Ok(self.legal(role)?.iter().position(|other| other == action))
    }

    fn is_terminal(&mut self) -> anyhow::Result<bool>;

    /// All goal values that hold for a role, sorted.
    fn goals(&mut self, role: usize) -> anyhow::Result<Vec<i64>>;
}

#[derive(Copy, Clone, clap::ValueEnum)]
pub(crate) enum EngineName {
    /// The optimized circuit, on the simulator
    Circuit,
    /// Straight from the clauses: slow, and right
    Reference,
}

/// What plays, and what it may cost.
#[derive(clap::Args)]
pub(crate) struct EngineChoice {
    /// What plays the game [default: circuit, where the game is not too large]
    #[arg(long = "engine", value_name = "ENGINE")]
    name: Option<EngineName>,

    /// Give up when the reference evaluator takes longer for one answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    answer_seconds: Duration,
}

/// Opens what a user means by a game. Where that is the name of a sheet and of a machine, it is
/// the sheet unless the machine `is_preferred`.
pub(crate) fn open_game(
    game: &Path,
    is_preferred: bool,
    choice: &EngineChoice,
    command: &str,
) -> anyhow::Result<Box<dyn Engine>> {
    match contest::dedicated(game, is_preferred)? {
        Some(dedicated) => {
            ensure!(choice.name.is_none(), "`{dedicated}` has an engine of its own: no --engine");
            Ok(Box::new(DedicatedEngine::new(dedicated)))
        }
        None => open(&Source::read(game)?, choice, command),
    }
}

/// Opens a game in its initial state. `command` is what the user wants to do
/// with it. Who names no engine gets the circuit, or the reference evaluator for
/// a game that is too large for one.
pub(crate) fn open(
    source: &Source,
    choice: &EngineChoice,
    command: &str,
) -> anyhow::Result<Box<dyn Engine>> {
    let rules = rules(source, command)?;
    let circuit = || {
        let compiled = compile(source, &rules, Limits::default())?;
        Ok::<_, anyhow::Error>(Box::new(CircuitEngine::new(compiled.optimized.machine)))
    };
    let reference = || Box::new(ReferenceEngine::new(&rules, choice.answer_seconds));
    let mut engine: Box<dyn Engine> = match choice.name {
        Some(EngineName::Circuit) => circuit()?,
        Some(EngineName::Reference) => reference(),
        None => match circuit() {
            Ok(engine) => engine,
            Err(error) => {
                report::print_note(&format!("{error:#}; using the reference evaluator"));
                reference()
            }
        },
    };
    engine.restart()?;
    Ok(engine)
}

/// The rules of a sheet, if it can be played. A sheet that breaks the rules of the
/// language can still be; one that lost clauses is another game.
pub(crate) fn rules(source: &Source, command: &str) -> anyhow::Result<Rules> {
    let (sheet, mut errors) = source.parse();
    let (rules, too_large) = Rules::new(&sheet);
    errors.extend(too_large);
    errors.retain(|error| !is_surplus_parenthesis(source, error));
    if !errors.is_empty() {
        return Err(report::refuse(source, &errors, command)?);
    }
    ensure!(
        !roles(&sheet).is_empty(),
        "cannot {command} {}: the sheet has no role, so that nobody plays",
        source.name
    );
    Ok(rules)
}

/// Whether an error is a closing parenthesis too many: it costs no clause.
fn is_surplus_parenthesis(source: &Source, error: &Diagnostic) -> bool {
    let place = error.span.start as usize..error.span.end as usize;
    error.code == Code::Unbalanced && source.text.get(place) == Some(")")
}
