//! What a result is worth.

use std::fmt;
use std::str::FromStr;

/// A goal value: a whole number from 0, the worst, to 100, the best.
///
/// What a sheet says in the place of a goal value and is no such number is no goal value, on every
/// path from the rules to a result: it counts as if the sheet did not say it.
///
/// ```
/// use stonegate_gdl::Goal;
///
/// assert_eq!("100".parse(), Ok(Goal::BEST));
/// for text in ["101", "1000", "-1", "+1", "4294967396", "half", ""] {
///     assert!(text.parse::<Goal>().is_err());
/// }
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Goal(u8);

/// The text is no goal value.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a goal value is a whole number from 0 to 100")]
pub struct ParseGoalError;

impl Goal {
    pub const WORST: Self = Self(0);
    pub const BEST: Self = Self(100);

    /// The goal of this value, if there is one.
    pub fn new(value: u8) -> Option<Self> {
        (value <= Self::BEST.0).then_some(Self(value))
    }

    pub fn value(self) -> u8 {
        self.0
    }

    /// What a role gets when these goals hold for it: of several the highest counts, and without
    /// any it has the worst.
    pub fn of_role(goals: impl IntoIterator<Item = Self>) -> Self {
        goals.into_iter().max().unwrap_or(Self::WORST)
    }
}

impl FromStr for Goal {
    type Err = ParseGoalError;

    fn from_str(text: &str) -> Result<Self, ParseGoalError> {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let value = text.parse().ok().filter(|_| is_number);
        value.and_then(Self::new).ok_or(ParseGoalError)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The bare number: what a goal is shows by where it stands.
impl fmt::Debug for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq<u8> for Goal {
    fn eq(&self, value: &u8) -> bool {
        self.0 == *value
    }
}
