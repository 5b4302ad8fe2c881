//! Statistics of the moves of one role in one node.
//!
//! The moves that have been tried stand in the order of their first try, seven to a record. Records
//! come in runs, one behind the other in memory, and each run is linked to the next. To choose,
//! selection reads one cache line of each record; what belongs to the chosen move is in another
//! one. All numbers are atomic, and no two of them need to agree at any moment: a thread that reads
//! half of an update makes one choice a little worse.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::crew::{Sharing, add};
use crate::formula::{Formula, ONE, Score};
use crate::visits::{Count, Visits};

/// Moves per record. Their scores and the link to the next run are a cache line.
pub(crate) const WIDTH: usize = 7;

/// Seven moves of a role.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Stats {
    /// A [`Score`] for each move; 0 as long as it is not ready to be chosen.
    scores: [AtomicU64; WIDTH],
    /// In the first record of a run: how many records it has, and the next run.
    pub(crate) n_records: AtomicU32,
    pub(crate) next: AtomicU32,
    arms: [Arm; WIDTH],
}

/// What is known of a move.
#[derive(Debug, Default)]
struct Arm {
    visits: Visits,
    /// The sum of the values of all visits; the highest bits are [`CLOSED`] and [`WON`].
    sum: AtomicU64,
    /// Where the move leads to.
    link: AtomicU64,
}

/// There is no need to try the move again.
const CLOSED: u64 = 1 << 62;

/// The move enforces the best goal there is.
const WON: u64 = 1 << 63;

impl Stats {
    /// The best of the first `n` moves, and its UCB1.
    #[inline]
    #[expect(clippy::needless_bitwise_bool, reason = "a branch would be guessed wrong too often")]
    pub(crate) fn best(&self, n: usize, exploration: f32) -> (usize, f32) {
        let mut best = (0, f32::NEG_INFINITY);
        for (at, score) in self.scores[..n].iter().enumerate() {
            let bits = score.load(Ordering::Acquire);
            let ucb = Score::from_bits(bits).ucb(exploration);
            // Which one is better cannot be predicted, so both are computed and one is kept.
            let is_better = (ucb > best.1) & (bits != 0);
            best.0 = if is_better { at } else { best.0 };
            best.1 = if is_better { ucb } else { best.1 };
        }
        best
    }

    /// Makes a move ready to be chosen.
    #[inline]
    pub(crate) fn add_move(&self, at: usize, formula: &Formula) {
        self.scores[at].store(formula.score(Count::default(), 0).to_bits(), Ordering::Release);
    }

    #[inline]
    pub(crate) fn is_ready(&self, at: usize) -> bool {
        self.scores[at].load(Ordering::Acquire) != 0
    }

    #[inline]
    pub(crate) fn link(&self, at: usize) -> &AtomicU64 {
        &self.arms[at].link
    }

    /// Visits that are over.
    pub(crate) fn visits(&self, at: usize) -> u32 {
        self.arms[at].visits.get().over
    }

    /// The mean value of a move, 0 to 1.
    pub(crate) fn mean(&self, at: usize) -> Option<f32> {
        let visits = self.visits(at);
        let sum = self.arms[at].sum.load(Ordering::Relaxed) & !(CLOSED | WON);
        (visits > 0).then(|| sum as f32 / (visits as f32 * ONE))
    }

    /// A visit takes off.
    #[inline]
    pub(crate) fn depart(&self, at: usize, formula: &Formula, sharing: Sharing) {
        let arm = &self.arms[at];
        self.rescore(at, arm.visits.depart(sharing), arm.sum.load(Ordering::Relaxed), formula);
    }

    /// A visit lands with a value from 0 to 1.
    #[inline]
    pub(crate) fn arrive(&self, at: usize, value: f32, formula: &Formula, sharing: Sharing) {
        let arm = &self.arms[at];
        let sum = add(&arm.sum, (value * ONE) as u64, sharing);
        self.rescore(at, arm.visits.arrive(sharing), sum, formula);
    }

    /// A visit comes back without a value.
    pub(crate) fn abort(&self, at: usize, formula: &Formula, sharing: Sharing) {
        let arm = &self.arms[at];
        self.rescore(at, arm.visits.abort(sharing), arm.sum.load(Ordering::Relaxed), formula);
    }

    /// A visit takes off, lands with a value, or comes back without one, where roles mix their
    /// moves. The score of a move is its regret there, and its share in the policy.
    pub(crate) fn depart_mixed(&self, at: usize, sharing: Sharing) {
        self.arms[at].visits.depart(sharing);
    }

    pub(crate) fn arrive_mixed(&self, at: usize, value: f32, sharing: Sharing) {
        add(&self.arms[at].sum, (value * ONE) as u64, sharing);
        self.arms[at].visits.arrive(sharing);
    }

    pub(crate) fn abort_mixed(&self, at: usize, sharing: Sharing) {
        self.arms[at].visits.abort(sharing);
    }

    /// How much a move is regretted.
    pub(crate) fn regret(&self, at: usize) -> f32 {
        Score::from_bits(self.scores[at].load(Ordering::Relaxed)).regret()
    }

    /// Regrets a move more, or less, unless there is a proof of what it is worth.
    pub(crate) fn regret_more(&self, at: usize, more: f32) {
        let is_proven = self.arms[at].sum.load(Ordering::Relaxed) & (CLOSED | WON) != 0;
        if !is_proven && self.is_ready(at) {
            let regret = (self.regret(at) + more).max(0.0);
            self.scores[at]
                .store(Score::mixed(regret, self.share(at)).to_bits(), Ordering::Release);
        }
    }

    /// The share of a move in the mean of all policies.
    pub(crate) fn share(&self, at: usize) -> f32 {
        Score::from_bits(self.scores[at].load(Ordering::Relaxed)).share()
    }

    /// Lets the share of a move in a policy count with this weight.
    pub(crate) fn mix_in(&self, at: usize, share: f32, weight: f32) {
        let is_proven = self.arms[at].sum.load(Ordering::Relaxed) & (CLOSED | WON) != 0;
        if !is_proven && self.is_ready(at) {
            let share = self.share(at) + weight * (share - self.share(at));
            self.scores[at]
                .store(Score::mixed(self.regret(at), share).to_bits(), Ordering::Release);
        }
    }

    #[inline]
    fn rescore(&self, at: usize, visits: Count, sum: u64, formula: &Formula) {
        let score = if sum & WON != 0 {
            Score::WON
        } else if sum & CLOSED != 0 {
            Score::CLOSED
        } else {
            formula.score(visits, sum)
        };
        self.scores[at].store(score.to_bits(), Ordering::Release);
    }

    /// There is a proof that this move is not worth trying again.
    pub(crate) fn close(&self, at: usize) {
        self.arms[at].sum.fetch_or(CLOSED, Ordering::Relaxed);
        self.scores[at].store(Score::CLOSED.to_bits(), Ordering::Release);
    }

    /// There is a proof that nothing is better than this move.
    pub(crate) fn win(&self, at: usize) {
        self.arms[at].sum.fetch_or(WON, Ordering::Relaxed);
        self.scores[at].store(Score::WON.to_bits(), Ordering::Release);
    }
}
