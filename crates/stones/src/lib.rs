#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod color;
mod columns;
mod outcome;

mod count;
mod game;
mod grid;
mod in_a_row;

mod engine;

mod conformance;
mod perft;
mod random;
mod seeds;

pub use color::{ByColor, Color, ParseColorError};
pub use columns::Columns;
pub use conformance::{check_conformance, check_engine, check_text};
pub use count::Count;
pub use engine::{
    Alone, BoardEngine, Crew, Decision, Loan, Rating, Task, Tell, Thought, decided_goal,
    expected_goal,
};
pub use game::{BoardGame, IllegalMove, ParseSetupError, board_facts};
pub use grid::Grid;
pub use in_a_row::{in_a_row, place_of};
pub use outcome::Outcome;
pub use perft::{Lines, perft};
pub use random::{Random, random_bits};
pub use seeds::derive_seed;
