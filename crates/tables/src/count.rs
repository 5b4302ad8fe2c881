//! What a count at the end of a game stands at.

use stonegate_stones::Count;

/// So many passes bring a game to its count.
pub const N_PASSES_TO_COUNT: usize = 2;

/// What a count stands at.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    pub stones: Vec<String>,
    pub dead: Vec<String>,
    /// The points of each role.
    pub points: Vec<f64>,
}

impl Standing {
    pub fn of(count: &dyn Count) -> Self {
        Self { stones: count.stones(), dead: count.dead(), points: count.points() }
    }
}
