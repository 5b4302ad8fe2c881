//! The players of Gomoku, and the options of `gomoku`.

mod board;
mod opponent;

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use stonegate_gomoku::patterns::{IMAGE_BYTES, PatternFile};
use stonegate_gomoku::{Engine, Point, Position, TwoPly};
use stonegate_stones::{BoardEngine, Decision, Task, Tell};

use super::engine_player::EnginePlayer;
use crate::player::{Player, PlayerError};
use crate::spec::{CPU, LEVEL, Options, Resources, SpecError, cpu, level};
use board::BoardPlayer;

pub use opponent::SparringPartner;

/// The options of the player `gomoku`.
pub(crate) const FLAGS: &[&str] = &["pattern"];
pub(crate) const OPTIONS: &[&str] = &["pattern", "depth", "seed", "board", LEVEL, CPU];

/// A table of this size holds what a search of some seconds finds.
const MAX_TABLE: usize = 1 << 26;

/// Makes the player `gomoku`, `gomoku:pattern`, `gomoku:pattern=FILE`, `gomoku:depth=2` or
/// `gomoku:board=PORT`, which takes a file of patterns, too.
pub(crate) fn make(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    let depth = options.get::<Two>("depth", "2, the only depth of the small opponent")?;
    let seed = options.get("seed", "a whole number")?.unwrap_or(resources.seed);
    let path = options.get::<PathBuf>("pattern", "the name of a file")?;
    let board = options.get("board", "a port, as in /dev/ttyUSB1@1000000, or host:port")?;
    let cpu = cpu(options)?;
    Ok(match (board, options.has("pattern"), depth) {
        (Some(address), _, _) => Box::new(BoardPlayer::new(address, path)),
        (None, true, _) => {
            let make = move || EditedPatterns::new(path.as_deref(), IMAGE_BYTES);
            Box::new(EnginePlayer::trying(make).with_cpu(cpu))
        }
        (None, false, Some(Two)) => {
            Box::new(EnginePlayer::new(move || TwoPly::new(seed)).with_cpu(cpu))
        }
        (None, false, None) => {
            let n_bytes = resources.memory.min(MAX_TABLE);
            let player = EnginePlayer::new(move || Engine::new(n_bytes)).with_cpu(cpu);
            player.at_level(level(options)?, seed)
        }
    })
}

/// The number 2.
struct Two;

impl FromStr for Two {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == "2" { Ok(Self) } else { Err(()) }
    }
}

/// Patterns of a file that may be edited while a game runs, or those that come with the program for a
/// memory of so many bytes.
#[derive(Debug)]
struct EditedPatterns {
    path: Option<PathBuf>,
    patterns: PatternFile,
}

impl EditedPatterns {
    fn new(path: Option<&Path>, memory: usize) -> Result<Self, PlayerError> {
        let patterns = match path {
            Some(path) => read(path).map_err(PlayerError::Rules)?,
            None => PatternFile::shipped_for(memory),
        };
        Ok(Self { path: path.map(Path::to_owned), patterns })
    }

    /// Reads the file again, and says whether it has changed. One that is half written is not used.
    fn reread(&mut self) -> bool {
        match self.path.as_deref().map(read) {
            Some(Ok(patterns)) if patterns != self.patterns => {
                self.patterns = patterns;
                true
            }
            _ => false,
        }
    }
}

fn read(path: &Path) -> Result<PatternFile, String> {
    let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| problem(&error))?;
    text.parse().map_err(|error| problem(&error))
}

impl BoardEngine for EditedPatterns {
    type Game = Position;
    type Limits = ();

    fn decide(&mut self, task: &Task<'_, Self>, tell: Tell<'_, Position>) -> Decision<Point> {
        let Task { position, limits, loan } = *task;
        self.reread();
        self.patterns.decide(&Task { position, limits, loan }, tell)
    }
}
