//! The games that tables can be opened for: built-in ones, and sheets that were brought.

mod card;
mod open_game;
mod owner;
mod workshop;

use std::collections::VecDeque;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use stonegate_arena::{Reading, Verdict, sheet_id};
use stonegate_compile::Patience;
use stonegate_players::{PrepareSettings, now};
use stonegate_tables::Refusal;
use tracing::info;

use crate::house_board::HouseBoard;
use crate::milliseconds;
use crate::pool::Full;
use crate::quota::{Quota, UsedUp};
use crate::token::Token;
use crate::visitor::Visitor;
use stonegate_store::{Change, SheetStatus, Store, StoredSheet};

pub(crate) use card::Card;
pub(crate) use open_game::OpenGame;
pub(crate) use owner::Brought;

use workshop::Workshop;

/// All brought sheets together have at most so many bytes, and those of one visitor.
const MAX_BROUGHT_BYTES: usize = 128 << 20;
const MAX_BROUGHT_BYTES_EACH: usize = 4 << 20;

/// A sheet counts as at least so many bytes, as its card and its drawing take some, too.
const MIN_SHEET_BYTES: usize = 16 << 10;

/// So many drafts are remembered.
const MAX_DRAFTS: usize = 16;

/// The open games that no table needs take at most so many bytes in memory.
const MAX_IDLE_BYTES: usize = 256 << 20;

/// How long any question about the rules of a brought sheet may take.
pub(crate) const PATIENCE: Patience = Patience { limit: Duration::from_secs(2), now };

/// The games, by their ids.
#[derive(Debug)]
pub(crate) struct Catalog {
    built_in: Vec<Arc<Card>>,
    brought: Mutex<Vec<Arc<Card>>>,
    /// The bytes of brought sheets.
    quota: Quota,
    /// Sheets that somebody is writing, the latest at the end. No table is opened for them.
    drafts: Mutex<VecDeque<Arc<Card>>>,
    open: Mutex<Open>,
    workshop: Workshop,
    store: Store,
    board: Option<Arc<HouseBoard>>,
}

/// Games in memory.
#[derive(Debug, Default)]
struct Open {
    all: FxHashMap<String, Weak<OpenGame>>,
    /// The last ones that were asked for, the latest at the end.
    recent: VecDeque<Arc<OpenGame>>,
}

/// Why a game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum CatalogError {
    #[error("there is no game `{0}`")]
    Unknown(String),
    /// The sheet breaks the rules of the language.
    #[error("`{id}` cannot be played: {reason}")]
    Unplayable { id: String, reason: String },
}

impl Catalog {
    /// A catalog of built-in games and of the sheets of a store.
    pub(crate) fn new(
        built_in: Vec<Card>,
        brought: Vec<StoredSheet>,
        settings: PrepareSettings,
        store: Store,
    ) -> Self {
        let brought = brought.into_iter().map(|sheet| Arc::new(Card::of_sheet(&sheet)));
        let brought = brought.collect::<Vec<_>>();
        let used = brought.iter().map(|card| cost(card.text())).sum();
        Self {
            built_in: built_in.into_iter().map(Arc::new).collect(),
            brought: Mutex::new(brought),
            quota: Quota::new(MAX_BROUGHT_BYTES, MAX_BROUGHT_BYTES_EACH, used),
            drafts: Mutex::default(),
            open: Mutex::default(),
            workshop: Workshop::new(settings),
            store,
            board: None,
        }
    }

    /// The same with a board that plays its game.
    pub(crate) fn with_board(self, board: Option<HouseBoard>) -> Self {
        Self { board: board.map(Arc::new), ..self }
    }

    /// All games: the built-in ones, then those that were brought, the latest first.
    pub(crate) fn cards(&self) -> Vec<Arc<Card>> {
        let brought = self.brought.lock();
        let listed = brought.iter().rev().filter(|card| !card.status.is_removed);
        self.built_in.iter().chain(listed).cloned().collect()
    }

    pub(crate) fn card(&self, id: &str) -> Result<Arc<Card>, CatalogError> {
        let brought = self.brought.lock();
        let found = self.built_in.iter().chain(brought.iter()).find(|card| card.id == id);
        // Machines have more sizes and rules than there are cards.
        let dedicated = || Card::dedicated(id).map(|game| Arc::new(Card::of_dedicated(game)));
        found.cloned().or_else(dedicated).ok_or_else(|| CatalogError::Unknown(id.to_owned()))
    }

    /// The rules of a game. The same for all who have it open.
    pub(crate) fn open(&self, id: &str) -> Result<Arc<OpenGame>, CatalogError> {
        self.open_card(self.card(id)?)
    }

    /// The rules of a game or of a draft.
    pub(crate) fn look_at(&self, id: &str) -> Result<Arc<OpenGame>, CatalogError> {
        let card = self.card(id).or_else(|unknown| {
            let drafts = self.drafts.lock();
            drafts.iter().find(|card| card.id == id).cloned().ok_or(unknown)
        });
        self.open_card(card?)
    }

    fn open_card(&self, card: Arc<Card>) -> Result<Arc<OpenGame>, CatalogError> {
        let id = card.id.clone();
        let found = self.open.lock().all.get(&card.id).and_then(Weak::upgrade);
        let game = match found {
            Some(game) => game,
            None => Arc::new(
                OpenGame::new(card, self.board.as_ref())
                    .map_err(|reason| CatalogError::Unplayable { id, reason })?,
            ),
        };
        Ok(self.open.lock().keep(&game))
    }

    /// Has a game get ready for play, unless it is, when it is the visitor's turn.
    pub(crate) fn prepare(&self, game: &Arc<OpenGame>, visitor: Visitor) -> Result<(), Full> {
        self.workshop.prepare(game, visitor)
    }

    /// Reads a sheet, and remembers it for a while if it can be played. Takes up to some
    /// seconds.
    pub(crate) fn draft(&self, text: &str) -> (Reading, Option<Arc<Card>>) {
        let reading = Reading::of(text, PATIENCE);
        if reading.verdict() == Verdict::Unplayable {
            return (reading, None);
        }
        let id = sheet_id(text);
        if let Ok(card) = self.card(&id) {
            return (reading, Some(card));
        }
        let (text, status) = (text.to_owned(), SheetStatus::default());
        let card = Arc::new(Card::of_sheet(&StoredSheet { id, text, brought: 0, status }));
        let mut drafts = self.drafts.lock();
        drafts.retain(|other| other.id != card.id);
        drafts.push_back(Arc::clone(&card));
        if drafts.len() > MAX_DRAFTS {
            drafts.pop_front();
        }
        (reading, Some(card))
    }

    /// Reads a sheet, and takes it up if it can be played; one with errors only if somebody
    /// insists. Takes up to some seconds.
    pub(crate) fn bring(
        &self,
        text: &str,
        insist: bool,
        visitor: Visitor,
    ) -> Result<(Reading, Option<Brought>), Refusal> {
        let reading = Reading::of(text, PATIENCE);
        let verdict = reading.verdict();
        if verdict == Verdict::Unplayable || (verdict == Verdict::Errors && !insist) {
            return Ok((reading, None));
        }
        let (id, key) = (sheet_id(text), Token::random());
        let status = SheetStatus { owner: Some(key.hash()), ..SheetStatus::default() };
        let key = Some(key.as_str().to_owned());
        if let Ok(card) = self.card(&id) {
            if card.is_built_in || !card.status.is_removed {
                return Ok((reading, Some(Brought { card, key: None })));
            }
            let card = self.set_status(&card, status)?;
            return Ok((reading, Some(Brought { card, key })));
        }
        let sheet = StoredSheet { id, text: text.to_owned(), brought: milliseconds(), status };
        let card = Arc::new(Card::of_sheet(&sheet));
        self.quota.take(visitor, cost(text)).map_err(|used_up| match used_up {
            UsedUp::Each => Refusal::new(
                "quota",
                format!(
                    "you have brought as many rule sheets as one visitor may: {} MB, where each \
                     counts as at least {} KB",
                    MAX_BROUGHT_BYTES_EACH >> 20,
                    MIN_SHEET_BYTES >> 10
                ),
            ),
            UsedUp::All => {
                Refusal::new("full", "the server has as many rule sheets as it can keep")
            }
        })?;
        self.store.save_now(Change::AddSheet(sheet)).inspect_err(|_| {
            self.quota.give_back(Some(visitor), cost(text));
        })?;
        let mut brought = self.brought.lock();
        // Somebody else may have been faster with the same sheet.
        if brought.iter().any(|other| other.id == card.id) {
            self.quota.give_back(Some(visitor), cost(text));
        } else {
            info!(sheet = card.id, title = card.title, %visitor, "a rule sheet was brought");
            brought.push(Arc::clone(&card));
        }
        Ok((reading, Some(Brought { card, key })))
    }
}

#[cfg(test)]
impl Catalog {
    /// Opens a sheet without reading it first, which may take long.
    pub(crate) fn open_sheet(&self, sheet: &StoredSheet) -> Arc<OpenGame> {
        let game = OpenGame::new(Arc::new(Card::of_sheet(sheet)), None).expect("it can be played");
        self.open.lock().keep(&Arc::new(game))
    }
}

impl Open {
    /// Remembers a game, and lets go of others. If somebody else was faster with the
    /// same one, it is theirs.
    fn keep(&mut self, game: &Arc<OpenGame>) -> Arc<OpenGame> {
        let id = &game.card.id;
        let game = self.all.get(id).and_then(Weak::upgrade).unwrap_or_else(|| Arc::clone(game));
        self.all.insert(id.clone(), Arc::downgrade(&game));
        self.recent.retain(|other| !Arc::ptr_eq(other, &game));
        self.recent.push_back(Arc::clone(&game));
        let mut n_bytes = self.recent.iter().map(|game| game.bytes()).sum::<usize>();
        while n_bytes > MAX_IDLE_BYTES && self.recent.len() > 1 {
            n_bytes -= self.recent.pop_front().map_or(0, |oldest| oldest.bytes());
        }
        self.all.retain(|_, game| game.strong_count() > 0);
        game
    }
}

/// What a sheet takes of a quota.
fn cost(text: &str) -> usize {
    text.len().max(MIN_SHEET_BYTES)
}

#[cfg(test)]
pub(crate) mod tests;
