//! All tables of a server.

mod shared;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use serde::Serialize;
use stonegate_arena::{Archive, ArchiveQuery};
use stonegate_tables::{
    Refusal, SeatRequest, StoredMove, StoredStatus, StoredTable, TimeControl, TokenHash, new_seats,
};
use tracing::info;

use crate::catalog::{Catalog, CatalogError};
use crate::milliseconds;
use crate::pool::Full;
use crate::quota::{Quota, UsedUp};
use crate::table::{Caller, OpenTable};
use crate::token::{Token, random_id};
use crate::visitor::Visitor;
use stonegate_store::{Change, Contents, Store};

pub(crate) use shared::{Shared, Summary};

/// A server has at most so many tables, and one visitor makes so many of them while it runs.
const MAX_TABLES: usize = 100_000;
const MAX_TABLES_EACH: usize = 1_000;

/// A table that has no moves is removed when nobody has watched it for so long.
const UNPLAYED_TIME: Duration = Duration::from_hours(24);

/// The tables in memory that nobody watches take at most so many bytes.
const MAX_IDLE_BYTES: usize = 256 << 20;

/// The tables, by their ids.
pub(crate) struct Tables {
    catalog: Arc<Catalog>,
    shared: Arc<Shared>,
    quota: Quota,
    /// Those that are in memory.
    open: Mutex<FxHashMap<String, Arc<OpenTable>>>,
}

/// What the creator of a table gets: all its secrets.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Created {
    pub(crate) table: String,
    pub(crate) host: String,
    pub(crate) seats: Vec<String>,
}

impl Tables {
    /// The tables of a store.
    pub(crate) fn new(catalog: Arc<Catalog>, store: Store, contents: &Contents) -> Self {
        let summary = |(table, n_moves): &(StoredTable, usize)| {
            let card = catalog.card(&table.game).ok()?;
            Some((table.id.clone(), Summary::of(table, *n_moves, &card.title, None)))
        };
        let summaries = contents.tables.iter().filter_map(summary);
        let summaries = summaries.collect::<FxHashMap<_, _>>();
        let quota = Quota::new(MAX_TABLES, MAX_TABLES_EACH, summaries.len());
        let shared = Arc::new(Shared::new(store, summaries));
        for id in catalog.removed().into_iter().filter(|id| !shared.plays(id)) {
            // If the disk does not take it, it will the next time.
            let _ = catalog.forget(&id, None);
        }
        Self { catalog, shared, quota, open: Mutex::default() }
    }

    /// Makes a table of a visitor for a game, with somebody on each seat.
    pub(crate) fn create(
        &self,
        visitor: Visitor,
        game: &str,
        seats: &[SeatRequest],
        clock: Option<TimeControl>,
    ) -> Result<Created, Refusal> {
        self.create_after(visitor, game, seats, clock, Vec::new())
    }

    /// The same for a game in which these moves have been made, which are legal.
    pub(crate) fn create_after(
        &self,
        visitor: Visitor,
        game: &str,
        seats: &[SeatRequest],
        clock: Option<TimeControl>,
        moves: Vec<StoredMove>,
    ) -> Result<Created, Refusal> {
        let control = clock.map(TimeControl::checked).transpose()?;
        let game = self.catalog.open(game)?;
        let tokens = game.card.roles.iter().map(|_| Token::random()).collect::<Vec<_>>();
        let hashes = tokens.iter().map(Token::hash).collect::<Vec<_>>();
        let seats_kept = new_seats(&*game, seats, &hashes)?;
        self.catalog.prepare(&game, visitor)?;
        self.remove_unplayed();
        let host = Token::random();
        let touched = milliseconds();
        let table = StoredTable {
            id: random_id(),
            game: game.card.id.clone(),
            host: host.hash(),
            created: touched,
            touched,
            status: StoredStatus::new(seats_kept, control),
            moves,
        };
        let id = table.id.clone();
        self.add(table, &game.card.title, visitor)?;
        let seats = tokens.iter().map(|token| token.as_str().to_owned()).collect();
        Ok(Created { table: id, host: host.as_str().to_owned(), seats })
    }

    /// Makes a table for another game with the same people, who keep their tokens, or
    /// finds the one that there is. Gives its id.
    pub(crate) fn again(&self, id: &str, visitor: Visitor, token: &str) -> Result<String, Refusal> {
        let table = self.open(id, visitor)?;
        let make = |next| self.add(next, &table.game.card.title, visitor);
        let Caller { guest, .. } = table.caller(visitor, Some(token));
        table.begin_next(&guest, |next| self.shared.is_running(next), make)
    }

    /// Makes a table of a visitor that goes on from a position of another one, with the same on the
    /// seats and without clocks.
    pub(crate) fn branch(
        &self,
        id: &str,
        ply: usize,
        visitor: Visitor,
    ) -> Result<Created, Refusal> {
        let table = self.open(id, visitor)?;
        let (moves, seats) = table.branch(ply)?;
        self.create_after(visitor, &table.game.card.id, &seats, None, moves)
    }

    /// The games that were played, as far as they match.
    pub(crate) fn archive(&self, query: &ArchiveQuery) -> Archive {
        query.answer(self.shared.archived())
    }

    /// Removes a rule sheet that somebody brought.
    pub(crate) fn remove_game(&self, id: &str, key: &str, visitor: Visitor) -> Result<(), Refusal> {
        self.catalog.remove(id, key, self.shared.plays(id), visitor)
    }

    /// Stores a table and lists it.
    fn add(&self, table: StoredTable, title: &str, visitor: Visitor) -> Result<(), Refusal> {
        self.quota.take(visitor, 1)?;
        let n_moves = table.moves.len();
        let summary = Summary::of(&table, n_moves, title, Some(visitor));
        let id = table.id.clone();
        let stored = self.shared.store.save_now(Change::CreateTable(table));
        stored.inspect_err(|_| self.quota.give_back(Some(visitor), 1))?;
        info!(table = id, title, %visitor, "a table was made");
        self.shared.add(&id, summary);
        Ok(())
    }

    /// A table, from memory or from the store.
    pub(crate) fn open(&self, id: &str, visitor: Visitor) -> Result<Arc<OpenTable>, Refusal> {
        if let Some(table) = self.open.lock().get(id) {
            return Ok(Arc::clone(table));
        }
        if !self.shared.knows(id) {
            return Err(unknown(id));
        }
        let owner = self.shared.maker(id).unwrap_or(visitor);
        let stored = self.shared.store.load(id)?.ok_or_else(|| unknown(id))?;
        let game = self.catalog.open(&stored.game)?;
        self.catalog.prepare(&game, visitor)?;
        let table = OpenTable::open(stored, game, Arc::clone(&self.shared), owner)
            .map_err(|error| Refusal::new("rules", error.to_string()))?;
        let mut open = self.open.lock();
        // Somebody else may have been faster.
        let table = Arc::clone(open.entry(id.to_owned()).or_insert(table));
        self.forget_idle(&mut open);
        Ok(table)
    }

    /// The tables, the newest first.
    pub(crate) fn list(&self) -> Vec<Summary> {
        self.remove_unplayed();
        self.shared.list(|id| self.is_watched(id))
    }

    pub(crate) fn n_tables(&self) -> usize {
        self.shared.n_tables()
    }

    /// Removes a table for good. That is for its host.
    pub(crate) fn remove(&self, id: &str, token: Option<&str>) -> Result<(), Refusal> {
        let stored = self.shared.store.load(id)?.ok_or_else(|| unknown(id))?;
        if token.map(TokenHash::of) != Some(stored.host) {
            return Err(Refusal::new("not-allowed", "only the host may do this"));
        }
        self.let_go(id);
        Ok(())
    }

    fn is_watched(&self, id: &str) -> bool {
        self.open.lock().get(id).is_some_and(|table| table.n_watchers() > 0)
    }

    /// Removes the tables at which nobody has made a move, and which nobody watches.
    fn remove_unplayed(&self) {
        for id in self.shared.unplayed(UNPLAYED_TIME) {
            if !self.is_watched(&id) {
                self.let_go(&id);
            }
        }
    }

    fn let_go(&self, id: &str) {
        let table = self.open.lock().remove(id);
        if let Some(table) = table {
            table.close();
        }
        if let Some(summary) = self.shared.remove(id) {
            info!(table = id, "a table was removed");
            self.quota.give_back(summary.maker, 1);
            self.shared.store.save(Change::RemoveTable { id: id.to_owned() }, |_| {});
        }
    }

    /// Lets go of tables in memory that nobody watches if they take much; the store has them.
    fn forget_idle(&self, open: &mut FxHashMap<String, Arc<OpenTable>>) {
        let idle = open.values().filter(|table| table.is_idle());
        let mut idle = idle
            .filter_map(|table| {
                Some((self.shared.touched(&table.id), table.bytes()?, table.id.clone()))
            })
            .collect::<Vec<_>>();
        idle.sort_unstable();
        let mut n_bytes = idle.iter().map(|(_, bytes, _)| bytes).sum::<usize>();
        for (_, bytes, id) in idle {
            if n_bytes <= MAX_IDLE_BYTES {
                break;
            }
            n_bytes -= bytes;
            open.remove(&id);
        }
    }
}

fn unknown(id: &str) -> Refusal {
    Refusal::new("unknown-table", format!("there is no table `{id}`"))
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("n_tables", &self.shared.n_tables()).finish_non_exhaustive()
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

impl From<UsedUp> for Refusal {
    fn from(used_up: UsedUp) -> Self {
        match used_up {
            UsedUp::Each => Self::new(
                "quota",
                format!(
                    "you have made as many tables as one visitor may, {MAX_TABLES_EACH}: remove \
                     some, or wait"
                ),
            ),
            UsedUp::All => Self::new("full", "there are as many tables as the server can have"),
        }
    }
}

impl From<Full> for Refusal {
    fn from(Full: Full) -> Self {
        Self::new("busy", "the server does as much for you as it can: try again in a moment")
    }
}

#[cfg(test)]
mod tests;
