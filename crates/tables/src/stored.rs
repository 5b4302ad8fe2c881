//! What is kept of a table, so that it can be taken up again.

use serde::{Deserialize, Serialize};

use crate::clocks::TimeControl;
use crate::token::TokenHash;

/// What the ids of rule sheets that somebody brought begin with.
pub const BROUGHT: &str = "sheet-";

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredTable {
    pub id: String,
    /// The id of its game.
    pub game: String,
    pub host: TokenHash,
    /// In milliseconds since 1970, as is the time when something last happened.
    pub created: u64,
    pub touched: u64,
    pub status: StoredStatus,
    pub moves: Vec<StoredMove>,
}

/// What of a table changes, besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct StoredStatus {
    pub seats: Vec<StoredSeat>,
    pub paused: bool,
    /// For each role, the move that it has made while others have not.
    pub pending: Vec<Option<String>>,
    /// The role that gave up.
    pub resigned: Option<usize>,
    /// Whether people have agreed to a draw.
    #[serde(default)]
    pub draw: bool,
    pub is_over: bool,
    /// The goals of the roles at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goals: Option<Vec<Option<u8>>>,
    /// The clocks of people, if they have any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<StoredClocks>,
    /// What people say of a game that is over, where it is for them to count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<StoredCount>,
    /// Whether people have agreed to hints and analyses.
    #[serde(default)]
    pub help: bool,
    /// The table of the next game with the same people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl StoredStatus {
    /// A game that has not begun.
    pub fn new(seats: Vec<StoredSeat>, control: Option<TimeControl>) -> Self {
        Self {
            pending: vec![None; seats.len()],
            seats,
            clocks: control.map(StoredClocks::full),
            ..Self::default()
        }
    }
}

/// Clocks as they stood when something last changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredClocks {
    pub control: TimeControl,
    /// What each role has left, in seconds.
    pub left: Vec<f64>,
    /// The role whose time is over.
    pub fallen: Option<usize>,
}

impl StoredClocks {
    /// The clocks of a game that has not begun.
    pub fn full(control: TimeControl) -> Self {
        Self { control, left: Vec::new(), fallen: None }
    }
}

/// Which stones are taken for dead, and which roles agree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredCount {
    pub dead: Vec<String>,
    pub agreed: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredSeat {
    pub player: String,
    pub seconds: f64,
    pub token: TokenHash,
    /// Which role the seat had when the table was made; the same as at present unless
    /// people swapped.
    #[serde(default)]
    pub chair: Option<usize>,
    /// Whether the bearer of the token has come to the table.
    #[serde(default)]
    pub is_taken: bool,
    /// What the person on it wants to be called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A joint move, and what the engine thought of the position before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredMove {
    pub joint: Vec<String>,
    pub values: Option<Vec<f64>>,
}
