//! What lines a stone raises, and where two of them meet.

use crate::board::Board;
use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::completion::{Completions, Form, pairs};
use crate::lines::{Direction, LENGTH, Lines, cover};
use crate::stones::Stones;
use stonegate_stones::Color;

/// The lines of a player, seen from the empty cells.
#[derive(Debug)]
pub(super) struct Formation {
    pub(super) board: Board,
    pub(super) color: Color,
    pub(super) lines: Lines,
    pub(super) completions: Completions,
    /// For L1, L2 and L3 and each direction the empty cells of such lines.
    raises: [[CellSet; 4]; 3],
}

/// Two empty cells of a line.
#[derive(Copy, Clone, Debug)]
pub(super) struct Bar {
    pub(super) direction: Direction,
    pub(super) cells: [Cell; 2],
}

impl Bar {
    pub(super) fn stones(self) -> Stones {
        Stones::two(self.cells[0], self.cells[1])
    }
}

/// How two legs of a bar stand to each other.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Shape {
    /// They meet in a cell beside the bar.
    Triangle,
    H,
}

/// The longer of the two lines first: an L2 and an L1, for example.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Legs {
    pub(super) shape: Shape,
    pub(super) levels: [usize; 2],
}

impl Formation {
    pub(super) fn of(board: &Board, color: Color) -> Self {
        let lines = Lines::of(board, color);
        let empties = board.empties();
        let raises = [1, 2, 3].map(|n_stones| {
            Direction::ALL
                .map(|direction| cover(lines.with(n_stones, direction), direction) & empties)
        });
        let completions = Completions::among(&lines);
        Self { board: *board, color, lines, completions, raises }
    }

    /// The most stones that a line through a cell has, up to three.
    pub(super) fn level(&self, cell: Cell, direction: Direction) -> usize {
        let has = |level: &usize| self.raises[level - 1][direction as usize].contains(cell);
        (1..=3).rev().find(has).unwrap_or(0)
    }

    /// The cells where at least so many L2s cross.
    pub(super) fn cells_in_twos(&self, n_directions: usize) -> CellSet {
        let of = |direction: Direction| self.raises[1][direction as usize];
        let [a, b, c, d] = Direction::ALL.map(of);
        match n_directions {
            1 => a | b | c | d,
            _ => (a & b) | (c & d) | ((a | b) & (c | d)),
        }
    }

    /// The cells of all L2_P2s.
    pub(super) fn cells_in_open_twos(&self) -> CellSet {
        let open = self.completions.twos().filter(|two| two.form == Form::L2P2);
        open.flat_map(|two| [two.stones.cells()[0], two.stones.cells()[1]]).collect()
    }

    /// The cells where a stone makes a four.
    pub(super) fn cells_in_threes(&self) -> CellSet {
        let [a, b, c, d] = self.raises[2];
        a | b | c | d
    }

    /// Whether a stone makes an L3 of an L2 in another direction than the given one.
    pub(super) fn raises_two_beside(&self, cell: Cell, bar: Direction) -> bool {
        let mut others = Direction::ALL.into_iter().filter(|&direction| direction != bar);
        others.any(|direction| self.level(cell, direction) == 2)
    }

    /// All bars in lines with so many stones.
    pub(super) fn bars(&self, n_stones: usize) -> impl Iterator<Item = Bar> {
        Direction::ALL.into_iter().flat_map(move |direction| {
            pairs(self.lines.with(n_stones, direction), self.lines.empties(), direction)
                .map(move |cells| Bar { direction, cells })
        })
    }

    /// The legs of a bar, one through each of its two cells.
    pub(super) fn legs(&self, bar: Bar) -> Vec<Legs> {
        let level = |cell, direction| match direction {
            direction if direction == bar.direction => 0,
            direction => self.level(cell, direction),
        };
        let [first, second] =
            bar.cells.map(|cell| Direction::ALL.map(|direction| level(cell, direction)));
        let mut legs = Vec::new();
        for one in Direction::ALL.into_iter().filter(|&one| first[one as usize] > 0) {
            for other in Direction::ALL.into_iter().filter(|&other| second[other as usize] > 0) {
                let levels = [first[one as usize], second[other as usize]];
                let shape = match self.crossing(bar.cells, one, other) {
                    Some(_) => Shape::Triangle,
                    None => Shape::H,
                };
                legs.push(Legs {
                    shape,
                    levels: [levels[0].max(levels[1]), levels[0].min(levels[1])],
                });
            }
        }
        legs
    }

    /// The empty cell in which lines through two cells meet, if it is near enough to both.
    fn crossing(&self, cells: [Cell; 2], one: Direction, other: Direction) -> Option<Cell> {
        let [first, second] = cells;
        let (u, v) = (vector(one), vector(other));
        let determinant = u.0 * v.1 - u.1 * v.0;
        if determinant == 0 {
            return None;
        }
        let rows = second.row() as isize - first.row() as isize;
        let columns = second.column() as isize - first.column() as isize;
        // first + i * u = second + j * v, by Cramer's rule.
        let (i, j) = (rows * v.1 - columns * v.0, rows * u.1 - columns * u.0);
        if i % determinant != 0 || j % determinant != 0 {
            return None;
        }
        let (i, j) = (i / determinant, j / determinant);
        let is_near = |distance: isize| distance != 0 && distance.unsigned_abs() < LENGTH;
        if !is_near(i) || !is_near(j) {
            return None;
        }
        let (row, column) = (first.row() as isize + i * u.0, first.column() as isize + i * u.1);
        Cell::at(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
            .filter(|&cell| self.lines.empties().contains(cell))
    }
}

/// All pairs of a cell of the first kind and another one of the second kind, each once.
pub(super) fn pairs_of(
    first: impl IntoIterator<Item = Cell>,
    second: CellSet,
) -> impl Iterator<Item = Stones> {
    let mut tried = CellSet::EMPTY;
    first.into_iter().flat_map(move |cell| {
        let mut others = second.without(CellSet::of(cell));
        if tried.contains(cell) {
            others = CellSet::EMPTY;
        } else if second.contains(cell) {
            // It was the second cell of these.
            others = others.without(tried);
        }
        tried.insert(cell);
        others.into_iter().map(move |other| Stones::two(cell, other))
    })
}

/// Rows and columns from a cell to the next.
fn vector(direction: Direction) -> (isize, isize) {
    match direction {
        Direction::Horizontal => (0, 1),
        Direction::Vertical => (1, 0),
        Direction::Falling => (1, 1),
        Direction::Rising => (1, -1),
    }
}
