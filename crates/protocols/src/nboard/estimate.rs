//! What an engine thinks of a move.

use std::fmt;
use std::str::FromStr;

use super::{ParseError, bad};

/// The value of a move and how sure it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The expected moves without blanks between them, the one that is meant first.
    pub line: String,
    /// For the player to move.
    pub evaluation: f64,
    pub depth: Depth,
    /// Anything else that the engine has to say.
    pub text: String,
}

/// How far an engine has looked.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Depth {
    /// `14`: so many plies.
    Plies(u32),
    /// `73%`: to the end of the game, with so much confidence.
    Likely(u8),
    /// `100%W`: it is sure who wins.
    Outcome,
    /// `100%`: to the end of the game.
    Exact,
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(plies) => write!(f, "{plies}"),
            Self::Likely(percent) => write!(f, "{percent}%"),
            Self::Outcome => f.write_str("100%W"),
            Self::Exact => f.write_str("100%"),
        }
    }
}

impl FromStr for Depth {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let depth = match text.strip_suffix('%') {
            Some("100") => Some(Self::Exact),
            Some(percent) => {
                percent.parse().ok().filter(|&percent| percent < 100).map(Self::Likely)
            }
            None if text == "100%W" => Some(Self::Outcome),
            None => text.parse().ok().map(Self::Plies),
        };
        depth.ok_or_else(|| bad("a depth, as in 14, 73%, 100%W or 100%", text))
    }
}
