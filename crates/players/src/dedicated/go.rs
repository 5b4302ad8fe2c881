//! Go in matches.

pub(crate) mod player;

pub use player::Thinking;
