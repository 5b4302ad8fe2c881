//! What a node in the middle of the game and one at its end have in common: the windows of
//! principal variation search, and what the table is told.

use fearless_simd::Simd;

use super::candidates::{Candidate, Candidates, MAX_MOVES};
use super::table::{Certainty, Known, hash};
use super::{NO_VALUE, Search};
use crate::board::Board;
use crate::square::Square;

/// What a move has to be worth to matter.
#[derive(Copy, Clone, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// No move was tried before this one.
    pub(super) is_first: bool,
}

impl Window {
    /// The value of a move after which `search` gives the opponent's value within a window.
    ///
    /// A move that is not the first one is most likely no better than `alpha`: a window of width
    /// zero shows that, and only if it is not so the value is asked for.
    #[inline(always)]
    pub(super) fn scout(self, mut search: impl FnMut(i32, i32) -> i32) -> i32 {
        let Self { alpha, beta, is_first } = self;
        if is_first || beta - alpha == 1 {
            return -search(-beta, -alpha);
        }
        let value = -search(-alpha - 1, -alpha);
        if value > alpha && value < beta { -search(-beta, -value) } else { value }
    }
}

/// A search of one node, as the table knows it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Visit {
    /// The board's hash.
    pub(super) key: u64,
    pub(super) depth: u32,
    pub(super) certainty: Certainty,
    /// What the table had before.
    pub(super) known: Option<Known>,
}

impl Visit {
    /// A value, if a search with this window needs no more than what is known.
    #[inline(always)]
    pub(super) fn known_value(&self, alpha: i32, beta: i32) -> Option<i32> {
        let known = self.known.filter(
            #[inline(always)]
            |known| known.covers(self.depth, self.certainty),
        )?;
        known.decides(alpha, beta)
    }

    /// The moves that were the best ones before.
    #[inline(always)]
    pub(super) fn known_moves(&self) -> [Option<Square>; 2] {
        self.known.map_or(
            [None; 2],
            #[inline(always)]
            |known| known.moves,
        )
    }
}

impl<S: Simd> Search<'_, S> {
    /// A lower bound above `alpha`, if the table has one for a board after some move, from a search
    /// of that board that was deep and sure enough (enhanced transposition cut-off).
    #[inline(always)]
    pub(super) fn cut_by_transposition(
        &self,
        candidates: &Candidates<MAX_MOVES>,
        depth: u32,
        certainty: Certainty,
        alpha: i32,
    ) -> Option<i32> {
        for candidate in candidates.as_slice() {
            if let Some(known) = self.table.probe(hash(candidate.board))
                && known.covers(depth, certainty)
                && -i32::from(known.upper) > alpha
            {
                return Some(-i32::from(known.upper));
            }
        }
        None
    }

    /// The value of a board without a legal move: the score, if the opponent has none either, or what
    /// `search` gives for the opponent after the pass.
    #[inline(always)]
    pub(super) fn pass(
        &mut self,
        board: Board,
        search: impl FnOnce(&mut Self, Board) -> i32,
    ) -> i32 {
        let passed = board.pass();
        if passed.legal_on(self.simd) == 0 { board.score() } else { -search(self, passed) }
    }

    /// The best value of all moves within the window from `alpha` to `beta`, and the move that has
    /// it. `search` gives the value of a move; the moves are shared with threads that have nothing
    /// to do if `may_split`.
    #[inline(always)]
    pub(super) fn try_moves(
        &mut self,
        mut candidates: Candidates<MAX_MOVES>,
        depth: u32,
        (mut alpha, beta): (i32, i32),
        may_split: bool,
        mut search: impl FnMut(&mut Self, &Candidate, Window) -> i32,
    ) -> (i32, Option<Square>) {
        let mut best = (NO_VALUE, None);
        while let Some(candidate) = candidates.next() {
            let window = Window { alpha, beta, is_first: best.1.is_none() };
            let value = search(self, &candidate, window);
            if value > best.0 {
                best = (value, Some(candidate.square));
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
            if may_split && self.pool.has_idle() {
                return self.split(candidates, depth - 1, alpha, best);
            }
        }
        best
    }

    /// Stores the best value that a search with the window from `alpha` to `beta` found.
    #[inline(always)]
    pub(super) fn remember(
        &self,
        visit: &Visit,
        alpha: i32,
        beta: i32,
        (best, best_move): (i32, Option<Square>),
    ) {
        let mut lower = if best > alpha { best as i8 } else { -64 };
        let mut upper = if best < beta { best as i8 } else { 64 };
        // Bounds of perfect play hold for good; those of other searches may contradict each other.
        if let Some(known) = visit.known
            && visit.certainty == Certainty::Exact
            && known.certainty == Certainty::Exact
        {
            lower = lower.max(known.lower);
            upper = upper.min(known.upper);
        }
        let known_moves = visit.known_moves();
        let second = known_moves[usize::from(known_moves[0] == best_move)];
        let known = Known {
            lower,
            upper,
            depth: visit.depth as u8,
            certainty: visit.certainty,
            moves: [best_move, second],
        };
        self.table.store(visit.key, known);
    }
}
