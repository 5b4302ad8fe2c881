//! Sets of rows of terms.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use stonegate_gdl::TermId;

/// A set of rows of equal width, in the order of their insertion.
#[derive(Debug)]
pub(crate) struct Rows {
    width: usize,
    len: usize,
    cells: Vec<TermId>,
    /// Row numbers by the hash of the row; empty while there are few rows.
    index: HashTable<usize>,
}

/// Up to so many rows are compared one by one.
const FEW: usize = 8;

impl Rows {
    pub(crate) fn new(width: usize) -> Self {
        Self { width, len: 0, cells: Vec::new(), index: HashTable::new() }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn row(&self, row: usize) -> &[TermId] {
        &self.cells[row * self.width..][..self.width]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[TermId]> {
        (0..self.len).map(|row| self.row(row))
    }

    /// Adds a row; false if it was there before.
    pub(crate) fn insert(&mut self, row: &[TermId]) -> bool {
        debug_assert_eq!(row.len(), self.width, "rows have one width");
        if self.contains(row) {
            return false;
        }
        self.cells.extend_from_slice(row);
        self.len += 1;
        if self.len == FEW + 1 {
            (0..self.len).for_each(|row| self.enter(row));
        } else if self.len > FEW {
            self.enter(self.len - 1);
        }
        true
    }

    fn contains(&self, row: &[TermId]) -> bool {
        if self.len <= FEW {
            return self.iter().any(|other| other == row);
        }
        self.index.find(hash(row), |&other| self.row(other) == row).is_some()
    }

    fn enter(&mut self, row: usize) {
        let Self { width, cells, index, .. } = self;
        let hash_of = |row: usize| hash(&cells[row * *width..][..*width]);
        index.insert_unique(hash_of(row), row, |&row| hash_of(row));
    }
}

fn hash(row: &[TermId]) -> u64 {
    FxBuildHasher.hash_one(row)
}
