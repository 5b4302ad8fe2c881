//! The players of Connect6: each move is one stone.

mod board;

use stonegate_connect6::{Engine, Host, Limits, Reading, SevenSteps};

use super::engine_player::EnginePlayer;
use crate::player::Player;
use crate::spec::{CPU, LEVEL, Options, Resources, SpecError, cpu, level};
use board::{BoardPlayer, ContestAddress};

/// The options of the player `connect6`.
pub(crate) const FLAGS: &[&str] = &["seven", "host"];
pub(crate) const OPTIONS: &[&str] = &["rounds", "seed", "seven", "board", LEVEL, CPU];

/// Makes the player `connect6`, `connect6:seven`, `connect6:seven=paper`, `connect6:host` or
/// `connect6:board=PORT`.
pub(crate) fn make(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    let seed = options.get("seed", "a whole number")?.unwrap_or(resources.seed);
    let rounds = options.get::<u32>("rounds", "a number of rounds")?;
    let reading = options.get::<Reading>("seven", "`ours` or `paper`")?;
    let board = "a port, as in /dev/ttyUSB1, or host:port";
    if let Some(address) = options.get::<ContestAddress>("board", board)? {
        return Ok(Box::new(BoardPlayer::new(address)));
    }
    let cpu = cpu(options)?;
    if options.has("seven") || reading.is_some() {
        let reading = reading.unwrap_or_default();
        return Ok(Box::new(EnginePlayer::new(move || SevenSteps { reading }).with_cpu(cpu)));
    }
    if options.has("host") {
        return Ok(Box::new(EnginePlayer::new(move || Host::new(seed)).with_cpu(cpu)));
    }
    let limits = rounds.map_or_else(Limits::default, |n_rounds| Limits { n_rounds });
    let player = EnginePlayer::new(Engine::default).with_limits(limits).with_cpu(cpu);
    Ok(player.at_level(level(options)?, seed))
}
