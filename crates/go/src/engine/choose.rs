//! From what was found to what is done.

use super::search::Report;
use super::status::final_score;
use crate::board::Board;
use crate::game::Game;
use crate::point::Move;
use stonegate_stones::Color;

/// A player who is so sure to win after a pass ends the game by one.
const SAFE: f64 = 0.75;

/// How a player decides.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Choice {
    /// Gives up when winning is less likely than this on a board of 9x9. 0: never.
    pub resign_below: f64,
}

/// The side of the board that chances of winning are told for.
const USUAL_SIDE: f64 = 9.0;

impl Default for Choice {
    fn default() -> Self {
        Self { resign_below: 0.06 }
    }
}

impl Choice {
    /// The move to be made, unless the player gives up.
    pub fn choose(&self, game: &Game, report: &Report) -> Option<Move> {
        let color = game.to_move();
        let Some(best) = report.candidates.first() else { return Some(Move::Pass) };
        let is_hopeless = best.value < self.threshold(game.board());
        // Behind the opponent's pass, a pass ends the game: good if it is won, and would be won
        // even if the opponent played on.
        let pass = report.candidates.iter().find(|candidate| candidate.action == Move::Pass);
        let is_safe = pass.is_some_and(|pass| pass.value >= SAFE);
        if game.n_passes() > 0 && is_safe && is_won(game, color) {
            return Some(Move::Pass);
        }
        if best.action == Move::Pass && !is_won(game, color) {
            // Passing would lose if the opponent passes too.
            let other = report.candidates.iter().find(|other| other.action != Move::Pass);
            return match other {
                _ if is_hopeless => None,
                Some(other) => Some(other.action),
                None => Some(Move::Pass),
            };
        }
        (!is_hopeless).then_some(best.action)
    }

    /// The chances below which the player gives up.
    ///
    /// Random games scatter, and the more the larger the board is: a lead that decides the game
    /// wins nearly all of them on 9x9, and only most of them on 19x19. The scatter in points grows
    /// like the side of the board, so the logarithm of the odds that stand for the same lead
    /// shrinks by the same factor: 6 % on 9x9 are 13 % on 13x13 and 21 % on 19x19. As long as
    /// stones are on less than a quarter of the board, much can happen to a lead, and the chances
    /// are taken as they are.
    fn threshold(self, board: &Board) -> f64 {
        let n_points = board.size().n_points();
        let n_stones = n_points - board.empty().len();
        if 4 * n_stones < n_points {
            return self.resign_below;
        }
        let scale = (USUAL_SIDE / (n_points as f64).sqrt()).min(1.0);
        let odds = (self.resign_below / (1.0 - self.resign_below).max(1e-9)).powf(scale);
        odds / (1.0 + odds)
    }
}

/// Whether a player wins if the game ends here.
fn is_won(game: &Game, color: Color) -> bool {
    final_score(game).outcome().winner() == Some(color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Candidate;
    use crate::rules::Rules;
    use crate::size::Size;

    /// A position with this share of the board under stones, Black and White in turns.
    fn position(side: usize, share: f64) -> Game {
        let size = Size::square(side).expect("there are such boards");
        let mut board = Board::new(size);
        let n_stones = (share * size.n_points() as f64) as usize;
        for (index, point) in board.area().iter().enumerate().take(n_stones) {
            board.set(point, Some(Color::ALL[index % 2]));
        }
        Game::from_board(board, Color::Black, Rules::CHINESE)
    }

    /// Whether the player to move gives up with this chance to win.
    fn gives_up(game: &Game, value: f64, resign_below: f64) -> bool {
        let action = game.legal_points(Color::Black).first().map_or(Move::Pass, Move::Place);
        let best = Candidate { action, n_games: 1000, value, line: vec![action] };
        let (n_games, n_nodes, ownership) = (1000, 1, Vec::new());
        let report = Report { candidates: vec![best], value, n_games, n_nodes, ownership };
        Choice { resign_below }.choose(game, &report).is_none()
    }

    #[test]
    fn on_large_boards_smaller_odds_decide() {
        for (side, limit) in [(5, 0.06), (9, 0.06), (13, 0.13), (19, 0.214)] {
            let game = position(side, 0.5);
            assert!(gives_up(&game, limit - 0.005, 0.06), "{side}");
            assert!(!gives_up(&game, limit + 0.005, 0.06), "{side}");
            assert!(!gives_up(&game, 0.0, 0.0), "{side}");
            assert!(gives_up(&game, 0.5, 1.0), "{side}");
        }
    }

    #[test]
    fn an_opening_is_not_given_up_early() {
        let game = position(19, 0.2);
        assert!(!gives_up(&game, 0.1, 0.06));
        assert!(gives_up(&game, 0.05, 0.06));
    }
}
