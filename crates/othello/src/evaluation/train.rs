//! Finding the weights: least squares over boards whose worth is known.

use super::features::Features;
use super::patterns::{FIRST_WEIGHT, LAYOUT, N_PLACES, N_WEIGHTS};
use super::self_play::Sample;
use super::weights::{Blend, N_ANCHORS, N_COUNTS, Weights};

/// Weights that are being trained.
#[derive(Clone, Debug)]
pub(super) struct Trainer {
    anchors: Vec<Vec<f32>>,
    /// What a board is worth for the number of its empty squares alone.
    tempo: [f32; N_COUNTS],
}

impl Trainer {
    pub(super) fn new() -> Self {
        Self { anchors: vec![vec![0.0; N_WEIGHTS]; N_ANCHORS], tempo: [0.0; N_COUNTS] }
    }

    /// Goes through the samples once and moves the weights of each a step of this `rate` towards
    /// its score (stochastic gradient descent).
    pub(super) fn epoch(&mut self, samples: &[Sample], rate: f32) {
        for sample in samples {
            let indexes = indexes(sample);
            let step = rate * (sample.score - self.value(sample, &indexes));
            let n_empties = sample.board.n_empties();
            self.tempo[n_empties as usize] += step;
            for (anchor, share) in Blend::of(n_empties).shares() {
                let weights = &mut self.anchors[anchor];
                for index in indexes {
                    weights[index] += share * step;
                }
            }
        }
    }

    /// How far the weights are from the scores of some samples.
    pub(super) fn mean_squared_error(&self, samples: &[Sample]) -> f64 {
        let squares = samples.iter().map(|sample| {
            let value = self.value(sample, &indexes(sample));
            f64::from(sample.score - value).powi(2)
        });
        squares.sum::<f64>() / samples.len().max(1) as f64
    }

    /// The weights so far.
    pub(super) fn weights(&self) -> Weights {
        let shared = &LAYOUT.shared;
        let spread = |weights: &Vec<f32>| {
            shared.iter().map(|&index| weights[index as usize]).collect::<Vec<_>>()
        };
        Weights::from_anchors(&self.anchors.iter().map(spread).collect::<Vec<_>>(), &self.tempo)
    }

    fn value(&self, sample: &Sample, indexes: &[usize; N_PLACES]) -> f32 {
        let n_empties = sample.board.n_empties();
        let sums = Blend::of(n_empties).shares().map(|(anchor, share)| {
            let weights = &self.anchors[anchor];
            share * indexes.iter().map(|&index| weights[index]).sum::<f32>()
        });
        self.tempo[n_empties as usize] + sums[0] + sums[1]
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
            [(Board::START, 10.0), (after(0), -10.0)].map(|(board, score)| Sample { board, score });
        let mut trainer = Trainer::new();
        for _ in 0..200 {
            trainer.epoch(&samples, 0.01);
        }
        assert!(trainer.mean_squared_error(&samples) < 0.01);
        let weights = trainer.weights();
        let evaluate =
            |board: Board| weights.evaluate(Features::new(board).contents(), board.n_empties());
        assert_eq!(evaluate(Board::START), 10);
        // The other first moves are mirror images.
        assert_eq!([0, 1, 2, 3].map(|index| evaluate(after(index))), [-10; 4]);
    }
}
