//! What all tables share: the store, the threads, and the list of tables.

use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use serde::Serialize;
use stonegate_arena::ArchivedGame;
use stonegate_tables::{StoredTable, TableView};

use crate::milliseconds;
use crate::pool::{Bounds, Pool};
use crate::table::Engines;
use crate::visitor::Visitor;
use stonegate_store::Store;

/// Threads that tables take their turns on.
const N_THREADS: usize = 4;

/// A list has at most so many tables.
const MAX_LISTED: usize = 200;

/// A table that has no moves and that nobody watches is listed for so long.
const LISTED_TIME: Duration = Duration::from_mins(10);

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) engines: Engines,
    turns: Pool,
    /// For games whose rules take long, so that the others do not wait for them.
    slow_turns: Pool,
    summaries: Mutex<FxHashMap<String, Summary>>,
    /// When the clocks of tables began to run.
    start: Instant,
}

/// What a list of tables tells of one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) table: String,
    /// The id of the game.
    pub(crate) game: String,
    pub(crate) title: String,
    pub(crate) ply: usize,
    pub(crate) over: bool,
    #[serde(skip)]
    goals: Option<Vec<Option<u8>>>,
    /// Who plays.
    pub(crate) seats: Vec<String>,
    /// What people want to be called.
    names: Vec<Option<String>>,
    /// Who made it, if that was since the server was started.
    #[serde(skip)]
    pub(super) maker: Option<Visitor>,
    #[serde(skip)]
    created: u64,
    #[serde(skip)]
    touched: u64,
}

impl Summary {
    pub(super) fn of(
        table: &StoredTable,
        n_moves: usize,
        title: &str,
        maker: Option<Visitor>,
    ) -> Self {
        Self {
            table: table.id.clone(),
            game: table.game.clone(),
            title: title.to_owned(),
            ply: n_moves,
            over: table.status.is_over,
            goals: table.status.goals.clone(),
            seats: table.status.seats.iter().map(|seat| seat.player.clone()).collect(),
            names: table.status.seats.iter().map(|seat| seat.name.clone()).collect(),
            maker,
            created: table.created,
            touched: table.touched,
        }
    }

    fn archived(&self) -> ArchivedGame {
        ArchivedGame {
            table: self.table.clone(),
            game: self.game.clone(),
            title: self.title.clone(),
            ply: self.ply,
            over: self.over,
            goals: self.goals.clone(),
            seats: self.seats.clone(),
            names: self.names.clone(),
            created: self.created,
            touched: self.touched,
        }
    }

    /// Whether nobody has made a move, and nothing has happened for some time.
    fn is_left_unplayed(&self, time: Duration) -> bool {
        let age = milliseconds().saturating_sub(self.touched);
        self.ply == 0 && !self.over && u128::from(age) > time.as_millis()
    }
}

impl Shared {
    pub(super) fn new(store: Store, summaries: FxHashMap<String, Summary>) -> Self {
        let bounds = Bounds {
            n_threads: N_THREADS,
            // One visitor's tables do not hold up all others.
            running_each: N_THREADS - 1,
            waiting_each: usize::MAX,
        };
        let pool = |name| Pool::new(name, bounds);
        Self {
            store,
            engines: Engines::new(),
            turns: pool("tables"),
            slow_turns: pool("slow-tables"),
            summaries: Mutex::new(summaries),
            start: Instant::now(),
        }
    }

    /// The time by which clocks run, in seconds.
    pub(crate) fn now(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// The threads for a table of a slow or a quick game.
    pub(crate) fn turns(&self, is_slow: bool) -> &Pool {
        if is_slow { &self.slow_turns } else { &self.turns }
    }

    /// Notes how a table looks.
    pub(crate) fn note(&self, view: &TableView, touched: u64) {
        if let Some(summary) = self.summaries.lock().get_mut(&view.table) {
            summary.ply = view.ply;
            summary.over = view.over.is_some();
            summary.goals = view.over.as_ref().map(|over| over.goals.clone());
            summary.touched = touched;
            summary.seats.clear();
            summary.seats.extend(view.seats.iter().map(|seat| seat.player.clone()));
            summary.names.clear();
            summary.names.extend(view.seats.iter().map(|seat| seat.name.clone()));
        }
    }

    pub(super) fn add(&self, id: &str, summary: Summary) {
        self.summaries.lock().insert(id.to_owned(), summary);
    }

    pub(super) fn remove(&self, id: &str) -> Option<Summary> {
        self.engines.forget(id);
        self.summaries.lock().remove(id)
    }

    pub(super) fn knows(&self, id: &str) -> bool {
        self.summaries.lock().contains_key(id)
    }

    /// Who made a table, if that was since the server was started.
    pub(super) fn maker(&self, id: &str) -> Option<Visitor> {
        self.summaries.lock().get(id).and_then(|summary| summary.maker)
    }

    /// When something last happened at a table.
    pub(super) fn touched(&self, id: &str) -> u64 {
        self.summaries.lock().get(id).map_or(0, |summary| summary.touched)
    }

    /// Notes that somebody was at a table.
    pub(crate) fn touch(&self, id: &str) {
        if let Some(summary) = self.summaries.lock().get_mut(id) {
            summary.touched = milliseconds();
        }
    }

    /// Whether there is a table for a game.
    pub(super) fn plays(&self, game: &str) -> bool {
        self.summaries.lock().values().any(|summary| summary.game == game)
    }

    /// Whether there is a table whose game is not over.
    pub(super) fn is_running(&self, id: &str) -> bool {
        self.summaries.lock().get(id).is_some_and(|summary| !summary.over)
    }

    pub(super) fn n_tables(&self) -> usize {
        self.summaries.lock().len()
    }

    /// The tables, the newest first, without those that were left before they began.
    pub(super) fn list(&self, is_watched: impl Fn(&str) -> bool) -> Vec<Summary> {
        let mut all = self.summaries.lock().values().cloned().collect::<Vec<_>>();
        all.retain(|summary| !summary.is_left_unplayed(LISTED_TIME) || is_watched(&summary.table));
        all.sort_by(|left, right| {
            right.created.cmp(&left.created).then_with(|| left.table.cmp(&right.table))
        });
        all.truncate(MAX_LISTED);
        all
    }

    /// All tables, as the archive tells of them.
    pub(super) fn archived(&self) -> Vec<ArchivedGame> {
        self.summaries.lock().values().map(Summary::archived).collect()
    }

    /// The tables that nobody has made a move at, and at which nothing happened for some time.
    pub(super) fn unplayed(&self, time: Duration) -> Vec<String> {
        let summaries = self.summaries.lock();
        let unplayed = summaries.values().filter(|summary| summary.is_left_unplayed(time));
        unplayed.map(|summary| summary.table.clone()).collect()
    }

    /// Makes all tables older.
    #[cfg(test)]
    pub(super) fn age(&self, time: Duration) {
        for summary in self.summaries.lock().values_mut() {
            summary.touched = summary.touched.saturating_sub(time.as_millis() as u64);
        }
    }
}
