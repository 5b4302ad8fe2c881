//! OBF: a position and the values of its moves, one a line.
//!
//! ```text
//! O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; H4:+0; % FFO 40
//! ```

use std::fmt;
use std::str::FromStr;

use crate::position::{Move, ParsePositionError, Position};
use crate::square::ParseSquareError;

/// A line of an OBF file.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ObfLine {
    pub position: Position,
    /// Moves and their scores for the player to move, as far as they are given.
    pub moves: Vec<(Move, i32)>,
    /// What follows the percent sign.
    pub comment: String,
}

impl ObfLine {
    /// The moves with the highest score.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> {
        let best = self.score();
        self.moves.iter().filter(move |(_, score)| Some(*score) == best).map(|(action, _)| *action)
    }

    /// The score of the best move, if any is given.
    pub fn score(&self) -> Option<i32> {
        self.moves.iter().map(|(_, score)| *score).max()
    }
}

impl fmt::Display for ObfLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        for (action, score) in &self.moves {
            write!(f, " {action}:{score:+};")?;
        }
        if !self.comment.is_empty() {
            write!(f, " % {}", self.comment)?;
        }
        Ok(())
    }
}

impl FromStr for ObfLine {
    type Err = ObfError;

    fn from_str(line: &str) -> Result<Self, ObfError> {
        let (line, comment) = line.split_once('%').unwrap_or((line, ""));
        let mut fields = line.split(';').map(str::trim);
        let position = fields.next().unwrap_or_default().parse().map_err(ObfError::Position)?;
        let mut moves = Vec::new();
        for field in fields.filter(|field| !field.is_empty()) {
            let (action, score) =
                field.split_once(':').ok_or_else(|| ObfError::Field(field.to_owned()))?;
            let action = action.trim().parse().map_err(ObfError::Move)?;
            let score = score.trim().parse().map_err(|_| ObfError::Field(field.to_owned()))?;
            moves.push((action, score));
        }
        Ok(Self { position, moves, comment: comment.trim().to_owned() })
    }
}

/// Why a line is no OBF.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ObfError {
    #[error("{0}")]
    Position(ParsePositionError),
    #[error("{0}")]
    Move(ParseSquareError),
    #[error("{0:?} is no move with its score: write it as in d3:+2")]
    Field(String),
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(line: &str, expected: &Expect) {
        let text = match line.parse::<ObfLine>() {
            Ok(line) => {
                assert_eq!(line.to_string().parse(), Ok(line.clone()));
                line.to_string()
            }
            Err(error) => format!("error: {error}"),
        };
        expected.assert_eq(&text);
    }

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn lines() {
        check(
            &format!("{START} X"),
            &expect!["---------------------------OX------XO--------------------------- X;"],
        );
        check(
            &format!("{START} X; D3:0 ;c4:-2; % a comment"),
            &expect![
                "---------------------------OX------XO--------------------------- X; d3:+0; c4:-2; % a comment"
            ],
        );
    }

    #[test]
    fn mistakes() {
        check(
            "",
            &expect![
                "error: a position is 64 squares (or 36, or 16) and the player to move, not 0 letters"
            ],
        );
        check(
            START,
            &expect![
                "error: a position is 64 squares (or 36, or 16) and the player to move, not 64 letters"
            ],
        );
        check(
            &format!("{START} Z"),
            &expect!["error: 'Z' is no player: write X if Black is to move, O if White is"],
        );
        check(
            &format!("{START} X; d9:3"),
            &expect!["error: a square is a letter from a to h and a digit from 1 to 8, as in d3"],
        );
        check(
            &format!("{START} X; d3"),
            &expect![[r#"error: "d3" is no move with its score: write it as in d3:+2"#]],
        );
        check(
            &format!("{} X", START.replace('X', "Q")),
            &expect!["error: 'Q' is no square: write X for Black, O for White, - for empty"],
        );
    }
}
