//! What a player thinks while it thinks.

use std::time::Duration;

/// How far a player has come with its thoughts about a position.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Thoughts {
    /// How long it has been thinking.
    pub elapsed: Duration,
    pub iterations: u64,
    pub playouts: u64,
    /// States visited, in the tree and in playouts.
    pub states: u64,
    /// Nodes of the tree.
    pub nodes: u64,
    /// The longest line of the tree.
    pub depth: u32,
    /// The player's own moves, the best first. None in a game without goals.
    pub opinions: Vec<Opinion>,
    /// How the game is expected to go on, one joint move after the other.
    pub line: Vec<Vec<String>>,
    /// The goal that the player expects for each role, from 0 to 100. Empty if it has no idea.
    pub values: Vec<f64>,
    /// What the player has to do without, in words, and empty if it lacks nothing.
    pub fault: String,
    /// What the player was not told or has not understood of the game, in words, and empty if it
    /// knows where the game is.
    pub gap: String,
    /// Why the move was chosen, in words, from players that can tell.
    pub reason: String,
    /// The squares that the reason is about, as moves name them.
    pub marks: Vec<String>,
}

/// What a player thinks of one of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    pub action: String,
    /// The goal that the player expects, from 0 to 100.
    pub value: f64,
    pub visits: u64,
    /// Whether the value is proven.
    pub is_proven: bool,
}
