//! A hash table that grows a part at a time.

use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};

/// A table in `N` parts, a power of two: while a table of many millions grew as a whole, nobody would
/// look at the clock.
#[derive(Clone, Debug)]
pub(crate) struct Sharded<K, V, const N: usize> {
    parts: [FxHashMap<K, V>; N],
}

impl<K: Hash + Eq, V, const N: usize> Sharded<K, V, N> {
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.parts[Self::part(key)].get(key)
    }

    pub(crate) fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        self.parts[Self::part(&key)].entry(key)
    }

    /// As [`entry`](Self::entry), or nothing if it is time to stop. That is asked whenever a part has
    /// to grow: all parts do so at about the same time.
    pub(crate) fn entry_unless(
        &mut self,
        key: K,
        stop: &dyn Fn() -> bool,
    ) -> Option<Entry<'_, K, V>> {
        let part = &mut self.parts[Self::part(&key)];
        if part.len() == part.capacity() && stop() {
            return None;
        }
        Some(part.entry(key))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.parts.iter().flatten()
    }

    /// A copy, or nothing if it is time to stop.
    pub(crate) fn clone_unless(&self, stop: &dyn Fn() -> bool) -> Option<Self>
    where
        K: Clone,
        V: Clone,
    {
        let mut copy = Self::default();
        for (copy, part) in copy.parts.iter_mut().zip(&self.parts) {
            if stop() {
                return None;
            }
            copy.clone_from(part);
        }
        Some(copy)
    }

    /// Drops the table part by part, or at once if it is time to stop.
    pub(crate) fn drop_in_turns(self, stop: &dyn Fn() -> bool) -> Option<()> {
        self.parts.into_iter().all(|_| !stop()).then_some(())
    }

    /// The parts use other bits of the hash.
    fn part(key: &K) -> usize {
        (FxBuildHasher.hash_one(key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % N
    }
}

impl<K, V, const N: usize> Default for Sharded<K, V, N> {
    fn default() -> Self {
        Self { parts: std::array::from_fn(|_| FxHashMap::default()) }
    }
}
