//! What a game is played by.

use std::fmt;
use std::str::FromStr;

use stonegate_stones::ParseSetupError;

use crate::position::Width;

/// The board. Its text is the width, or nothing for the usual board.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Setup {
    pub width: Width,
}

impl Default for Setup {
    fn default() -> Self {
        Self { width: Width::EIGHT }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.width {
            Width::EIGHT => Ok(()),
            width => write!(f, "{}", width.get()),
        }
    }
}

impl FromStr for Setup {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<Self, ParseSetupError> {
        let width = match text {
            "" | "8" => Width::EIGHT,
            "6" => Width::SIX,
            "4" => Width::FOUR,
            _ => {
                return Err(ParseSetupError {
                    setting: text.trim_start_matches(':').to_owned(),
                    expected: "a width of 4, 6 or 8, as in `othello6`",
                });
            }
        };
        Ok(Self { width })
    }
}
