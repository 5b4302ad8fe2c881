//! Stones on a board, and the text form of boards.

use std::fmt;
use std::str::FromStr;

use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;
use stonegate_stones::{ByColor, Color};

/// Stones on points. Its text has one line per row, the upper row first: `X` for Black, `O` for
/// White and `.` for an empty point.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Board {
    size: Size,
    area: PointSet,
    stones: ByColor<PointSet>,
}

impl Board {
    /// The empty board.
    pub fn new(size: Size) -> Self {
        Self { size, area: size.area(), stones: ByColor::default() }
    }

    /// The board with these stones. `None` if a point has both, or is off the board.
    pub fn with_stones(size: Size, stones: ByColor<PointSet>) -> Option<Self> {
        let area = size.area();
        let all = stones.black | stones.white;
        let fits = !stones.black.intersects(stones.white) && (all - area).is_empty();
        fits.then_some(Self { size, area, stones })
    }

    pub const fn size(&self) -> Size {
        self.size
    }

    /// All points.
    pub const fn area(&self) -> PointSet {
        self.area
    }

    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    pub fn empty(&self) -> PointSet {
        self.area - self.stones.black - self.stones.white
    }

    pub fn at(&self, point: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.stones[color].contains(point))
    }

    /// Puts a stone onto a point, or takes the one there away. Captures nothing.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        debug_assert!(self.size.contains(point), "{point} is off the board");
        for color in Color::ALL {
            if stone == Some(color) {
                self.stones[color].insert(point);
            } else {
                self.stones[color].remove(point);
            }
        }
    }

    /// Takes stones off the board.
    pub fn remove(&mut self, points: PointSet) {
        self.stones.black -= points;
        self.stones.white -= points;
    }

    /// The stones that are connected to the stone on this point.
    pub fn chain(&self, point: Point) -> PointSet {
        let color = self.at(point);
        color.map_or(PointSet::EMPTY, |color| PointSet::from(point).flood(self.stones[color]))
    }

    /// The empty points beside these stones.
    pub fn liberties(&self, stones: PointSet) -> PointSet {
        stones.neighbors() & self.empty()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.size.height()).rev() {
            for column in 0..self.size.width() {
                let stone = self.size.point(column, row).and_then(|point| self.at(point));
                write!(f, "{}", stone.map_or('.', Color::letter))?;
            }
            if row > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// Reads one row a line. Blanks are left out, and so are empty lines.
    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        let cells = |line: &str| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>();
        let rows = text.lines().map(cells).filter(|row| !row.is_empty()).collect::<Vec<_>>();
        let width = rows.first().map_or(0, Vec::len);
        let size = Size::new(width, rows.len()).ok_or(ParseBoardError::Size)?;
        if rows.iter().any(|row| row.len() != width) {
            return Err(ParseBoardError::Ragged);
        }
        let mut board = Self::new(size);
        for (row, cells) in rows.iter().rev().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                let stone = match cell {
                    'X' | 'x' | '#' => Some(Color::Black),
                    'O' | 'o' => Some(Color::White),
                    '.' | '+' => None,
                    _ => return Err(ParseBoardError::Cell(cell)),
                };
                if let Some(point) = size.point(column, row) {
                    board.set(point, stone);
                }
            }
        }
        Ok(board)
    }
}

/// Why a text is no board.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ParseBoardError {
    /// It has no rows, or more than 19 rows or columns.
    #[error("a board has 1 to 19 rows and columns")]
    Size,
    /// Not all rows are equally long.
    #[error("all rows of a board are equally long")]
    Ragged,
    /// This is no stone.
    #[error("`{0}` is neither `X` nor `O` nor `.`")]
    Cell(char),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_back() {
        let text = ".XO\nX.O";
        let board = text.parse::<Board>().unwrap();
        assert_eq!(board.to_string(), text);
        assert_eq!(board.at("A1".parse().unwrap()), Some(Color::Black));
        assert_eq!(board.at("C2".parse().unwrap()), Some(Color::White));
        assert_eq!(board.empty().len(), 2);
    }

    #[test]
    fn no_boards() {
        assert_eq!("".parse::<Board>(), Err(ParseBoardError::Size));
        assert_eq!("..\n...".parse::<Board>(), Err(ParseBoardError::Ragged));
        assert_eq!("..\n.?".parse::<Board>(), Err(ParseBoardError::Cell('?')));
        assert_eq!(".".repeat(20).parse::<Board>(), Err(ParseBoardError::Size));
    }

    #[test]
    fn chains_and_their_liberties() {
        let board = "XX.\nOXO\n.O.".parse::<Board>().unwrap();
        let chain = board.chain("A3".parse().unwrap());
        assert_eq!(chain.len(), 3);
        assert_eq!(
            board.liberties(chain).iter().map(|p| p.to_string()).collect::<Vec<_>>(),
            ["C3"]
        );
        assert!(board.chain("C3".parse().unwrap()).is_empty());
    }
}
