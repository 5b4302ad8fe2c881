//! From what was found to what is done.

use super::search::Report;
use super::status::final_score;
use crate::color::Color;
use crate::game::Game;
use crate::point::Move;

/// What the player does.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Decision {
    Play(Move),
    Resign,
}

/// A player who is so sure to win after a pass ends the game by one.
const SAFE: f64 = 0.75;

/// How a player decides.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Choice {
    /// Gives up when winning is less likely than this. 0: never.
    pub resign_below: f64,
}

impl Default for Choice {
    fn default() -> Self {
        Self { resign_below: 0.06 }
    }
}

impl Choice {
    /// Decides what to do in a position.
    pub fn decide(&self, game: &Game, report: &Report) -> Decision {
        let color = game.to_move();
        let Some(best) = report.candidates.first() else { return Decision::Play(Move::Pass) };
        // Behind the opponent's pass, a pass ends the game: good if it is won, and would be won
        // even if the opponent played on.
        let pass = report.candidates.iter().find(|candidate| candidate.action == Move::Pass);
        let is_safe = pass.is_some_and(|pass| pass.value >= SAFE);
        if game.n_passes() > 0 && is_safe && is_won(game, color) {
            return Decision::Play(Move::Pass);
        }
        if best.action == Move::Pass && !is_won(game, color) {
            // Passing would lose if the opponent passes too.
            let other = report.candidates.iter().find(|other| other.action != Move::Pass);
            let is_hopeless = best.value < self.resign_below;
            return match other {
                Some(other) if !is_hopeless => Decision::Play(other.action),
                _ => self.give_up(best.value, Move::Pass),
            };
        }
        self.give_up(best.value, best.action)
    }

    fn give_up(self, value: f64, otherwise: Move) -> Decision {
        if value < self.resign_below { Decision::Resign } else { Decision::Play(otherwise) }
    }
}

/// Whether a player wins if the game ends here.
fn is_won(game: &Game, color: Color) -> bool {
    final_score(game).outcome().winner() == Some(color)
}
