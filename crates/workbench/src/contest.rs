//! What is played: a rule sheet, or a game that has a machine of its own.

use std::path::Path;

use stonegate_compile::BuiltIn;
use stonegate_players::{Dedicated, DedicatedError, PlayerSpec, Ruleset};

use crate::engine;
use crate::source::Source;

/// A game that players can play.
#[derive(Debug)]
pub struct Contest {
    pub name: String,
    pub ruleset: Ruleset,
}

impl Contest {
    /// What a user means by a game. Some names are those of a rule sheet and of a
    /// machine: there the players tell which is meant.
    pub fn open(game: &Path, players: &[PlayerSpec]) -> anyhow::Result<Self> {
        let is_dedicated = players.iter().any(PlayerSpec::is_dedicated);
        if let Some(dedicated) = dedicated(game, is_dedicated)? {
            return Ok(Self { name: dedicated.to_string(), ruleset: dedicated.into() });
        }
        let source = Source::read(game)?;
        Ok(Self { ruleset: engine::rules(&source, "play")?.into(), name: source.name })
    }
}

/// The dedicated game of a name. Where it is the name of a rule sheet as well, a file or a built-in
/// one, the game is meant only if it is preferred.
pub fn dedicated(game: &Path, is_preferred: bool) -> anyhow::Result<Option<Dedicated>> {
    let Some(name) = game.to_str() else { return Ok(None) };
    let is_sheet = || game.is_file() || BuiltIn::find(name).is_some();
    match name.parse::<Dedicated>() {
        Ok(dedicated) if is_preferred || !is_sheet() => Ok(Some(dedicated)),
        Ok(_) | Err(DedicatedError::Unknown(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
