//! Finding the weights: least squares over positions whose outcome is known.

use super::features::Features;
use super::patterns::{FIRST_WEIGHT, LAYOUT, N_PLACES, N_WEIGHTS};
use super::self_play::Sample;
use super::weights::{N_PHASES, Weights, phase};

/// Weights that are being trained.
#[derive(Clone, Debug)]
pub struct Trainer {
    phases: Vec<Vec<f32>>,
}

impl Trainer {
    pub fn new() -> Self {
        Self { phases: vec![vec![0.0; N_WEIGHTS]; N_PHASES] }
    }

    /// Goes through the samples once and moves the weights of each a step of this `rate` towards
    /// its score (stochastic gradient descent).
    pub fn epoch(&mut self, samples: &[Sample], rate: f32) {
        for sample in samples {
            let indexes = indexes(sample);
            let weights = &mut self.phases[phase(sample.board.n_empties())];
            let value: f32 = indexes.iter().map(|&index| weights[index]).sum();
            let step = rate * (f32::from(sample.score) - value);
            for index in indexes {
                weights[index] += step;
            }
        }
    }

    /// How far the weights are from the scores of some samples.
    pub fn mean_squared_error(&self, samples: &[Sample]) -> f64 {
        let squares = samples.iter().map(|sample| {
            let weights = &self.phases[phase(sample.board.n_empties())];
            let value: f32 = indexes(sample).iter().map(|&index| weights[index]).sum();
            f64::from(f32::from(sample.score) - value).powi(2)
        });
        squares.sum::<f64>() / samples.len().max(1) as f64
    }

    /// The weights so far.
    pub fn weights(&self) -> Weights {
        let shared = &LAYOUT.shared;
        let spread = |weights: &Vec<f32>| {
            shared.iter().map(|&index| weights[index as usize]).collect::<Vec<_>>()
        };
        Weights::from_phases(&self.phases.iter().map(spread).collect::<Vec<_>>())
    }
}

/// The weights that a sample's value is the sum of. Those of places that only fill up the vectors
/// are the same for all samples.
fn indexes(sample: &Sample) -> [usize; N_PLACES] {
    let layout = &*LAYOUT;
    let features = Features::new(sample.board);
    let mut indexes = [0; N_PLACES];
    for (place, index) in indexes.iter_mut().enumerate() {
        let content = FIRST_WEIGHT[place] + usize::from(features.contents()[place]);
        *index = layout.shared[content] as usize;
    }
    indexes
}

impl Default for Trainer {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::square::squares;

    #[test]
    fn training_brings_the_value_to_the_score() {
        let after =
            |index| Board::START.play(squares(Board::START.legal_moves()).nth(index).unwrap());
        let samples =
            [(Board::START, 10), (after(0), -10)].map(|(board, score)| Sample { board, score });
        let mut trainer = Trainer::new();
        for _ in 0..200 {
            trainer.epoch(&samples, 0.01);
        }
        assert!(trainer.mean_squared_error(&samples) < 0.01);
        let weights = trainer.weights();
        let evaluate = |board| weights.evaluate(Features::new(board).contents(), 60);
        assert_eq!(evaluate(Board::START), 10);
        // The other first moves are mirror images.
        assert_eq!([0, 1, 2, 3].map(|index| evaluate(after(index))), [-10; 4]);
    }
}
