//! How the weights of the engine are found: which games are played, and what is learned of them.

use stonegate_stones::Random;

use super::self_play::{Sample, SelfPlay};
use super::train::Trainer;
use super::weights::Weights;

/// A round of games, and how weights are fitted to it.
#[derive(Copy, Clone, Debug)]
pub struct Round {
    pub n_games: u64,
    /// Beginners play if this is 0.
    depth: u32,
    foresight: f32,
    /// How many rounds are learned from, this one included.
    pub n_learned: usize,
    /// Boards that are worth more, to either side, are left out.
    max_score: f32,
    n_epochs: u32,
    /// How large the steps of an epoch are, compared with the one before.
    decay: f32,
}

/// The first round learns from outcomes: its players know nothing that a score could come from.
const FIRST: Round = Round {
    n_games: 20_000,
    depth: 0,
    foresight: 1.0,
    n_learned: 1,
    max_score: 64.0,
    n_epochs: 8,
    decay: 0.7,
};

/// The stream of random numbers that puts the boards of a fit in order.
const ORDER: u64 = 9;

/// How large the steps of the first epoch are.
const FIRST_RATE: f32 = 0.01;

/// One game in so many tests the weights instead of training them.
const TEST_SHARE: usize = 20;

impl Round {
    /// The better the evaluation, the more a deeper search is worth. In the end it is better to know
    /// more of games that are not decided yet.
    pub const ALL: [Self; 4] = [
        FIRST,
        Self { n_games: 12_000, depth: 3, foresight: 0.8, n_epochs: 10, decay: 0.75, ..FIRST },
        Self { depth: 4, foresight: 0.7, n_epochs: 10, decay: 0.75, ..FIRST },
        Self {
            n_games: 16_000,
            depth: 5,
            foresight: 0.7,
            n_learned: 2,
            max_score: 28.0,
            n_epochs: 12,
            decay: 0.75,
        },
    ];

    /// How its games are played, no deeper than is wanted.
    pub fn self_play(&self, max_depth: u32) -> SelfPlay {
        match self.depth.min(max_depth) {
            0 => SelfPlay::of_beginners(),
            depth => SelfPlay { depth, foresight: self.foresight, ..SelfPlay::default() },
        }
    }

    /// Weights for the games of some rounds, and their standard error on games kept back.
    pub fn fit(&self, rounds: &[Vec<Vec<Sample>>], seed: u64) -> (Weights, f64) {
        let mut training = Vec::new();
        let mut test = Vec::new();
        for (number, samples) in rounds.iter().flatten().enumerate() {
            let target = if number % TEST_SHARE == 0 { &mut test } else { &mut training };
            target.extend(samples.iter().filter(|sample| sample.score.abs() <= self.max_score));
        }
        Random::new(seed, ORDER).shuffle(&mut training);
        let mut trainer = Trainer::new();
        let mut rate = FIRST_RATE;
        for _ in 0..self.n_epochs {
            trainer.epoch(&training, rate);
            rate *= self.decay;
        }
        (trainer.weights(), trainer.mean_squared_error(&test).sqrt())
    }
}
