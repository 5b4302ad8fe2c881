//! What who brought a sheet may do with it: rename it and remove it.

use std::sync::Arc;

use stonegate_arena::MAX_TITLE_CHARS;
use stonegate_tables::{Refusal, TokenHash};

use super::card::Card;
use super::{Catalog, cost};
use crate::visitor::Visitor;
use stonegate_store::{Change, SheetStatus, StoreError};

/// A sheet that is among the games.
#[derive(Clone, Debug)]
pub(crate) struct Brought {
    pub(crate) card: Arc<Card>,
    /// The secret of its owner, who has just brought it.
    pub(crate) key: Option<String>,
}

impl Catalog {
    /// Gives a sheet another title.
    pub(crate) fn rename(&self, id: &str, key: &str, title: &str) -> Result<Arc<Card>, Refusal> {
        let card = self.owned(id, key)?;
        let title = title.trim();
        if title.is_empty() || title.chars().count() > MAX_TITLE_CHARS {
            let message = format!("a title has 1 to {MAX_TITLE_CHARS} characters");
            return Err(Refusal::new("bad-title", message));
        }
        let status = SheetStatus { title: Some(title.to_owned()), ..card.status.clone() };
        Ok(self.set_status(&card, status)?)
    }

    /// Takes a sheet off the games. Where there are tables for it, it is kept for them.
    pub(crate) fn remove(
        &self,
        id: &str,
        key: &str,
        has_tables: bool,
        visitor: Visitor,
    ) -> Result<(), Refusal> {
        let card = self.owned(id, key)?;
        if has_tables {
            self.set_status(&card, SheetStatus { is_removed: true, ..SheetStatus::default() })?;
        } else {
            self.forget(id, Some(visitor))?;
        }
        Ok(())
    }

    /// The sheets that are kept for their tables only.
    pub(crate) fn removed(&self) -> Vec<String> {
        let brought = self.brought.lock();
        brought.iter().filter(|card| card.status.is_removed).map(|card| card.id.clone()).collect()
    }

    /// Lets go of a sheet for good, and gives its room back.
    pub(crate) fn forget(&self, id: &str, visitor: Option<Visitor>) -> Result<(), StoreError> {
        self.store.save_now(Change::RemoveSheet { id: id.to_owned() })?;
        let mut brought = self.brought.lock();
        for card in brought.extract_if(.., |card| card.id == id) {
            self.quota.give_back(visitor, cost(card.text()));
        }
        Ok(())
    }

    /// The sheet, if the key is that of its owner.
    fn owned(&self, id: &str, key: &str) -> Result<Arc<Card>, Refusal> {
        let card = self.card(id)?;
        if card.status.owner.as_ref() != Some(&TokenHash::of(key)) {
            return Err(Refusal::new("not-allowed", "only who brought the rules may do this"));
        }
        Ok(card)
    }

    /// Replaces the status of a sheet. Tables that are open show the old title.
    pub(super) fn set_status(
        &self,
        card: &Arc<Card>,
        status: SheetStatus,
    ) -> Result<Arc<Card>, StoreError> {
        let changed = Arc::new(card.with_status(status.clone()));
        self.store.save_now(Change::UpdateSheet { id: card.id.clone(), status })?;
        for other in self.brought.lock().iter_mut().filter(|other| other.id == card.id) {
            *other = Arc::clone(&changed);
        }
        // Who opens the game next gets the changed card.
        let mut open = self.open.lock();
        open.all.remove(&card.id);
        open.recent.retain(|game| game.card.id != card.id);
        Ok(changed)
    }
}
