//! What the browser keeps.

use serde::{Deserialize, Serialize};
use stonegate_tables::{StoredMove, StoredStatus, TokenHash};

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredTable {
    pub id: String,
    /// The id of its game.
    pub game: String,
    pub host: TokenHash,
    /// In milliseconds since 1970, as is the time when it was last touched.
    pub created: u64,
    pub touched: u64,
    pub status: StoredStatus,
    pub moves: Vec<StoredMove>,
}

/// A rule sheet that somebody brought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredSheet {
    pub id: String,
    pub text: String,
    /// What its owner calls it.
    pub title: Option<String>,
    pub owner: TokenHash,
}
