//! How much a store has written, for those who watch over it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a store has written since it was opened.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub changes: u64,
    /// Several changes are often committed together.
    pub commits: u64,
}

/// The numbers of a store, as they grow. Clones have the same ones.
#[derive(Clone, Debug, Default)]
pub struct WrittenSoFar(Arc<[AtomicU64; 2]>);

impl WrittenSoFar {
    pub fn get(&self) -> Written {
        let [changes, commits] = &*self.0;
        Written {
            changes: changes.load(Ordering::Relaxed),
            commits: commits.load(Ordering::Relaxed),
        }
    }

    /// Counts a commit of some changes.
    pub(super) fn add(&self, n_changes: usize) {
        let [changes, commits] = &*self.0;
        changes.fetch_add(n_changes as u64, Ordering::Relaxed);
        commits.fetch_add(1, Ordering::Relaxed);
    }
}
