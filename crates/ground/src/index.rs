//! Rows found by the values of some of their columns.

use stonegate_gdl::TermId;

use crate::row_set::RowSet;

/// The numbers of a table's rows by the values of some columns. Rows with the
/// same values form a chain, which costs less than a list for each.
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) columns: Vec<usize>,
    keys: RowSet,
    /// The first and the last row of each key.
    ends: Vec<(u32, u32)>,
    /// For each row, the next one with the same key; a last row names itself.
    next: Vec<u32>,
}

impl Index {
    pub(crate) fn new(columns: &[usize]) -> Self {
        let keys = RowSet::new(columns.len());
        Self { columns: columns.to_vec(), keys, ends: Vec::new(), next: Vec::new() }
    }

    /// What it takes in memory.
    pub(crate) fn bytes(&self) -> usize {
        let ends = self.ends.capacity() * size_of::<(u32, u32)>();
        self.keys.bytes() + ends + self.next.capacity() * size_of::<u32>()
    }

    /// How many rows it knows.
    pub(crate) fn len(&self) -> usize {
        self.next.len()
    }

    pub(crate) fn n_keys(&self) -> usize {
        self.keys.len()
    }

    /// Adds the next row of the table; `key` is a place to work in.
    pub(crate) fn push(&mut self, row: &[TermId], key: &mut Vec<TermId>) {
        key.clear();
        key.extend(self.columns.iter().map(|&column| row[column]));
        let number = self.next.len() as u32;
        self.next.push(number);
        let (key, new) = self.keys.insert(key);
        if new {
            self.ends.push((number, number));
        } else {
            let last = &mut self.ends[key].1;
            self.next[*last as usize] = number;
            *last = number;
        }
    }

    pub(crate) fn contains(&self, key: &[TermId]) -> bool {
        self.keys.get(key).is_some()
    }

    /// The rows with the given values in the columns, ascending.
    pub(crate) fn matching(&self, key: &[TermId]) -> impl Iterator<Item = usize> + use<'_> {
        let first = self.keys.get(key).map(|key| self.ends[key].0);
        std::iter::successors(first, |&row| {
            let next = self.next[row as usize];
            (next != row).then_some(next)
        })
        .map(|row| row as usize)
    }
}
