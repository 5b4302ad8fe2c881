//! The last four empty squares: no lists, no table, no sets of legal moves.
//!
//! All searches here have a window of width zero: they tell whether the value is above `alpha`,
//! and return a bound of it that is on the same side.

use fearless_simd::Simd;

use super::{NO_VALUE, Search};
use crate::board::Board;
use crate::square::Square;

impl<S: Simd> Search<'_, S> {
    /// Four empty squares, given in the order in which they are tried.
    #[inline(always)]
    pub(super) fn last_4(&mut self, board: Board, squares: [Square; 4], alpha: i32) -> i32 {
        self.n_nodes += 1;
        let value = self.best_of_4(board, squares, alpha);
        if value != NO_VALUE {
            return value;
        }
        let value = self.best_of_4(board.pass(), squares, -alpha - 1);
        if value == NO_VALUE { board.score() } else { -value }
    }

    #[inline(always)]
    fn best_of_4(&mut self, board: Board, squares: [Square; 4], alpha: i32) -> i32 {
        let [a, b, c, d] = squares;
        let mut best = NO_VALUE;
        for (square, others) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            let flips = board.flips_on(self.simd, square);
            if flips != 0 {
                let value = -self.last_3(board.place(square, flips), others, -alpha - 1);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    pub(super) fn last_3(&mut self, board: Board, squares: [Square; 3], alpha: i32) -> i32 {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || {
                self.n_nodes += 1;
                let squares = odd_first(squares);
                let value = self.best_of_3(board, squares, alpha);
                if value != NO_VALUE {
                    return value;
                }
                let value = self.best_of_3(board.pass(), squares, -alpha - 1);
                if value == NO_VALUE { board.score() } else { -value }
            },
        )
    }

    #[inline(always)]
    fn best_of_3(&mut self, board: Board, squares: [Square; 3], alpha: i32) -> i32 {
        let [a, b, c] = squares;
        let mut best = NO_VALUE;
        for (square, others) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let flips = board.flips_on(self.simd, square);
            if flips != 0 {
                let value = -self.last_2(board.place(square, flips), others, -alpha - 1);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    #[inline(always)]
    pub(super) fn last_2(&mut self, board: Board, squares: [Square; 2], alpha: i32) -> i32 {
        self.n_nodes += 1;
        let value = self.best_of_2(board, squares, alpha);
        if value != NO_VALUE {
            return value;
        }
        let value = self.best_of_2(board.pass(), squares, -alpha - 1);
        if value == NO_VALUE { board.score() } else { -value }
    }

    #[inline(always)]
    fn best_of_2(&mut self, board: Board, squares: [Square; 2], alpha: i32) -> i32 {
        let [a, b] = squares;
        let mut best = NO_VALUE;
        for (square, other) in [(a, b), (b, a)] {
            let flips = board.flips_on(self.simd, square);
            if flips != 0 {
                let value = -self.last_1(board.place(square, flips), other);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    /// One empty square: whoever can takes it.
    #[inline(always)]
    pub(super) fn last_1(&mut self, board: Board, square: Square) -> i32 {
        self.n_nodes += 1;
        let n_discs = board.mover.count_ones() as i32;
        let n_flips = board.flips_on(self.simd, square).count_ones() as i32;
        if n_flips != 0 {
            return 2 * (n_discs + n_flips + 1) - 64;
        }
        let n_flips = board.pass().flips_on(self.simd, square).count_ones() as i32;
        if n_flips != 0 {
            return 2 * (n_discs - n_flips) - 64;
        }
        board.score()
    }
}

/// A square that is alone in its quadrant comes first: who moves there last moves last.
#[inline(always)]
fn odd_first([a, b, c]: [Square; 3]) -> [Square; 3] {
    if a.quadrant() == b.quadrant() {
        [c, a, b]
    } else if a.quadrant() == c.quadrant() {
        [b, a, c]
    } else {
        [a, b, c]
    }
}
