//! What a board says.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{ParseError, behind, number};

#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// The engine is to speak UCI, and to tell its name and its options.
    Uci,
    Debug(bool),
    /// The engine is to answer when it has done all that it was told.
    IsReady,
    /// An option without a value is a button.
    SetOption {
        name: String,
        value: Option<String>,
    },
    /// What comes is of another game.
    NewGame,
    Position {
        start: Start,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    /// The move was made that the engine thinks about.
    PonderHit,
    Quit,
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// As chess does.
    Initial,
    /// In a position in Forsyth-Edwards notation.
    Fen(String),
}

/// How long to think. What is not said is no limit.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// The moves to choose from, if not all are.
    pub moves: Vec<String>,
    /// The opponent is to move: think about the answer to the last of the moves.
    pub ponder: bool,
    /// What White and Black have left.
    pub time: [Option<Duration>; 2],
    /// What they gain with each move.
    pub increment: [Option<Duration>; 2],
    /// Moves until there is more time.
    pub moves_to_go: Option<u32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// A mate in so many moves is looked for.
    pub mate: Option<u32>,
    pub move_time: Option<Duration>,
    /// Until there is a `stop`.
    pub infinite: bool,
}

/// The words that begin a part of `go`.
const PARTS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl FromStr for Command {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, ParseError> {
        let words = line.split_whitespace().collect::<Vec<_>>();
        let [first, rest @ ..] = &words[..] else {
            return Err(ParseError::Unknown(String::new()));
        };
        Ok(match *first {
            "uci" => Self::Uci,
            "debug" => Self::Debug(rest != ["off"]),
            "isready" => Self::IsReady,
            "setoption" => set_option(rest)?,
            "ucinewgame" => Self::NewGame,
            "position" => position(rest)?,
            "go" => Self::Go(go(rest)?),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            _ => return Err(ParseError::Unknown(line.trim().to_owned())),
        })
    }
}

fn set_option(words: &[&str]) -> Result<Command, ParseError> {
    let name = behind(words, "name", &["value"]).unwrap_or_default().join(" ");
    if name.is_empty() {
        return Err(ParseError::Missing("the name of the option"));
    }
    let value = behind(words, "value", &[]).map(|words| words.join(" "));
    Ok(Command::SetOption { name, value })
}

fn position(words: &[&str]) -> Result<Command, ParseError> {
    let start = match words.first() {
        Some(&"startpos") => Start::Initial,
        Some(&"fen") => {
            let fen = behind(words, "fen", &["moves"]).unwrap_or_default();
            if fen.is_empty() {
                return Err(ParseError::Missing("the position"));
            }
            Start::Fen(fen.join(" "))
        }
        Some(word) => {
            let text = (*word).to_owned();
            return Err(ParseError::Bad { expected: "`startpos` or `fen`", text });
        }
        None => return Err(ParseError::Missing("the position")),
    };
    let moves = behind(words, "moves", &[]).unwrap_or_default();
    Ok(Command::Position { start, moves: moves.into_iter().map(str::to_owned).collect() })
}

fn go(words: &[&str]) -> Result<Go, ParseError> {
    // A clock may be below zero.
    let time = |word| {
        let found = number::<i64>(words, word, "a number of milliseconds")?;
        Ok(found.map(|time| Duration::from_millis(u64::try_from(time).unwrap_or(0))))
    };
    let moves = behind(words, "searchmoves", &PARTS).unwrap_or_default();
    Ok(Go {
        moves: moves.into_iter().map(str::to_owned).collect(),
        ponder: words.contains(&"ponder"),
        time: [time("wtime")?, time("btime")?],
        increment: [time("winc")?, time("binc")?],
        moves_to_go: number(words, "movestogo", "a number of moves")?,
        depth: number(words, "depth", "a number of plies")?,
        nodes: number(words, "nodes", "a number of nodes")?,
        mate: number(words, "mate", "a number of moves")?,
        move_time: time("movetime")?,
        infinite: words.contains(&"infinite"),
    })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug(is_on) => write!(f, "debug {}", if *is_on { "on" } else { "off" }),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Self::NewGame => f.write_str("ucinewgame"),
            Self::Position { start, moves } => {
                match start {
                    Start::Initial => f.write_str("position startpos")?,
                    Start::Fen(fen) => write!(f, "position fen {fen}")?,
                }
                match &moves[..] {
                    [] => Ok(()),
                    moves => write!(f, " moves {}", moves.join(" ")),
                }
            }
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
        let [white, black] = self.time.map(millis);
        let [white_more, black_more] = self.increment.map(millis);
        f.write_str("go")?;
        if !self.moves.is_empty() {
            write!(f, " searchmoves {}", self.moves.join(" "))?;
        }
        if self.ponder {
            f.write_str(" ponder")?;
        }
        for (name, number) in [
            ("wtime", white),
            ("btime", black),
            ("winc", white_more),
            ("binc", black_more),
            ("movestogo", self.moves_to_go.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("movetime", millis(self.move_time)),
        ] {
            if let Some(number) = number {
                write!(f, " {name} {number}")?;
            }
        }
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}
