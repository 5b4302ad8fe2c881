//! The end of the game, searched to the last square.

use fearless_simd::Simd;

use super::candidates::{Candidate, Candidates, MAX_MOVES, odd_quadrants};
use super::node::Visit;
use super::stability::n_stable;
use super::table::{Certainty, hash};
use super::{NO_VALUE, Search};
use crate::board::Board;
use crate::evaluation::Features;
use crate::square::{Square, squares};

/// With at most so many empty squares, looking a board up costs more than searching it.
const SHALLOW: u32 = 7;

/// With at least so many, shallow searches tell which moves to try first.
const PROBE_FROM: u32 = 13;

/// What a disc of these searches counts in the rating of a move.
const DISC: i32 = 24;

/// With at least so many, a board is worth the trouble of searching it with several threads.
const SPLIT_FROM: u32 = 14;

/// From which `alpha` on it pays to count stable discs, by the number of empty squares.
const STABILITY_FROM: [i32; 32] = [
    99, 99, 99, 99, 2, 4, 6, 8, 10, 12, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44,
    44, 46, 46, 48, 48, 50, 50,
];

/// With more empty squares than that, the table is asked about all moves before one is tried.
const TRANSPOSITIONS_ABOVE: u32 = 9;

impl<S: Simd> Search<'_, S> {
    /// The value of a board within the window from `alpha` to `beta`: a value at or beyond one of
    /// them is a bound.
    pub(super) fn solve(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || self.solve_node(board, alpha, beta),
        )
    }

    #[inline(always)]
    fn solve_node(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let n_empties = board.n_empties();
        let is_null_window = beta - alpha == 1;
        if n_empties <= SHALLOW && is_null_window {
            return self.solve_shallow(board, board.legal_on(self.simd), n_empties, alpha);
        }
        self.n_nodes += 1;
        if self.is_stopped() {
            return alpha;
        }
        if is_null_window && let Some(upper) = self.stability_bound(board, n_empties, alpha) {
            return upper;
        }
        let key = hash(board);
        let visit = Visit {
            key,
            depth: n_empties,
            certainty: Certainty::Exact,
            known: self.table.probe(key),
        };
        if let Some(value) = visit.known_value(alpha, beta) {
            return value;
        }
        let legal = board.legal_on(self.simd);
        if legal == 0 {
            return self.pass(board, |search, passed| search.solve(passed, -beta, -alpha));
        }
        let mut candidates = Candidates::<MAX_MOVES>::new(self.simd, board, legal);
        if candidates.wipes_out() {
            return 64;
        }
        if is_null_window
            && n_empties > TRANSPOSITIONS_ABOVE
            && let Some(lower) =
                self.cut_by_transposition(&candidates, n_empties - 1, Certainty::Exact, alpha)
        {
            return lower;
        }
        candidates.rate(self.simd, board, visit.known_moves());
        if n_empties >= PROBE_FROM {
            self.probe_candidates(&mut candidates, n_empties);
        }

        let best = self.try_moves(
            candidates,
            n_empties,
            (alpha, beta),
            is_null_window && n_empties >= SPLIT_FROM,
            #[inline(always)]
            |search, candidate, window| {
                window.scout(
                    #[inline(always)]
                    |alpha, beta| search.solve(candidate.board, alpha, beta),
                )
            },
        );
        if !self.is_stopped() {
            self.remember(&visit, alpha, beta, best);
        }
        best.0
    }

    /// Rates moves by a search of a few plies.
    fn probe_candidates(&mut self, candidates: &mut Candidates<MAX_MOVES>, n_empties: u32) {
        let depth = (n_empties - PROBE_FROM) / 2;
        for candidate in candidates.unknown() {
            let features = Features::new(candidate.board);
            let value = self.midgame(candidate.board, &features, depth, -64, 64);
            candidate.rating -= DISC * value;
        }
    }

    /// An upper bound that is not above `alpha`, if the opponent's stable discs give one.
    #[inline(always)]
    fn stability_bound(&self, board: Board, n_empties: u32, alpha: i32) -> Option<i32> {
        if alpha < STABILITY_FROM[n_empties.min(31) as usize] {
            return None;
        }
        let upper = 64 - 2 * n_stable(self.simd, board.opponent, board.mover) as i32;
        (upper <= alpha).then_some(upper)
    }

    /// Few empty squares, a window of width zero, and moves that are known.
    fn solve_shallow(&mut self, board: Board, legal: u64, n_empties: u32, alpha: i32) -> i32 {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || self.shallow_node(board, legal, n_empties, alpha),
        )
    }

    #[inline(always)]
    fn shallow_node(&mut self, board: Board, legal: u64, n_empties: u32, alpha: i32) -> i32 {
        if n_empties <= 4 {
            return self.solve_last(board, n_empties, alpha);
        }
        self.n_nodes += 1;
        if let Some(upper) = self.stability_bound(board, n_empties, alpha) {
            return upper;
        }
        if legal == 0 {
            return self.pass(board, |search, passed| {
                let legal = passed.legal_on(search.simd);
                search.solve_shallow(passed, legal, n_empties, -alpha - 1)
            });
        }
        let mut candidates = Candidates::<{ SHALLOW as usize }>::new(self.simd, board, legal);
        if candidates.wipes_out() {
            return 64;
        }
        candidates.rate(self.simd, board, [None; 2]);
        let mut best = NO_VALUE;
        for candidate in candidates {
            let Candidate { board, replies, .. } = candidate;
            let value = -self.solve_shallow(board, replies, n_empties - 1, -alpha - 1);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
        best
    }

    #[inline(always)]
    fn solve_last(&mut self, board: Board, n_empties: u32, alpha: i32) -> i32 {
        let empties = board.empties();
        let odd = odd_quadrants(empties);
        let mut ordered = [Square::A1; 4];
        let mut n = 0;
        for set in [empties & odd, empties & !odd] {
            for square in squares(set) {
                ordered[n & 3] = square;
                n += 1;
            }
        }
        let [a, b, c, d] = ordered;
        match n_empties {
            4 => self.last_4(board, [a, b, c, d], alpha),
            3 => self.last_3(board, [a, b, c], alpha),
            2 => self.last_2(board, [a, b], alpha),
            1 => self.last_1(board, a),
            _ => board.score(),
        }
    }
}
