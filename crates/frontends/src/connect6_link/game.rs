//! A game on the standard board, as players and protocols need it.

use stonegate_connect6::{Cell, Color, Outcome, PlaceError, Position, Size};
use stonegate_players::WAIT;
use stonegate_protocols::connect6::Stone;

/// The stones that have been placed.
#[derive(Clone, Debug)]
pub(super) struct Game {
    position: Position,
    /// As a match tells them.
    joints: Vec<Vec<String>>,
}

impl Game {
    pub(super) fn new() -> Self {
        Self { position: Position::start(Size::STANDARD), joints: Vec::new() }
    }

    pub(super) fn color(&self) -> Color {
        self.position.color()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// How many stones the turn still has.
    pub(super) fn stones_left(&self) -> usize {
        self.position.stones_left()
    }

    pub(super) fn place(&mut self, cell: Cell) -> Result<(), PlaceError> {
        let next = self.position.place(cell)?;
        let mut joint = vec![cell.to_string(), WAIT.to_owned()];
        if self.color() == Color::White {
            joint.reverse();
        }
        self.joints.push(joint);
        self.position = next;
        Ok(())
    }

    /// The stones so far, as a match tells them.
    pub(super) fn joints(&self) -> &[Vec<String>] {
        &self.joints
    }
}

pub(super) fn cell_of(stone: Stone) -> Option<Cell> {
    let place = |number: u8| usize::from(number).checked_sub(1);
    Cell::at(place(stone.row)?, place(stone.column)?)
}

pub(super) fn stone_of(cell: Cell) -> Stone {
    Stone { row: cell.row() as u8 + 1, column: cell.column() as u8 + 1 }
}
