//! Rows of terms, each stored once: relations, keys of indexes, groups.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use stonegate_gdl::TermId;

/// So many rows are gone through between two looks at a stop function.
pub(crate) const ROWS_PER_LOOK: usize = 1 << 14;

/// A set of rows of equal width, numbered in the order of their first insertion.
#[derive(Clone, Debug)]
pub(crate) struct RowSet {
    width: usize,
    /// The rows one after another; kept apart from `len`, as a row may be empty.
    terms: Vec<TermId>,
    len: usize,
    table: HashTable<u32>,
}

impl RowSet {
    pub(crate) fn new(width: usize) -> Self {
        Self { width, terms: Vec::new(), len: 0, table: HashTable::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// What it takes in memory.
    pub(crate) fn bytes(&self) -> usize {
        self.terms.capacity() * size_of::<TermId>() + self.table.allocation_size()
    }

    /// The rows one after another.
    pub(crate) fn into_terms(self) -> Vec<TermId> {
        self.terms
    }

    pub(crate) fn row(&self, index: usize) -> &[TermId] {
        &self.terms[index * self.width..(index + 1) * self.width]
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &[TermId]> {
        (0..self.len).map(|index| self.row(index))
    }

    /// The number of a row, and whether it is new.
    pub(crate) fn insert(&mut self, row: &[TermId]) -> (usize, bool) {
        debug_assert_eq!(row.len(), self.width);
        let hash = hash(row);
        if let Some(index) = self.find(hash, row) {
            return (index, false);
        }
        let index = self.len;
        self.terms.extend_from_slice(row);
        self.len += 1;
        let (terms, width) = (&self.terms, self.width);
        self.table.insert_unique(hash, index as u32, |&index| {
            let start = index as usize * width;
            self::hash(&terms[start..start + width])
        });
        (index, true)
    }

    pub(crate) fn get(&self, row: &[TermId]) -> Option<usize> {
        self.find(hash(row), row)
    }

    fn find(&self, hash: u64, row: &[TermId]) -> Option<usize> {
        let found = self.table.find(hash, |&index| self.row(index as usize) == row)?;
        Some(*found as usize)
    }
}

fn hash(row: &[TermId]) -> u64 {
    let mut hasher = FxHasher::default();
    row.hash(&mut hasher);
    hasher.finish()
}
