#![doc = include_str!("../README.md")]
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
pub use search::{
    Engine, Limits, MoveRater, Report, SolveLimits, Weights, solve_fours, solve_threats,
};
pub use setup::Setup;
pub use stonegate_stones::{Color, Outcome, Random};
pub use swap2::{Swap2, swap2};
pub use two_ply::TwoPly;
