//! What plays a game for a command.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{anyhow, ensure};
use stonegate_compile::{
    EvaluatorReferee, GameRules, MachineReferee, Patience, Referee, RefereeError, UnplayableSheet,
};
use stonegate_gdl::RoleId;
use stonegate_players::{RESIGN, now};

use crate::args::seconds;
use crate::compile::{Limits, compile};
use crate::contest;
use crate::report;
use crate::source::Source;

#[derive(Copy, Clone, clap::ValueEnum, Debug)]
pub enum EngineName {
    /// The optimized circuit, on the simulator
    Circuit,
    /// Straight from the clauses: slow, and right
    Reference,
}

/// What plays, and what it may cost.
#[derive(clap::Args, Debug)]
pub struct EngineChoice {
    /// What plays the game [default: circuit, where the game is not too large]
    #[arg(long = "engine", value_name = "ENGINE")]
    name: Option<EngineName>,

    /// Give up when the reference evaluator takes longer for one answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    answer_seconds: Duration,
}

/// Opens what a user means by a game. Where that is the name of a sheet and of a machine, it is
/// the sheet unless the machine `is_preferred`.
pub fn open_game(
    game: &Path,
    is_preferred: bool,
    choice: &EngineChoice,
    command: &str,
) -> anyhow::Result<Box<dyn Referee>> {
    match contest::dedicated(game, is_preferred)? {
        Some(dedicated) => {
            ensure!(choice.name.is_none(), "`{dedicated}` has an engine of its own: no --engine");
            Ok(dedicated.referee())
        }
        None => open(&Source::read(game)?, choice, command),
    }
}

/// Opens a game in its initial state. `command` is what the user wants to do
/// with it. Who names no engine gets the circuit, or the reference evaluator for
/// a game that is too large for one.
pub fn open(
    source: &Source,
    choice: &EngineChoice,
    command: &str,
) -> anyhow::Result<Box<dyn Referee>> {
    let game = rules(source, command)?;
    let circuit = || {
        let compiled = compile(source, &game.rules, Limits::default())?;
        let referee = MachineReferee::new(Arc::new(compiled.optimized.machine));
        Ok::<_, anyhow::Error>(Box::new(referee) as Box<dyn Referee>)
    };
    let reference = || {
        let patience = Patience { limit: choice.answer_seconds, now };
        let referee = EvaluatorReferee::new(&game.rules, patience).map_err(anyhow::Error::from);
        Ok(Box::new(referee.map_err(explain)?) as Box<dyn Referee>)
    };
    match choice.name {
        Some(EngineName::Circuit) => circuit(),
        Some(EngineName::Reference) => reference(),
        None => circuit().or_else(|error| {
            report::print_note(&format!("{error:#}; using the reference evaluator"));
            reference()
        }),
    }
}

/// Whether a role can make a move that is spelled so. Players of dedicated games may give up, though
/// that is not among the legal moves.
pub fn can_make(referee: &mut dyn Referee, role: RoleId, action: &str) -> anyhow::Result<bool> {
    if referee.legal()?[role].iter().any(|legal| legal == action) {
        return Ok(true);
    }
    Ok(action == RESIGN && referee.recognize(role, action)?.is_some())
}

/// Says what can be done about an answer that takes too much.
pub fn explain(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref() {
        Some(RefereeError::TooLarge(_)) => {
            anyhow!("{error:#}: see --answer-seconds; `stonegate check` may tell why")
        }
        _ => error,
    }
}

/// The rules of a sheet, if it can be played.
pub fn rules(source: &Source, command: &str) -> anyhow::Result<GameRules> {
    let (sheet, errors) = source.parse();
    match GameRules::of_parsed(&source.text, sheet, errors) {
        Ok(game) => Ok(game),
        Err(UnplayableSheet::Errors(errors)) => Err(report::refuse(source, &errors, command)?),
        Err(error @ UnplayableSheet::NoRole) => {
            Err(anyhow!("cannot {command} {}: {error}", source.name))
        }
    }
}
