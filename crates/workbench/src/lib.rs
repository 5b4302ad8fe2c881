//! What commands share: what a user means by a game, compiling it with a sign of life, playing it
//! state by state, and telling what went wrong.

#![forbid(unsafe_code)]

pub mod args;
pub mod thinking;

pub mod contest;
pub mod source;
pub mod suggestion;

pub mod compile;
pub mod engine;
pub mod perft;

pub mod backend;
pub mod pictures;
pub mod progress;
pub mod report;
pub mod y4m;
