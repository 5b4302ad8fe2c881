//! Points of the board.

use std::fmt;
use std::str::FromStr;

use stonegate_stones::Columns;

use crate::rule::Size;

/// How far apart the indices of two points in a column are.
const STRIDE: usize = 32;

/// How many indices there are, on boards of any size.
pub(crate) const N_INDICES: usize = STRIDE * Size::MAX;

/// A point: `x` counts columns from the left, `y` rows from the bottom, both from 0.
///
/// Its text is that of Renju: columns are letters from A on, `I` among them, and rows are numbers
/// from 1 on. The print of the pattern machine skips the `I`: see
/// [`print_board`](crate::print_board).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Point(u16);

impl Point {
    /// The point at a column and a row below [`Size::MAX`].
    pub const fn new(x: usize, y: usize) -> Option<Self> {
        if x < Size::MAX && y < Size::MAX { Some(Self((y * STRIDE + x) as u16)) } else { None }
    }

    /// The point on a board of this size, if it has one there.
    pub fn on(size: Size, x: usize, y: usize) -> Option<Self> {
        if x < size.width() && y < size.height() { Self::new(x, y) } else { None }
    }

    pub const fn x(self) -> usize {
        self.0 as usize % STRIDE
    }

    pub const fn y(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// Below [`N_INDICES`].
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> Self {
        debug_assert!(index < N_INDICES && index % STRIDE < Size::MAX);
        Self(index as u16)
    }

    /// The point so many steps away in one of the [directions](crate::DIRECTIONS). It has to be on
    /// the board.
    #[inline]
    pub(crate) fn along(self, direction: usize, steps: isize) -> Self {
        const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];
        Self::from_index((self.0 as isize + STEPS[direction] * steps) as usize)
    }

    /// The point so many steps away, if a board of this size has one there.
    pub fn step(self, size: Size, (dx, dy): (isize, isize), steps: isize) -> Option<Self> {
        let x = self.x().checked_add_signed(dx * steps)?;
        let y = self.y().checked_add_signed(dy * steps)?;
        Self::on(size, x, y)
    }
}

/// All points of a board, row by row from the bottom.
pub fn points(size: Size) -> impl Iterator<Item = Point> + Clone {
    let rows = 0..size.height();
    rows.flat_map(move |y| (0..size.width()).map(move |x| Point::from_index(y * STRIDE + x)))
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Columns::All.write(f, self.x(), self.y())
    }
}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        Columns::All.read(text).and_then(|(x, y)| Self::new(x, y)).ok_or(ParsePointError)
    }
}

/// The text is no point.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a point is a letter from A to Y and a number from 1 to 25, as in H8")]
pub struct ParsePointError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_the_inverse_of_parsing() {
        let size = Size::square(Size::MAX).unwrap();
        for point in points(size) {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
        }
        assert_eq!(points(size).count(), 625);
    }

    #[test]
    fn no_points() {
        for text in ["", "A", "A0", "A26", "Z1", "11", "A+1", "Ä1", "A1 ", "A99999999999999999999"]
        {
            assert_eq!(text.parse::<Point>(), Err(ParsePointError), "{text}");
        }
    }
}
