//! Game records in the Smart Game Format (FF[4]): the main line of a game of Go.

mod parse;

use std::fmt;

use crate::board::Board;
use crate::board_updater::Refusal;
use crate::game::Game;
use crate::point::{Move, Point};
use crate::point_set::PointSet;
use crate::rules::Rules;
use crate::size::Size;
use stonegate_stones::{ByColor, Color};

pub use parse::ParseSgfError;

/// A game record: what stood on the board, and the moves of the main line.
#[derive(Clone, PartialEq, Debug)]
pub struct SgfGame {
    pub size: Size,
    pub komi: Option<f64>,
    /// Who plays, or nothing where that is not known.
    pub players: ByColor<String>,
    /// Stones that were on the board before the first move.
    pub stones: ByColor<PointSet>,
    /// Who begins, if the record says so.
    pub to_move: Option<Color>,
    pub moves: Vec<(Color, Move)>,
    /// The result, as it is written.
    pub result: Option<String>,
}

impl SgfGame {
    /// The record of a game.
    pub fn from_game(game: &Game) -> Self {
        let start = game.start_board();
        let black = start.stones(Color::Black);
        Self {
            size: game.size(),
            komi: Some(game.rules().komi),
            players: ByColor::default(),
            stones: ByColor { black, white: start.stones(Color::White) },
            to_move: game.moves().next().map(|(color, _)| color).filter(|_| !black.is_empty()),
            moves: game.moves().collect(),
            result: None,
        }
    }

    /// The game after the first `n_moves` moves.
    pub fn game(&self, rules: Rules, n_moves: usize) -> Result<Game, SgfGameError> {
        let board = Board::with_stones(self.size, self.stones).ok_or(SgfGameError::Stones)?;
        let usual = if self.stones.black.is_empty() { Color::Black } else { Color::White };
        let first = self.moves.first().map(|&(color, _)| color);
        let to_move = self.to_move.or(first).unwrap_or(usual);
        let mut game = Game::from_board(board, to_move, rules);
        for (index, &(color, action)) in self.moves.iter().take(n_moves).enumerate() {
            let illegal = |refusal| SgfGameError::Move { number: index + 1, action, refusal };
            game.play_as(color, action).map_err(illegal)?;
        }
        Ok(game)
    }
}

/// Why a record is no game.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum SgfGameError {
    /// A point has stones of both colors.
    #[error("a point has stones of both colors")]
    Stones,
    #[error("move {number}, {action}: {refusal}")]
    Move { number: usize, action: Move, refusal: Refusal },
}

impl fmt::Display for SgfGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.size.width(), self.size.height());
        write!(f, "(;GM[1]FF[4]CA[UTF-8]AP[Stonegate]")?;
        if width == height {
            write!(f, "SZ[{width}]")?;
        } else {
            write!(f, "SZ[{width}:{height}]")?;
        }
        if let Some(komi) = self.komi {
            write!(f, "KM[{komi}]")?;
        }
        for (name, player) in [("PB", &self.players.black), ("PW", &self.players.white)] {
            if !player.is_empty() {
                write!(f, "{name}[{}]", escaped(player))?;
            }
        }
        if let Some(result) = &self.result {
            write!(f, "RE[{}]", escaped(result))?;
        }
        for (name, stones) in [("AB", self.stones.black), ("AW", self.stones.white)] {
            if !stones.is_empty() {
                f.write_str(name)?;
                stones.iter().try_for_each(|point| write!(f, "[{}]", self.name(point)))?;
            }
        }
        if let Some(color) = self.to_move {
            write!(f, "PL[{}]", letter(color))?;
        }
        for &(color, action) in &self.moves {
            match action {
                Move::Place(point) => write!(f, ";{}[{}]", letter(color), self.name(point))?,
                Move::Pass => write!(f, ";{}[]", letter(color))?,
            }
        }
        f.write_str(")")
    }
}

impl SgfGame {
    /// Column and row as letters, rows from the top.
    fn name(&self, point: Point) -> String {
        let letter = |index: usize| char::from(b'a' + index as u8);
        [letter(point.column()), letter(self.size.height() - 1 - point.row())].iter().collect()
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_back() {
        let mut game = Game::new(Size::new(9, 7).unwrap(), Rules::CHINESE);
        for text in ["D4", "E5", "pass", "A1"] {
            game.play(text.parse().unwrap()).unwrap();
        }
        let record = SgfGame {
            result: Some("B+R]\\".to_owned()),
            players: ByColor { black: "a]b".to_owned(), white: String::new() },
            ..SgfGame::from_game(&game)
        };
        assert_eq!(record.to_string().parse(), Ok(record.clone()));
        let again = record.game(Rules::CHINESE, usize::MAX).unwrap();
        assert_eq!(again.board(), game.board());
        assert_eq!(record.game(Rules::CHINESE, 1).unwrap().n_moves(), 1);
    }

    #[test]
    fn illegal_moves_are_named() {
        let record = "(;SZ[9];B[aa];W[aa])".parse::<SgfGame>().unwrap();
        let error = record.game(Rules::CHINESE, 9).unwrap_err();
        assert_eq!(error.to_string(), "move 2, A9: there is a stone already");
    }
}
