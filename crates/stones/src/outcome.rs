//! How a game ends.

use crate::color::Color;

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Outcome {
    Win(Color),
    /// Nobody has won, and nobody will.
    Draw,
}

impl Outcome {
    /// The outcome for who is ahead by so many points.
    pub const fn of_lead(black: i32) -> Self {
        match black {
            0 => Self::Draw,
            1.. => Self::Win(Color::Black),
            _ => Self::Win(Color::White),
        }
    }

    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            Self::Draw => None,
        }
    }

    /// The goals of Black and White as rule sheets have them: 100 for a win.
    pub const fn goals(self) -> [u8; 2] {
        match self {
            Self::Win(Color::Black) => [100, 0],
            Self::Win(Color::White) => [0, 100],
            Self::Draw => [50, 50],
        }
    }
}
