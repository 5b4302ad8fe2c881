//! Games of the pattern machine against an opponent.

use crate::patterns::PatternMachine;
use crate::point::Point;
use crate::position::Position;
use crate::rule::{Rule, Size};
use crate::two_ply::TwoPly;
use stonegate_stones::Color;
use stonegate_stones::Outcome;
use stonegate_stones::Random;

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

    /// Four stones: near the center for every second pair, anywhere for the others.
    pub fn position(&self) -> Position {
        const N_STONES: usize = 4;
        const NEAR: usize = 6;
        let pair = self.number / 2;
        let width = Size::SIXTEEN.width();
        let region = if pair.is_multiple_of(2) { NEAR } else { width };
        let first = (width - region) / 2;
        let mut random = Random::new(self.seed, pair);
        let mut position = Position::new(Rule::Freestyle, Size::SIXTEEN);
        while position.moves().len() < N_STONES {
            let point = Point::new(first + random.below(region), first + random.below(region));
            // A taken point is drawn again.
            let _ = position.play(point.expect("the region is on the board"));
        }
        position
    }
}

/// Who plays against the machine.
pub trait Opponent {
    /// A game begins in this position, with this color. What is left to chance in it depends on
    /// the seed.
    fn begin(&mut self, position: &Position, color: Color, seed: u64);

    /// A move in a position of this game, if there is one to offer.
    fn choose(&mut self, position: &Position) -> Option<Point>;
}

impl Opponent for TwoPly {
    fn begin(&mut self, _position: &Position, _color: Color, seed: u64) {
        *self = Self::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Option<Point> {
        Self::choose(self, position)
    }
}

/// Plays a game of the machine against an opponent to its end.
pub fn play_game(
    machine: &PatternMachine,
    opening: Opening,
    opponent: &mut dyn Opponent,
) -> Position {
    play_on(machine, opening, opening.position(), opponent)
}

/// Plays a game that another machine has played already: `None` if it would be the same game.
/// Nobody is asked for moves before the one where the machines differ.
pub(super) fn replay(
    machine: &PatternMachine,
    opening: Opening,
    known: &Position,
    opponent: &mut dyn Opponent,
) -> Option<Position> {
    let mut position = opening.position();
    for &(point, color) in &known.moves()[position.moves().len()..] {
        let is_other = color == opening.color() && answer(machine, &position) != Some(point);
        if is_other {
            return Some(play_on(machine, opening, position, opponent));
        }
        position.play(point).expect("it was played before");
    }
    None
}

fn play_on(
    machine: &PatternMachine,
    opening: Opening,
    mut position: Position,
    opponent: &mut dyn Opponent,
) -> Position {
    opponent.begin(&position, !opening.color(), opening.number);
    while position.outcome().is_none() {
        let point = if position.turn() == opening.color() {
            answer(machine, &position)
        } else {
            opponent.choose(&position)
        };
        // Who has no legal move to offer loses by leaving the game unfinished.
        if point.is_none_or(|point| position.play(point).is_err()) {
            break;
        }
    }
    position
}

fn answer(machine: &PatternMachine, position: &Position) -> Option<Point> {
    machine.fire(position.board(), position.turn()).map(|firing| firing.point)
}

/// What a game is worth to one who has to learn: a point if it is won, half a point if it is
/// drawn, and a little more the longer it takes to be lost.
pub(super) fn worth(game: &Position, color: Color) -> f32 {
    const LONGEST_LOSS: f32 = 0.25;
    const HALF_LENGTH: f32 = 50.0;
    match game.outcome() {
        Some(Outcome::Win(winner)) if winner == color => 1.0,
        Some(Outcome::Draw) => 0.5,
        _ => {
            let n_moves = game.moves().len() as f32;
            LONGEST_LOSS * n_moves / (n_moves + HALF_LENGTH)
        }
    }
}

/// Plays a number of games from the openings of a seed.
pub fn score(
    machine: &PatternMachine,
    seed: u64,
    n_games: u64,
    opponent: &mut dyn Opponent,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::PatternFile;

    #[test]
    fn replaying_a_game_is_playing_it() {
        let mut file = PatternFile::minimal();
        let machine = PatternMachine::new(&file);
        file.entries.remove(4);
        let other = PatternMachine::new(&file);
        let opponent = &mut TwoPly::new(0);
        let mut n_changed = 0;
        for number in 0..12 {
            let opening = Opening::new(3, number);
            let known = play_game(&machine, opening, opponent);
            let expected = play_game(&other, opening, opponent);
            let replayed = replay(&other, opening, &known, opponent);
            n_changed += usize::from(replayed.is_some());
            assert_eq!(replayed.as_ref().unwrap_or(&known).moves(), expected.moves());
            assert!(replay(&machine, opening, &known, opponent).is_none());
        }
        assert!(n_changed > 0);
    }

    #[test]
    fn openings_come_in_pairs() {
        let [white, black] = [Opening::new(1, 6), Opening::new(1, 7)];
        assert_eq!((white.color(), black.color()), (Color::White, Color::Black));
        assert_eq!(white.position().moves(), black.position().moves());
        assert_ne!(white.position().moves(), Opening::new(1, 8).position().moves());
    }
}
