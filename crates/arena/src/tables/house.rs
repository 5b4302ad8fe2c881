//! What all tables share: the store, the threads, and the list of tables.

use std::sync::Mutex;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{MAX_TABLES, Pool};
use crate::catalog::lock;
use crate::store::{Store, StoredTable};
use crate::table::{TableView, Thinkers};

/// Threads that tables take their turns on.
const N_THREADS: usize = 4;

/// A list has at most so many tables.
const MAX_LISTED: usize = 200;

#[derive(Debug)]
pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) thinkers: Thinkers,
    turns: Pool,
    /// For games whose rules take long, so that the others do not wait for them.
    slow_turns: Pool,
    summaries: Mutex<FxHashMap<String, Summary>>,
}

/// What a list of tables tells of one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    pub table: String,
    /// The id of the game.
    pub game: String,
    pub title: String,
    pub ply: usize,
    pub over: bool,
    /// Who plays.
    pub seats: Vec<String>,
    #[serde(skip)]
    created: u64,
    #[serde(skip)]
    touched: u64,
}

impl Summary {
    pub(super) fn of(table: &StoredTable, n_moves: usize, title: &str) -> Self {
        Self {
            table: table.id.clone(),
            game: table.game.clone(),
            title: title.to_owned(),
            ply: n_moves,
            over: table.status.is_over,
            seats: table.status.seats.iter().map(|seat| seat.player.clone()).collect(),
            created: table.created,
            touched: table.touched,
        }
    }
}

impl House {
    pub(super) fn new(store: Store, summaries: FxHashMap<String, Summary>) -> Self {
        // A table has one turn at a time, and a removed one may have one left.
        let pool = |name| Pool::new(name, N_THREADS, 4 * MAX_TABLES);
        Self {
            store,
            thinkers: Thinkers::new(),
            turns: pool("tables"),
            slow_turns: pool("slow-tables"),
            summaries: Mutex::new(summaries),
        }
    }

    /// The threads for a table of a slow or a quick game.
    pub(crate) fn turns(&self, is_slow: bool) -> &Pool {
        if is_slow { &self.slow_turns } else { &self.turns }
    }

    /// Notes how a table looks.
    pub(crate) fn note(&self, view: &TableView, touched: u64) {
        if let Some(summary) = lock(&self.summaries).get_mut(&view.table) {
            summary.ply = view.ply;
            summary.over = view.over.is_some();
            summary.touched = touched;
            summary.seats.clear();
            summary.seats.extend(view.seats.iter().map(|seat| seat.player.clone()));
        }
    }

    pub(super) fn add(&self, id: &str, summary: Summary) {
        lock(&self.summaries).insert(id.to_owned(), summary);
    }

    pub(super) fn remove(&self, id: &str) {
        lock(&self.summaries).remove(id);
    }

    pub(super) fn knows(&self, id: &str) -> bool {
        lock(&self.summaries).contains_key(id)
    }

    pub(super) fn n_tables(&self) -> usize {
        lock(&self.summaries).len()
    }

    pub(super) fn list(&self) -> Vec<Summary> {
        let mut all = lock(&self.summaries).values().cloned().collect::<Vec<_>>();
        all.sort_by(|left, right| {
            right.created.cmp(&left.created).then_with(|| left.table.cmp(&right.table))
        });
        all.truncate(MAX_LISTED);
        all
    }

    /// The table that is best removed.
    pub(super) fn least_missed(&self, is_watched: impl Fn(&str) -> bool) -> Option<String> {
        let summaries = lock(&self.summaries);
        let unwatched = summaries.values().filter(|summary| !is_watched(&summary.table));
        let least = unwatched.min_by_key(|summary| (!summary.over, summary.touched));
        least.map(|summary| summary.table.clone())
    }
}
