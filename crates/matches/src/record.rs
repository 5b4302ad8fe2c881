//! What happened in a match.

mod text;

use std::path::Path;
use std::time::Duration;
use std::{fs, io};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use stonegate_compile::{Referee, RefereeError};
use stonegate_gdl::RoleId;
use stonegate_players::{Clock, Ruleset, Sight};

use crate::notation::Line;

/// The record of a match, with the fields of ggp-base's match records as JSON.
///
/// `states` has one state more than there are joint moves, once play has begun.
/// `errors` has the same length: what went wrong before the state was reached, for
/// each role, and an empty text if nothing did. `TO` is a late answer, `CE` a
/// failed connection, `KI` a program that somebody else has ended, `IL` an illegal move, `GA` an answer that is no move, `PE` a
/// player that gave up; the move of that role was then drawn at random. `BO` is a
/// board that failed; the move was found without it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
// The fields are those of the format.
#[allow(clippy::struct_excessive_bools)]
pub struct Record {
    pub match_id: String,
    /// The name of the game; records of other programs need not have one.
    #[serde(default)]
    pub game_name: String,
    #[serde(default)]
    pub roles: Vec<String>,
    #[serde(default, rename = "playerNamesFromHost")]
    pub players: Vec<String>,
    #[serde(default, rename = "tournamentNameFromHost")]
    pub tournament: String,
    #[serde(default)]
    pub random_token: String,
    /// The rules as KIF, or the name of a game that has a machine of its own.
    #[serde(default)]
    pub rules: String,
    /// The SHA-256 of the rules in hexadecimal digits, by which a change of them is noticed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules_hash: String,
    /// In seconds, as all clocks; -1 where there was no preview.
    #[serde(default = "no_preview")]
    pub preview_clock: i64,
    pub start_clock: u64,
    pub play_clock: u64,
    /// The time before the first move, where it is no whole number of seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_milliseconds: Option<u64>,
    /// The time for a move, where it is no whole number of seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_milliseconds: Option<u64>,
    /// How many of the moves were made before the players were asked.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_opening_moves: usize,
    #[serde(default)]
    pub scrambled: bool,
    /// In milliseconds since 1970, as all times.
    #[serde(default)]
    pub start_time: u64,
    #[serde(default)]
    pub state_times: Vec<u64>,
    pub states: Vec<String>,
    pub moves: Vec<Vec<String>>,
    /// In games with hidden information, what each role perceived of each joint move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub percepts: Vec<Vec<Vec<String>>>,
    #[serde(default)]
    pub errors: Vec<Vec<String>>,
    /// Empty until the match is completed.
    #[serde(default)]
    pub goal_values: Vec<u8>,
    #[serde(default)]
    pub is_completed: bool,
    #[serde(default)]
    pub is_aborted: bool,
    /// The match was decided before the game was over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_adjudicated: bool,
    /// How long each role has thought about its moves, in milliseconds; once the match has ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thinking_times: Vec<u64>,
    /// How many iterations a second each role has searched in each step, if that was noted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub speeds: Vec<Vec<u64>>,
    /// Why the match did not end by its rules.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Why a game cannot be seen from a seat.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum UnknownSeat {
    #[error("there is no role `{0}`")]
    Role(String),
    #[error("nothing was hidden in this game")]
    Open,
}

fn hash(text: &str) -> String {
    format!("{:x}", Sha256::digest(text))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A time that seconds cannot tell.
fn milliseconds(time: Duration) -> Option<u64> {
    (time.subsec_nanos() > 0).then_some(time.as_millis() as u64)
}

fn no_preview() -> i64 {
    -1
}

impl Record {
    /// The record of a match that has not begun.
    pub fn new(match_id: &str, game_name: &str, ruleset: &Ruleset, clock: Clock) -> Self {
        let rules = ruleset.text();
        Self {
            match_id: match_id.to_owned(),
            game_name: game_name.to_owned(),
            roles: Vec::new(),
            players: Vec::new(),
            tournament: String::new(),
            random_token: String::new(),
            rules_hash: hash(&rules),
            rules,
            preview_clock: no_preview(),
            start_clock: clock.start.as_secs(),
            play_clock: clock.play.as_secs(),
            start_milliseconds: milliseconds(clock.start),
            play_milliseconds: milliseconds(clock.play),
            n_opening_moves: 0,
            scrambled: false,
            start_time: 0,
            state_times: Vec::new(),
            states: Vec::new(),
            moves: Vec::new(),
            percepts: Vec::new(),
            errors: Vec::new(),
            goal_values: Vec::new(),
            is_completed: false,
            is_aborted: false,
            is_adjudicated: false,
            thinking_times: Vec::new(),
            speeds: Vec::new(),
            note: String::new(),
        }
    }

    /// The record of moves that were made somewhere else, with the states that they lead through.
    pub fn of_line(mut self, referee: &mut dyn Referee, line: &Line) -> Result<Self, RefereeError> {
        while referee.undo() {}
        self.roles = referee.roles().to_vec();
        self.n_opening_moves = line.n_opening_moves;
        let note_state = |record: &mut Self, referee: &mut dyn Referee| {
            record.states.push(format!("({})", referee.facts()?.join(" ")));
            record.errors.push(vec![String::new(); record.roles.len()]);
            Ok::<_, RefereeError>(())
        };
        note_state(&mut self, referee)?;
        for joint in &line.moves {
            if referee.has_percepts() {
                self.percepts.push(referee.percepts_of(joint)?);
            }
            referee.apply(joint)?;
            self.moves.push(joint.clone());
            note_state(&mut self, referee)?;
        }
        if referee.is_terminal()? {
            let goals = referee.goals()?.into_iter();
            self.goal_values = goals.map(Option::unwrap_or_default).collect();
            self.is_completed = true;
        }
        Ok(self)
    }

    /// All that a role was told of the game: its own moves and what it perceived, turn by turn.
    /// Nothing if everybody saw all moves.
    pub fn sights(&self, role: RoleId) -> Vec<Sight> {
        let turns = self.moves.iter().zip(&self.percepts);
        let sight = |(joint, percepts): (&Vec<String>, &Vec<Vec<String>>)| {
            let percepts = percepts.get(role.index()).cloned().unwrap_or_default();
            Sight { action: joint.get(role.index()).cloned(), percepts }
        };
        turns.map(sight).collect()
    }

    /// The game as a role has seen it, a line for each turn.
    pub fn seen_by(&self, role: &str) -> Result<String, UnknownSeat> {
        let place = self.roles.iter().position(|other| other.eq_ignore_ascii_case(role));
        let place = place.ok_or_else(|| UnknownSeat::Role(role.to_owned()))?;
        if self.percepts.is_empty() && !self.moves.is_empty() {
            return Err(UnknownSeat::Open);
        }
        let mut text = format!("{} as {} saw it\n", self.game_name, self.roles[place]);
        for (turn, sight) in self.sights(RoleId::new(place)).iter().enumerate() {
            let action = sight.action.as_deref().unwrap_or_default();
            let seen = sight.percepts.join(" ");
            text += format!("{:>4}  {action}  sees  {seen}", turn + 1).trim_end();
            text.push('\n');
        }
        Ok(text)
    }

    /// Writes the record as a file of its own. Whenever the program is killed, the file is whole.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let unfinished = path.with_added_extension("part");
        fs::write(&unfinished, self.to_json() + "\n")?;
        fs::rename(&unfinished, path)
    }

    /// Whether the rules are those that the record was made with, as far as it tells.
    pub fn has_its_rules(&self) -> bool {
        self.rules_hash.is_empty() || self.rules_hash == hash(&self.rules)
    }

    /// One line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }

    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// How often something went wrong for a role.
    pub fn n_errors(&self, role: RoleId) -> usize {
        let of_role = self.errors.iter().filter_map(|errors| errors.get(role.index()));
        of_role.filter(|error| !error.is_empty()).count()
    }

    /// Whether somebody has ended the program of a player while the match went on.
    pub fn was_disturbed(&self) -> bool {
        let mut roles = RoleId::first(self.roles.len());
        roles.any(|role| self.n_errors_of_kind(role, "KI") > 0)
    }

    /// How often something of a kind went wrong for a role: `TO`, `IL`, ..
    pub fn n_errors_of_kind(&self, role: RoleId, kind: &str) -> usize {
        let of_role = self.errors.iter().filter_map(|errors| errors.get(role.index()));
        of_role.filter(|error| error.split(' ').next() == Some(kind)).count()
    }
}
