//! Counting lines of play: the speed and the truth of move generation in one number.

use fearless_simd::{Level, Simd, dispatch};

use stonegate_stones::Lines;

use crate::board::Board;
use crate::square::squares;

/// Counts the lines of `depth` plies on the full board, as [`stonegate_stones::perft`] does.
///
/// A forced pass is a ply.
pub fn count_lines(board: Board, depth: u32) -> Lines {
    match depth {
        0 => Lines { all: 1, ended: 0 },
        _ => dispatch!(Level::new(), simd => count(simd, board, depth)),
    }
}

fn count<S: Simd>(simd: S, board: Board, depth: u32) -> Lines {
    simd.vectorize(
        #[inline(always)]
        || {
            let legal = board.legal_on(simd);
            if legal == 0 {
                return without_a_move(simd, board, depth);
            }
            if depth == 1 {
                return Lines { all: legal.count_ones().into(), ended: 0 };
            }
            let mut lines = Lines::default();
            for square in squares(legal) {
                let next = board.play_on(simd, square);
                if depth > 2 {
                    lines += count(simd, next, depth - 1);
                    continue;
                }
                match next.legal_on(simd) {
                    0 => lines += without_a_move(simd, next, 1),
                    legal => lines.all += u64::from(legal.count_ones()),
                }
            }
            lines
        },
    )
}

/// A pass, or the end of the game.
#[cold]
fn without_a_move<S: Simd>(simd: S, board: Board, depth: u32) -> Lines {
    let passed = board.pass();
    if passed.legal_on(simd) == 0 {
        Lines { all: 1, ended: 1 }
    } else if depth == 1 {
        Lines { all: 1, ended: 0 }
    } else {
        count(simd, passed, depth - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_from_the_start() {
        let counts = (0..=9).map(|depth| count_lines(Board::START, depth).all).collect::<Vec<_>>();
        assert_eq!(counts, [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288]);
    }

    #[test]
    fn the_shortest_games_have_nine_moves() {
        assert_eq!(count_lines(Board::START, 9).ended, 0);
        assert_eq!(count_lines(Board::START, 10).ended, 228);
    }
}
