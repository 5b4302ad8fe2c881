//! Games from which the evaluation learns.

use std::sync::Arc;

use super::weights::Weights;
use crate::board::Board;
use crate::search::{Engine, Limits};
use crate::square::squares;
use stonegate_stones::Random;

/// A board and the score that its mover reached.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Sample {
    pub board: Board,
    pub score: i8,
}

/// Boards near the end of a game, which are the most that are searched, fit into a small table.
const TABLE_BYTES: usize = 1 << 18;

/// How games are played for training.
#[derive(Copy, Clone, Debug)]
pub struct SelfPlay {
    /// How deep the moves are searched.
    pub depth: u32,
    /// With this many empty squares the rest is played perfectly.
    pub exact_from: u32,
    /// The first moves of a game are random: fewer than so many.
    pub max_random: usize,
}

impl SelfPlay {
    /// Plays the game with this number, and gives its boards after the random moves.
    pub fn play(&self, weights: &Arc<Weights>, seed: u64, number: u64) -> Vec<Sample> {
        // A table of its own makes a game independent of those before.
        let engine = Engine::new(Arc::clone(weights), TABLE_BYTES);
        let mut random = Random::new(seed, number);
        let n_random = random.below(self.max_random);
        // ProbCut is fitted to the weights, so the weights must not depend on it.
        let limits = Limits { depth: self.depth, exact_from: self.exact_from, is_selective: false };
        let mut board = Board::START;
        let mut boards = Vec::new();
        let mut is_black = true;
        for ply in 0.. {
            let mut legal = board.legal_moves();
            if legal == 0 {
                board = board.pass();
                is_black = !is_black;
                legal = board.legal_moves();
            }
            if legal == 0 {
                break;
            }
            let square = if ply < n_random {
                squares(legal).nth(random.below(legal.count_ones() as usize))
            } else {
                boards.push((board, is_black));
                engine.think(board, &limits, &|| false).best
            };
            let square = square.expect("there are legal moves");
            board = board.play(square);
            is_black = !is_black;
        }
        let score = board.score() as i8;
        let sample = |(board, color)| {
            let score = if color == is_black { score } else { -score };
            Sample { board, score }
        };
        boards.into_iter().map(sample).collect()
    }
}

impl Default for SelfPlay {
    fn default() -> Self {
        Self { depth: 4, exact_from: 12, max_random: 36 }
    }
}
