//! A board in the search, and the turns that are worth a look.

use std::cmp::Reverse;

use super::tally::Tally;
use crate::board::Board;
use crate::cell::Cell;
use crate::stones::Stones;
use crate::threats::{Blocks, Threats};
use stonegate_stones::Color;

/// A board with its tally.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) tally: Tally,
}

/// A turn and how promising it looks.
#[derive(Copy, Clone, Debug)]
pub(super) struct Candidate {
    pub(super) stones: Stones,
    pub(super) promise: i32,
}

/// How many turns are looked at.
#[derive(Copy, Clone, Debug)]
pub(super) struct Width {
    /// Cells for the first stone, and for the second one after each of them.
    pub(super) n_cells: usize,
    pub(super) n_turns: usize,
}

impl Node {
    pub(super) fn of(board: &Board) -> Self {
        Self { board: *board, tally: Tally::of(board) }
    }

    pub(super) fn place(&mut self, color: Color, stones: Stones) {
        for &cell in stones.cells() {
            self.board.place(color, cell);
            self.tally.place(color, cell);
        }
    }

    /// Takes the last stones off again.
    pub(super) fn remove(&mut self, color: Color, stones: Stones) {
        for &cell in stones.cells() {
            self.board.remove(color, cell);
            self.tally.remove(color, cell);
        }
    }

    /// The most promising turns of a player, best first. Threats of the opponent are stopped: there
    /// is no turn if that cannot be done, and any turn does if the board is nearly full.
    pub(super) fn candidates(&mut self, color: Color, width: Width) -> Vec<Candidate> {
        let blocks = if self.tally.has_threat(!color) {
            Threats::of(&self.board, !color).blocks()
        } else {
            Blocks::Nothing
        };
        let mut candidates = match blocks {
            Blocks::Nothing => {
                let first = self.best_cells(color, width.n_cells);
                self.turns_with(color, &first, width.n_cells)
            }
            Blocks::One(cells) => self.turns_with(color, &cells, 2 * width.n_cells),
            Blocks::Two(pairs) => pairs
                .iter()
                .map(|pair| {
                    let promise = self.tally.gain(color, pair[0]) + self.tally.gain(color, pair[1]);
                    Candidate { stones: Stones::two(pair[0], pair[1]), promise }
                })
                .collect(),
            Blocks::Impossible => Vec::new(),
        };
        candidates.sort_by_key(|candidate| {
            let from_center =
                candidate.stones.cells().iter().map(|&cell| self.center_distance(cell));
            (Reverse(candidate.promise), from_center.sum::<usize>(), candidate.stones.sorted())
        });
        candidates.dedup_by_key(|candidate| candidate.stones.sorted());
        candidates.truncate(width.n_turns);
        candidates
    }

    /// Turns that begin on given cells and go on where that is best.
    pub(super) fn turns_with(
        &mut self,
        color: Color,
        first: &[Cell],
        n_cells: usize,
    ) -> Vec<Candidate> {
        let mut turns = Vec::with_capacity(first.len() * n_cells);
        for &cell in first {
            let gain = self.tally.gain(color, cell);
            let stone = Stones::one(cell);
            self.place(color, stone);
            let second = self.best_cells(color, n_cells);
            turns.extend(second.iter().map(|&other| Candidate {
                stones: Stones::two(cell, other),
                promise: gain + self.tally.gain(color, other),
            }));
            if second.is_empty() {
                turns.push(Candidate { stones: stone, promise: gain });
            }
            self.remove(color, stone);
        }
        turns
    }

    /// The empty cells where a stone of a player adds most, and of equal ones those nearest to the
    /// center.
    pub(super) fn best_cells(&self, color: Color, n_cells: usize) -> Vec<Cell> {
        let mut cells = self
            .board
            .empties()
            .into_iter()
            .map(|cell| (Reverse(self.tally.gain(color, cell)), self.center_distance(cell), cell))
            .collect::<Vec<_>>();
        if cells.len() > n_cells {
            cells.select_nth_unstable(n_cells);
            cells.truncate(n_cells);
        }
        cells.sort_unstable();
        cells.into_iter().map(|(_, _, cell)| cell).collect()
    }

    /// The square of the distance from the center.
    fn center_distance(&self, cell: Cell) -> usize {
        let center = self.board.size().center();
        let (rows, columns) =
            (cell.row().abs_diff(center.row()), cell.column().abs_diff(center.column()));
        rows * rows + columns * columns
    }
}
