//! How large a board is.

use std::fmt;
use std::str::FromStr;

use crate::point::{MAX_SIDE, Point};
use crate::point_set::PointSet;

/// Columns and rows, each from 1 to 19.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    pub const NINE: Self = Self { width: 9, height: 9 };

    pub const fn new(width: usize, height: usize) -> Option<Self> {
        if width == 0 || width > MAX_SIDE || height == 0 || height > MAX_SIDE {
            return None;
        }
        Some(Self { width: width as u8, height: height as u8 })
    }

    pub const fn square(side: usize) -> Option<Self> {
        Self::new(side, side)
    }

    pub const fn width(self) -> usize {
        self.width as usize
    }

    pub const fn height(self) -> usize {
        self.height as usize
    }

    pub const fn n_points(self) -> usize {
        self.width() * self.height()
    }

    pub const fn contains(self, point: Point) -> bool {
        point.column() < self.width() && point.row() < self.height()
    }

    /// The point in this column and row, both counted from 0 at A1.
    pub const fn point(self, column: usize, row: usize) -> Option<Point> {
        if column < self.width() && row < self.height() { Point::at(column, row) } else { None }
    }

    /// All points: A1, B1 and so on, then A2.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height()).flat_map(move |row| {
            (0..self.width()).filter_map(move |column| self.point(column, row))
        })
    }

    /// All points as a set.
    pub fn area(self) -> PointSet {
        self.points().collect()
    }

    /// The points beside a point.
    pub fn neighbors(self, point: Point) -> impl Iterator<Item = Point> {
        self.offsets(point, [(0, 1), (-1, 0), (1, 0), (0, -1)])
    }

    /// The points diagonal to a point.
    pub fn diagonals(self, point: Point) -> impl Iterator<Item = Point> {
        self.offsets(point, [(-1, 1), (1, 1), (-1, -1), (1, -1)])
    }

    fn offsets(self, point: Point, offsets: [(isize, isize); 4]) -> impl Iterator<Item = Point> {
        offsets.into_iter().filter_map(move |(right, up)| {
            let column = point.column().checked_add_signed(right)?;
            self.point(column, point.row().checked_add_signed(up)?)
        })
    }

    /// How far the point is from the nearest edge: 1 on the edge itself.
    pub fn line(self, point: Point) -> usize {
        let (column, row) = (point.column(), point.row());
        let sides = [column, row, self.width() - 1 - column, self.height() - 1 - row];
        1 + sides.into_iter().min().unwrap_or(0)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = ParseSizeError;

    /// Reads one number for a square, or width and height as in `9x7`.
    fn from_str(text: &str) -> Result<Self, ParseSizeError> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        let side = |text: &str| text.parse().map_err(|_| ParseSizeError);
        Self::new(side(width)?, side(height)?).ok_or(ParseSizeError)
    }
}

/// The text is no size.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a size is a number from 1 to 19, or two of them as in 9x7")]
pub struct ParseSizeError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_back() {
        assert_eq!("9".parse(), Ok(Size::NINE));
        assert_eq!("19x1".parse::<Size>().map(|size| size.to_string()).as_deref(), Ok("19x1"));
        for text in ["", "0", "20", "9x", "x9", "9x9x9", "-1", "9 x 9"] {
            assert_eq!(text.parse::<Size>(), Err(ParseSizeError), "{text}");
        }
    }

    #[test]
    fn neighbors_stay_on_the_board() {
        let size = Size::new(3, 2).unwrap();
        let counts = size.points().map(|point| size.neighbors(point).count()).collect::<Vec<_>>();
        assert_eq!(counts, [2, 3, 2, 2, 3, 2]);
        let corners = size.points().map(|point| size.diagonals(point).count()).collect::<Vec<_>>();
        assert_eq!(corners, [1, 2, 1, 1, 2, 1]);
    }
}
