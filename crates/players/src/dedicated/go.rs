//! The players of Go.

mod board;
pub mod link;

use std::str::FromStr;

use stonegate_go::{Choice, Engine, Limits};
use stonegate_protocols::go_link::classic;

use super::engine_player::EnginePlayer;
use crate::board::BoardAddress;
use crate::player::Player;
use crate::spec::{CPU, LEVEL, Options, Resources, SpecError, cpu, level};
use board::BoardPlayer;

/// The options of the player `go`.
pub(crate) const FLAGS: &[&str] = &["noresign"];
pub(crate) const OPTIONS: &[&str] = &["games", "threads", "board", LEVEL, CPU];

/// Makes the player `go`, or `go:board=PORT`.
pub(crate) fn make(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    let board = options.get::<Port>("board", "a port, as in /dev/ttyUSB1@9600, or host:port")?;
    if let Some(Port(address)) = board {
        return Ok(Box::new(BoardPlayer::new(address)));
    }
    let threads = options.get("threads", "a number of at least 1")?.unwrap_or(resources.threads);
    let max_games = options.get("games", "a number of random games for each move")?;
    let mut choice = Choice::default();
    if options.has("noresign") {
        choice.resign_below = 0.0;
    }
    let limits = Limits { max_games: max_games.unwrap_or(u64::MAX), choice };
    let (n_bytes, seed) = (resources.memory, resources.seed);
    let player = EnginePlayer::new(move || Engine::new(n_bytes, seed));
    let player = player.with_limits(limits).with_threads(threads).with_cpu(cpu(options)?);
    Ok(player.at_level(level(options)?, seed))
}

/// Where a Go machine is: its wire is slower than that of other boards.
struct Port(BoardAddress);

impl FromStr for Port {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        BoardAddress::with_baud(text, classic::BAUD).map(Self)
    }
}
