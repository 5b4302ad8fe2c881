//! What an engine says to a board.

use std::fmt;
use std::str::{FromStr, SplitWhitespace};

use super::{Depth, Estimate, ParseError, Played, next, next_number, rest};

/// A line from an engine to a board.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// The engine's name.
    MyName(String),
    /// The engine has stopped thinking.
    Pong(i64),
    /// What a search has found.
    Search(Estimate),
    /// What a book of so many games says.
    Book { estimate: Estimate, n_games: u64 },
    /// The move that the engine would make.
    Go(Played),
    /// The game is remembered.
    Learned,
    /// What the position after so many moves is worth to the player to move. A pass is a move.
    Analysis { n_moves: u32, evaluation: f64 },
    /// What the engine is doing.
    Status(String),
    /// What the search took so far.
    NodeStats { n_nodes: f64, seconds: f64 },
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MyName(name) => write!(f, "set myname {name}"),
            Self::Pong(number) => write!(f, "pong {number}"),
            Self::Search(estimate) => write_estimate(f, "search", estimate, 0),
            Self::Book { estimate, n_games } => write_estimate(f, "book", estimate, *n_games),
            Self::Go(played) => write!(f, "=== {played}"),
            Self::Learned => f.write_str("learned"),
            Self::Analysis { n_moves, evaluation } => write!(f, "analysis {n_moves} {evaluation}"),
            Self::Status(text) if text.is_empty() => f.write_str("status"),
            Self::Status(text) => write!(f, "status {text}"),
            Self::NodeStats { n_nodes, seconds } => write!(f, "nodestats {n_nodes} {seconds}"),
        }
    }
}

fn write_estimate(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    estimate: &Estimate,
    n_games: u64,
) -> fmt::Result {
    let Estimate { line, evaluation, depth, text } = estimate;
    write!(f, "{name} {line} {evaluation} {n_games} {depth}")?;
    if text.is_empty() { Ok(()) } else { write!(f, " {text}") }
}

impl FromStr for Reply {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, ParseError> {
        let mut words = line.split_whitespace();
        Ok(match words.next().unwrap_or_default() {
            "set" if words.next() == Some("myname") => Self::MyName(rest(words)),
            "pong" => Self::Pong(next(&mut words, "a number")?),
            "search" => Self::Search(parse_estimate(words)?.0),
            "book" => {
                let (estimate, n_games) = parse_estimate(words)?;
                Self::Book { estimate, n_games }
            }
            "===" => Self::Go(rest(words).parse()?),
            // NTest's own description of the protocol answers `learn`.
            "learned" | "learn" => Self::Learned,
            "analysis" => {
                let n_moves = next(&mut words, "a number of moves")?;
                Self::Analysis { n_moves, evaluation: next_number(&mut words, "an evaluation")? }
            }
            "status" => Self::Status(rest(words)),
            "nodestats" => {
                let n_nodes = next_number(&mut words, "a number of nodes")?;
                Self::NodeStats { n_nodes, seconds: next_number(&mut words, "a time in seconds")? }
            }
            _ => return Err(ParseError::Unknown(line.to_owned())),
        })
    }
}

/// The words after `search` or `book`: line, evaluation, number of games, depth, text.
fn parse_estimate(mut words: SplitWhitespace<'_>) -> Result<(Estimate, u64), ParseError> {
    let line = next(&mut words, "a line of moves")?;
    let evaluation = next_number(&mut words, "an evaluation")?;
    let n_games = next(&mut words, "a number of games")?;
    let depth = next::<Depth>(&mut words, "a depth")?;
    Ok((Estimate { line, evaluation, depth, text: rest(words) }, n_games))
}
