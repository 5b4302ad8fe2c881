//! Engines between two questions, so that what they found out is not lost.

use std::collections::VecDeque;
use std::sync::Mutex;

use stonegate_gdl::RoleId;
use stonegate_players::{TablePlayer, Thinker};
use stonegate_tables::Aim;

use super::seating::PLAYER_MEMORY;
use crate::lock;

/// All that is kept takes at most so many bytes.
const MAX_BYTES: usize = 768 << 20;

/// So many are kept at most, as an engine is more than what it knows.
const MAX_KEPT: usize = 64;

/// The engines that were used last, the latest at the end.
#[derive(Debug, Default)]
pub(super) struct KeptEngines(Mutex<VecDeque<Kept>>);

#[derive(Debug)]
struct Kept {
    place: Place,
    mind: Mind,
    bytes: usize,
}

/// What thinks in a seat.
#[derive(Debug)]
pub(super) enum Mind {
    Thinker(Thinker),
    Player(TablePlayer),
}

impl Mind {
    /// What it takes in memory, about.
    fn bytes(&self) -> usize {
        match self {
            Self::Thinker(thinker) => thinker.bytes(),
            // A player does not tell: it may be all that it was allowed.
            Self::Player(_) => PLAYER_MEMORY,
        }
    }
}

/// Where an engine sits, or what else it is kept for.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Place {
    pub(super) table: String,
    pub(super) role: RoleId,
    pub(super) aim: Aim,
    /// The description of the engine, if it is no adviser.
    pub(super) player: Option<String>,
}

impl KeptEngines {
    /// The engine of a place, if it is still there.
    pub(super) fn take(&self, place: &Place) -> Option<Mind> {
        let mut kept = lock(&self.0);
        let index = kept.iter().position(|kept| kept.place == *place)?;
        kept.remove(index).map(|kept| kept.mind)
    }

    /// Keeps an engine, and lets go of those that were not used for the longest time.
    pub(super) fn keep(&self, place: Place, mind: Mind) {
        let bytes = mind.bytes();
        let mut forgotten = Vec::new();
        {
            let mut kept = lock(&self.0);
            // An engine that nobody waited for any more may come back late.
            let same = kept.iter().position(|kept| kept.place == place);
            forgotten.extend(same.and_then(|index| kept.remove(index)));
            kept.push_back(Kept { place, mind, bytes });
            let mut sum = kept.iter().map(|kept| kept.bytes).sum::<usize>();
            while (sum > MAX_BYTES || kept.len() > MAX_KEPT)
                && let Some(oldest) = kept.pop_front()
            {
                sum -= oldest.bytes;
                forgotten.push(oldest);
            }
        }
        // A large tree takes a moment to go, while others want theirs.
        drop(forgotten);
    }

    /// Forgets what was thought at a table.
    pub(super) fn forget(&self, table: &str) {
        let mut kept = lock(&self.0);
        let (gone, rest) = kept.drain(..).partition(|kept| kept.place.table == table);
        *kept = rest;
        drop(kept);
        drop::<VecDeque<_>>(gone);
    }
}
