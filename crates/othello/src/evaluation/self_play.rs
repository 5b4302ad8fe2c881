//! Games from which the evaluation learns.

use std::sync::Arc;

use super::weights::Weights;
use crate::board::Board;
use crate::search::{Engine, Limits, Pool, Report};
use crate::square::{Square, squares};
use stonegate_stones::Random;

/// A board and the score that its mover can expect.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sample {
    pub board: Board,
    pub score: f32,
}

/// What the moves of a game need fits into a small table.
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
    /// One later move in so many is random, too, unless this is 0: a search sees more mistakes
    /// than a game.
    pub moves_per_slip: usize,
    /// How much a score owes to what comes of the board in the game, and not to a search of the
    /// board itself: from 0 to 1.
    pub foresight: f32,
}

/// A board in a game.
struct Turn {
    board: Board,
    is_black: bool,
    /// What a search says.
    value: f32,
    is_exact: bool,
    /// The move was a random one, so what follows says nothing.
    has_slipped: bool,
}

impl SelfPlay {
    /// Games of players whose evaluation knows little: only their outcome counts.
    pub fn of_beginners() -> Self {
        Self { depth: 2, moves_per_slip: 0, foresight: 1.0, ..Self::default() }
    }

    /// Plays the game with this number, and gives its boards after the first random moves.
    pub fn play(&self, weights: &Arc<Weights>, seed: u64, number: u64) -> Vec<Sample> {
        // A table of its own makes a game independent of those before.
        let engine = Engine::new(Arc::clone(weights), TABLE_BYTES);
        let mut random = Random::new(seed, number);
        let n_random = random.below(self.max_random);
        let mut turns = Vec::new();
        let mut board = Board::START;
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
            let any = squares(legal).nth(random.below(legal.count_ones() as usize));
            let square = if ply < n_random {
                any
            } else {
                let (best, value, is_exact) = self.think(&engine, board);
                let has_slipped = self.moves_per_slip > 0 && random.below(self.moves_per_slip) == 0;
                turns.push(Turn { board, is_black, value, is_exact, has_slipped });
                if has_slipped { any } else { best }
            };
            board = board.play(square.expect("there are legal moves"));
            is_black = !is_black;
        }
        self.samples(&turns, (board.score() as f32, is_black))
    }

    /// The best move of a board and its value: the mean of the last two depths, for the evaluation
    /// likes the player who moved last.
    fn think(&self, engine: &Engine, board: Board) -> (Option<Square>, f32, bool) {
        // ProbCut is fitted to the weights, so the weights must not depend on it.
        let limits = Limits { depth: self.depth, exact_from: self.exact_from, is_selective: false };
        let mut values = Vec::new();
        let mut keep = |report: &Report| values.push(report.value);
        let report = engine.think_with(board, &limits, &|| false, &Pool::new(), &mut keep);
        let value = match values[..] {
            [.., before, last] if !report.is_exact => (before + last) as f32 / 2.0,
            _ => report.value as f32,
        };
        (report.best, value, report.is_exact)
    }

    /// The boards of a game with their scores, from its end to its beginning: a mixture of the
    /// value of each and the score of the next (temporal differences).
    fn samples(&self, turns: &[Turn], end: (f32, bool)) -> Vec<Sample> {
        let (mut next, mut next_is_black) = end;
        let score = |turn: &Turn| {
            let outcome = if turn.is_black == next_is_black { next } else { -next };
            let foresight = if turn.is_exact || turn.has_slipped { 0.0 } else { self.foresight };
            let score = foresight * outcome + (1.0 - foresight) * turn.value;
            (next, next_is_black) = (score, turn.is_black);
            Sample { board: turn.board, score }
        };
        turns.iter().rev().map(score).collect()
    }
}

impl Default for SelfPlay {
    fn default() -> Self {
        Self { depth: 4, exact_from: 12, max_random: 40, moves_per_slip: 8, foresight: 0.7 }
    }
}
