//! Thinkers between two moves, so that what they found out is not lost.

use std::collections::VecDeque;
use std::sync::Mutex;

use stonegate_players::{Method, Thinker};

use super::think::Aim;
use crate::catalog::lock;

/// All that is kept takes at most so many bytes.
const MAX_BYTES: usize = 512 << 20;

/// So many are kept at most, as a thinker is more than what it knows.
const MAX_KEPT: usize = 64;

/// The thinkers that were used last, the latest at the end.
#[derive(Debug, Default)]
pub(super) struct Shelf(Mutex<VecDeque<Kept>>);

#[derive(Debug)]
struct Kept {
    place: Place,
    thinker: Thinker,
    bytes: usize,
}

/// What a thinker is kept for.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Place {
    pub(super) table: String,
    pub(super) role: usize,
    pub(super) aim: Aim,
    pub(super) method: Method,
}

impl Shelf {
    /// The thinker of a place, if it is still there.
    pub(super) fn take(&self, place: &Place) -> Option<Thinker> {
        let mut kept = lock(&self.0);
        let index = kept.iter().position(|kept| kept.place == *place)?;
        kept.remove(index).map(|kept| kept.thinker)
    }

    /// Keeps a thinker, and lets go of those that were not used for the longest time.
    pub(super) fn keep(&self, place: Place, thinker: Thinker) {
        let bytes = thinker.bytes();
        let mut forgotten = Vec::new();
        {
            let mut kept = lock(&self.0);
            kept.push_back(Kept { place, thinker, bytes });
            let mut sum = kept.iter().map(|kept| kept.bytes).sum::<usize>();
            while (sum > MAX_BYTES || kept.len() > MAX_KEPT)
                && let Some(oldest) = kept.pop_front()
            {
                sum -= oldest.bytes;
                forgotten.push(oldest);
            }
        }
        // A large tree takes a moment to go, while others use the shelf.
        drop(forgotten);
    }

    /// Forgets what a table thought.
    pub(super) fn forget(&self, table: &str) {
        let mut kept = lock(&self.0);
        let (gone, rest) = kept.drain(..).partition(|kept| kept.place.table == table);
        *kept = rest;
        drop(kept);
        drop::<VecDeque<_>>(gone);
    }
}
