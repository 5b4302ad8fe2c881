//! Finds the node of a position that has been reached before.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::node::NodeId;

/// How far from its place an entry is looked for.
const REACH: usize = 8;

/// An entry that was removed; others may stand behind it.
const REMOVED: u64 = 1 << 32;

/// Ids of nodes by the hashes of their positions, with open addressing. An entry is the upper half
/// of the hash and the id.
#[derive(Debug)]
pub(crate) struct Table {
    entries: Box<[AtomicU64]>,
}

impl Table {
    /// A table with room for so many entries, which is a power of two.
    pub(crate) fn new(capacity: usize) -> Self {
        debug_assert!(capacity.is_power_of_two());
        Self { entries: (0..capacity).map(|_| AtomicU64::new(0)).collect() }
    }

    pub(crate) fn capacity(&self) -> usize {
        self.entries.len()
    }

    pub(crate) const fn bytes(capacity: usize) -> usize {
        capacity * size_of::<AtomicU64>()
    }

    #[inline]
    fn places(&self, hash: u64) -> impl Iterator<Item = &AtomicU64> {
        let mask = self.entries.len() - 1;
        (0..REACH).map(move |step| &self.entries[(hash as usize).wrapping_add(step) & mask])
    }

    /// Reads where these hashes belong, all at once, so that nobody waits for the memory later.
    #[inline]
    pub(crate) fn warm(&self, hashes: &[u64]) {
        for &hash in hashes {
            black_box(self.places(hash).next().map(|place| place.load(Ordering::Relaxed)));
        }
    }

    /// The first id with this hash for which `is_equal` holds.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is_equal: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        for place in self.places(hash) {
            let entry = place.load(Ordering::Acquire);
            if entry == 0 {
                return None;
            }
            let id = NodeId::new(entry as u32);
            if entry >> 32 == hash >> 32 && entry != REMOVED && is_equal(id) {
                return Some(id);
            }
        }
        None
    }

    /// Enters an id, unless the neighborhood is full.
    #[inline]
    pub(crate) fn insert(&self, hash: u64, id: NodeId) {
        let entry = hash >> 32 << 32 | u64::from(id.number());
        for place in self.places(hash) {
            let old = place.load(Ordering::Relaxed);
            if (old == 0 || old == REMOVED)
                && place.compare_exchange(old, entry, Ordering::Release, Ordering::Relaxed).is_ok()
            {
                return;
            }
        }
    }

    /// Removes an id.
    pub(crate) fn remove(&mut self, hash: u64, id: NodeId) {
        let entry = hash >> 32 << 32 | u64::from(id.number());
        if let Some(place) = self.places(hash).find(|place| place.load(Ordering::Relaxed) == entry)
        {
            place.store(REMOVED, Ordering::Relaxed);
        }
    }
}
