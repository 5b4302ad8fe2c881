//! The player of Go.

use stonegate_go::{Choice, Engine, Limits};

use super::engine_player::EnginePlayer;
use crate::player::Player;
use crate::spec::{LEVEL, Options, Resources, SpecError, level};

/// The options of the player `go`.
pub(crate) const FLAGS: &[&str] = &["noresign"];
pub(crate) const OPTIONS: &[&str] = &["games", "threads", LEVEL];

/// Makes the player `go`.
pub(crate) fn make(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    let threads = options.get("threads", "a number of at least 1")?.unwrap_or(resources.threads);
    let max_games = options.get("games", "a number of random games for each move")?;
    let mut choice = Choice::default();
    if options.has("noresign") {
        choice.resign_below = 0.0;
    }
    let limits = Limits { max_games: max_games.unwrap_or(u64::MAX), choice };
    let (n_bytes, seed) = (resources.memory, resources.seed);
    let player = EnginePlayer::new(move || Engine::new(n_bytes, seed));
    let player = player.with_limits(limits).with_threads(threads);
    Ok(player.at_level(level(options)?, seed))
}
