#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod matches;
mod record;
mod scramble;

mod archive;
mod opening;
mod series;
mod standings;

pub mod reading;
pub mod terms;

pub use archive::Archive;
pub use matches::{CHANCE_ROLE, Entrant, Match, Setup, roles_to_play};
pub use opening::Opening;
pub use record::Record;
pub use scramble::{Scrambled, Scrambler};
pub use series::Series;
pub use standings::Standings;
