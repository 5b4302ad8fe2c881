//! Connect6 as a game for any search.

use stonegate_search::Game;

use crate::cell::{Cell, Size};
use crate::color::Color;
use crate::position::{Outcome, Position};

/// The game of Connect6 on a board of some size, for the searches of `stonegate-search`.
///
/// Role 0 is Black, role 1 White. A move is one stone: cells are numbered row by row, and
/// [`Connect6::noop`] is what the other player does meanwhile.
#[derive(Copy, Clone, Debug)]
pub struct Connect6 {
    pub size: Size,
}

impl Connect6 {
    /// The move of who has not the turn.
    pub const fn noop(self) -> u32 {
        self.size.n_cells() as u32
    }

    fn number_of(self, cell: Cell) -> u32 {
        (cell.row() * self.size.get() + cell.column()) as u32
    }

    fn cell_of(self, number: u32) -> Option<Cell> {
        let number = number as usize;
        Cell::at(number / self.size.get(), number % self.size.get())
    }
}

impl Game for Connect6 {
    type State = Position;

    fn n_roles(&self) -> usize {
        2
    }

    fn initial(&self) -> Position {
        Position::start(self.size)
    }

    fn legal(&self, position: &Position, role: usize) -> Vec<u32> {
        if role != role_of(position.color()) {
            return vec![self.noop()];
        }
        position.board().empties().into_iter().map(|cell| self.number_of(cell)).collect()
    }

    fn apply(&self, position: &Position, joint: &[u32]) -> Position {
        let cell = self.cell_of(joint[role_of(position.color())]);
        let next = cell.and_then(|cell| position.place(cell).ok());
        next.expect("search applies legal moves only")
    }

    fn outcome(&self, position: &Position) -> Option<Vec<u8>> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Win(Color::Black) => vec![100, 0],
            Outcome::Win(Color::White) => vec![0, 100],
            Outcome::Draw => vec![50, 50],
        })
    }

    fn hash(&self, position: &Position) -> u64 {
        let turn = role_of(position.color()) * 2 + position.stones_left();
        position.board().fingerprint() ^ turn as u64
    }

    fn is_zero_sum(&self) -> bool {
        true
    }

    fn heap_bytes(&self, _: &Position) -> usize {
        0
    }
}

fn role_of(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_to_its_end() {
        let game = Connect6 { size: Size::new(6).unwrap() };
        let mut position = game.initial();
        let mut hashes = Vec::new();
        while game.outcome(&position).is_none() {
            hashes.push(game.hash(&position));
            let joint = [0, 1].map(|role| {
                let legal = game.legal(&position, role);
                legal[hashes.len() * 5 % legal.len()]
            });
            position = game.apply(&position, &joint);
        }
        let n_hashes = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), n_hashes);
        assert!(n_hashes > 10);
        assert_eq!(game.outcome(&position).unwrap().iter().sum::<u8>(), 100);
    }
}
