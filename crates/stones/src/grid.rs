//! What a board looks like to those who draw it.

use crate::columns::Columns;

/// The names of columns and rows, from which the points have theirs (`d3`), and how the board is
/// drawn.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Grid {
    pub columns: Vec<String>,
    /// From the first one on, wherever that is drawn.
    pub rows: Vec<String>,
    /// The first row is at the bottom.
    pub is_upward: bool,
    /// Stones stand on crossings of lines and not in squares.
    pub on_lines: bool,
    /// Relations of one point that are marked on the board, with the sign for each.
    pub marks: &'static [(&'static str, &'static str)],
}

impl Grid {
    /// A board of so many columns, named by letters, and rows, named by numbers from the top.
    pub fn new(columns: Columns, width: usize, height: usize) -> Self {
        let letters = columns.letters().iter().map(|&letter| char::from(letter).to_string());
        Self {
            columns: letters.take(width).collect(),
            rows: (1..=height).map(|row| row.to_string()).collect(),
            is_upward: false,
            on_lines: true,
            marks: &[],
        }
    }
}
