//! Point quality: how much the lines through a cell are worth to both players.

use crate::board::Board;
use crate::cell::{Cell, STRIDE};
use crate::lines::{Direction, LENGTH, Line, Lines};
use stonegate_stones::Color;

/// The point quality (PQ) of every cell.
///
/// A stone at distance d in one of the four directions gives a cell 6 - d points, which is the
/// number of lines that hold both, less those lines that a blocking stone or the edge cuts. Summed
/// over stones this is the number of stones in all free lines through the cell, so that a stretch
/// of fewer than six free cells gives nothing. The quality is that of Black's lines (DPQ) and that
/// of White's (LPQ) together.
#[derive(Clone, Debug)]
pub struct PointQuality {
    points: Vec<u16>,
}

impl PointQuality {
    /// The quality for both players: PQ.
    pub fn of(board: &Board) -> Self {
        let mut quality = Self::of_color(board, Color::Black);
        quality.add(board, Color::White);
        quality
    }

    /// The quality for one player: DPQ or LPQ.
    pub fn of_color(board: &Board, color: Color) -> Self {
        let mut quality = Self { points: vec![0; STRIDE * STRIDE] };
        quality.add(board, color);
        quality
    }

    fn add(&mut self, board: &Board, color: Color) {
        let lines = Lines::of(board, color);
        for direction in Direction::ALL {
            for n_stones in 1..LENGTH {
                for first in lines.with(n_stones, direction) {
                    for cell in (Line { direction, first }).cells() {
                        self.points[cell.index()] += n_stones as u16;
                    }
                }
            }
        }
    }

    pub fn at(&self, cell: Cell) -> u16 {
        self.points[cell.index()]
    }

    /// The cell of the greatest quality, the first one in scan order if there are several.
    pub fn best(&self, cells: impl IntoIterator<Item = Cell>) -> Option<Cell> {
        let better =
            |best: Cell, cell: Cell| if self.at(cell) > self.at(best) { cell } else { best };
        cells.into_iter().reduce(better)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// White's quality of the cell `?` in a row on an otherwise empty board.
    fn quality(row: &str) -> u16 {
        let column = row.find('?').unwrap();
        let empty = "-".repeat(13 * 12);
        let position = format!("{}{empty} X2", row.replace('?', "-")).parse::<Position>().unwrap();
        let cell = Cell::at(0, column).unwrap();
        let quality = PointQuality::of_color(position.board(), Color::White).at(cell);
        let other = PointQuality::of_color(position.board(), Color::Black).at(cell);
        assert_eq!(PointQuality::of(position.board()).at(cell), quality + other);
        quality
    }

    #[test]
    fn nearer_stones_give_more_points() {
        assert_eq!(quality("------?O-----"), 5);
        assert_eq!(quality("---O--?------"), 3);
        assert_eq!(quality("------?----O-"), 1);
        assert_eq!(quality("------?-----O"), 0);
        // The paper's example: stones on the 5-point and the 4-point cell make 9.
        assert_eq!(quality("----O-?O-----"), 9);
    }

    #[test]
    fn blocking_stones_take_points_away() {
        // Of the five lines with both cells the block cuts three.
        assert_eq!(quality("----X-?O-----"), 2);
        // Between the blocks there are just six cells: one line.
        assert_eq!(quality("--X---?O-X---"), 1);
        // And here there are five.
        assert_eq!(quality("--X---?OX----"), 0);
    }
}
