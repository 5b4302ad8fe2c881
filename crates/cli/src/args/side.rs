//! Who plays with which stones.

use stonegate_go::Color as GoColor;
use stonegate_gomoku::Color as GomokuColor;

/// The side of a player. An option for it is `--side`, as `--color` says when the program
/// prints in colors.
#[derive(Copy, Clone, Eq, PartialEq, Debug, clap::ValueEnum)]
pub(crate) enum Side {
    #[value(alias = "b")]
    Black,
    #[value(alias = "w")]
    White,
}

impl From<Side> for GoColor {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

impl From<Side> for GomokuColor {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}
