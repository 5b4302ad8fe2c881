//! What an engine says.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{ParseError, behind, number};

#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    Name(String),
    Author(String),
    Option {
        name: String,
        setting: Setting,
    },
    /// The engine speaks UCI, and has told all of its options.
    UciOk,
    ReadyOk,
    /// The move, and the answer to it that the engine would like to think about. `0000` and `(none)`
    /// say that there is no move.
    BestMove {
        best: String,
        ponder: Option<String>,
    },
    Info(Info),
}

/// What can be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    Check {
        default: bool,
    },
    Spin {
        default: i64,
        min: i64,
        max: i64,
    },
    /// A kind with what belongs to it, as it was told.
    Other(String),
}

/// What an engine has found so far, or something that it says in words.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Info {
    pub depth: Option<u32>,
    pub score: Option<Score>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    /// Nodes per second.
    pub speed: Option<u64>,
    /// The moves that are expected.
    pub line: Vec<String>,
    pub text: String,
}

/// What a position is worth to who is to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i64),
    /// Mate in so many moves; being mated, if below zero.
    Mate(i64),
}

impl FromStr for Reply {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, ParseError> {
        let words = line.split_whitespace().collect::<Vec<_>>();
        let unknown = || ParseError::Unknown(line.trim().to_owned());
        let [first, rest @ ..] = &words[..] else { return Err(unknown()) };
        Ok(match (*first, rest) {
            ("id", ["name", rest @ ..]) => Self::Name(rest.join(" ")),
            ("id", ["author", rest @ ..]) => Self::Author(rest.join(" ")),
            ("option", rest) => option(rest)?,
            ("uciok", _) => Self::UciOk,
            ("readyok", _) => Self::ReadyOk,
            ("bestmove", [best, rest @ ..]) => {
                let ponder = rest.strip_prefix(&["ponder"]).and_then(|rest| rest.first());
                Self::BestMove {
                    best: (*best).to_owned(),
                    ponder: ponder.map(|word| (*word).to_owned()),
                }
            }
            ("bestmove", []) => return Err(ParseError::Missing("the move")),
            ("info", rest) => Self::Info(info(rest)?),
            _ => return Err(unknown()),
        })
    }
}

fn option(words: &[&str]) -> Result<Reply, ParseError> {
    let name = behind(words, "name", &["type"]).unwrap_or_default().join(" ");
    if name.is_empty() {
        return Err(ParseError::Missing("the name of the option"));
    }
    let kind = behind(words, "type", &[]).unwrap_or_default();
    let expected = "a number";
    let limits = || -> Result<Option<Setting>, ParseError> {
        let default = number(&kind, "default", expected)?;
        let (min, max) = (number(&kind, "min", expected)?, number(&kind, "max", expected)?);
        Ok(default.zip(min).zip(max).map(|((default, min), max)| Setting::Spin {
            default,
            min,
            max,
        }))
    };
    let setting = match kind[..] {
        ["check", "default", "true"] => Some(Setting::Check { default: true }),
        ["check", "default", "false"] => Some(Setting::Check { default: false }),
        ["spin", ..] => limits()?,
        _ => None,
    };
    let setting = setting.unwrap_or_else(|| Setting::Other(kind.join(" ")));
    Ok(Reply::Option { name, setting })
}

/// The words of `info` that are followed by something else.
const PARTS: [&str; 17] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "pv",
    "multipv",
    "score",
    "currmove",
    "currmovenumber",
    "hashfull",
    "nps",
    "tbhits",
    "sbhits",
    "cpuload",
    "refutation",
    "currline",
    "string",
];

fn info(words: &[&str]) -> Result<Info, ParseError> {
    let text = behind(words, "string", &[]).unwrap_or_default().join(" ");
    // What is said in words is no field.
    let n_words = words.iter().position(|word| *word == "string").unwrap_or(words.len());
    let words = &words[..n_words];
    let expected = "a number";
    let score = match number(words, "cp", expected)? {
        Some(value) => Some(Score::Centipawns(value)),
        None => number(words, "mate", expected)?.map(Score::Mate),
    };
    let line = behind(words, "pv", &PARTS).unwrap_or_default();
    Ok(Info {
        depth: number(words, "depth", expected)?,
        score,
        nodes: number(words, "nodes", expected)?,
        time: number(words, "time", expected)?.map(Duration::from_millis),
        speed: number(words, "nps", expected)?,
        line: line.into_iter().map(str::to_owned).collect(),
        text,
    })
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option { name, setting } => write!(f, "option name {name} type {setting}"),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove { best, ponder: None } => write!(f, "bestmove {best}"),
            Self::BestMove { best, ponder: Some(ponder) } => {
                write!(f, "bestmove {best} ponder {ponder}")
            }
            Self::Info(info) => write!(f, "info{info}"),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { default } => write!(f, "check default {default}"),
            Self::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Self::Other(kind) => f.write_str(kind),
        }
    }
}

/// With a blank in front of each part.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        match self.score {
            Some(Score::Centipawns(value)) => write!(f, " score cp {value}")?,
            Some(Score::Mate(moves)) => write!(f, " score mate {moves}")?,
            None => {}
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(speed) = self.speed {
            write!(f, " nps {speed}")?;
        }
        if let Some(time) = self.time {
            write!(f, " time {}", time.as_millis())?;
        }
        if !self.line.is_empty() {
            write!(f, " pv {}", self.line.join(" "))?;
        }
        if self.text.is_empty() { Ok(()) } else { write!(f, " string {}", self.text) }
    }
}
