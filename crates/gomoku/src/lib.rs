//! Gomoku: five in a row, on boards of 5 to 25 lines, by four rules.
//!
//! A [`Board`] is four bundles of lines, each line a word with two bits a point, so that what lies
//! around a point along a line is a shift and a mask. What a stone makes of a line, an open three
//! or a four, is looked up in small tables, and the rules are made of that: [`Position`] plays by
//! them, [`forbidden`] knows what renju forbids.
//!
//! ```
//! use stonegate_gomoku::{Color, Outcome, Point, Position, Rule, Size};
//!
//! let mut position = Position::new(Rule::Freestyle, Size::FIFTEEN);
//! for point in ["H8", "A1", "I8", "A2", "J8", "A3", "K8", "A4", "L8"] {
//!     position.play(point.parse()?)?;
//! }
//! assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`patterns`] is the machine of an FPGA design of 2002: it slides a 5x5 window over the board and
//! compares it with patterns in order of priority, which come from a file that anyone can edit.
//! [`learning`] makes such files from lost games.
//!
//! ```
//! use stonegate_gomoku::patterns::{PatternFile, PatternMachine};
//! use stonegate_gomoku::{Color, parse_board};
//!
//! let blank = ".........\n";
//! let board = parse_board(&[&blank.repeat(5), "..XXXX...\n", &blank.repeat(3)].concat())?;
//! let machine = PatternMachine::new(&PatternFile::shipped());
//! let firing = machine.fire(&board, Color::White).expect("the last pattern matches everywhere");
//! assert!(["b4", "g4"].contains(&firing.point.to_string().as_str()));
//! # Ok::<(), stonegate_gomoku::NotationError>(())
//! ```
//!
//! [`Engine`] plays as well as it can: it looks for wins by continuous fours and threats
//! ([`solve_fours`], [`solve_threats`]) and searches with alpha-beta. [`TwoPly`] is a small
//! opponent. Clocks are the caller's: a search asks a `stop` function now and then.

#![forbid(unsafe_code)]

mod point;
mod rule;

mod board;
mod shape;

mod forbidden;
mod position;
mod setup;

pub mod patterns;

mod search;

pub mod learning;

mod swap2;
mod two_ply;

mod notation;

mod engine;
mod game;

pub use board::{Board, DIRECTIONS};
pub use forbidden::{Forbidden, forbidden};

pub use notation::{GameRecord, NotationError, parse_board, print_board};
pub use point::{ParsePointError, Point, points};
pub use position::{PlayError, Position, makes_five};
pub use rule::{ParseRuleError, Rule, Size};
pub use search::{Engine, Limits, MoveRater, Report, SolveLimits, solve_fours, solve_threats};
pub use setup::Setup;
pub use stonegate_stones::{Color, Outcome, Random};
pub use swap2::{Swap2, swap2};
pub use two_ply::TwoPly;
