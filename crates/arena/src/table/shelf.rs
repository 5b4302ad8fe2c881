//! Thinkers between two moves, so that what they found out is not lost.

use std::collections::VecDeque;
use std::sync::Mutex;

use crate::catalog::lock;
use crate::mind::Method;
use crate::thinker::Thinker;

/// So many thinkers are kept. Each may have as much memory as one question.
const MAX_KEPT: usize = 4;

/// The thinkers that were used last, the latest at the end.
#[derive(Debug, Default)]
pub(super) struct Shelf(Mutex<VecDeque<(Place, Thinker)>>);

/// What a thinker is kept for.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Place {
    pub(super) table: String,
    pub(super) role: usize,
    pub(super) method: Method,
}

impl Shelf {
    /// The thinker of a place, if it is still there.
    pub(super) fn take(&self, place: &Place) -> Option<Thinker> {
        let mut kept = lock(&self.0);
        let index = kept.iter().position(|(other, _)| other == place)?;
        kept.remove(index).map(|(_, thinker)| thinker)
    }

    /// Keeps a thinker, and lets go of the one that was not used for the longest time.
    pub(super) fn keep(&self, place: Place, thinker: Thinker) {
        let forgotten = {
            let mut kept = lock(&self.0);
            kept.push_back((place, thinker));
            if kept.len() > MAX_KEPT { kept.pop_front() } else { None }
        };
        // A large tree takes a moment to go, while others use the shelf.
        drop(forgotten);
    }
}
