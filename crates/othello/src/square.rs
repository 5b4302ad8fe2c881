//! Squares and sets of squares.

use std::fmt;
use std::str::FromStr;

use stonegate_stones::Columns;

/// A square of the board: a1 is 0, b1 is 1, a2 is 8, h8 is 63.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Square(u8);

impl Square {
    pub const A1: Self = Self(0);

    /// The square with this index, if it is below 64.
    pub const fn new(index: usize) -> Option<Self> {
        if index < 64 { Some(Self(index as u8)) } else { None }
    }

    /// From a column and a row, each counted from 0 at a1.
    pub const fn at(column: usize, row: usize) -> Option<Self> {
        if column < 8 && row < 8 { Self::new(row * 8 + column) } else { None }
    }

    /// Below 64, which the mask tells the compiler.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize & 63
    }

    pub const fn column(self) -> usize {
        self.index() % 8
    }

    pub const fn row(self) -> usize {
        self.index() / 8
    }

    /// Which of the four 4x4 quadrants the square is in.
    #[inline(always)]
    pub(crate) const fn quadrant(self) -> u8 {
        (self.0 >> 2) & 1 | (self.0 >> 4) & 2
    }

    /// The set of this square alone.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << self.index()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Columns::All.write(f, self.column(), self.row())
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let place = Columns::All.read(text);
        place.and_then(|(column, row)| Self::at(column, row)).ok_or(ParseSquareError)
    }
}

/// The text is no square.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a square is a letter from a to h and a digit from 1 to 8, as in d3")]
pub struct ParseSquareError;

/// The squares of a set, ascending.
#[derive(Clone, Debug)]
pub struct Squares(u64);

/// Goes through the squares of a set: bit `i` stands for the square with index `i`.
#[inline(always)]
pub const fn squares(set: u64) -> Squares {
    Squares(set)
}

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_the_inverse_of_parsing() {
        for square in squares(!0) {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
    }

    #[test]
    fn no_squares() {
        for text in ["", "a", "a0", "a9", "i1", "`1", "a10", "1a", "\u{e9}1", "é"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
    }
}
