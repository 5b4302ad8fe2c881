//! What wins, and on which boards.

use std::fmt;
use std::str::FromStr;

/// Which rows win.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Rule {
    /// Five or more.
    Freestyle,
    /// Exactly five.
    Standard,
    /// Five or more for White, exactly five for Black, who must not make an overline, two fours
    /// or two threes with one stone.
    Renju,
    /// Five, unless opposing stones block it at both ends, or more than five.
    Caro,
}

impl Rule {
    pub const ALL: [Self; 4] = [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, ParseRuleError> {
        Self::ALL.into_iter().find(|rule| rule.name() == text).ok_or(ParseRuleError)
    }
}

/// The text names no rule.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a rule is freestyle, standard, renju or caro")]
pub struct ParseRuleError;

/// How large a board is: 5 to 25 in each direction.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    pub const MIN: usize = 5;
    pub const MAX: usize = 25;
    /// The board of the pattern machine.
    pub const SIXTEEN: Self = Self { width: 16, height: 16 };
    /// The board of renju.
    pub const FIFTEEN: Self = Self { width: 15, height: 15 };

    pub fn new(width: usize, height: usize) -> Option<Self> {
        let range = Self::MIN..=Self::MAX;
        let fits = range.contains(&width) && range.contains(&height);
        fits.then_some(Self { width: width as u8, height: height as u8 })
    }

    pub fn square(side: usize) -> Option<Self> {
        Self::new(side, side)
    }

    pub const fn width(self) -> usize {
        self.width as usize
    }

    pub const fn height(self) -> usize {
        self.height as usize
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}
