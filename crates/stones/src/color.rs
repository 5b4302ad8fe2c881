//! The two players.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

/// Black begins.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Color {
    Black,
    White,
}

impl Color {
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `X` for Black, `O` for White, as boards are written.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }

    /// The name in lower case, as facts and protocols have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// The text is no color.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a color is black or white")]
pub struct ParseColorError;

/// Reads `black`, `white` or their first letters in any case.
impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, ParseColorError> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Self::Black),
            "w" | "white" => Ok(Self::White),
            _ => Err(ParseColorError),
        }
    }
}

/// One value for each player.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Default, Debug)]
pub struct ByColor<T> {
    pub black: T,
    pub white: T,
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_and_printed() {
        for color in Color::ALL {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(color.name().parse(), Ok(color));
            assert_eq!(!!color, color);
            assert_eq!(Color::ALL[color.index()], color);
        }
        assert_eq!("W".parse(), Ok(Color::White));
        assert_eq!("grey".parse::<Color>(), Err(ParseColorError));
    }
}
