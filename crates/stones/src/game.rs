//! What everybody who plays, judges or draws a game needs to know of it.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;
use crate::count::Count;
use crate::grid::Grid;
use crate::outcome::Outcome;
use crate::perft::{Lines, perft};

/// A game in progress, of Black and White who take turns, perhaps for several moves in a row.
pub trait BoardGame: Clone + fmt::Debug + Send + 'static {
    /// What is settled before the first move. Its text is what stands behind the name of the
    /// game: nothing, a size, settings after a colon.
    type Setup: Clone
        + PartialEq
        + fmt::Debug
        + Default
        + fmt::Display
        + FromStr<Err = ParseSetupError>
        + Send
        + Sync;

    type Move: Copy + Eq + fmt::Debug + fmt::Display + FromStr + Send;

    /// The name that programs use.
    const NAME: &'static str;
    /// The name as people write it.
    const TITLE: &'static str;
    /// What the game is about, in a sentence.
    const ABOUT: &'static str;

    /// The board sizes and rules to choose from, with what to call them.
    fn variants() -> Vec<(String, Self::Setup)>;

    /// How the board is drawn.
    fn grid(setup: &Self::Setup) -> Grid;

    /// The game before its first move.
    fn start(setup: &Self::Setup) -> Self;

    fn turn(&self) -> Color;

    /// The legal moves of who has the turn, in a fixed order. None when the game is over.
    fn legal(&self) -> Vec<Self::Move>;

    /// Makes a move. Nothing changes if it is not legal.
    fn play(&mut self, action: Self::Move) -> Result<(), IllegalMove>;

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The facts of the position: `(cell d3 black)` for each stone, `(control black)`, and what
    /// else there is.
    fn facts(&self) -> Vec<String>;

    /// The facts that have decided the game, such as five stones in a row; none where it is decided
    /// by the whole position.
    fn decisive(&self) -> Vec<String> {
        Vec::new()
    }

    /// Counts the lines of so many moves from here on, as [`perft`] does.
    fn count_lines(&self, depth: u32) -> Lines {
        perft(self, depth)
    }

    /// Whether neither side has as good as won.
    fn is_balanced(&self) -> bool {
        self.outcome().is_none()
    }

    /// The count of a game that is over, where people may settle it.
    fn count(&mut self) -> Option<&mut dyn Count> {
        None
    }
}

/// The move is not legal in the position.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("the move is not legal")]
pub struct IllegalMove;

/// The game has no such setting.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("there is no setting `{setting}`: there is {expected}")]
pub struct ParseSetupError {
    /// The part of the text that means nothing.
    pub setting: String,
    /// What there is instead.
    pub expected: &'static str,
}

/// The facts of stones on a board, in the given order, and of who has the turn.
pub fn board_facts(
    stones: impl IntoIterator<Item = (impl fmt::Display, Color)>,
    turn: Color,
) -> Vec<String> {
    let cells = stones.into_iter().map(|(point, color)| format!("(cell {point} {})", color.name()));
    cells.chain([format!("(control {})", turn.name())]).collect()
}
