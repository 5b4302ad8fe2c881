//! Counting lines of play: the speed and the truth of move generation in one number.

use fearless_simd::{Level, Simd, dispatch};

use crate::board::Board;
use crate::square::squares;

/// The number of lines of `depth` plies.
///
/// A forced pass is a ply. A game that has ended counts as one line at every greater depth.
/// The last ply is not played: its moves are counted.
pub fn perft(board: Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => dispatch!(Level::new(), simd => count(simd, board, depth)),
    }
}

fn count<S: Simd>(simd: S, board: Board, depth: u32) -> u64 {
    simd.vectorize(
        #[inline(always)]
        || {
            let legal = board.legal_on(simd);
            if depth == 1 {
                return n_lines(legal);
            }
            if legal == 0 {
                let is_over = board.pass().legal_on(simd) == 0;
                return if is_over { 1 } else { count(simd, board.pass(), depth - 1) };
            }
            let mut n = 0;
            if depth == 2 {
                for square in squares(legal) {
                    n += n_lines(board.play_on(simd, square).legal_on(simd));
                }
            } else {
                for square in squares(legal) {
                    n += count(simd, board.play_on(simd, square), depth - 1);
                }
            }
            n
        },
    )
}

/// The lines of one ply: a pass or the end of the game counts as one.
#[inline(always)]
fn n_lines(legal: u64) -> u64 {
    u64::from(legal.count_ones()).max(1)
}

/// The number of lines that end before `depth` plies: [`perft`] counts them as well.
pub fn n_ended(board: Board, depth: u32) -> u64 {
    dispatch!(Level::new(), simd => count_ended(simd, board, depth))
}

fn count_ended<S: Simd>(simd: S, board: Board, depth: u32) -> u64 {
    simd.vectorize(
        #[inline(always)]
        || {
            if depth == 0 {
                return 0;
            }
            let legal = board.legal_on(simd);
            if legal == 0 {
                let is_over = board.pass().legal_on(simd) == 0;
                return if is_over { 1 } else { count_ended(simd, board.pass(), depth - 1) };
            }
            if depth == 1 {
                return 0;
            }
            squares(legal)
                .map(|square| count_ended(simd, board.play_on(simd, square), depth - 1))
                .sum()
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_from_the_start() {
        let counts = (0..=9).map(|depth| perft(Board::START, depth)).collect::<Vec<_>>();
        assert_eq!(counts, [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288]);
    }

    #[test]
    fn the_shortest_games_have_nine_moves() {
        assert_eq!(n_ended(Board::START, 9), 0);
        assert_eq!(n_ended(Board::START, 10), 228);
    }
}
