//! Othello as a game for any search.

use stonegate_search::Game;

use crate::color::Color;
use crate::position::{Move, Position, Width};
use crate::search::hash;
use crate::square::{Square, squares};

/// The game of Othello on a board of some width, for the searches of `stonegate-search`.
///
/// Role 0 is Black, role 1 White. Moves 0 to 63 place a disc on the square with this index,
/// [`Othello::PASS`] is a pass, and [`Othello::NOOP`] is what the other player does meanwhile.
#[derive(Copy, Clone, Debug)]
pub struct Othello {
    pub width: Width,
}

impl Othello {
    pub const PASS: u32 = 64;
    pub const NOOP: u32 = 65;
}

impl Game for Othello {
    type State = Position;

    fn n_roles(&self) -> usize {
        2
    }

    fn initial(&self) -> Position {
        Position::start(self.width)
    }

    fn legal(&self, position: &Position, role: usize) -> Vec<u32> {
        if role != role_of(position.color()) {
            vec![Self::NOOP]
        } else if position.must_pass() {
            vec![Self::PASS]
        } else {
            squares(position.legal_moves()).map(|square| square.index() as u32).collect()
        }
    }

    fn apply(&self, position: &Position, joint: &[u32]) -> Position {
        let action = match Square::new(joint[role_of(position.color())] as usize) {
            Some(square) => Move::Place(square),
            None => Move::Pass,
        };
        position.play(action).expect("search applies legal moves only")
    }

    fn outcome(&self, position: &Position) -> Option<Vec<u8>> {
        if !position.is_over() {
            return None;
        }
        Some(match position.score() {
            0 => vec![50, 50],
            score if score > 0 => vec![100, 0],
            _ => vec![0, 100],
        })
    }

    fn hash(&self, position: &Position) -> u64 {
        hash(position.board()) ^ role_of(position.color()) as u64
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
        let game = Othello { width: Width::SIX };
        let mut position = game.initial();
        let mut hashes = Vec::new();
        while game.outcome(&position).is_none() {
            hashes.push(game.hash(&position));
            let joint = [0, 1].map(|role| game.legal(&position, role)[0]);
            position = game.apply(&position, &joint);
        }
        let n_hashes = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), n_hashes);
        assert!(n_hashes > 20);
        assert_eq!(game.outcome(&position).unwrap().iter().sum::<u8>(), 100);
    }
}
