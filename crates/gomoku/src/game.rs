//! Gomoku as a game for any search.

use stonegate_search::Game;

use crate::color::Color;
use crate::point::Point;
use crate::position::{Outcome, Position};
use crate::setup::Setup;

/// The game of Gomoku on some board by some rule, for the searches of `stonegate-search`.
///
/// Role 0 is Black, role 1 White. Moves number the points row by row from the bottom, and
/// [`Gomoku::noop`] is what the other player does meanwhile.
#[derive(Copy, Clone, Debug)]
pub struct Gomoku {
    pub setup: Setup,
}

impl Gomoku {
    /// The only move of who has not the turn.
    pub const fn noop(&self) -> u32 {
        self.setup.size.n_points() as u32
    }

    fn number(self, point: Point) -> u32 {
        (point.y() * self.setup.size.width() + point.x()) as u32
    }

    fn point(self, number: u32) -> Option<Point> {
        let (number, width) = (number as usize, self.setup.size.width());
        Point::on(self.setup.size, number % width, number / width)
    }
}

impl Game for Gomoku {
    type State = Position;

    fn n_roles(&self) -> usize {
        2
    }

    fn initial(&self) -> Position {
        self.setup.position()
    }

    fn legal(&self, position: &Position, role: usize) -> Vec<u32> {
        if role == role_of(position.turn()) {
            position.legal_moves().map(|point| self.number(point)).collect()
        } else {
            vec![self.noop()]
        }
    }

    fn apply(&self, position: &Position, joint: &[u32]) -> Position {
        let point = self.point(joint[role_of(position.turn())]);
        let mut next = position.clone();
        next.play(point.expect("moves are points")).expect("search applies legal moves only");
        next
    }

    fn outcome(&self, position: &Position) -> Option<Vec<u8>> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Win(Color::Black) => vec![100, 0],
            Outcome::Win(Color::White) => vec![0, 100],
            Outcome::Draw => vec![50, 50],
        })
    }

    fn hash(&self, position: &Position) -> u64 {
        let stones = position.board().stones();
        let keys = stones.map(|(point, color)| crate::search::key(point, color));
        keys.fold(role_of(position.turn()) as u64, |hash, key| hash ^ key)
    }

    fn is_zero_sum(&self) -> bool {
        true
    }

    fn heap_bytes(&self, position: &Position) -> usize {
        size_of_val(position.moves())
    }
}

const fn role_of(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Rule, Size};

    #[test]
    fn a_game_to_its_end() {
        let setup = Setup { size: Size::new(6, 5).unwrap(), rule: Rule::Renju };
        let game = Gomoku { setup };
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
        assert!(n_hashes >= 9, "{n_hashes}");
    }
}
