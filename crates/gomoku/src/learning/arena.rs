//! Games of the pattern machine against an opponent.

use crate::color::Color;
use crate::patterns::PatternMachine;
use crate::point::Point;
use crate::position::{Outcome, Position};
use crate::random::Random;
use crate::rule::{Rule, Size};

/// How a game begins: some stones around the center, and the machine's color.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Opening {
    seed: u64,
    number: u64,
}

/// What a number of games came to for the machine.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub struct Score {
    pub n_wins: usize,
    pub n_draws: usize,
    pub n_losses: usize,
}

impl Score {
    pub const fn n_games(&self) -> usize {
        self.n_wins + self.n_draws + self.n_losses
    }

    /// The share of points, where a draw is half a win.
    pub fn rate(&self) -> f64 {
        (self.n_wins as f64 + self.n_draws as f64 / 2.0) / self.n_games().max(1) as f64
    }
}

impl Opening {
    /// The openings of a seed, in pairs: the same stones for the machine as White and as Black.
    pub const fn new(seed: u64, number: u64) -> Self {
        Self { seed, number }
    }

    /// The color of the machine.
    pub const fn color(&self) -> Color {
        if self.number.is_multiple_of(2) { Color::White } else { Color::Black }
    }

    /// Four stones within five lines of the center, without a win for anybody in sight.
    pub fn position(&self) -> Position {
        const N_STONES: usize = 4;
        const REGION: usize = 6;
        let mut random = Random::new(self.seed, self.number / 2);
        let mut position = Position::new(Rule::Freestyle, Size::SIXTEEN);
        while position.moves().len() < N_STONES {
            let first = (Size::SIXTEEN.width() - REGION) / 2;
            let point = Point::new(first + random.below(REGION), first + random.below(REGION));
            // A taken point is drawn again.
            let _ = position.play(point.expect("the region is on the board"));
        }
        position
    }
}

/// Plays a game of the machine against an opponent to its end.
pub fn play_game(
    machine: &PatternMachine,
    opening: Opening,
    opponent: &mut dyn FnMut(&Position) -> Option<Point>,
) -> Position {
    let mut position = opening.position();
    while position.outcome().is_none() {
        let point = if position.turn() == opening.color() {
            machine.fire(position.board(), position.turn()).map(|firing| firing.point)
        } else {
            opponent(&position)
        };
        // Who has no legal move to offer loses by leaving the game unfinished.
        if point.is_none_or(|point| position.play(point).is_err()) {
            break;
        }
    }
    position
}

/// Plays a number of games from the openings of a seed.
pub fn score(
    machine: &PatternMachine,
    seed: u64,
    n_games: u64,
    opponent: &mut dyn FnMut(&Position) -> Option<Point>,
) -> Score {
    let mut score = Score::default();
    for number in 0..n_games {
        let opening = Opening::new(seed, number);
        let end = play_game(machine, opening, opponent).outcome();
        match end {
            Some(Outcome::Win(color)) if color == opening.color() => score.n_wins += 1,
            Some(Outcome::Draw) => score.n_draws += 1,
            _ => score.n_losses += 1,
        }
    }
    score
}
