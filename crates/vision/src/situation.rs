//! What recognition and overlay have to know of the game.

use crate::grid::Cell;

/// A board game as the person at the camera sees it. Sets of cells have bit `8 * row + column`.
#[derive(Clone, PartialEq, Debug)]
pub struct Situation {
    /// How many columns and rows the board has.
    pub size: usize,
    pub black: u64,
    pub white: u64,
    /// Where the person may put the piece.
    pub legal: u64,
    /// The last move, and what it flipped.
    pub last: Option<Cell>,
    pub flipped: u64,
    pub phase: Phase,
}

/// Who is to do something.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Phase {
    /// The person.
    Choosing,
    /// The machine.
    Thinking,
    Over(Outcome),
}

/// The end of a game for the person.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Outcome {
    Won,
    Lost,
    Drawn,
    /// The person only watched.
    Finished,
}

impl Situation {
    /// A board without discs.
    pub const fn empty(size: usize) -> Self {
        Self { size, black: 0, white: 0, legal: 0, last: None, flipped: 0, phase: Phase::Choosing }
    }
}
