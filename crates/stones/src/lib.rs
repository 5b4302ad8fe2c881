//! What the dedicated board games share.
//!
//! Black and White take turns on a board: [`Color`] says who, [`Columns`] names the points, [`BoardGame`] is what everybody who
//! plays, judges or draws a game needs to know of it, [`BoardEngine`] is what thinks about one, and
//! [`Random`] draws the same numbers everywhere. [`check_conformance`] is the test that each game
//! has to pass, [`check_engine`] that of each engine.
//!
//! ```
//! use stonegate_stones::{Color, Outcome, Random};
//!
//! let first = Color::Black;
//! assert_eq!(!first, Color::White);
//! assert_eq!(Outcome::Win(first).goals(), [100, 0]);
//! let mut random = Random::new(7, 0);
//! assert!(random.below(10) < 10);
//! ```

#![forbid(unsafe_code)]

mod color;
mod columns;
mod outcome;

mod count;
mod game;
mod grid;

mod engine;

mod conformance;
mod perft;
mod random;
mod seeds;

pub use color::{ByColor, Color, ParseColorError};
pub use columns::Columns;
pub use conformance::{check_conformance, check_engine};
pub use count::Count;
pub use engine::{
    Alone, BoardEngine, Crew, Decision, Loan, Rating, Tell, Thought, decided_goal, expected_goal,
};
pub use game::{BoardGame, IllegalMove, ParseSetupError, board_facts};
pub use grid::Grid;
pub use outcome::Outcome;
pub use perft::{Lines, perft};
pub use random::{Random, random_bits};
pub use seeds::derive_seed;
