//! Cells of the board and sizes of boards.

use std::fmt;
use std::str::FromStr;

use stonegate_stones::Columns;

/// From one row of cells to the next. There is always an unused column to the right, so that a
/// step beyond the edge never lands on the board.
pub(crate) const STRIDE: usize = 23;

/// How many rows and columns a board has: 6 to 22.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Size(u8);

impl Size {
    /// The board of the game: 19x19.
    pub const STANDARD: Self = Self(19);
    pub const MIN: usize = 6;
    pub const MAX: usize = STRIDE - 1;

    /// The size, if there are boards of it.
    pub const fn new(size: usize) -> Option<Self> {
        if size >= Self::MIN && size <= Self::MAX { Some(Self(size as u8)) } else { None }
    }

    pub const fn get(self) -> usize {
        self.0 as usize
    }

    pub const fn n_cells(self) -> usize {
        self.get() * self.get()
    }

    /// The cell in the middle, where the first stone goes: 10,10 on the standard board.
    pub const fn center(self) -> Cell {
        let middle = self.get() / 2;
        Cell((middle * STRIDE + middle) as u16)
    }
}

/// A cell of the board. Cells are ordered as they are scanned: row by row from the top, each row
/// from the left.
///
/// Its text is the letter of its column and the number of its row: `a1` is the top left corner.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// From a row and a column, each counted from 0 at the top left corner.
    pub const fn at(row: usize, column: usize) -> Option<Self> {
        if row < Size::MAX && column < Size::MAX {
            Some(Self((row * STRIDE + column) as u16))
        } else {
            None
        }
    }

    /// The cell with an index that a set of cells has given out.
    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn row(self) -> usize {
        self.index() / STRIDE
    }

    pub const fn column(self) -> usize {
        self.index() % STRIDE
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Columns::All.write(f, self.column(), self.row())
    }
}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let place = Columns::All.read(text);
        place.and_then(|(column, row)| Self::at(row, column)).ok_or(ParseCellError)
    }
}

/// The text is no cell.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a cell is the letter of a column and the number of a row, as in j10")]
pub struct ParseCellError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_the_inverse_of_parsing() {
        for (row, column) in (0..22).flat_map(|row| (0..22).map(move |column| (row, column))) {
            let cell = Cell::at(row, column).unwrap();
            assert_eq!((cell.row(), cell.column()), (row, column));
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(cell.to_string().to_uppercase().parse(), Ok(cell));
        }
    }

    #[test]
    fn no_cells() {
        for text in ["", "a", "a0", "a23", "w1", "`1", "a100", "1a", "a01", "\u{e9}1", "a-1"] {
            assert_eq!(text.parse::<Cell>(), Err(ParseCellError), "{text}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!((0..40).filter(|&size| Size::new(size).is_some()).count(), 17);
        assert_eq!(Size::STANDARD.center().to_string(), "j10");
    }
}
