//! What playouts are asked for, and what comes of them.

use smallvec::{SmallVec, smallvec};
use stonegate_ground::{RoleId, State};

use crate::word::LANES;

/// Random games from one state, which may be a borrowed one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Job<S = State> {
    pub state: S,
    /// How many games.
    pub playouts: u64,
    /// The random stream: jobs with the same stream, seed and state play the same games.
    pub stream: u64,
    /// The number of the first game within the stream.
    pub first: u64,
}

impl<S: Clone> Job<S> {
    /// Games from the start of a stream.
    pub fn new(state: S, playouts: u64, stream: u64) -> Self {
        Self { state, playouts, stream, first: 0 }
    }

    /// Two jobs that play the same games as this one, the first of them at most `playouts`.
    #[must_use]
    pub fn split(self, playouts: u64) -> (Self, Self) {
        let playouts = playouts.min(self.playouts);
        let rest = Self {
            playouts: self.playouts - playouts,
            first: self.first + playouts,
            state: self.state.clone(),
            ..self
        };
        (Self { playouts, ..self }, rest)
    }
}

/// What all jobs of a call have in common.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    pub seed: u64,
    /// A game that is not over after so many steps is given up.
    pub step_limit: u32,
    /// How many lanes to use, at most [`LANES`]. It makes no difference to the results.
    pub lanes: usize,
}

impl Settings {
    /// All lanes, and a limit that no sensible game reaches.
    pub fn new(seed: u64) -> Self {
        Self { seed, step_limit: 10_000, lanes: LANES }
    }
}

/// A number for each role. Most games have two, so that the tallies of many jobs need no further
/// memory.
pub type PerRole = SmallVec<[u64; 2]>;

/// What came of the games of a job.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games that ended in a terminal state.
    pub finished: u64,
    /// Games that reached the step limit.
    pub unfinished: u64,
    /// Games that ended because a role had no legal move.
    pub stuck: u64,
    /// Steps made in all games.
    pub steps: u64,
    /// For each role, the sum of its goals in finished games. Of several goals the highest counts,
    /// without any it is 0.
    pub goals: PerRole,
    /// For each role, the sum of the squares.
    pub squares: PerRole,
    /// Finished games in which some role had several goals or none.
    pub flawed: u64,
}

impl Tally {
    /// No games.
    pub fn new(n_roles: usize) -> Self {
        Self { goals: smallvec![0; n_roles], squares: smallvec![0; n_roles], ..Self::default() }
    }

    /// All games.
    pub fn playouts(&self) -> u64 {
        self.finished + self.unfinished + self.stuck
    }

    /// The mean goal of a role in finished games.
    pub fn mean(&self, role: RoleId) -> f64 {
        self.goals[role.index()] as f64 / self.finished as f64
    }

    /// The standard error of the mean goal of a role.
    pub fn standard_error(&self, role: RoleId) -> f64 {
        let n = self.finished as f64;
        let variance = self.squares[role.index()] as f64 / n - self.mean(role).powi(2);
        (variance.max(0.0) / (n - 1.0).max(1.0)).sqrt()
    }

    /// Adds the games of another part of the same job.
    pub fn merge(&mut self, other: &Self) {
        self.finished += other.finished;
        self.unfinished += other.unfinished;
        self.stuck += other.stuck;
        self.steps += other.steps;
        self.flawed += other.flawed;
        for (sum, more) in self.goals.iter_mut().zip(&other.goals) {
            *sum += more;
        }
        for (sum, more) in self.squares.iter_mut().zip(&other.squares) {
            *sum += more;
        }
    }
}
