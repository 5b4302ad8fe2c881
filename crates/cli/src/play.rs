//! A person against the machine, in the terminal.
//!
//! A `Session` is the game at the table and everybody around it; it knows nothing of
//! how it is shown. `screen` shows it on a whole terminal, `plain` line by line.

mod session;

mod game;
mod opponent;

pub(crate) mod plain;
pub(crate) mod screen;

mod chooser;
mod view;

#[cfg(test)]
mod tests;

pub(crate) use game::Game;
pub(crate) use session::{Session, Settings};
