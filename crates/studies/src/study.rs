//! What is to be found out: who plays what, how often and under which conditions.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use stonegate_matches::Adjudication;
use stonegate_players::{Clock, PlayerSpec, Resources, Ruleset};
use stonegate_statistics::{Anchor, RatingModel, Sprt};
use stonegate_workbench::contest::Contest;

use crate::file::short_name;
use crate::opening::Openings;
use crate::schedule::Schedule;

/// A study: players, games, and how they meet.
///
/// What happens in each of its units is a function of the study and the number of the unit, as far
/// as that can be said of players that look at a clock.
#[derive(Debug)]
pub struct Study {
    /// What records are called by.
    pub name: String,
    pub players: Vec<Contestant>,
    pub games: Vec<StudyGame>,
    pub schedule: Schedule,
    /// How often everybody meets at most, from another opening each time.
    pub rounds: u32,
    /// In a match, how many games its players play, of whom there is one for each role.
    pub max_games: Option<u64>,
    pub conditions: Conditions,
    /// The test that ends the study, of the first player against the second.
    pub test: Option<Sprt>,
    pub model: RatingModel,
    pub anchor: Anchor,
    /// What each player has; the seed is that of the study.
    pub resources: Resources,
}

/// A player with its name in the study.
#[derive(Clone, Debug)]
pub struct Contestant {
    pub name: String,
    pub spec: PlayerSpec,
}

/// A game of a study.
#[derive(Debug)]
pub struct StudyGame {
    pub name: String,
    pub ruleset: Ruleset,
    pub openings: Openings,
}

/// How games are played.
#[derive(Clone, Debug)]
pub struct Conditions {
    pub clock: Clock,
    /// Whether players hear the rules in other words.
    pub scramble: bool,
    /// A game that takes more joint moves than this is given up.
    pub step_limit: usize,
    pub adjudication: Adjudication,
    /// Whether results tell how fast players search.
    pub notes_speeds: bool,
}

impl Contestant {
    /// A player that is called by its description.
    pub fn plain(spec: PlayerSpec) -> Self {
        Self { name: spec.to_string(), spec }
    }
}

impl Study {
    /// A match: some games of the same players, who take turns at the roles.
    pub fn of_match(
        contest: Contest,
        players: &[PlayerSpec],
        n_games: u32,
        openings: Openings,
        conditions: Conditions,
        resources: Resources,
    ) -> Self {
        let name = short_name(&contest.name);
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
        Self {
            name: format!("{name}.{time}"),
            players: players.iter().cloned().map(Contestant::plain).collect(),
            games: vec![StudyGame { name, ruleset: contest.ruleset, openings }],
            schedule: Schedule::RoundRobin,
            rounds: n_games,
            max_games: Some(n_games.into()),
            conditions,
            test: None,
            model: RatingModel::default(),
            anchor: Anchor::Mean(0.0),
            resources,
        }
    }

    /// All that the results depend on. What only says when to stop is not part of it, so that a
    /// study can be continued beyond its end.
    pub fn definition(&self) -> Value {
        let Conditions { clock, scramble, step_limit, adjudication, .. } = &self.conditions;
        let players = self
            .players
            .iter()
            .map(|player| json!({ "name": player.name, "player": player.spec.to_string() }));
        let games = self.games.iter().map(|game| {
            json!({
                "name": game.name,
                "openings": game.openings.definition(),
                "rules": game.ruleset.text(),
            })
        });
        json!({
            "name": self.name,
            "seed": self.resources.seed,
            "threads": self.resources.threads,
            "memory": self.resources.memory,
            "schedule": self.schedule.to_string(),
            "players": players.collect::<Vec<_>>(),
            "games": games.collect::<Vec<_>>(),
            "start": clock.start.as_secs_f64(),
            "play": clock.play.as_secs_f64(),
            "scramble": scramble,
            "step-limit": step_limit,
            "adjudication": adjudication,
        })
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
