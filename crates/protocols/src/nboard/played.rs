//! A move with what its player thought of it.

use std::fmt;
use std::str::FromStr;

use super::{ParseError, bad, number};

/// `F5/eval/time`: a move, and perhaps what it is worth and how long it took.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// A square, or `PA` for a pass.
    pub action: String,
    /// For the player who made the move.
    pub evaluation: Option<f64>,
    pub seconds: Option<f64>,
}

impl Played {
    /// A move without comment.
    pub fn new(action: impl Into<String>) -> Self {
        Self { action: action.into(), evaluation: None, seconds: None }
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.action)?;
        match (self.evaluation, self.seconds) {
            (None, None) => Ok(()),
            (Some(evaluation), None) => write!(f, "/{evaluation}"),
            (None, Some(seconds)) => write!(f, "//{seconds}"),
            (Some(evaluation), Some(seconds)) => write!(f, "/{evaluation}/{seconds}"),
        }
    }
}

impl FromStr for Played {
    type Err = ParseError;

    /// Reads blanks for slashes as well: there are engines that write `=== g5 0.00 0.0`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let parts = if text.contains('/') {
            text.split('/').map(str::trim).collect::<Vec<_>>()
        } else {
            text.split_whitespace().collect()
        };
        let action = parts.first().copied().unwrap_or_default();
        if action.is_empty() {
            return Err(ParseError::Missing("a move"));
        }
        if action.contains(char::is_whitespace) {
            return Err(bad("a move", action));
        }
        let part = |index: usize, expected| {
            let text = parts.get(index).filter(|text| !text.is_empty());
            text.map(|text| number(text, expected)).transpose()
        };
        Ok(Self {
            action: action.to_owned(),
            evaluation: part(1, "an evaluation")?,
            seconds: part(2, "a time in seconds")?,
        })
    }
}
