//! Boards and games as text.

mod print;
mod psq;
mod sgf;

use crate::point::Point;
use crate::position::Position;
use crate::rule::{Rule, Size};
use stonegate_stones::Color;

pub use print::{parse_board, print_board};

/// A recorded game.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct GameRecord {
    pub size: Size,
    pub rule: Rule,
    /// The names of Black and White.
    pub players: [String; 2],
    pub moves: Vec<(Point, Color)>,
}

/// Why a text is no board or game.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotationError(String);

impl GameRecord {
    pub fn new(position: &Position, players: [String; 2]) -> Self {
        let moves = position.moves().to_vec();
        Self { size: position.size(), rule: position.rule(), players, moves }
    }

    /// The position at the end of the game.
    pub fn position(&self) -> Result<Position, NotationError> {
        let mut position = Position::new(self.rule, self.size);
        for &(point, color) in &self.moves {
            position.set_up(point, color).map_err(|error| NotationError(error.to_string()))?;
            position.set_turn(!color);
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::point::points;
    use stonegate_stones::Random;

    /// A random game.
    fn record(seed: u64, side: usize) -> GameRecord {
        let mut position = Position::new(Rule::Standard, Size::square(side).unwrap());
        let mut random = Random::new(seed, 0);
        for _ in 0..random.below(30) {
            let all: Vec<Point> = points(position.size()).collect();
            let _ = position.play(all[random.below(all.len())]);
        }
        GameRecord::new(&position, ["a]b\\c".to_owned(), "White, the second".to_owned()])
    }

    proptest! {
        #[test]
        fn games_are_read_as_they_are_written(seed in any::<u64>(), side in 5..=25_usize) {
            let record = record(seed, side);
            prop_assert_eq!(GameRecord::from_sgf(&record.to_sgf()), Ok(record.clone()));
            // This format does not tell the rule.
            let plain = GameRecord { rule: Rule::Freestyle, ..record };
            prop_assert_eq!(GameRecord::from_psq(&plain.to_psq()), Ok(plain.clone()));
            let board = plain.position().unwrap().board().clone();
            prop_assert_eq!(parse_board(&print_board(&board)), Ok(board));
        }

        #[test]
        fn no_text_is_too_strange(text in "[ -~\n]{0,80}") {
            let _ = GameRecord::from_sgf(&text);
            let _ = GameRecord::from_psq(&text);
            let _ = parse_board(&text);
        }
    }
}
