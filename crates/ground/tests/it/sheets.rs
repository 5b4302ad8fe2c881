//! Where tests find rule sheets.

use stonegate_oracles::{read, shared};

/// The text of a shared game.
pub(crate) fn shared_game(name: &str) -> Option<String> {
    Some(read(&shared(&format!("games/{name}.kif"))?))
}
