//! Connect6 in matches: each move is one stone.

pub(crate) mod player;

use stonegate_connect6::{Cell, Color, Position};

use super::Seated;

/// The rest of a turn that was thought out with its first stone, and the position it is for.
#[derive(Debug, Default)]
pub(super) struct Plan(Option<(Position, Cell)>);

impl Plan {
    /// The stone that was thought out before, if the position is the expected one.
    pub(super) fn take(&mut self, position: &Position) -> Option<Cell> {
        let (expected, cell) = self.0.take()?;
        (expected == *position).then_some(cell)
    }

    /// The first stone of a turn; the second one is kept for the next question.
    pub(super) fn begin(&mut self, position: &Position, stones: &[Cell]) -> Option<Cell> {
        let &first = stones.first()?;
        self.0 = position.place(first).ok().zip(stones.get(1).copied());
        Some(first)
    }
}

impl Seated<Position> {
    /// The stones so far, in turns.
    pub(super) fn turns(&self) -> Vec<(Color, Vec<Cell>)> {
        let turns = self.moves.chunk_by(|(before, _), (after, _)| before == after);
        turns.map(|turn| (turn[0].0, turn.iter().map(|&(_, cell)| cell).collect())).collect()
    }
}
