#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod color;
mod outcome;

mod count;
mod game;
mod grid;

mod conformance;
mod random;

pub use color::{ByColor, Color, ParseColorError};
pub use conformance::check_conformance;
pub use count::Count;
pub use game::{BoardGame, IllegalMove, ParseSetupError, board_facts};
pub use grid::Grid;
pub use outcome::Outcome;
pub use random::{Random, random_bits};
