//! What those who look at a table see.

use std::borrow::Cow;

use serde::Serialize;

use crate::agreement::RequestView;
use crate::clocks::{ClocksView, RunningClocks};
use crate::counting::CountView;
use crate::people::{Guest, Rights, rights};
use crate::seat::{SeatKey, SeatView};
use crate::secrets::hide_moves;
use crate::view::Over;

/// What plays a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A rule sheet.
    Rules,
    /// A machine of its own.
    Engine,
}

/// A table as all may see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TableView {
    pub table: String,
    pub game: GameView,
    pub seats: Vec<SeatView>,
    pub ply: usize,
    pub moves: Vec<Vec<String>>,
    /// The same as people write them; nothing for those who only waited.
    pub names: Vec<Vec<String>>,
    /// What the engine thought of the position before each move.
    pub values: Vec<Option<Vec<f64>>>,
    /// The roles that have still to move.
    pub waiting: Vec<String>,
    /// What the game runs on.
    pub engine: &'static str,
    pub watchers: usize,
    pub paused: bool,
    pub over: Option<Over>,
    /// The clocks of people, if they have any.
    #[serde(skip)]
    pub(crate) clocks: Option<RunningClocks>,
    /// The count, while people have not agreed to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<CountView>,
    /// How many people play, each in a browser of their own.
    pub people: usize,
    /// Whether there may be hints and analyses.
    pub help: bool,
    /// What somebody asks of the others.
    #[serde(rename = "wish", skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestView>,
    /// The table of the next game with the same people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Whether each page sees what its roles perceive alone.
    #[serde(skip)]
    pub(crate) keeps_secrets: bool,
    /// Whose seats these are; a token is never shown, nor is its hash.
    #[serde(skip)]
    pub(crate) keys: Vec<Option<SeatKey>>,
}

/// What is played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameView {
    pub id: String,
    pub kind: Kind,
    pub title: String,
    pub roles: Vec<String>,
}

/// A table as one page sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename = "table")]
pub struct TableMessage<'a> {
    #[serde(flatten)]
    table: Cow<'a, TableView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<ClocksView>,
    you: Rights,
}

impl TableView {
    /// The message for one page.
    pub fn message(&self, guest: &Guest, now: f64) -> TableMessage<'_> {
        let you = self.rights(guest);
        let table = if self.keeps_secrets {
            Cow::Owned(self.seen_by(&you.roles))
        } else {
            Cow::Borrowed(self)
        };
        TableMessage { table, clocks: self.clocks(now), you }
    }

    /// The table without what those who play these roles must not see.
    fn seen_by(&self, roles: &[String]) -> Self {
        let is_seen = self.game.roles.iter().map(|role| roles.contains(role)).collect::<Vec<_>>();
        Self {
            moves: hide_moves(&self.moves, &is_seen),
            names: hide_moves(&self.names, &is_seen),
            values: vec![None; self.values.len()],
            waiting: self.waiting.iter().filter(|role| roles.contains(role)).cloned().collect(),
            ..self.clone()
        }
    }

    /// The roles that a guest plays.
    pub fn roles_of(&self, guest: &Guest) -> Vec<String> {
        self.rights(guest).roles
    }

    /// The clocks of people at a moment, if they have any.
    pub fn clocks(&self, now: f64) -> Option<ClocksView> {
        self.clocks.as_ref().map(|clocks| clocks.at(now))
    }

    /// What a guest may do.
    fn rights(&self, guest: &Guest) -> Rights {
        let keys = self.keys.iter().map(Option::as_ref);
        rights(guest, self.game.roles.iter().zip(keys))
    }
}
