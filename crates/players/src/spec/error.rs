//! Why a text names no player.

use std::fmt;

use super::{PROTOCOLS, PlayerSpec};

/// Why a description describes no player.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum SpecError {
    UnknownPlayer(String),
    UnknownOption { player: &'static str, option: String, words: Vec<&'static str> },
    NoCommand { protocol: &'static str },
    BadValue { option: String, value: String, expected: &'static str },
    BadAddress(String),
    Search(stonegate_search::ParseOptionsError),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPlayer(name) => {
                let protocols = PROTOCOLS.iter().map(|protocol| protocol.name);
                let programs = protocols.map(|name| format!("{name}:COMMAND"));
                let players = PlayerSpec::engines().map(str::to_owned).chain(programs);
                let players = players.collect::<Vec<_>>().join(", ");
                write!(f, "there is no player `{name}`: it is {players}, or http://host:port")
            }
            Self::UnknownOption { player, option, words } => {
                write!(f, "`{player}` has no option `{option}`: it has {}", words.join(", "))
            }
            Self::NoCommand { protocol } => {
                write!(f, "`{protocol}` needs the command of a program: {protocol}:COMMAND")
            }
            Self::BadValue { option, value, expected } if value.is_empty() => {
                write!(f, "the option `{option}` needs {expected}: {option}=..")
            }
            Self::BadValue { option, value, expected } => {
                write!(f, "the option `{option}` takes {expected}, not `{value}`")
            }
            Self::Search(error) => error.fmt(f),
            Self::BadAddress(reason) => write!(f, "{reason}: write http://host:port"),
        }
    }
}

impl std::error::Error for SpecError {}
