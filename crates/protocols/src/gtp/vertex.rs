//! Colors, points and moves as GTP writes them.

use std::fmt;
use std::str::FromStr;

/// Letters of columns: there is no I.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Color {
    Black,
    White,
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

impl FromStr for Color {
    type Err = ParseVertexError;

    fn from_str(text: &str) -> Result<Self, ParseVertexError> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Self::Black),
            "w" | "white" => Ok(Self::White),
            _ => Err(ParseVertexError),
        }
    }
}

/// Where a stone goes, or a pass.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Vertex {
    /// Both counted from 0; `A1` is the first of both.
    Point {
        column: u8,
        row: u8,
    },
    Pass,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Pass => f.write_str("pass"),
            Self::Point { column, row } => {
                let letter = COLUMNS.get(usize::from(column)).copied().unwrap_or(b'?');
                write!(f, "{}{}", char::from(letter), u32::from(row) + 1)
            }
        }
    }
}

impl FromStr for Vertex {
    type Err = ParseVertexError;

    /// Reads letters of either case. Boards have up to 25 columns and rows.
    fn from_str(text: &str) -> Result<Self, ParseVertexError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        let (&letter, digits) = text.as_bytes().split_first().ok_or(ParseVertexError)?;
        let letter = letter.to_ascii_uppercase();
        let column = COLUMNS.iter().position(|&c| c == letter).ok_or(ParseVertexError)? as u8;
        let row = match digits {
            [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'] => {
                digits.iter().fold(0, |row, digit| row * 10 + (digit - b'0'))
            }
            _ => return Err(ParseVertexError),
        };
        match row {
            1..=25 => Ok(Self::Point { column, row: row - 1 }),
            _ => Err(ParseVertexError),
        }
    }
}

/// The text is no color or vertex.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a vertex is `pass` or a letter without I and a number up to 25, as in D4")]
pub struct ParseVertexError;

/// What an engine answers to `genmove`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum GenmoveAnswer {
    Play(Vertex),
    Resign,
}

impl fmt::Display for GenmoveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(vertex) => vertex.fmt(f),
            Self::Resign => f.write_str("resign"),
        }
    }
}

impl FromStr for GenmoveAnswer {
    type Err = ParseVertexError;

    fn from_str(text: &str) -> Result<Self, ParseVertexError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("resign") {
            Ok(Self::Resign)
        } else {
            text.parse().map(Self::Play)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_read_back() {
        for column in 0..25 {
            for row in 0..25 {
                let vertex = Vertex::Point { column, row };
                assert_eq!(vertex.to_string().parse(), Ok(vertex));
                assert_eq!(vertex.to_string().to_lowercase().parse(), Ok(vertex));
            }
        }
        assert_eq!(Vertex::Point { column: 8, row: 0 }.to_string(), "J1");
        assert_eq!("PASS".parse(), Ok(Vertex::Pass));
    }

    #[test]
    fn no_vertices() {
        for text in ["", "A", "i5", "A0", "A01", "A26", "A100", "5A", "A-1", "é1", "A 1", "A1x"] {
            assert_eq!(text.parse::<Vertex>(), Err(ParseVertexError), "{text:?}");
        }
    }

    #[test]
    fn engines_play_or_resign() {
        assert_eq!(" RESIGN ".parse(), Ok(GenmoveAnswer::Resign));
        assert_eq!("pass".parse(), Ok(GenmoveAnswer::Play(Vertex::Pass)));
        assert_eq!("".parse::<GenmoveAnswer>(), Err(ParseVertexError));
    }
}
