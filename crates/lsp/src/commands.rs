//! What an editor can have done with a sheet.

/// Opens the arena on the sheet as it stands.
pub(crate) const PLAY: &str = "stonegate.play";

/// Shows the circuit that the sheet becomes.
pub(crate) const CIRCUIT: &str = "stonegate.circuit";

/// Shows how many lines of play there are.
pub(crate) const PERFT: &str = "stonegate.perft";

/// Plays another game at random and shows its moves.
pub(crate) const RANDOM_GAME: &str = "stonegate.randomGame";

pub(crate) const ALL: [&str; 4] = [PLAY, CIRCUIT, PERFT, RANDOM_GAME];
