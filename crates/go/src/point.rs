//! The points of a board, and moves.

use std::fmt;
use std::str::FromStr;

use stonegate_stones::Columns;

/// The longest side of a board.
pub const MAX_SIDE: usize = 19;

/// Points of one row lie side by side in a set of points, and a column that is always empty
/// separates the rows: so shifting a set never carries a point into another row.
pub(crate) const STRIDE: usize = MAX_SIDE + 1;

/// A point: a column and a row, both counted from 0 at A1, which is in the lower left corner.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Point(u16);

impl Point {
    pub const fn at(column: usize, row: usize) -> Option<Self> {
        if column < MAX_SIDE && row < MAX_SIDE {
            Some(Self((row * STRIDE + column) as u16))
        } else {
            None
        }
    }

    pub const fn column(self) -> usize {
        self.0 as usize % STRIDE
    }

    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The number of the bit that stands for the point in a set of points.
    pub(crate) const fn bit(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn from_bit(bit: usize) -> Self {
        Self(bit as u16)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Columns::WithoutI.write(f, self.column(), self.row())
    }
}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let place = Columns::WithoutI.read(text);
        place.and_then(|(column, row)| Self::at(column, row)).ok_or(ParsePointError)
    }
}

/// The text is no point.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a point is a letter from A to T without I and a number from 1 to 19: D4")]
pub struct ParsePointError;

/// Something a player does with a turn.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Move {
    Place(Point),
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(point) => point.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let is_pass = text.eq_ignore_ascii_case("pass");
        if is_pass { Ok(Self::Pass) } else { text.parse().map(Self::Place) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_back() {
        for bit in (0..MAX_SIDE * STRIDE).filter(|bit| bit % STRIDE != MAX_SIDE) {
            let action = Move::Place(Point::from_bit(bit));
            assert_eq!(action.to_string().parse(), Ok(action));
            assert_eq!(action.to_string().to_lowercase().parse(), Ok(action));
        }
        assert_eq!("PASS".parse(), Ok(Move::Pass));
    }

    #[test]
    fn no_points() {
        for text in ["", "A", "I1", "A0", "A20", "U1", "A01", "1A", "A1 ", "é1"] {
            assert_eq!(text.parse::<Point>(), Err(ParsePointError), "{text}");
        }
    }
}
