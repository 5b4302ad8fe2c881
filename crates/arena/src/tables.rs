//! All tables of a server.

mod house;
mod pool;

use std::fmt;
use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::catalog::{Catalog, CatalogError, lock, milliseconds};
use crate::store::{Change, Contents, Store, StoreError, StoredClocks, StoredStatus, StoredTable};
use crate::table::{Refusal, SeatRequest, Table, TimeControl, Token, new_seats, random_id};

pub(crate) use house::House;
pub(crate) use pool::{Full, Pool};

pub use house::Summary;

/// A server has at most so many tables: to make room for one, another goes.
pub const MAX_TABLES: usize = 1_000;

/// So many tables stay in memory though nobody watches them.
const MAX_IDLE: usize = 100;

/// The tables, by their ids.
pub struct Tables {
    catalog: Arc<Catalog>,
    house: Arc<House>,
    /// Those that are in memory.
    open: Mutex<FxHashMap<String, Arc<Table>>>,
}

/// What the creator of a table gets: all its secrets.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Created {
    pub table: String,
    pub host: String,
    pub seats: Vec<String>,
}

impl Tables {
    /// The tables of a store.
    pub fn new(catalog: Arc<Catalog>, store: Store, contents: &Contents) -> Self {
        let summary = |(table, n_moves): &(StoredTable, usize)| {
            let card = catalog.card(&table.game).ok()?;
            Some((table.id.clone(), Summary::of(table, *n_moves, &card.title)))
        };
        let summaries = contents.tables.iter().filter_map(summary).collect();
        let house = Arc::new(House::new(store, summaries));
        Self { catalog, house, open: Mutex::default() }
    }

    /// Makes a table for a game, with somebody on each seat.
    pub fn create(
        &self,
        game: &str,
        seats: &[SeatRequest],
        clock: Option<TimeControl>,
    ) -> Result<Created, Refusal> {
        let control = clock.map(TimeControl::checked).transpose()?;
        let game = self.catalog.open(game)?;
        let (stored_seats, tokens) = new_seats(&game.ruleset, game.roles(), seats)?;
        self.catalog.prepare(&game);
        self.make_room()?;
        let host = Token::random();
        let touched = milliseconds();
        let table = StoredTable {
            id: random_id(),
            game: game.card.id.clone(),
            host: host.hash(),
            created: touched,
            touched,
            status: StoredStatus {
                pending: vec![None; stored_seats.len()],
                seats: stored_seats,
                paused: false,
                resigned: None,
                is_over: false,
                clocks: control.map(|control| StoredClocks {
                    control,
                    left: Vec::new(),
                    fallen: None,
                }),
                count: None,
            },
            moves: Vec::new(),
        };
        let id = table.id.clone();
        let summary = Summary::of(&table, 0, &game.card.title);
        self.house.store.save_now(Change::CreateTable(table))?;
        self.house.add(&id, summary);
        let seats = tokens.iter().map(|token| token.as_str().to_owned()).collect();
        Ok(Created { table: id, host: host.as_str().to_owned(), seats })
    }

    /// A table, from memory or from the store.
    pub fn open(&self, id: &str) -> Result<Arc<Table>, Refusal> {
        let unknown = || Refusal::new("unknown-table", format!("there is no table `{id}`"));
        if let Some(table) = lock(&self.open).get(id) {
            return Ok(Arc::clone(table));
        }
        if !self.house.knows(id) {
            return Err(unknown());
        }
        let stored = self.house.store.load(id)?.ok_or_else(unknown)?;
        let game = self.catalog.open(&stored.game)?;
        self.catalog.prepare(&game);
        let table = Table::open(stored, game, Arc::clone(&self.house))
            .map_err(|error| Refusal::new("rules", error.to_string()))?;
        let mut open = lock(&self.open);
        // Somebody else may have been faster.
        let table = Arc::clone(open.entry(id.to_owned()).or_insert(table));
        forget_idle(&mut open);
        Ok(table)
    }

    /// The tables, the newest first.
    pub fn list(&self) -> Vec<Summary> {
        self.house.list()
    }

    /// Removes tables until there is room for one more: those that are over first, then
    /// those that were left alone for the longest time, but none that somebody watches.
    fn make_room(&self) -> Result<(), Refusal> {
        let mut open = lock(&self.open);
        while self.house.n_tables() >= MAX_TABLES {
            let is_watched = |id: &str| open.get(id).is_some_and(|table| table.n_watchers() > 0);
            let Some(id) = self.house.least_missed(is_watched) else {
                return Err(Refusal::new(
                    "full",
                    "there are as many tables as the server can have",
                ));
            };
            if let Some(table) = open.remove(&id) {
                table.close();
            }
            self.house.remove(&id);
            self.house.store.save(Change::RemoveTable { id }, |_| {});
        }
        Ok(())
    }
}

/// Lets go of tables that nobody watches if there are many; the store has them.
fn forget_idle(open: &mut FxHashMap<String, Arc<Table>>) {
    let idle = open.values().filter(|table| table.is_idle()).map(|table| table.id.clone());
    let idle = idle.collect::<Vec<_>>();
    for id in idle.iter().skip(MAX_IDLE) {
        open.remove(id);
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("n_tables", &self.house.n_tables()).finish_non_exhaustive()
    }
}

impl From<CatalogError> for Refusal {
    fn from(error: CatalogError) -> Self {
        let code = match error {
            CatalogError::Unknown(_) => "unknown-game",
            CatalogError::Unplayable { .. } => "unplayable",
        };
        Self::new(code, error.to_string())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::new("not-stored", error.to_string())
    }
}

#[cfg(test)]
mod tests;
