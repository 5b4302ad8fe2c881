//! The Go engine for everything that speaks GTP.
//!
//! `session.rs` has the game and knows what each command does, `setup.rs`, `play.rs`, `rules.rs`,
//! `score.rs` and `extras.rs` are the commands by kind, `time.rs` says how long to think, and
//! `listen.rs` hears the controller meanwhile.

mod analyze;
mod extras;
mod listen;
mod othello;
mod play;
mod rules;
mod score;
mod serve;
mod session;
mod setup;
mod time;

#[cfg(test)]
mod tests;

pub use othello::{OthelloSettings, serve_othello};
pub use serve::serve;
pub use session::{Session, Settings};
