//! GGF: the record of a game, as game servers write it.
//!
//! ```text
//! (;GM[Othello]PC[site]PB[black]PW[white]RE[+2]TI[5:00]TY[8]BO[8 ... *]B[d3//1.5]W[c3/-2.1]...;)
//! ```

use std::fmt;
use std::str::FromStr;

use crate::position::{Move, ParsePositionError, PlayError, Position};
use crate::square::ParseSquareError;
use stonegate_stones::Color;

/// A recorded game. Its moves are possible, one after the other.
#[derive(Clone, PartialEq, Debug)]
pub struct GgfGame {
    /// Properties other than the board and the moves, as they are written: `PB`, `PW`, `RE`...
    pub properties: Vec<(String, String)>,
    pub start: Position,
    pub moves: Vec<GgfMove>,
}

/// A move with what the player thought of it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct GgfMove {
    pub action: Move,
    /// The expected score, for the player.
    pub evaluation: Option<f64>,
    /// The time it took.
    pub seconds: Option<f64>,
}

impl GgfGame {
    /// The last position.
    pub fn end(&self) -> Position {
        let play = |position: Position, played: &GgfMove| position.play(played.action);
        self.moves.iter().try_fold(self.start, play).expect("the moves of a record are possible")
    }
}

impl fmt::Display for GgfGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(;GM[Othello]")?;
        for (name, value) in &self.properties {
            write!(f, "{name}[{value}]")?;
        }
        write!(f, "BO[{} {}]", self.start.width().get(), board_text(&self.start))?;
        let mut color = self.start.color();
        for played in &self.moves {
            let name = if color == Color::Black { 'B' } else { 'W' };
            let action = match played.action {
                Move::Place(square) => square.to_string(),
                Move::Pass => "pa".to_owned(),
            };
            write!(f, "{name}[{action}")?;
            match (played.evaluation, played.seconds) {
                (None, None) => {}
                (Some(evaluation), None) => write!(f, "/{evaluation}")?,
                (None, Some(seconds)) => write!(f, "//{seconds}")?,
                (Some(evaluation), Some(seconds)) => write!(f, "/{evaluation}/{seconds}")?,
            }
            write!(f, "]")?;
            color = !color;
        }
        write!(f, ";)")
    }
}

/// Positions in GGF have stars for Black.
fn board_text(position: &Position) -> String {
    position.to_string().replace('X', "*")
}

impl FromStr for GgfGame {
    type Err = GgfError;

    fn from_str(text: &str) -> Result<Self, GgfError> {
        let text = text.trim();
        let inner = text.strip_prefix("(;").and_then(|text| text.strip_suffix(";)"));
        let mut rest = inner.ok_or(GgfError::Frame)?.trim_start();
        let mut properties = Vec::new();
        let mut start = None;
        let mut moves = Vec::new();
        let mut position = None;
        while let Some((name, tail)) = rest.split_once('[') {
            let (value, tail) = tail.split_once(']').ok_or(GgfError::Frame)?;
            rest = tail.trim_start();
            match name.trim() {
                "GM" if value.eq_ignore_ascii_case("othello") => {}
                "GM" => return Err(GgfError::Game(value.to_owned())),
                "BO" if start.is_some() => return Err(GgfError::Boards),
                "BO" => {
                    let (_, squares) = value.trim().split_once(' ').ok_or(GgfError::Frame)?;
                    start = Some(squares.parse::<Position>().map_err(GgfError::Board)?);
                    position = start;
                }
                name @ ("B" | "W") => {
                    let number = moves.len() + 1;
                    let at = position.ok_or(GgfError::NoBoard)?;
                    let color = if name == "B" { Color::Black } else { Color::White };
                    if at.color() != color {
                        return Err(GgfError::Turn { number, color });
                    }
                    let played = parse_move(value, number)?;
                    let impossible = |error| GgfError::Impossible { number, error };
                    position = Some(at.play(played.action).map_err(impossible)?);
                    moves.push(played);
                }
                name => properties.push((name.to_owned(), value.to_owned())),
            }
        }
        if !rest.is_empty() {
            return Err(GgfError::Frame);
        }
        Ok(Self { properties, start: start.ok_or(GgfError::NoBoard)?, moves })
    }
}

fn parse_move(value: &str, number: usize) -> Result<GgfMove, GgfError> {
    let mut parts = value.split('/');
    let action = parts.next().unwrap_or_default().trim();
    let action = action.parse().map_err(|error| GgfError::Move { number, error })?;
    let mut parse_number = || parts.next().and_then(|part| part.trim().parse().ok());
    Ok(GgfMove { action, evaluation: parse_number(), seconds: parse_number() })
}

/// Why a text is no record of a game.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum GgfError {
    #[error("a record is (; properties as in RE[+2], then ;)")]
    Frame,
    #[error("the record is of {0:?}, not of Othello")]
    Game(String),
    #[error("the record has no board: BO[8 ...] before the moves")]
    NoBoard,
    /// There is more than one.
    #[error("the record has a second board: BO[8 ...] stands there once")]
    Boards,
    #[error("the board: {0}")]
    Board(ParsePositionError),
    #[error("move {number}: it is not {color}'s turn")]
    Turn { number: usize, color: Color },
    #[error("move {number}: {error}")]
    Move { number: usize, error: ParseSquareError },
    #[error("move {number}: {error}")]
    Impossible { number: usize, error: PlayError },
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(moves: &str, expected: &Expect) {
        let board = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
        let record = format!("(;GM[Othello]PB[a]PW[b]BO[8 {board} *]{moves};)");
        let text = match record.parse::<GgfGame>() {
            Ok(game) => {
                assert_eq!(game.to_string().parse(), Ok(game.clone()));
                game.end().to_string()
            }
            Err(error) => format!("error: {error}"),
        };
        expected.assert_eq(&text);
    }

    #[test]
    fn records() {
        check("", &expect!["---------------------------OX------XO--------------------------- X"]);
        check(
            "B[D3//1.5]W[c3/-2.5/0.1]",
            &expect!["------------------OX-------OX------XO--------------------------- X"],
        );
    }

    #[test]
    fn mistakes() {
        check("W[d3]", &expect!["error: move 1: it is not White's turn"]);
        check("B[d3]W[d3]", &expect!["error: move 2: the square has a disc"]);
        check("B[a1]", &expect!["error: move 1: the move flips no disc"]);
        check(
            "B[pa]",
            &expect!["error: move 1: a pass is possible only where there is no other move"],
        );
        check(
            "B[z9]",
            &expect![
                "error: move 1: a square is a letter from a to h and a digit from 1 to 8, as in d3"
            ],
        );
        check("B[d3", &expect!["error: a record is (; properties as in RE[+2], then ;)"]);
        check("GM[Go]", &expect![[r#"error: the record is of "Go", not of Othello"#]]);
        let board = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
        check(
            &format!("B[d3]BO[8 {board} *]"),
            &expect!["error: the record has a second board: BO[8 ...] stands there once"],
        );
        assert_eq!("".parse::<GgfGame>(), Err(GgfError::Frame));
        assert_eq!("(;GM[Othello];)".parse::<GgfGame>(), Err(GgfError::NoBoard));
    }
}
