//! The players of Connect6: each move is one stone.

use stonegate_connect6::{Engine, Host, Limits, SevenSteps};

use super::engine_player::EnginePlayer;
use crate::player::Player;
use crate::spec::{Options, Resources, SpecError};

/// The options of the player `connect6`.
pub(crate) const FLAGS: &[&str] = &["seven", "host"];
pub(crate) const OPTIONS: &[&str] = &["rounds", "seed"];

/// Makes the player `connect6`, `connect6:seven` or `connect6:host`.
pub(crate) fn make(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    let seed = options.get("seed", "a whole number")?.unwrap_or(resources.seed);
    let rounds = options.get::<u32>("rounds", "a number of rounds")?;
    if options.has("seven") {
        return Ok(Box::new(EnginePlayer::new(|| SevenSteps)));
    }
    if options.has("host") {
        return Ok(Box::new(EnginePlayer::new(move || Host::new(seed))));
    }
    let limits = rounds.map_or_else(Limits::default, |n_rounds| Limits { n_rounds });
    Ok(Box::new(EnginePlayer::new(Engine::default).with_limits(limits)))
}
