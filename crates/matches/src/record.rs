//! What happened in a match.

mod text;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use stonegate_gdl::RoleId;
use stonegate_players::{Clock, Ruleset};

/// The record of a match, with the fields of ggp-base's match records as JSON.
///
/// `states` has one state more than there are joint moves, once play has begun.
/// `errors` has the same length: what went wrong before the state was reached, for
/// each role, and an empty text if nothing did. `TO` is a late answer, `CE` a
/// failed connection, `IL` an illegal move, `GA` an answer that is no move, `PE` a
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
    /// Why the match did not end by its rules.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
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
        Self {
            match_id: match_id.to_owned(),
            game_name: game_name.to_owned(),
            roles: Vec::new(),
            players: Vec::new(),
            tournament: String::new(),
            random_token: String::new(),
            rules: ruleset.text(),
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
            errors: Vec::new(),
            goal_values: Vec::new(),
            is_completed: false,
            is_aborted: false,
            is_adjudicated: false,
            thinking_times: Vec::new(),
            note: String::new(),
        }
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

    /// How often something of a kind went wrong for a role: `TO`, `IL`, ..
    pub fn n_errors_of_kind(&self, role: RoleId, kind: &str) -> usize {
        let of_role = self.errors.iter().filter_map(|errors| errors.get(role.index()));
        of_role.filter(|error| error.split(' ').next() == Some(kind)).count()
    }
}
