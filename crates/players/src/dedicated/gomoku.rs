//! The players of Gomoku.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use stonegate_gomoku::patterns::PatternFile;
use stonegate_gomoku::{Engine, Point, Position, TwoPly};
use stonegate_stones::{BoardEngine, Decision, Loan, Tell};

use super::engine_player::EnginePlayer;
use crate::player::{Player, PlayerError};
use crate::spec::{Options, Resources, SpecError};

/// The options of the player `gomoku`.
pub(crate) const FLAGS: &[&str] = &["pattern"];
pub(crate) const OPTIONS: &[&str] = &["pattern", "depth", "seed"];

/// A table of this size holds what a search of some seconds finds.
const MAX_TABLE: usize = 1 << 26;

/// Makes the player `gomoku`, `gomoku:pattern`, `gomoku:pattern=FILE` or `gomoku:depth=2`.
pub(crate) fn make(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    let depth = options.get::<Two>("depth", "2, the only depth of the small opponent")?;
    let seed = options.get("seed", "a whole number")?.unwrap_or(resources.seed);
    let file = options.get::<PathBuf>("pattern", "the name of a file")?;
    Ok(match (file, depth) {
        (Some(path), _) if !path.as_os_str().is_empty() => {
            Box::new(EnginePlayer::trying(move || EditedPatterns::new(&path)))
        }
        (Some(_), _) => Box::new(EnginePlayer::new(PatternFile::shipped)),
        (None, Some(Two)) => Box::new(EnginePlayer::new(move || TwoPly::new(seed))),
        (None, None) => {
            let n_bytes = resources.memory.min(MAX_TABLE);
            Box::new(EnginePlayer::new(move || Engine::new(n_bytes)))
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

/// Patterns of a file that may be edited while a game runs.
#[derive(Debug)]
struct EditedPatterns {
    path: PathBuf,
    patterns: PatternFile,
}

impl EditedPatterns {
    fn new(path: &Path) -> Result<Self, PlayerError> {
        let patterns = read(path).map_err(PlayerError::Rules)?;
        Ok(Self { path: path.to_owned(), patterns })
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

    fn decide(
        &mut self,
        position: &Position,
        limits: &(),
        loan: &Loan<'_>,
        tell: Tell<'_, Position>,
    ) -> Decision<Point> {
        // A half-written file is not used.
        if let Ok(patterns) = read(&self.path) {
            self.patterns = patterns;
        }
        self.patterns.decide(position, limits, loan, tell)
    }
}
