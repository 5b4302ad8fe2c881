//! Facts that need no proof: those of the sheet, of the state and of the moves.

use hashbrown::HashTable;
use stonegate_gdl::TermId;

use crate::rows;

/// Rows of equal width, with the indexes that plans ask for. An index is brought up to date when it
/// is used.
#[derive(Debug)]
pub(crate) struct FactTable {
    width: usize,
    len: u32,
    cells: Vec<TermId>,
    indexes: Vec<Index>,
}

/// Which rows have the same values in some columns.
#[derive(Debug)]
struct Index {
    columns: Box<[usize]>,
    is_current: bool,
    /// The first row with certain values.
    first: HashTable<(u64, u32)>,
    /// For each row the next one with the same values.
    next: Vec<u32>,
}

/// No further row.
pub(crate) const NONE: u32 = u32::MAX;

impl FactTable {
    pub(crate) fn new(width: usize) -> Self {
        Self { width, len: 0, cells: Vec::new(), indexes: Vec::new() }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.cells.clear();
        self.indexes.iter_mut().for_each(|index| index.is_current = false);
    }

    pub(crate) fn push(&mut self, row: &[TermId]) {
        self.push_parts(row, &[]);
    }

    /// Adds a row in two parts.
    pub(crate) fn push_parts(&mut self, row: &[TermId], rest: &[TermId]) {
        debug_assert_eq!(row.len() + rest.len(), self.width, "facts of a table have one width");
        self.cells.extend_from_slice(row);
        self.cells.extend_from_slice(rest);
        self.len += 1;
        self.indexes.iter_mut().for_each(|index| index.is_current = false);
    }

    pub(crate) fn row(&self, row: u32) -> &[TermId] {
        &self.cells[row as usize * self.width..][..self.width]
    }

    /// The number of the index on some columns, ascending.
    pub(crate) fn index_on(&mut self, columns: &[usize]) -> usize {
        let known = self.indexes.iter().position(|index| *index.columns == *columns);
        known.unwrap_or_else(|| {
            self.indexes.push(Index {
                columns: columns.into(),
                is_current: false,
                first: HashTable::new(),
                next: Vec::new(),
            });
            self.indexes.len() - 1
        })
    }

    /// The first row of all.
    pub(crate) fn first(&self) -> u32 {
        if self.len == 0 { NONE } else { 0 }
    }

    /// The row after this one.
    pub(crate) fn after(&self, row: u32) -> u32 {
        if row + 1 == self.len { NONE } else { row + 1 }
    }

    /// The first row with these values in the columns of an index.
    pub(crate) fn first_with(&mut self, index: usize, key: &[TermId]) -> u32 {
        if self.len == 0 {
            return NONE;
        }
        if !self.indexes[index].is_current {
            self.bring_up_to_date(index);
        }
        let index = &self.indexes[index];
        let hash = rows::hash(key.iter().copied());
        let is_it = |&(other, row): &(u64, u32)| {
            let row = self.row(row);
            other == hash
                && index.columns.iter().zip(key).all(|(&column, &term)| row[column] == term)
        };
        index.first.find(hash, is_it).map_or(NONE, |&(_, row)| row)
    }

    /// The next row with the values that this one has in the columns of an index.
    pub(crate) fn next_with(&self, index: usize, row: u32) -> u32 {
        self.indexes[index].next[row as usize]
    }

    fn bring_up_to_date(&mut self, index: usize) {
        let (cells, width) = (&self.cells, self.width);
        let Index { columns, is_current, first, next } = &mut self.indexes[index];
        let row = |row: u32| &cells[row as usize * width..][..width];
        first.clear();
        next.clear();
        next.resize(self.len as usize, NONE);
        // From the last to the first, so that rows come in their order.
        for number in (0..self.len).rev() {
            let hash = rows::hash(columns.iter().map(|&column| row(number)[column]));
            let is_equal = |&(other, second): &(u64, u32)| {
                other == hash
                    && columns.iter().all(|&column| row(second)[column] == row(number)[column])
            };
            match first.find_mut(hash, is_equal) {
                Some((_, second)) => next[number as usize] = std::mem::replace(second, number),
                None => {
                    first.insert_unique(hash, (hash, number), |&(hash, _)| hash);
                }
            }
        }
        *is_current = true;
    }
}
