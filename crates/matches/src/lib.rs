#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod adjudication;
mod matches;
mod record;
mod scramble;

pub mod notation;
pub mod reading;
pub mod terms;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use matches::{Entrant, Match, Setup, roles_to_play};
pub use record::{Record, UnknownSeat};
pub use scramble::{Scrambled, Scrambler};
