//! UCI, the protocol between chess programs and what they play in: boards, match runners, servers.
//!
//! Both sides write lines. The board sends a [`Command`], the engine answers with [`Reply`]s; it
//! reads on while it thinks, and ends a thought with the move. The text of either is the inverse of
//! its parsing. Moves are left as text: `e2e4`, `e7e8q`, and castling is a move of the king.
//!
//! ```
//! use stonegate_protocols::uci::{Command, Reply, Start};
//!
//! let command: Command = "position startpos moves e2e4 e7e5".parse()?;
//! let Command::Position { start: Start::Initial, moves } = command else { panic!() };
//! assert_eq!(moves, ["e2e4", "e7e5"]);
//!
//! let reply: Reply = "bestmove g1f3 ponder b8c6".parse()?;
//! assert!(matches!(&reply, Reply::BestMove { best, .. } if best == "g1f3"));
//! # Ok::<(), stonegate_protocols::uci::ParseError>(())
//! ```

mod command;
mod reply;

pub use command::{Command, Go, Start};
pub use reply::{Info, Reply, Score, Setting};

pub use crate::parse_error::ParseError;

/// The words behind a word that begins a part of a line, up to the next such word.
fn behind<'a>(words: &[&'a str], begins: &str, ends: &[&str]) -> Option<Vec<&'a str>> {
    let place = words.iter().position(|word| *word == begins)?;
    let rest = words[place + 1..].iter().copied();
    Some(rest.take_while(|word| !ends.contains(word)).collect())
}

/// The number behind a word, if the word is there.
fn number<T: std::str::FromStr>(
    words: &[&str],
    begins: &str,
    expected: &'static str,
) -> Result<Option<T>, ParseError> {
    let Some(place) = words.iter().position(|word| *word == begins) else { return Ok(None) };
    let word = words.get(place + 1).ok_or(ParseError::Missing(expected))?;
    let bad = |_| ParseError::Bad { expected, text: (*word).to_owned() };
    word.parse().map(Some).map_err(bad)
}

#[cfg(test)]
mod tests;
