#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod matches;
mod record;
mod scramble;

pub use matches::{CHANCE_ROLE, Entrant, Match, Setup, roles_to_play};
pub use record::Record;
pub use scramble::{Scrambled, Scrambler};
