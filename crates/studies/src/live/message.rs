//! What the page of a study is told.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use stonegate_tables::PositionView;

use crate::report::Report;
use crate::results::Results;
use crate::study::Study;

/// The path of a test has no more points than can be seen.
const MAX_POINTS: usize = 300;

/// How far a study is.
#[derive(Copy, Clone, Debug, Serialize)]
pub(super) struct Progress {
    /// `running`, `complete` or `stopped`.
    pub(super) state: &'static str,
    /// How many units there are at most, where that is known.
    pub(super) most_units: Option<u64>,
    /// How long it has been running, in seconds.
    pub(super) seconds: f64,
    /// How long it may still run, where that is known.
    pub(super) left: Option<f64>,
}

impl Default for Progress {
    fn default() -> Self {
        Self { state: "running", most_units: None, seconds: 0.0, left: None }
    }
}

impl Progress {
    pub(super) fn of(
        results: &Results,
        most_units: Option<u64>,
        n_played: u64,
        elapsed: Duration,
    ) -> Self {
        let seconds = elapsed.as_secs_f64();
        let n_left = most_units.map(|most| most.saturating_sub(results.n_units()) as f64);
        let pace = (n_played > 0 && seconds > 0.0).then(|| n_played as f64 / seconds);
        let left = n_left.zip(pace).map(|(n_left, pace)| n_left / pace);
        Self { state: "running", most_units, seconds, left }
    }

    /// The same, told a while later.
    pub(super) fn later(self, waited: f64) -> Self {
        if self.state != "running" {
            return self;
        }
        let left = self.left.map(|left| (left - waited).max(0.0));
        Self { seconds: self.seconds + waited, left, ..self }
    }
}

/// What a study has found out.
#[derive(Serialize)]
pub(super) struct StudyMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    progress: Progress,
    /// The report, as `stonegate tournament --json` prints it.
    report: Value,
    /// The log-likelihood ratio of a test as it went.
    path: Vec<f64>,
}

impl StudyMessage {
    pub(super) fn new(
        study: &Study,
        results: &Results,
        roles: &[Vec<String>],
        progress: Progress,
    ) -> Self {
        let path = results.path();
        let step = path.len().div_ceil(MAX_POINTS).max(1);
        // The last point counts, whichever are left out.
        let points = path.iter().rev().step_by(step).copied().collect::<Vec<_>>();
        Self {
            kind: "study",
            progress,
            report: Report::new(study, results, roles).to_json(),
            path: points.into_iter().rev().collect(),
        }
    }
}

/// The boards of the games that are being played.
#[derive(Serialize)]
pub(super) struct BoardsMessage {
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) boards: Vec<BoardMessage>,
}

#[derive(Serialize)]
pub(super) struct BoardMessage {
    pub(super) table: String,
    pub(super) game: String,
    pub(super) roles: Vec<String>,
    pub(super) players: Vec<String>,
    pub(super) position: PositionView,
}

/// Some finished games, and how many there are.
#[derive(Serialize)]
pub(super) struct Games {
    pub(super) games: Vec<GameRow>,
    pub(super) total: usize,
}

/// A finished game.
#[derive(Serialize)]
pub(super) struct GameRow {
    pub(super) table: String,
    pub(super) game: String,
    pub(super) roles: Vec<String>,
    pub(super) players: Vec<String>,
    /// Empty if it has no result.
    pub(super) goals: Vec<u8>,
    pub(super) moves: usize,
    /// Why it did not end by its rules.
    pub(super) note: String,
}

/// What is told as JSON.
pub(super) trait ToJson: Serialize + Sized {
    fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }
}

impl ToJson for StudyMessage {}
impl ToJson for BoardsMessage {}
impl ToJson for Games {}
