//! What is known of positions that were searched before.

use super::pruning;
use crate::point::Point;

const PLY: i16 = pruning::PLY as i16;

/// What a value says of the true one.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Bound {
    AtLeast,
    AtMost,
    Exact,
}

/// What is known of a position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Entry {
    pub(crate) best: Option<Point>,
    pub(crate) value: i16,
    pub(crate) depth: i16,
    pub(crate) bound: Bound,
}

/// A transposition table: one entry for each slot, the latest unless it is much shallower.
///
/// Entries are packed into words, and 0 is none: memory that is all zeros costs nothing before it
/// is used.
#[derive(Debug)]
pub(crate) struct Table {
    /// Keys with their packed entries.
    slots: Vec<[u64; 2]>,
}

impl Table {
    /// A table of at most so many bytes.
    pub(crate) fn new(n_bytes: usize) -> Self {
        let n_entries = 1 << (n_bytes / 16).max(1).ilog2();
        Self { slots: vec![[0; 2]; n_entries] }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self { slots: vec![[0; 2]; self.slots.len()] };
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let [known, entry] = self.slots[self.slot(key)];
        Entry::unpack(entry).filter(|_| known == key)
    }

    pub(crate) fn put(&mut self, key: u64, entry: Entry) {
        let slot = self.slot(key);
        let [known, old] = &mut self.slots[slot];
        match Entry::unpack(*old).filter(|_| *known != key) {
            Some(deep) if deep.depth > entry.depth + 4 * PLY => {
                // It makes room step by step, lest what is old stays forever.
                *old = Entry { depth: deep.depth - PLY, ..deep }.pack();
            }
            _ => self.slots[slot] = [key, entry.pack()],
        }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }
}

impl Entry {
    pub(crate) fn new(best: Option<Point>, value: i32, depth: i32, bound: Bound) -> Self {
        Self { best, value: value as i16, depth: depth.clamp(-2000, 2000) as i16, bound }
    }

    /// Never 0, as every bound is a number from 1 on.
    fn pack(self) -> u64 {
        let best = self.best.map_or(0, |point| point.index() as u64 + 1);
        let value = u64::from(self.value as u16);
        let depth = u64::from(self.depth as u16);
        best | value << 16 | depth << 32 | (self.bound as u64 + 1) << 48
    }

    fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 48 {
            1 => Bound::AtLeast,
            2 => Bound::AtMost,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = (word as usize & 0xffff).checked_sub(1).map(Point::from_index);
        Some(Self { best, value: (word >> 16) as i16, depth: (word >> 32) as i16, bound })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_there() {
        let mut table = Table::new(1 << 10);
        let best = Point::new(24, 24);
        for (best, value, depth, bound) in [
            (best, -29_999, -1, Bound::AtMost),
            (None, 30_000, 127, Bound::AtLeast),
            (best, 0, 0, Bound::Exact),
        ] {
            let entry = Entry::new(best, value, depth, bound);
            table.put(0, entry);
            assert_eq!(table.get(0), Some(entry));
            assert_eq!(table.get(64), None);
        }
        table.clear();
        assert_eq!(table.get(0), None);
    }
}
