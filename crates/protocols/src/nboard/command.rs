//! What a board says to an engine.

use std::fmt;
use std::str::FromStr;

use super::{ParseError, Played, next, rest};

/// A line from a board to an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// The first line: the version of the protocol.
    NBoard(u32),
    /// How deep to search in the middle of the game.
    SetDepth(u32),
    /// What follows is about the end of this game, a record in GGF.
    SetGame(String),
    /// What a draw is worth to Black, from -100 to 100.
    SetContempt(i32),
    /// What follows is about the position after one more move.
    Move(Played),
    /// Tell what about so many of the best moves are worth.
    Hint(u32),
    /// Choose a move.
    Go,
    /// Stop thinking, and say so.
    Ping(i64),
    /// Remember the game.
    Learn,
    /// Tell what each position of the game is worth.
    Analyze,
    /// Farewell. Not in the protocol, but boards say it.
    Quit,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NBoard(version) => write!(f, "nboard {version}"),
            Self::SetDepth(depth) => write!(f, "set depth {depth}"),
            Self::SetGame(record) => write!(f, "set game {record}"),
            Self::SetContempt(contempt) => write!(f, "set contempt {contempt}"),
            Self::Move(played) => write!(f, "move {played}"),
            Self::Hint(n_moves) => write!(f, "hint {n_moves}"),
            Self::Go => f.write_str("go"),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Learn => f.write_str("learn"),
            Self::Analyze => f.write_str("analyze"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl FromStr for Command {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, ParseError> {
        let mut words = line.split_whitespace();
        Ok(match words.next().unwrap_or_default() {
            "nboard" => Self::NBoard(next(&mut words, "a version")?),
            "set" => match words.next().unwrap_or_default() {
                "depth" => Self::SetDepth(next(&mut words, "a number of plies")?),
                "game" => Self::SetGame(rest(words)),
                "contempt" => Self::SetContempt(next(&mut words, "a number")?),
                _ => return Err(ParseError::Unknown(line.to_owned())),
            },
            "move" => Self::Move(rest(words).parse()?),
            "hint" => Self::Hint(next(&mut words, "a number of moves")?),
            "go" => Self::Go,
            "ping" => Self::Ping(next(&mut words, "a number")?),
            "learn" => Self::Learn,
            "analyze" | "analyse" => Self::Analyze,
            "quit" => Self::Quit,
            _ => return Err(ParseError::Unknown(line.to_owned())),
        })
    }
}
