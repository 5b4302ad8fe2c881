//! What those who watch a table see.

use std::sync::Arc;

use serde::Serialize;

use super::Guest;
use super::clocks::ClocksView;
use super::counting::CountView;
use super::seat::{Rights, SeatKey, SeatView, rights};
use super::wish::WishView;
use crate::catalog::Kind;
use crate::view::Over;

/// The latest state of a table. Each part has a number that grows when it changes, so
/// that a page is only sent what it has not seen.
#[derive(Clone, Debug)]
pub struct News {
    pub table: Arc<TableView>,
    pub n_table: u64,
    /// The message with the position at hand.
    pub position: Arc<str>,
    pub n_position: u64,
    /// The latest message with thoughts.
    pub thoughts: Arc<str>,
    pub n_thoughts: u64,
    /// Why the table cannot go on.
    pub problem: Option<Arc<str>>,
    pub n_problem: u64,
    /// Whether the table is gone.
    pub is_closed: bool,
}

/// A table as all may see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TableView {
    pub table: String,
    pub game: GameView,
    pub seats: Vec<SeatView>,
    pub ply: usize,
    pub moves: Vec<Vec<String>>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksView>,
    /// The count, while people have not agreed to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<CountView>,
    /// How many people play, each in a browser of their own.
    pub people: usize,
    /// Whether there may be hints and analyses.
    pub help: bool,
    /// What somebody asks of the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wish: Option<WishView>,
    /// The table of the next game with the same people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Whose seats these are; a token is never shown, nor is its hash.
    #[serde(skip)]
    pub(super) keys: Vec<Option<SeatKey>>,
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
    table: &'a TableView,
    you: Rights,
}

impl TableView {
    /// The message for one page.
    pub fn message(&self, guest: &Guest) -> TableMessage<'_> {
        TableMessage { table: self, you: self.rights(guest) }
    }

    /// What a guest may do.
    fn rights(&self, guest: &Guest) -> Rights {
        let keys = self.keys.iter().map(Option::as_ref);
        rights(guest, self.game.roles.iter().zip(keys))
    }
}
