//! From places in the picture to cells of the board and back.

use std::fmt;
use std::str::FromStr;

use crate::homography::{Ellipse, Homography};
use crate::point::Point;
use crate::quad::Quad;

/// The most columns and rows that a board has.
pub const MAX_SIZE: usize = 8;

/// A cell of the board, counted from the first corner.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Cell {
    pub column: u8,
    pub row: u8,
}

impl Cell {
    /// The set of this cell alone: sets of cells have bit `8 * row + column`.
    pub const fn bit(self) -> u64 {
        1 << (self.row as u32 * 8 + self.column as u32)
    }

    /// Its center, in cells.
    pub fn center(self) -> Point {
        Point::new(f64::from(self.column) + 0.5, f64::from(self.row) + 0.5)
    }
}

/// The cells of a set, row by row.
pub fn cells(set: u64) -> impl Iterator<Item = Cell> {
    let all = (0..64u8).map(|index| Cell { column: index % 8, row: index / 8 });
    all.filter(move |cell| set & cell.bit() != 0)
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// The text is no cell.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a cell is a letter from a to h and a digit from 1 to 8, as in d3")]
pub struct ParseCellError;

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let &[column, row] = text.as_bytes() else { return Err(ParseCellError) };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        let row = row.wrapping_sub(b'1');
        if column < 8 && row < 8 { Ok(Self { column, row }) } else { Err(ParseCellError) }
    }
}

/// A board in a picture.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct BoardMap {
    size: usize,
    quad: Quad,
    to_picture: Homography,
    to_board: Homography,
}

impl BoardMap {
    /// A board of `size` columns and rows with these outer corners; `None` if no board looks like
    /// that.
    pub fn new(quad: Quad, size: usize) -> Option<Self> {
        let to_picture = Homography::of_unit_square(&quad)?.scaled_from(size as f64);
        Some(Self { size, quad, to_picture, to_board: to_picture.inverse() })
    }

    pub const fn size(&self) -> usize {
        self.size
    }

    pub const fn quad(&self) -> &Quad {
        &self.quad
    }

    /// Where on the board a place of the picture is, in cells.
    pub fn on_board(&self, point: Point) -> Option<Point> {
        self.to_board.apply(point)
    }

    /// Where in the picture a place of the board is.
    pub fn in_picture(&self, place: Point) -> Option<Point> {
        self.to_picture.apply(place)
    }

    /// The cell at a place of the board. For a board without tilt this is the FPGA's
    /// `floor((x - xl) * N / (xr - xl))` with `xl <= x < xr`.
    pub fn cell(&self, place: Point) -> Option<Cell> {
        let limit = self.size as f64;
        let is_inside = (0.0..limit).contains(&place.x) && (0.0..limit).contains(&place.y);
        is_inside.then_some(Cell { column: place.x as u8, row: place.y as u8 })
    }

    /// How many cells a number of pixels at a place of the picture cover.
    pub fn cells_of_pixels(&self, point: Point, n_pixels: f64) -> f64 {
        n_pixels * self.to_board.area_factor(point)
    }

    /// What a disc with its center at a place of the board looks like.
    pub fn disc(&self, place: Point, radius: f64) -> Option<Ellipse> {
        self.to_picture.ellipse(place, radius)
    }

    pub(crate) const fn picture_to_board(&self) -> &Homography {
        &self.to_board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_of_the_seed() {
        let (left, top, right, bottom) = (100.0, 50.0, 740.0, 690.0);
        let map = BoardMap::new(Quad::rectangle(left, top, right, bottom), 8).unwrap();
        let cell = |x: f64, y: f64| map.cell(map.on_board(Point::new(x, y)).unwrap());
        for x in 90..760 {
            let x = f64::from(x) + 0.25;
            let expected = (left..right)
                .contains(&x)
                .then(|| ((x - left) * 8.0 / (right - left)).floor() as u8);
            assert_eq!(cell(x, 60.5).map(|cell| cell.column), expected, "{x}");
        }
        assert_eq!(cell(100.5, 689.5).map(|cell| cell.to_string()).as_deref(), Some("a8"));
        assert_eq!(cell(99.5, 60.0), None);
        assert_eq!(cell(200.0, 690.5), None);
    }

    #[test]
    fn text_is_the_inverse_of_parsing() {
        assert_eq!(cells(!0).count(), 64);
        for cell in cells(!0) {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for text in ["", "a", "i1", "a9", "a0", "d33", "é"] {
            assert_eq!(text.parse::<Cell>(), Err(ParseCellError), "{text}");
        }
    }
}
