//! Statistics of the moves of one role in one node.
//!
//! The moves that have been tried stand in the order of their first try, eight to a record; a
//! record is linked to the next. What selection reads of eight moves is one cache line. All numbers
//! are atomic, and no two of them need to agree at any moment: a thread that reads half of an update
//! makes one choice a little worse.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

use crate::options::Options;

/// Moves per record.
pub(crate) const WIDTH: usize = 8;

/// A value of 1 in sums.
const ONE: f32 = (1_u64 << 24) as f32;

/// Eight moves of a role. In the first record of a role stands what belongs to all of them.
///
/// The scores are one cache line, the links to other records are in the next one, which the
/// processor fetches along with it.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub(crate) struct Stats {
    /// What the choice needs, see [`Score`]; 0 as long as a move is not ready to be chosen.
    scores: [AtomicU64; WIDTH],
    /// The next eight moves.
    pub(crate) next: AtomicU32,
    /// The first record of the next role that has a choice.
    pub(crate) next_role: AtomicU32,
    /// The role, the number of its legal moves, and how many of them have been tried.
    pub(crate) role: AtomicU32,
    pub(crate) n_legal: AtomicU32,
    pub(crate) n_tried: AtomicU32,
    moves: [AtomicU32; WIDTH],
    /// One bit for each move: there is no need to try it again.
    closed: AtomicU8,
    /// One bit for each move: it enforces the best goal there is.
    won: AtomicU8,
    /// Visits that are over, and visits in flight.
    visits: [AtomicU32; WIDTH],
    flights: [AtomicU32; WIDTH],
    /// The sum of the values of all visits.
    sums: [AtomicU64; WIDTH],
    /// Where the move leads to.
    pub(crate) links: [AtomicU64; WIDTH],
}

/// What UCB1 needs of a move: its mean, and what the exploration of the node is multiplied by.
/// Visits in flight are in both of them already.
#[derive(Copy, Clone, Debug)]
struct Score {
    mean: f32,
    spread: f32,
}

impl Score {
    const CLOSED: Self = Self { mean: -1e9, spread: 0.0 };
    const WON: Self = Self { mean: 1e9, spread: 0.0 };

    fn to_bits(self) -> u64 {
        u64::from(self.mean.to_bits()) << 32 | u64::from(self.spread.to_bits())
    }

    fn ucb(bits: u64, exploration: f32) -> f32 {
        f32::from_bits((bits >> 32) as u32) + exploration * f32::from_bits(bits as u32)
    }
}

/// The parameters in the form in which they are used.
#[derive(Debug)]
pub(crate) struct Formula {
    exploration: f32,
    unvisited_mean: f32,
    unvisited_visits: f32,
    /// The powers of the virtual loss.
    losses: Box<[f32]>,
}

impl Formula {
    pub(crate) fn new(options: &Options) -> Self {
        const N_LOSSES: usize = 4096;
        // A thread has a whole wave of visits in flight, so a visit is a part of a thread.
        let loss_per_visit = options.virtual_loss.powf(1.0 / options.max_wave as f32);
        let power = |exponent: usize| loss_per_visit.powi(exponent as i32).max(1e-6);
        Self {
            exploration: options.exploration,
            unvisited_mean: options.unvisited_value / options.unvisited_visits,
            unvisited_visits: options.unvisited_visits,
            losses: (0..N_LOSSES).map(power).collect(),
        }
    }

    /// What the spread of each move of a node is multiplied by.
    pub(crate) fn exploration(&self, node_visits: u32) -> f32 {
        self.exploration * (node_visits.max(1) as f32).ln().sqrt()
    }

    /// The UCB1 of a move that has not been tried.
    pub(crate) fn unvisited(&self, exploration: f32) -> f32 {
        self.unvisited_mean + exploration / self.unvisited_visits.sqrt()
    }

    fn score(&self, visits: u32, flights: u32, sum: u64) -> Score {
        let loss = self.losses[(flights as usize).min(self.losses.len() - 1)];
        let (mean, visits) = if visits == 0 {
            (self.unvisited_mean, self.unvisited_visits)
        } else {
            (sum as f32 / (visits as f32 * ONE), visits as f32)
        };
        Score { mean: loss * mean, spread: loss / (visits + flights as f32).sqrt() }
    }
}

impl Stats {
    /// The best of the first `n` moves: its number and its UCB1.
    pub(crate) fn best(&self, n: usize, exploration: f32) -> Option<(usize, f32)> {
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (at, score) in self.scores[..n].iter().enumerate() {
            let bits = score.load(Ordering::Acquire);
            let ucb = Score::ucb(bits, exploration);
            if ucb > most && bits != 0 {
                most = ucb;
                best = Some((at, ucb));
            }
        }
        best
    }

    /// Makes a move ready to be chosen.
    pub(crate) fn add_move(&self, at: usize, action: u32, formula: &Formula) {
        self.moves[at].store(action, Ordering::Relaxed);
        self.scores[at].store(formula.score(0, 0, 0).to_bits(), Ordering::Release);
    }

    pub(crate) fn action(&self, at: usize) -> u32 {
        self.moves[at].load(Ordering::Relaxed)
    }

    pub(crate) fn is_ready(&self, at: usize) -> bool {
        self.scores[at].load(Ordering::Acquire) != 0
    }

    /// Have all moves of the role been tried? Its first record knows.
    pub(crate) fn is_all_tried(&self) -> bool {
        self.n_tried.load(Ordering::Relaxed) == self.n_legal.load(Ordering::Relaxed)
    }

    pub(crate) fn visits(&self, at: usize) -> u32 {
        self.visits[at].load(Ordering::Relaxed)
    }

    /// The mean value of a move, 0 to 1.
    pub(crate) fn mean(&self, at: usize) -> Option<f32> {
        let visits = self.visits(at);
        (visits > 0).then(|| self.sums[at].load(Ordering::Relaxed) as f32 / (visits as f32 * ONE))
    }

    /// A visit takes off.
    pub(crate) fn depart(&self, at: usize, formula: &Formula) {
        let flights = self.flights[at].fetch_add(1, Ordering::Relaxed) + 1;
        self.rescore(at, self.visits(at), flights, self.sums[at].load(Ordering::Relaxed), formula);
    }

    /// A visit lands with a value from 0 to 1.
    pub(crate) fn arrive(&self, at: usize, value: f32, formula: &Formula) {
        let value = (value * ONE) as u64;
        let sum = self.sums[at].fetch_add(value, Ordering::Relaxed) + value;
        let visits = self.visits[at].fetch_add(1, Ordering::Relaxed) + 1;
        let flights = self.flights[at].fetch_sub(1, Ordering::Relaxed) - 1;
        self.rescore(at, visits, flights, sum, formula);
    }

    /// A visit comes back without a value.
    pub(crate) fn abort(&self, at: usize, formula: &Formula) {
        let flights = self.flights[at].fetch_sub(1, Ordering::Relaxed) - 1;
        self.rescore(at, self.visits(at), flights, self.sums[at].load(Ordering::Relaxed), formula);
    }

    fn rescore(&self, at: usize, visits: u32, flights: u32, sum: u64, formula: &Formula) {
        let score = if self.is_won(at) {
            Score::WON
        } else if self.is_closed(at) {
            Score::CLOSED
        } else {
            formula.score(visits, flights, sum)
        };
        self.scores[at].store(score.to_bits(), Ordering::Release);
    }

    /// There is a proof that this move is not worth trying again.
    pub(crate) fn close(&self, at: usize) {
        self.closed.fetch_or(1 << at, Ordering::Relaxed);
        self.scores[at].store(Score::CLOSED.to_bits(), Ordering::Release);
    }

    /// There is a proof that nothing is better than this move.
    pub(crate) fn win(&self, at: usize) {
        self.won.fetch_or(1 << at, Ordering::Relaxed);
        self.scores[at].store(Score::WON.to_bits(), Ordering::Release);
    }

    fn is_closed(&self, at: usize) -> bool {
        self.closed.load(Ordering::Relaxed) >> at & 1 == 1
    }

    fn is_won(&self, at: usize) -> bool {
        self.won.load(Ordering::Relaxed) >> at & 1 == 1
    }
}
