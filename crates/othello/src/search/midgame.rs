//! The middle of the game: principal variation search to a depth, then the evaluation.

use fearless_simd::Simd;

use super::candidates::{Candidates, MAX_MOVES};
use super::node::Visit;
use super::table::{Certainty, hash};
use super::{NO_VALUE, Search};
use crate::board::Board;
use crate::evaluation::Features;
use crate::square::squares;

/// From this depth on boards are looked up in the table.
const TABLE_FROM: u32 = 3;

/// From this depth on the table is asked about all moves before one is tried.
const TRANSPOSITIONS_FROM: u32 = 4;

/// What a disc of the evaluation counts in the rating of a move.
const DISC: i32 = 12;

/// From this depth on a board is worth the trouble of searching it with several threads.
const SPLIT_FROM: u32 = 6;

impl<S: Simd> Search<'_, S> {
    /// The value of a board, searched to a depth, within the window from `alpha` to `beta`.
    pub(super) fn midgame(
        &mut self,
        board: Board,
        features: &Features,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || self.midgame_node(board, features, depth, (alpha, beta)),
        )
    }

    #[inline(always)]
    fn midgame_node(
        &mut self,
        board: Board,
        features: &Features,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let n_empties = board.n_empties();
        if depth >= n_empties {
            return self.solve(board, alpha, beta);
        }
        self.n_nodes += 1;
        if depth == 0 {
            return self.weights.evaluate(features.contents(), n_empties);
        }
        if self.is_stopped() {
            return alpha;
        }
        let certainty = if self.is_selective { Certainty::Selective } else { Certainty::FullWidth };
        let is_null_window = beta - alpha == 1;
        let key = hash(board);
        let known = if depth >= TABLE_FROM { self.table.probe(key) } else { None };
        let visit = Visit { key, depth, certainty, known };
        if let Some(value) = visit.known_value(alpha, beta) {
            return value;
        }
        let legal = board.legal_on(self.simd);
        if legal == 0 {
            return self.pass(board, |search, passed| {
                search.midgame(passed, &features.pass(), depth, -beta, -alpha)
            });
        }
        if depth == 1 {
            return self.last_ply(board, features, n_empties, legal, beta);
        }
        if is_null_window
            && self.is_selective
            && let Some(value) = self.probcut(board, features, depth, alpha)
        {
            return value;
        }
        let mut candidates = Candidates::<MAX_MOVES>::new(self.simd, board, legal);
        if is_null_window
            && depth >= TRANSPOSITIONS_FROM
            && let Some(lower) = self.cut_by_transposition(&candidates, depth - 1, certainty, alpha)
        {
            return lower;
        }
        candidates.rate(self.simd, board, visit.known_moves());
        if depth >= TABLE_FROM {
            for candidate in candidates.unknown() {
                let flips = candidate.flips(board);
                let child = features.contents_after(self.layout, candidate.square, flips);
                candidate.rating -= DISC * self.weights.evaluate(&child, n_empties - 1);
            }
        }

        let best = self.try_moves(
            candidates,
            depth,
            (alpha, beta),
            is_null_window && depth >= SPLIT_FROM,
            #[inline(always)]
            |search, candidate, window| {
                let child = features.place(search.layout, candidate.square, candidate.flips(board));
                window.scout(
                    #[inline(always)]
                    |alpha, beta| search.midgame(candidate.board, &child, depth - 1, alpha, beta),
                )
            },
        );
        if depth >= TABLE_FROM && !self.is_stopped() {
            self.remember(&visit, alpha, beta, best);
        }
        best.0
    }

    /// One more ply: the best of the evaluations after each move.
    #[inline(always)]
    fn last_ply(
        &mut self,
        board: Board,
        features: &Features,
        n_empties: u32,
        legal: u64,
        beta: i32,
    ) -> i32 {
        let mut best = NO_VALUE;
        for square in squares(legal) {
            self.n_nodes += 1;
            let flips = board.flips_on(self.simd, square);
            let child = features.contents_after(self.layout, square, flips);
            best = best.max(-self.weights.evaluate(&child, n_empties - 1));
            if best >= beta {
                break;
            }
        }
        best
    }
}
