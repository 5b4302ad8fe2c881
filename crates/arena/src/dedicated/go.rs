//! Go in matches.

pub(crate) mod player;
mod seated;

use stonegate_board::{Layout, Orientation};
use stonegate_go::{Color, Move, ParseSetupError, Setup, final_score};

use super::{DedicatedError, TurnGame};

pub use player::Thinking;

/// A game of Go. Black is the first role.
#[derive(Debug)]
pub(crate) struct Game {
    game: stonegate_go::Game,
    /// Of a game that is over.
    result: Option<[u8; 2]>,
}

impl Game {
    pub(crate) fn new(setup: &Setup) -> Self {
        Self { game: stonegate_go::Game::new(setup.size, setup.rules), result: None }
    }

    /// A game with cycles that the ko rule does not forbid ends nevertheless.
    fn max_moves(&self) -> usize {
        4 * self.game.size().n_points() + 20
    }
}

/// Reads the size of the board and the rules.
pub(super) fn parse(size: &str, settings: &str) -> Result<Setup, DedicatedError> {
    format!("{size}:{settings}").parse().map_err(|ParseSetupError(setting)| {
        DedicatedError::Setting { game: "go", setting, expected: ParseSetupError::EXPECTED }
    })
}

pub(super) fn layout(setup: &Setup) -> Layout {
    let columns = ('A'..='T').filter(|&letter| letter != 'I').take(setup.size.width());
    let rows = (1..=setup.size.height()).map(|row| row.to_string()).collect();
    let orientation = Orientation { is_upward: true, ..Orientation::default() };
    Layout::of_squares(columns.map(String::from).collect(), rows, orientation, true)
}

/// Whether the game is still open.
pub(super) fn is_balanced(setup: &Setup, line: &[Vec<String>]) -> bool {
    let mut game = Game::new(setup);
    for joint in line {
        game.play(&joint[game.mover()]);
    }
    game.result.is_none()
}

pub(crate) fn role_of(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

impl TurnGame for Game {
    fn facts(&self) -> Vec<String> {
        let board = self.game.board();
        let stones = board.area() - board.empty();
        let cells = stones.iter().filter_map(|point| {
            board.at(point).map(|color| format!("(cell {point} {})", role_of(color)))
        });
        let captures = self.game.captures();
        let rest = [
            format!("(captured black {})", captures.black),
            format!("(captured white {})", captures.white),
            format!("(control {})", role_of(self.game.to_move())),
        ];
        cells.chain(rest).collect()
    }

    fn mover(&self) -> usize {
        usize::from(self.game.to_move() == Color::White)
    }

    fn moves(&self) -> Vec<String> {
        if self.result.is_some() {
            return Vec::new();
        }
        let points = self.game.legal_points(self.game.to_move());
        let moves = points.iter().map(Move::Place).chain([Move::Pass]);
        moves.map(|action| action.to_string()).collect()
    }

    fn play(&mut self, action: &str) {
        let action = action.parse::<Move>().ok();
        let played = action.map(|action| self.game.play(action));
        assert_eq!(played, Some(Ok(())), "the move is legal");
        if self.game.is_over() || self.game.n_moves() >= self.max_moves() {
            self.result = Some(match final_score(&self.game).outcome().winner() {
                Some(Color::Black) => [100, 0],
                Some(Color::White) => [0, 100],
                None => [50, 50],
            });
        }
    }

    fn result(&self) -> Option<[u8; 2]> {
        self.result
    }
}
