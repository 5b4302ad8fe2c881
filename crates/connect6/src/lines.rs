//! Lines of six cells, found on the whole board at once.
//!
//! A line is named by its direction and its first cell, so that all lines of a direction are a set
//! of cells. Six shifted copies of a player's stones are added up bit by bit: the digits of the
//! sums are sets of lines as well.

use std::fmt;

use crate::board::Board;
use crate::cell::{Cell, STRIDE};
use crate::cell_set::CellSet;
use stonegate_stones::Color;

/// How many cells in a row win.
pub const LENGTH: usize = 6;

/// The four directions of lines.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Direction {
    Horizontal,
    Vertical,
    /// From top left to bottom right, the paper's D1.
    Falling,
    /// From bottom left to top right, the paper's D2.
    Rising,
}

impl Direction {
    pub const ALL: [Self; 4] = [Self::Horizontal, Self::Vertical, Self::Falling, Self::Rising];

    /// From the index of a cell to that of the next one.
    pub(crate) const fn step(self) -> usize {
        match self {
            Self::Horizontal => 1,
            Self::Vertical => STRIDE,
            Self::Falling => STRIDE + 1,
            Self::Rising => STRIDE - 1,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
            Self::Falling => "falling",
            Self::Rising => "rising",
        })
    }
}

/// Six cells lined up.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Line {
    pub direction: Direction,
    /// The first of the cells in scan order.
    pub first: Cell,
}

impl Line {
    pub fn cells(self) -> [Cell; LENGTH] {
        let step = self.direction.step();
        std::array::from_fn(|number| Cell::from_index(self.first.index() + number * step))
    }
}

/// The lines of one direction that hold no stone of the opponent, sorted by the number of stones
/// in them.
#[derive(Copy, Clone, Debug)]
struct Sorted {
    /// Lines on the board without a stone of the opponent.
    free: CellSet,
    /// The binary digits of the number of stones in each line.
    ones: CellSet,
    twos: CellSet,
    fours: CellSet,
}

/// The lines of a player, L0 to L6: each is free of the opponent's stones.
#[derive(Copy, Clone, Debug)]
pub struct Lines {
    by_direction: [Sorted; 4],
    /// The player's stones.
    own: CellSet,
    empties: CellSet,
}

impl Lines {
    /// Finds all lines of a player.
    pub fn of(board: &Board, color: Color) -> Self {
        let own = board.stones(color);
        let open = board.area().without(board.stones(!color));
        Self {
            by_direction: Direction::ALL.map(|direction| sort(own, open, direction.step())),
            own,
            empties: board.empties(),
        }
    }

    pub(crate) const fn own(&self) -> CellSet {
        self.own
    }

    pub(crate) const fn empties(&self) -> CellSet {
        self.empties
    }

    /// The lines after more stones of the player.
    pub(crate) fn with_stones(&self, cells: &[Cell]) -> Self {
        let mut lines = *self;
        for &cell in cells {
            lines.own.insert(cell);
            lines.empties.remove(cell);
            for direction in Direction::ALL {
                lines.by_direction[direction as usize].count(through(cell, direction));
            }
        }
        lines
    }

    /// The lines after stones of the opponent.
    pub(crate) fn with_blocks(&self, cells: &[Cell]) -> Self {
        let mut lines = *self;
        for &cell in cells {
            lines.empties.remove(cell);
            for direction in Direction::ALL {
                let free = &mut lines.by_direction[direction as usize].free;
                *free = free.without(through(cell, direction));
            }
        }
        lines
    }

    /// The lines with exactly so many stones, the paper's L1 to L6, each as its first cell.
    #[inline]
    pub fn with(&self, n_stones: usize, direction: Direction) -> CellSet {
        let Sorted { free, ones, twos, fours } = self.by_direction[direction as usize];
        let digit = |set: CellSet, weight| if n_stones & weight == 0 { !set } else { set };
        free & digit(ones, 1) & digit(twos, 2) & digit(fours, 4)
    }

    /// Whether there are one-turn wins.
    pub(crate) fn has_four(&self) -> bool {
        Direction::ALL.iter().any(|&direction| !self.with_four_or_more(direction).is_empty())
    }

    /// The lines with four stones or more: the one-turn wins.
    #[inline]
    pub(crate) fn with_four_or_more(&self, direction: Direction) -> CellSet {
        let Sorted { free, fours, .. } = self.by_direction[direction as usize];
        free & fours
    }
}

impl Sorted {
    /// Counts one more stone in some lines.
    #[inline]
    fn count(&mut self, lines: CellSet) {
        let carry = self.ones & lines;
        self.ones = self.ones ^ lines;
        self.fours = self.fours | (self.twos & carry);
        self.twos = self.twos ^ carry;
    }
}

/// The lines of a direction that a cell is in, as if there were no edge.
#[inline]
fn through(cell: Cell, direction: Direction) -> CellSet {
    let starts = (0..LENGTH).filter_map(|number| {
        cell.index().checked_sub(number * direction.step()).map(Cell::from_index)
    });
    starts.collect()
}

/// Whether there are six stones in a row anywhere.
pub(crate) fn has_six(stones: CellSet) -> bool {
    Direction::ALL.iter().any(|direction| !full_lines(stones, direction.step()).is_empty())
}

/// All lines of a board, for each direction as their first cells.
pub(crate) fn all_lines(area: CellSet) -> [CellSet; 4] {
    Direction::ALL.map(|direction| full_lines(area, direction.step()))
}

/// The cells of some lines of a direction.
pub(crate) fn cover(lines: CellSet, direction: Direction) -> CellSet {
    let step = direction.step();
    let pairs = lines | (lines << step);
    pairs | (pairs << (2 * step)) | (pairs << (4 * step))
}

/// The lines all cells of which are in the set.
#[inline]
fn full_lines(cells: CellSet, step: usize) -> CellSet {
    let pairs = cells & (cells >> step);
    pairs & (pairs >> (2 * step)) & (pairs >> (4 * step))
}

#[inline]
fn sort(own: CellSet, open: CellSet, step: usize) -> Sorted {
    // Stones in two cells that follow each other, then in three such pairs.
    let next = own >> step;
    let (ones, twos) = (own ^ next, own & next);
    let (ones2, twos2) = (ones >> (2 * step), twos >> (2 * step));
    let (ones3, twos3) = (ones >> (4 * step), twos >> (4 * step));
    let carry = majority(ones, ones2, ones3);
    let odd_twos = twos ^ twos2 ^ twos3;
    Sorted {
        free: full_lines(open, step),
        ones: ones ^ ones2 ^ ones3,
        twos: odd_twos ^ carry,
        fours: majority(twos, twos2, twos3) | (odd_twos & carry),
    }
}

#[inline]
fn majority(a: CellSet, b: CellSet, c: CellSet) -> CellSet {
    (a & b) | (c & (a | b))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cell::Size;

    proptest! {
        /// Every line of the board, cell by cell.
        #[test]
        fn lines_are_what_cells_say(
            size in Size::MIN..=Size::MAX,
            stones in prop::collection::vec(0..4_u8, 484),
        ) {
            let mut board = Board::empty(Size::new(size).unwrap());
            for (cell, stone) in board.area().iter().zip(stones) {
                match stone {
                    1 | 2 => board.place(Color::Black, cell),
                    3 if cell.index() % 3 == 0 => board.place(Color::White, cell),
                    _ => {}
                }
            }
            let lines = Lines::of(&board, Color::Black);
            let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
            let mut has_six = false;
            for (direction, (rows, columns)) in Direction::ALL.into_iter().zip(steps) {
                for first in board.area() {
                    let cell = |number: isize| {
                        let row = first.row() as isize + number * rows;
                        let column = first.column() as isize + number * columns;
                        Cell::at(row as usize, column as usize)
                            .filter(|&cell| board.area().contains(cell))
                    };
                    let cells = (0..6).map(cell).collect::<Option<Vec<Cell>>>();
                    let white = board.stones(Color::White);
                    let free = cells.filter(|cells| cells.iter().all(|&cell| !white.contains(cell)));
                    let black = board.stones(Color::Black);
                    let count = free.as_ref().map(|cells| {
                        cells.iter().filter(|&&cell| black.contains(cell)).count()
                    });
                    for n_stones in 0..=6 {
                        let found = lines.with(n_stones, direction).contains(first);
                        prop_assert_eq!(found, count == Some(n_stones));
                    }
                    has_six |= count == Some(6);
                    if let Some(cells) = free {
                        prop_assert_eq!(&Line { direction, first }.cells()[..], &cells[..]);
                        prop_assert_eq!(
                            cover(CellSet::of(first), direction),
                            cells.into_iter().collect()
                        );
                    }
                }
            }
            prop_assert_eq!(board.has_six(Color::Black), has_six);
        }

        #[test]
        fn lines_are_kept_up_to_date(
            size in Size::MIN..=Size::MAX,
            stones in prop::collection::vec(0..6_u8, 484),
        ) {
            let empty = Board::empty(Size::new(size).unwrap());
            let cells_of = |kinds: std::ops::Range<u8>| {
                let cells = empty.area().iter().zip(&stones);
                let cells = cells.filter(|(_, kind)| kinds.contains(kind)).map(|(cell, _)| cell);
                cells.collect::<Vec<Cell>>()
            };
            let first = empty.with(Color::Black, &cells_of(0..1)).with(Color::White, &cells_of(1..2));
            let (own, other) = (cells_of(2..3), cells_of(3..4));
            let lines = Lines::of(&first, Color::Black).with_stones(&own).with_blocks(&other);
            let board = first.with(Color::Black, &own).with(Color::White, &other);
            let expected = Lines::of(&board, Color::Black);
            prop_assert_eq!((lines.own, lines.empties), (expected.own, expected.empties));
            for direction in Direction::ALL {
                for n_stones in 0..=LENGTH {
                    let found = lines.with(n_stones, direction);
                    prop_assert_eq!(found, expected.with(n_stones, direction));
                }
            }
        }
    }
}
