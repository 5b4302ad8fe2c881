//! What several moves of a board are worth, one by one.

use super::{Engine, Limits, Pool};
use crate::board::Board;
use crate::square::{Square, squares};

/// A move and what a search of its own thinks of it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Ranked {
    pub square: Square,
    /// The score that the mover can expect after the move.
    pub value: i32,
    /// How many plies were searched, the move included.
    pub depth: u32,
    /// Whether the value is that of perfect play.
    pub is_exact: bool,
    /// The best answer, unless there is none.
    pub answer: Option<Square>,
}

/// Up to this depth all moves are searched, beyond it only the best ones.
const ALL_MOVES_UNTIL: u32 = 6;

impl Engine {
    /// Searches the best `n_moves` moves of a board deeper and deeper, and tells `progress` of each
    /// depth. The moves come back in order, the best first; none if there are none.
    pub fn rank(
        &self,
        board: Board,
        n_moves: usize,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        pool: &Pool,
        progress: &mut dyn FnMut(&[Ranked]),
    ) -> Vec<Ranked> {
        let unranked =
            |square| Ranked { square, value: 0, depth: 0, is_exact: false, answer: None };
        let mut moves = squares(board.legal_moves()).map(unranked).collect::<Vec<_>>();
        let n_empties = board.n_empties();
        // The first depth that says something has an answer to the move, if there can be one.
        let limits = Limits { depth: limits.depth.max(2), ..*limits };
        for depth in limits.depths(n_empties).filter(|&depth| depth > 1 || depth == n_empties) {
            if depth > ALL_MOVES_UNTIL {
                moves.truncate(n_moves.max(1));
            }
            for ranked in &mut moves {
                let limits = Limits { depth: depth - 1, exact_from: 0, ..limits };
                let report =
                    self.think_with(board.play(ranked.square), &limits, stop, pool, &mut |_| {});
                if stop() {
                    return moves;
                }
                *ranked = Ranked {
                    square: ranked.square,
                    value: -report.value,
                    depth,
                    is_exact: report.is_exact,
                    answer: report.best,
                };
            }
            // Equal moves keep their order.
            moves.sort_by_key(|ranked| -ranked.value);
            progress(&moves[..n_moves.min(moves.len())]);
        }
        moves.truncate(n_moves);
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Weights;

    #[test]
    fn the_best_moves_come_first() {
        // Six empty squares: h5 wins by six, the others by less or not at all.
        let text = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
        let board = text.parse::<crate::Position>().unwrap().board();
        let engine = Engine::new(Weights::location(), 1 << 20);
        let mut n_iterations = 0;
        let rank = |n_moves, n_iterations: &mut usize| {
            engine.rank(board, n_moves, &Limits::default(), &|| false, &Pool::new(), &mut |_| {
                *n_iterations += 1;
            })
        };
        let moves = rank(9, &mut n_iterations);
        assert_eq!(n_iterations, 1);
        assert_eq!(moves.len() as u32, board.legal_moves().count_ones());
        assert!(moves.is_sorted_by_key(|ranked| -ranked.value));
        for ranked in &moves {
            let after = engine.think(board.play(ranked.square), &Limits::default(), &|| false);
            assert_eq!((ranked.value, ranked.is_exact), (-after.value, true));
        }
        assert_eq!((moves[0].square.to_string().as_str(), moves[0].value), ("h5", 6));
        assert_eq!(rank(2, &mut n_iterations), moves[..2]);
        let end = Board::new(!0, 0).unwrap();
        assert!(
            engine
                .rank(end, 1, &Limits::default(), &|| false, &Pool::new(), &mut |_| {})
                .is_empty()
        );
    }
}
