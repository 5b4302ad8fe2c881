//! Those who play games that have an engine of their own.
//!
//! To add a game: a line in the table of `minds/dedicated.rs`, a file with its options here, and a
//! line in the table of engines in `spec.rs`.

pub(crate) mod connect6;
pub(crate) mod go;
pub(crate) mod gomoku;
pub(crate) mod othello;

mod allowance;
mod engine_player;
mod threads;

pub use stonegate_minds::{Dedicated, DedicatedError, RESIGN, WAIT};

pub use gomoku::SparringPartner;
pub use threads::ThreadCrew;
