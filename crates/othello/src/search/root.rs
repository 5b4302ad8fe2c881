//! The root of a search: iterative deepening with aspiration windows.

use fearless_simd::Simd;

use super::node::Window;
use super::{Limits, NO_VALUE, Report, Search};
use crate::board::Board;
use crate::evaluation::Features;
use crate::square::{Square, squares};

/// A move at the root, in the order in which they are tried: the best one so far is the first.
#[derive(Copy, Clone, Debug)]
pub(super) struct RootMove {
    pub(super) square: Square,
    board: Board,
}

/// The moves of a board that has some.
pub(super) fn root_moves(board: Board) -> Vec<RootMove> {
    let root_move = |square| RootMove { square, board: board.play(square) };
    squares(board.legal_moves()).map(root_move).collect()
}

/// The last iteration before the exact search leaves about so many plies to it: one more would
/// cost more than it tells.
const PLIES_LEFT: u32 = 9;

impl Limits {
    /// The depths of the iterations on a board with so many empty squares.
    pub(super) fn depths(&self, n_empties: u32) -> impl Iterator<Item = u32> + use<> {
        let is_endgame = n_empties <= self.exact_from || n_empties <= self.depth;
        let last = if is_endgame { n_empties.saturating_sub(PLIES_LEFT) } else { self.depth };
        (1..=last.min(self.depth)).chain(is_endgame.then_some(n_empties))
    }
}

impl<S: Simd> Search<'_, S> {
    /// Iterative deepening.
    pub(super) fn deepen(
        &mut self,
        board: Board,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        self.pool.resume();
        self.n_nodes += 1;
        let mut moves = root_moves(board);
        if moves.is_empty() {
            return self.deepen_after_pass(board, limits, progress);
        }
        let n_empties = board.n_empties();
        self.is_selective = limits.is_selective;
        let mut report = Report { best: None, value: 0, depth: 0, is_exact: false, n_nodes: 0 };
        for depth in limits.depths(n_empties) {
            let value = self.aspirate(&mut moves, depth, report.value);
            if self.stopped {
                break;
            }
            report = Report {
                best: Some(moves[0].square),
                value,
                depth,
                is_exact: depth == n_empties,
                n_nodes: self.n_nodes,
            };
            progress(&report);
        }
        // An iteration that was stopped may have found a better move already.
        Report { best: Some(moves[0].square), n_nodes: self.n_nodes, ..report }
    }

    /// A board without moves: the opponent's, or the end of the game.
    fn deepen_after_pass(
        &mut self,
        board: Board,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        if board.pass().legal_moves() == 0 {
            let value = board.score();
            return Report { best: None, value, depth: 0, is_exact: true, n_nodes: self.n_nodes };
        }
        let report = self.deepen(board.pass(), limits, progress);
        Report { best: None, value: -report.value, ..report }
    }

    /// The value of the best move to a depth, which comes first. The window is narrow around the
    /// value that is expected, and opened where that fails.
    pub(super) fn aspirate(&mut self, moves: &mut [RootMove], depth: u32, expected: i32) -> i32 {
        let mut margin = 2;
        let (mut alpha, mut beta) = (expected - margin, expected + margin);
        loop {
            let value = self.search_moves(moves, depth, alpha.max(-64), beta.min(64));
            margin *= 2;
            if self.stopped || (value > alpha && value < beta) {
                return value;
            }
            // A selective search may contradict itself: the whole range is the last resort.
            (alpha, beta) = if margin > 32 {
                (NO_VALUE, -NO_VALUE)
            } else if value <= alpha {
                (value - margin, value + 1)
            } else {
                (value - 1, value + margin)
            };
        }
    }

    /// One pass over the moves, within a window.
    fn search_moves(
        &mut self,
        moves: &mut [RootMove],
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut best = NO_VALUE;
        for index in 0..moves.len() {
            let board = moves[index].board;
            let value = Window { alpha, beta, is_first: index == 0 }
                .scout(|alpha, beta| self.search_child(board, depth - 1, alpha, beta));
            // A search that was stopped has only bounds that were found before.
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                // A first move that fails low says nothing of the others.
                if value > alpha {
                    moves[..=index].rotate_right(1);
                }
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The value of a board to a depth, which may be the end of the game.
    pub(super) fn search_child(&mut self, board: Board, depth: u32, alpha: i32, beta: i32) -> i32 {
        if depth >= board.n_empties() {
            self.solve(board, alpha, beta)
        } else {
            self.midgame(board, &Features::new(board), depth, alpha, beta)
        }
    }
}
