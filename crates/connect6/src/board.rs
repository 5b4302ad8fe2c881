//! Stones on a board.

use crate::cell::{Cell, Size};
use crate::cell_set::CellSet;
use crate::lines::has_six;
use stonegate_stones::Color;

/// The stones of both players, without a turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Board {
    size: Size,
    area: CellSet,
    black: CellSet,
    white: CellSet,
}

impl Board {
    pub const fn empty(size: Size) -> Self {
        let area = CellSet::area(size);
        Self { size, area, black: CellSet::EMPTY, white: CellSet::EMPTY }
    }

    pub const fn size(&self) -> Size {
        self.size
    }

    /// All cells of the board.
    pub const fn area(&self) -> CellSet {
        self.area
    }

    pub const fn stones(&self, color: Color) -> CellSet {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The cells without a stone.
    pub fn empties(&self) -> CellSet {
        self.area.without(self.black | self.white)
    }

    /// Puts a stone on an empty cell.
    pub const fn place(&mut self, color: Color, cell: Cell) {
        match color {
            Color::Black => self.black.insert(cell),
            Color::White => self.white.insert(cell),
        }
    }

    /// Takes a stone off again.
    pub(crate) const fn remove(&mut self, color: Color, cell: Cell) {
        match color {
            Color::Black => self.black.remove(cell),
            Color::White => self.white.remove(cell),
        }
    }

    /// The board with more stones of a player.
    #[must_use]
    pub fn with(&self, color: Color, cells: &[Cell]) -> Self {
        let mut board = *self;
        for &cell in cells {
            board.place(color, cell);
        }
        board
    }

    /// Whether a player has six stones or more in a row.
    pub fn has_six(&self, color: Color) -> bool {
        has_six(self.stones(color))
    }

    /// A hash of the stones.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.black.fingerprint() ^ self.white.fingerprint().rotate_left(32)
    }
}
