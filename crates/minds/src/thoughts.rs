//! What a player thinks while it thinks.

use std::time::Duration;

use stonegate_compile::WAIT;
use stonegate_stones::{BoardGame, Color, Rating, Thought};

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

impl Thoughts {
    /// A thought of an engine about a position, in texts.
    pub fn of<G: BoardGame>(thought: &Thought<G::Move>, position: &G, elapsed: Duration) -> Self {
        let opinion = |rating: &Rating<G::Move>| Opinion {
            action: rating.action.to_string(),
            value: rating.value,
            visits: rating.visits,
            is_proven: rating.is_proven,
        };
        let by_role = |value: f64| match position.turn() {
            Color::Black => vec![value, 100.0 - value],
            Color::White => vec![100.0 - value, value],
        };
        Self {
            elapsed,
            playouts: thought.n_playouts,
            states: thought.n_states,
            nodes: thought.n_nodes,
            depth: thought.depth,
            opinions: thought.moves.iter().map(opinion).collect(),
            line: joint_moves(position, &thought.line),
            values: thought.value.map(by_role).unwrap_or_default(),
            reason: thought.reason.clone(),
            marks: thought.marks.clone(),
            ..Self::default()
        }
    }
}

/// Moves from a position on, with whose they are.
fn joint_moves<G: BoardGame>(position: &G, line: &[G::Move]) -> Vec<Vec<String>> {
    let mut position = position.clone();
    let joint = |&action: &G::Move| {
        let mut joint = vec![WAIT.to_owned(); Color::ALL.len()];
        joint[position.turn().index()] = action.to_string();
        position.play(action).ok().map(|()| joint)
    };
    line.iter().map_while(joint).collect()
}
