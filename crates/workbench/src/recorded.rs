//! Games that were played before, as files have them.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use stonegate_compile::Referee;
use stonegate_matches::reading::{read_all, read_match};
use stonegate_matches::{Record, notation};
use stonegate_players::{PrepareSettings, Rulebook, Ruleset};

use crate::contest::{Contest, dedicated};
use crate::engine;
use crate::source::Source;

/// How long a game may take to become a circuit.
const PATIENCE: Duration = Duration::from_secs(20);

/// A file of games: records of matches, or what other programs write.
#[derive(Debug)]
pub struct Recorded {
    pub contest: Contest,
    pub rulebook: Rulebook,
    text: String,
}

impl Recorded {
    /// Reads a file. Its games are played by the rules that it tells, unless a game is named.
    pub fn read(path: &Path, game: Option<&Path>) -> anyhow::Result<Self> {
        let reading = || format!("reading {}", path.display());
        let text = File::open(path).and_then(read_all).with_context(reading)?;
        let told = notation::ruleset_of(&text).with_context(reading)?;
        let contest = match (game, told) {
            (Some(game), told) => named(game, told.as_ref())?,
            (None, Some(ruleset)) => {
                let name = name_of(&text).unwrap_or_else(|| "game".to_owned());
                Contest { name, ruleset }
            }
            (None, None) => anyhow::bail!("{} does not tell its game: name it", path.display()),
        };
        let rulebook = Rulebook::new(&contest.ruleset, &PrepareSettings::default(), PATIENCE);
        Ok(Self { contest, rulebook, text })
    }

    /// All games as records, with every state.
    pub fn records(&self) -> anyhow::Result<Vec<Record>> {
        let Contest { name, ruleset } = &self.contest;
        notation::read_records(&self.text, name, ruleset, &self.rulebook)
    }

    /// The moves of all games.
    pub fn lines(&self, referee: &mut dyn Referee) -> anyhow::Result<Vec<notation::Line>> {
        notation::read_lines(&self.text, self.contest.ruleset.dedicated(), referee)
    }
}

/// What a user means by a game, whose name may be that of a sheet and of a machine: then the file
/// tells which is meant.
fn named(game: &Path, told: Option<&Ruleset>) -> anyhow::Result<Contest> {
    let is_dedicated = told.is_some_and(|told| told.dedicated().is_some());
    if let Some(dedicated) = dedicated(game, is_dedicated)? {
        return Ok(Contest { name: dedicated.to_string(), ruleset: dedicated.into() });
    }
    let source = Source::read(game)?;
    Ok(Contest { ruleset: engine::rules(&source, "play")?.into(), name: source.name })
}

/// What a record calls its game.
fn name_of(text: &str) -> Option<String> {
    let first_line = text.lines().next().unwrap_or_default();
    let record = read_match(text).or_else(|_| read_match(first_line)).ok()?;
    Some(record.game_name).filter(|name| !name.is_empty())
}
