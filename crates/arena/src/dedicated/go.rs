//! Go in matches.

pub(crate) mod player;
mod seated;
mod tally;

use stonegate_board::{Layout, Orientation};
use stonegate_go::{Color, Move, ParseSetupError, Setup};

use super::{DedicatedError, TurnGame};
use crate::count::Count;
use tally::Tally;

pub use player::Thinking;

/// A game of Go. Black is the first role.
#[derive(Debug)]
pub(crate) struct Game {
    game: stonegate_go::Game,
    /// Once the game is over.
    tally: Option<Tally>,
}

impl Game {
    pub(crate) fn new(setup: &Setup) -> Self {
        Self { game: stonegate_go::Game::new(setup.size, setup.rules), tally: None }
    }

    /// A game with cycles that the ko rule does not forbid ends nevertheless.
    fn max_moves(&self) -> usize {
        4 * self.game.size().n_points() + 20
    }
}

/// What the count says of points, with the signs for it: see [`Tally::facts`].
const COUNT_MARKS: [(&str, &str); 3] = [("dead", "x"), ("black_point", "b"), ("white_point", "w")];

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
    let columns = columns.map(String::from).collect();
    Layout::of_squares(columns, rows, orientation, true).with_marks(&COUNT_MARKS)
}

/// Whether the game is still open.
pub(super) fn is_balanced(setup: &Setup, line: &[Vec<String>]) -> bool {
    let mut game = Game::new(setup);
    for joint in line {
        game.play(&joint[game.mover()]);
    }
    game.tally.is_none()
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
        let counted = self.tally.iter().flat_map(Tally::facts);
        cells.chain(rest).chain(counted).collect()
    }

    fn mover(&self) -> usize {
        usize::from(self.game.to_move() == Color::White)
    }

    fn moves(&self) -> Vec<String> {
        if self.tally.is_some() {
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
            self.tally = Some(Tally::new(&self.game));
        }
    }

    fn result(&self) -> Option<[u8; 2]> {
        self.tally.as_ref().map(Tally::goals)
    }

    fn count(&mut self) -> Option<&mut dyn Count> {
        let people_count = self.game.rules().removes_dead && self.game.is_over();
        self.tally.as_mut().filter(|_| people_count).map(|tally| tally as &mut dyn Count)
    }
}
