//! What a game is played by.

use std::fmt;
use std::str::FromStr;

use stonegate_stones::ParseSetupError;

use crate::cell::Size;

/// The board. Its text is nothing for the usual board, or a setting as in `:size=15`, because the
/// name of the game ends in a digit.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Setup {
    pub size: Size,
}

impl Default for Setup {
    fn default() -> Self {
        Self { size: Size::STANDARD }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.size {
            Size::STANDARD => Ok(()),
            size => write!(f, ":size={}", size.get()),
        }
    }
}

impl FromStr for Setup {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<Self, ParseSetupError> {
        let settings = text.strip_prefix(':').unwrap_or(text);
        if settings.is_empty() {
            return Ok(Self::default());
        }
        let size = settings.strip_prefix("size=").filter(|_| text.starts_with(':'));
        let size = size.and_then(|size| size.parse().ok()).and_then(Size::new);
        size.map(|size| Self { size }).ok_or_else(|| ParseSetupError {
            setting: settings.to_owned(),
            expected: "a size from 6 to 22, as in `connect6:size=15`",
        })
    }
}
