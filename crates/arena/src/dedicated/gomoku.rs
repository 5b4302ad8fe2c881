//! Gomoku in matches.

mod board;
pub(crate) mod player;
