//! Who plays with which stones.

use stonegate_stones::Color;

/// The side of a player. An option for it is `--side`, as `--color` says when the program
/// prints in colors.
#[derive(Copy, Clone, Eq, PartialEq, Debug, clap::ValueEnum)]
pub enum Side {
    #[value(alias = "b")]
    Black,
    #[value(alias = "w")]
    White,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}
