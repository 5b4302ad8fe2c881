//! Facts that need no proof: those of the sheet, of the state and of the moves.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::FxHasher;
use stonegate_gdl::TermId;

/// A list of facts of equal width, with an index for each set of columns that
/// has been asked for.
#[derive(Debug)]
pub(crate) struct FactTable {
    width: usize,
    len: usize,
    cells: Vec<TermId>,
    indexes: Vec<Index>,
}

/// The rows of a table, ordered by the hash of some of their columns.
#[derive(Debug)]
struct Index {
    columns: u64,
    is_current: bool,
    entries: Vec<(u64, u32)>,
}

/// Rows that may match: all those that do, and perhaps a few more.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    index: Option<usize>,
    positions: Range<usize>,
}

/// Up to so many rows are looked at one by one.
const FEW: usize = 8;

impl FactTable {
    pub(crate) fn new(width: usize) -> Self {
        Self { width, len: 0, cells: Vec::new(), indexes: Vec::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.cells.clear();
        for index in &mut self.indexes {
            index.is_current = false;
        }
    }

    pub(crate) fn push(&mut self, row: &[TermId]) {
        debug_assert_eq!(row.len(), self.width, "facts of a table have one width");
        self.cells.extend_from_slice(row);
        self.len += 1;
        for index in &mut self.indexes {
            index.is_current = false;
        }
    }

    fn row(&self, row: usize) -> &[TermId] {
        &self.cells[row * self.width..][..self.width]
    }

    /// The rows that have the given values in the columns where there is one.
    pub(crate) fn candidates(&mut self, values: &[Option<TermId>]) -> Candidates {
        let mut columns = 0;
        let mut hasher = FxHasher::default();
        for (column, value) in values.iter().enumerate().take(64) {
            if let Some(value) = value {
                columns |= 1 << column;
                value.hash(&mut hasher);
            }
        }
        if columns == 0 || self.len <= FEW {
            return Candidates { index: None, positions: 0..self.len };
        }
        let slot = self.index(columns);
        let entries = &self.indexes[slot].entries;
        let hash = hasher.finish();
        let start = entries.partition_point(|&(other, _)| other < hash);
        let n_equal = entries[start..].iter().take_while(|&&(other, _)| other == hash).count();
        Candidates { index: Some(slot), positions: start..start + n_equal }
    }

    /// The next of the candidates.
    pub(crate) fn next(&self, candidates: &mut Candidates) -> Option<&[TermId]> {
        let position = candidates.positions.next()?;
        Some(self.row(match candidates.index {
            Some(slot) => self.indexes[slot].entries[position].1 as usize,
            None => position,
        }))
    }

    /// The place of the index on some columns, brought up to date.
    fn index(&mut self, columns: u64) -> usize {
        let known = self.indexes.iter().position(|index| index.columns == columns);
        let slot = known.unwrap_or_else(|| {
            self.indexes.push(Index { columns, is_current: false, entries: Vec::new() });
            self.indexes.len() - 1
        });
        if !self.indexes[slot].is_current {
            let mut entries = std::mem::take(&mut self.indexes[slot].entries);
            entries.clear();
            entries.extend((0..self.len).map(|row| (hash(self.row(row), columns), row as u32)));
            entries.sort_unstable();
            self.indexes[slot].entries = entries;
            self.indexes[slot].is_current = true;
        }
        slot
    }
}

fn hash(row: &[TermId], columns: u64) -> u64 {
    let mut hasher = FxHasher::default();
    for (column, value) in row.iter().enumerate().take(64) {
        if columns >> column & 1 == 1 {
            value.hash(&mut hasher);
        }
    }
    hasher.finish()
}
