//! Connect6 in matches: each move is one stone.

pub(crate) mod player;
mod seated;

use stonegate_board::{Layout, Orientation};
use stonegate_connect6::{Color, Outcome, Position, Size};

use super::{DedicatedError, TurnGame};

pub(crate) use seated::Seated;

/// A game of Connect6. Black is the first role.
#[derive(Debug)]
pub(crate) struct Game {
    position: Position,
}

impl Game {
    pub(crate) fn new(size: Size) -> Self {
        Self { position: Position::start(size) }
    }
}

/// Reads the size of the board. The name of the game ends in a digit, so that the size is a
/// setting.
pub(super) fn parse(size: &str, settings: &str) -> Result<Size, DedicatedError> {
    let error = |setting: &str| DedicatedError::Setting {
        game: "connect6",
        setting: setting.to_owned(),
        expected: "a size from 6 to 22, as in `connect6:size=15`",
    };
    if !size.is_empty() {
        return Err(error(size));
    }
    if settings.is_empty() {
        return Ok(Size::STANDARD);
    }
    let size = settings.strip_prefix("size=").and_then(|size| size.parse().ok());
    size.and_then(Size::new).ok_or_else(|| error(settings))
}

pub(super) fn layout(size: Size) -> Layout {
    let columns = ('a'..='z').take(size.get()).map(String::from).collect();
    let rows = (1..=size.get()).map(|row| row.to_string()).collect();
    Layout::of_squares(columns, rows, Orientation::default(), true)
}

/// Whether the game is still open.
pub(super) fn is_balanced(size: Size, line: &[Vec<String>]) -> bool {
    let mut game = Game::new(size);
    for joint in line {
        game.play(&joint[game.mover()]);
    }
    game.position.outcome().is_none()
}

impl TurnGame for Game {
    fn facts(&self) -> Vec<String> {
        let board = self.position.board();
        let name = |color| if color == Color::Black { "black" } else { "white" };
        let stones = board.area().without(board.empties()).into_iter().map(|cell| {
            let color =
                if board.stones(Color::Black).contains(cell) { Color::Black } else { Color::White };
            format!("(cell {cell} {})", name(color))
        });
        let mover = name(self.position.color());
        let turn = [
            format!("(control {mover})"),
            format!("(stones_left {})", self.position.stones_left()),
        ];
        stones.chain(turn).collect()
    }

    fn mover(&self) -> usize {
        usize::from(self.position.color() == Color::White)
    }

    fn moves(&self) -> Vec<String> {
        if self.position.outcome().is_some() {
            return Vec::new();
        }
        self.position.board().empties().into_iter().map(|cell| cell.to_string()).collect()
    }

    fn play(&mut self, action: &str) {
        let cell = action.parse().ok();
        let next = cell.and_then(|cell| self.position.place(cell).ok());
        self.position = next.expect("the move is legal");
    }

    fn result(&self) -> Option<[u8; 2]> {
        self.position.outcome().map(|outcome| match outcome {
            Outcome::Win(Color::Black) => [100, 0],
            Outcome::Win(Color::White) => [0, 100],
            Outcome::Draw => [50, 50],
        })
    }
}
