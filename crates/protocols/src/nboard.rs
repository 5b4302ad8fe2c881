//! NBoard, version 2: how Othello boards and engines talk to each other.
//!
//! Both sides write lines. The board sends a [`Command`], the engine answers with any number of
//! [`Reply`]s, some of them much later: it reads on while it thinks, and a `ping` makes it stop.
//! The text of either is the inverse of its parsing.
//!
//! ```
//! use stonegate_protocols::nboard::{Command, Estimate, Reply};
//!
//! let command: Command = "move F5/1.5/0.25".parse()?;
//! let Command::Move(played) = &command else { panic!("it is a move") };
//! assert_eq!((played.action.as_str(), played.evaluation), ("F5", Some(1.5)));
//! assert_eq!(command.to_string(), "move F5/1.5/0.25");
//!
//! let reply: Reply = "search F5d6C3 -2 0 14 a guess".parse()?;
//! assert!(matches!(reply, Reply::Search(Estimate { evaluation: -2.0, .. })));
//! # Ok::<(), stonegate_protocols::nboard::ParseError>(())
//! ```

mod command;
mod estimate;
mod played;
mod reply;

use std::str::{FromStr, SplitWhitespace};

pub use command::Command;
pub use estimate::{Depth, Estimate};
pub use played::Played;
pub use reply::Reply;

pub use crate::parse_error::ParseError;

/// The next word of a line, read as something.
fn next<T: FromStr>(
    words: &mut SplitWhitespace<'_>,
    expected: &'static str,
) -> Result<T, ParseError> {
    let word = words.next().ok_or(ParseError::Missing(expected))?;
    word.parse().map_err(|_| bad(expected, word))
}

/// The next word of a line, read as a number that is one.
fn next_number(words: &mut SplitWhitespace<'_>, expected: &'static str) -> Result<f64, ParseError> {
    let word = words.next().ok_or(ParseError::Missing(expected))?;
    number(word, expected)
}

fn number(text: &str, expected: &'static str) -> Result<f64, ParseError> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| bad(expected, text))
}

fn bad(expected: &'static str, text: &str) -> ParseError {
    ParseError::Bad { expected, text: text.to_owned() }
}

/// The rest of a line, with single blanks.
fn rest(words: SplitWhitespace<'_>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
