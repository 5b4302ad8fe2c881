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
        let n_flips = n_last_flips(board.mover, square);
        if n_flips != 0 {
            return 2 * (n_discs + n_flips + 1) - 64;
        }
        let n_flips = n_last_flips(board.opponent, square);
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

/// How many discs a disc of `player` on the last empty square flips: all others are the
/// opponent's, so each line through the square says so alone.
#[inline(always)]
fn n_last_flips(player: u64, square: Square) -> i32 {
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    let (column, row) = (square.index() % 8, square.index() / 8);
    let [down, up] = DIAGONALS[square.index()];
    // A row is a byte, and the other lines are pushed into one.
    let in_row = player >> (8 * row);
    let in_column = ((player >> column) & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let in_down = (player & down).wrapping_mul(COLUMN_A) >> 56;
    let in_up = (player & up).wrapping_mul(COLUMN_A) >> 56;
    let of_column = &LINE_FLIPS[column];
    let count = |flips: &[u8; 256], line: u64| i32::from(flips[line as usize & 0xff]);
    count(of_column, in_row)
        + count(&LINE_FLIPS[row], in_column)
        + count(of_column, in_down)
        + count(of_column, in_up)
}

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let columns = (other % 8) as isize - (square % 8) as isize;
            let rows = (other / 8) as isize - (square / 8) as isize;
            if columns == rows {
                diagonals[square][0] |= 1 << other;
            }
            if columns == -rows {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

/// For the place of a square on a line and the player's discs on it: how many discs the player
/// flips if all others are the opponent's. No disc beyond the end of a line brackets any.
static LINE_FLIPS: [[u8; 256]; 8] = {
    let mut flips = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0_usize;
        while line < 256 {
            let below = line & ((1 << place) - 1);
            if below != 0 {
                flips[place][line] += (place - 1) as u8 - below.ilog2() as u8;
            }
            let above = line >> (place + 1);
            flips[place][line] += if above == 0 { 0 } else { above.trailing_zeros() as u8 };
            line += 1;
        }
        place += 1;
    }
    flips
};

#[cfg(test)]
mod tests {
    use stonegate_stones::Random;

    use super::*;
    use crate::square::squares;

    #[test]
    fn flips_on_the_last_square_are_counted() {
        for number in 0..200 {
            let mut random = Random::new(3, number);
            let player = (0..64).fold(0, |set, square| set | (random.below(2) as u64) << square);
            for square in squares(!0) {
                let player = player & !square.bit();
                let board = Board::new(player, !(player | square.bit())).unwrap();
                let n_flips = board.flips(square).count_ones() as i32;
                assert_eq!(n_last_flips(player, square), n_flips, "{player:#x} {square}");
            }
        }
    }
}
