//! A person against the machine, in the terminal.
//!
//! A [`Session`] drives a table with a person and players at it; it knows nothing of how it is
//! shown. [`screen`] shows it on a whole terminal, [`plain`] line by line.

mod session;

mod game;
mod opponent;

pub mod plain;
pub mod screen;

mod chooser;
mod view;

#[cfg(test)]
mod tests;

pub use game::Game;
pub use session::{Session, Settings};
