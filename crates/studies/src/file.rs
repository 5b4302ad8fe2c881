//! Studies as files.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use serde::Deserialize;
use stonegate_matches::Adjudication;
use stonegate_players::{Clock, PlayerSpec, Resources};
use stonegate_statistics::{Anchor, RatingModel, Sprt};
use stonegate_workbench::args::Memory;
use stonegate_workbench::contest::Contest;

use crate::opening::{Openings, RandomOpening};
use crate::schedule::Schedule;
use crate::study::{Conditions, Contestant, Study, StudyGame};

/// A study as it is written in a file; what is not said has its default.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct StudyFile {
    pub name: String,
    pub seed: u64,
    pub schedule: String,
    pub rounds: u32,
    /// Seconds before the first move, and for each move.
    pub start: f64,
    pub play: f64,
    /// What each player thinks with.
    pub threads: NonZeroUsize,
    pub memory: String,
    pub scramble: bool,
    pub step_limit: usize,
    /// How ratings are made: logistic or bayesian.
    pub ratings: String,
    /// The player whose rating is given, instead of the mean of all.
    pub anchor: Option<String>,
    pub anchor_rating: f64,
    pub adjudication: Adjudication,
    pub sprt: Option<SprtFile>,
    #[serde(rename = "player")]
    pub players: Vec<PlayerFile>,
    #[serde(rename = "game")]
    pub games: Vec<GameFile>,
}

/// A player of a study.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFile {
    /// What the study calls it; its description, if nothing is said.
    pub name: Option<String>,
    pub player: String,
}

/// A game of a study.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct GameFile {
    /// A file, the name of a built-in game or that of a dedicated one.
    pub game: PathBuf,
    /// How many random moves a game begins with.
    pub opening: usize,
    pub balanced: bool,
    /// A file of openings instead.
    pub openings: Option<PathBuf>,
}

/// A sequential test.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SprtFile {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
    pub model: String,
}

impl Default for SprtFile {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: "logistic".to_owned() }
    }
}

impl Default for StudyFile {
    fn default() -> Self {
        Self {
            name: "study".to_owned(),
            seed: 1,
            schedule: "round-robin".to_owned(),
            rounds: 1,
            start: 10.0,
            play: 5.0,
            threads: NonZeroUsize::MIN,
            memory: "256M".to_owned(),
            scramble: false,
            step_limit: 10_000,
            ratings: "logistic".to_owned(),
            anchor: None,
            anchor_rating: 0.0,
            adjudication: Adjudication::default(),
            sprt: None,
            players: Vec::new(),
            games: Vec::new(),
        }
    }
}

impl StudyFile {
    /// Reads a file. Paths in it start from its folder.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        let mut file =
            toml::from_str::<Self>(&text).with_context(|| format!("in {}", path.display()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for game in &mut file.games {
            // A name of a built-in game is no file there.
            let beside = folder.join(&game.game);
            if beside.is_file() {
                game.game = beside;
            }
            game.openings = game.openings.take().map(|openings| folder.join(openings));
        }
        Ok(file)
    }

    /// The study that is meant. `resources` say what the file does not.
    pub fn open(&self, resources: Resources) -> anyhow::Result<Study> {
        let players = self.players.iter().map(PlayerFile::open);
        let players = players.collect::<anyhow::Result<Vec<_>>>()?;
        ensure!(!players.is_empty(), "the study has no players: name some");
        ensure!(!self.games.is_empty(), "the study has no games: name one");
        let specs = players.iter().map(|player| player.spec.clone()).collect::<Vec<_>>();
        let games = self.games.iter().map(|game| game.open(&specs));
        let memory = self.memory.parse::<Memory>().map_err(anyhow::Error::msg).context("memory")?;
        let anchor = match &self.anchor {
            None => Anchor::Mean(self.anchor_rating),
            Some(name) => {
                let index = players.iter().position(|player| player.name == *name);
                let index = index.with_context(|| format!("no player is called `{name}`"))?;
                Anchor::Player(index, self.anchor_rating)
            }
        };
        let schedule = self.schedule.parse::<Schedule>().map_err(anyhow::Error::msg);
        let model = self.ratings.parse::<RatingModel>().map_err(anyhow::Error::msg);
        Ok(Study {
            name: self.name.clone(),
            schedule: schedule.context("schedule")?,
            rounds: self.rounds,
            max_games: None,
            conditions: Conditions {
                clock: Clock { start: seconds(self.start)?, play: seconds(self.play)? },
                scramble: self.scramble,
                step_limit: self.step_limit,
                adjudication: self.adjudication.clone(),
                notes_speeds: false,
            },
            test: self.sprt.as_ref().map(SprtFile::open).transpose()?,
            model: model.context("ratings")?,
            anchor,
            resources: Resources {
                seed: self.seed,
                threads: self.threads,
                memory: memory.0,
                ..resources
            },
            players,
            games: games.collect::<anyhow::Result<Vec<_>>>()?,
        })
    }
}

impl PlayerFile {
    fn open(&self) -> anyhow::Result<Contestant> {
        let spec = self.player.parse::<PlayerSpec>()?;
        Ok(match &self.name {
            Some(name) => Contestant { name: name.clone(), spec },
            None => Contestant::plain(spec),
        })
    }
}

impl GameFile {
    fn open(&self, players: &[PlayerSpec]) -> anyhow::Result<StudyGame> {
        let Contest { name, ruleset } = Contest::open(&self.game, players)?;
        let openings = match &self.openings {
            Some(path) => Openings::open(path, &ruleset)?,
            None => Openings::Random(RandomOpening {
                n_moves: self.opening,
                is_balanced: self.balanced,
            }),
        };
        Ok(StudyGame { name: short_name(&name), ruleset, openings })
    }
}

impl SprtFile {
    fn open(&self) -> anyhow::Result<Sprt> {
        let Self { elo0, elo1, alpha, beta, ref model } = *self;
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        ensure!(elo0 < elo1, "a test needs an elo0 below its elo1");
        ensure!(is_rate(alpha) && is_rate(beta), "alpha and beta are between 0 and 0.5");
        let model = model.parse().map_err(anyhow::Error::msg)?;
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }
}

fn seconds(number: f64) -> anyhow::Result<Duration> {
    Duration::try_from_secs_f64(number).with_context(|| format!("{number} is no time in seconds"))
}

/// A name for a game that can stand in the id of a match and in the name of a file.
pub(crate) fn short_name(source: &str) -> String {
    let path = Path::new(source);
    // `go9:komi=6.5` is no file with an ending.
    let is_file = path
        .extension()
        .is_some_and(|it| it.as_encoded_bytes().first().is_none_or(u8::is_ascii_alphabetic));
    let name = if is_file { path.file_stem() } else { path.file_name() };
    let name = name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = name.chars().map(|char| if char.is_ascii_alphanumeric() { char } else { '-' });
    let name = name.collect::<String>();
    let name = name.trim_matches('-');
    if name.is_empty() { "game".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_are_short() {
        for (source, expected) in [
            ("games/my game.kif", "my-game"),
            ("go9:komi=6.5", "go9-komi-6-5"),
            ("tic-tac-toe", "tic-tac-toe"),
            ("a.", "a"),
            ("-", "game"),
        ] {
            assert_eq!(short_name(source), expected);
        }
    }

    #[test]
    fn a_file_says_what_differs() {
        let text = r#"
            name = "c"
            rounds = 10
            play = 60.5
            [sprt]
            elo1 = 10
            [adjudication]
            proven = true
            resign = { moves = 3, value = 5 }
            [[player]]
            name = "low"
            player = "mcts:c=0.4,iterations=100"
            [[player]]
            player = "mcts:iterations=100"
            [[game]]
            game = "tic-tac-toe"
            opening = 2
        "#;
        let file = toml::from_str::<StudyFile>(text).expect("it is a study");
        let study = file.open(Resources::new(7)).expect("all is there");
        assert_eq!(
            (study.players[0].name.as_str(), study.rounds, study.resources.seed),
            ("low", 10, 1)
        );
        assert_eq!(study.players[1].name, "mcts:iterations=100");
        assert_eq!(study.test.map(|test| (test.elo0, test.elo1)), Some((0.0, 10.0)));
        assert!(study.conditions.adjudication.proven && !study.conditions.adjudication.forfeit);
        assert_eq!(study.conditions.clock.play, Duration::from_millis(60_500));
    }

    #[test]
    fn mistakes_are_told() {
        for (text, expected) in [
            ("rouns = 2", "unknown field"),
            ("", "no players"),
            ("[[player]]\nplayer = \"random\"", "no games"),
            ("[[player]]\nplayer = \"nobody\"", "nobody"),
            ("start = -1\n[[player]]\nplayer = \"random\"\n[[game]]\ngame = \"nim\"", "no time"),
            (
                "anchor = \"x\"\n[[player]]\nplayer = \"random\"\n[[game]]\ngame = \"nim\"",
                "called `x`",
            ),
        ] {
            let file = toml::from_str::<StudyFile>(text).map_err(anyhow::Error::from);
            let error = file.and_then(|file| file.open(Resources::new(1))).expect_err(text);
            assert!(format!("{error:#}").contains(expected), "{error:#}");
        }
    }
}
