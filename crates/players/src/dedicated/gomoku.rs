//! Gomoku in matches.

pub(crate) mod player;
