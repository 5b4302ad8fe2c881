//! The players of Othello.

mod board;

use std::str::FromStr;
use std::sync::Arc;

use stonegate_othello::{ClassicSolver, Engine, Heuristic, Limits, Weights, Width};

use super::engine_player::EnginePlayer;
use crate::board::BoardAddress;
use crate::player::Player;
use crate::spec::{CPU, LEVEL, Options, Resources, SpecError, cpu, level};
use board::BoardPlayer;

/// The options of the player `othello`. `seed` is the old name of `classic`.
pub(crate) const FLAGS: &[&str] = &["classic", "location", "seed"];
pub(crate) const OPTIONS: &[&str] = &["depth", "exact", "threads", "board", LEVEL, CPU];

/// A table of this size holds what a search of some seconds finds.
const MAX_TABLE: usize = 1 << 26;

/// Makes the player `othello`, which may be `othello:location`, or `othello:classic`, or
/// `othello:board=PORT`.
pub(crate) fn make(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    if options.has("classic") || options.has("seed") {
        // It goes by the width of each position.
        let solver = || ClassicSolver::new(Width::EIGHT, Heuristic::Location);
        return Ok(Box::new(EnginePlayer::new(solver).with_cpu(cpu(options)?)));
    }
    let depth = options.get::<Depth>("depth", Depth::EXPECTED)?;
    let board = "a port, as in /dev/ttyUSB1@1000000, or host:port";
    if let Some(address) = options.get::<BoardAddress>("board", board)? {
        let depth = depth.map_or(0, |depth| depth.0 as u8);
        return Ok(Box::new(BoardPlayer::new(address, depth)));
    }
    let exact_from = options.get::<Depth>("exact", "a number of empty squares from 1 to 60")?;
    let threads = options.get("threads", "a number of at least 1")?.unwrap_or(resources.threads);
    let mut limits = Limits::default();
    limits.depth = depth.map_or(limits.depth, |depth| depth.0);
    limits.exact_from = exact_from.map_or(limits.exact_from, |depth| depth.0);
    let (n_bytes, is_trained) = (resources.memory.min(MAX_TABLE), !options.has("location"));
    let weights = || Arc::new(Weights::location());
    let make =
        move || Engine::new(if is_trained { Weights::trained() } else { weights() }, n_bytes);
    let player = EnginePlayer::new(make).with_limits(limits).with_threads(threads);
    let player = player.with_cpu(cpu(options)?);
    Ok(player.at_level(level(options)?, resources.seed))
}

/// A number from 1 to 60.
pub(crate) struct Depth(pub(crate) u32);

impl Depth {
    pub(crate) const EXPECTED: &str = "a number of plies from 1 to 60";
}

impl FromStr for Depth {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        text.parse().ok().filter(|depth| (1..=60).contains(depth)).map(Self).ok_or(())
    }
}
