//! What the server tells of its day, on standard error.
//!
//! Each part tells what happens to it through `tracing`; here it is decided how much of that is
//! written. Keys of tables and seats are never told.

use std::fmt;
use std::io;
use std::str::FromStr;

use tracing_subscriber::filter::LevelFilter;

/// How much is told.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LogLevel(LevelFilter);

/// The levels, each with all that comes before it.
const LEVELS: [(&str, LevelFilter); 5] = [
    ("off", LevelFilter::OFF),
    // The program is wrong.
    ("error", LevelFilter::ERROR),
    // Somebody does not get what they should: a move was drawn, a question not answered.
    ("warn", LevelFilter::WARN),
    // Tables and sheets come and go.
    ("info", LevelFilter::INFO),
    // Requests and websockets.
    ("debug", LevelFilter::DEBUG),
];

impl LogLevel {
    pub const WARN: Self = Self(LevelFilter::WARN);

    /// Writes from now on what is told on this level. A program does that once.
    pub fn start(self) {
        let log = tracing_subscriber::fmt().with_max_level(self.0).with_writer(io::stderr);
        log.with_ansi(false).with_target(false).init();
    }
}

impl FromStr for LogLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = LEVELS.iter().find(|(name, _)| *name == text);
        let names = LEVELS.map(|(name, _)| name).join(", ");
        found.map(|&(_, level)| Self(level)).ok_or_else(|| format!("the levels are {names}"))
    }
}

impl fmt::Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name =
            LEVELS.iter().find(|(_, level)| *level == self.0).map_or("off", |(name, _)| name);
        f.write_str(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_printed_as_what_they_are_read_from() {
        for (name, _) in LEVELS {
            assert_eq!(
                name.parse::<LogLevel>().map(|level| level.to_string()),
                Ok(name.to_owned())
            );
        }
        assert_eq!(
            "loud".parse::<LogLevel>(),
            Err("the levels are off, error, warn, info, debug".to_owned())
        );
    }
}
