//! What has been proved of a query, for each of its keys.

use hashbrown::HashTable;
use stonegate_gdl::TermId;

use crate::rows;

/// How far the proof of an entry is.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Status {
    /// To be proved. There may be answers already, but perhaps not all.
    Fresh,
    /// Being proved, by the frame at this height of the stack.
    Open(usize),
    /// Proved as far as an open entry allows that it depends on; the place in the list of those.
    Partial(usize),
    /// All answers are known.
    Complete,
}

/// The answers of a query: an entry for each row of values for the arguments that are given, and in
/// it rows of values for the free ones.
#[derive(Debug)]
pub(crate) struct Answers {
    n_given: usize,
    n_free: usize,
    keys: Vec<TermId>,
    by_key: HashTable<(u64, u32)>,
    /// The first `n_entries` count; the others keep their memory for later.
    entries: Vec<Entry>,
    n_entries: usize,
    /// Entries and rows, to find out which rows are new.
    known: HashTable<(u64, u32, u32)>,
    bytes: usize,
}

#[derive(Debug)]
struct Entry {
    status: Status,
    rows: Vec<TermId>,
    len: u32,
}

impl Answers {
    pub(crate) fn new(n_given: usize, n_free: usize) -> Self {
        Self {
            n_given,
            n_free,
            keys: Vec::new(),
            by_key: HashTable::new(),
            entries: Vec::new(),
            n_entries: 0,
            known: HashTable::new(),
            bytes: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.by_key.clear();
        self.n_entries = 0;
        self.known.clear();
        self.bytes = 0;
    }

    /// The memory of what is known, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The entry of a key, made if there is none.
    pub(crate) fn entry(&mut self, key: &[TermId]) -> usize {
        let hash = rows::hash(key.iter().copied());
        let is_it = |&(other, entry): &(u64, u32)| other == hash && self.key(entry as usize) == key;
        if let Some(&(_, entry)) = self.by_key.find(hash, is_it) {
            return entry as usize;
        }
        let entry = self.n_entries;
        self.n_entries += 1;
        self.keys.extend_from_slice(key);
        self.by_key.insert_unique(hash, (hash, entry as u32), |&(hash, _)| hash);
        self.bytes += size_of::<Entry>() + size_of::<(u64, u32)>() + size_of_val(key);
        match self.entries.get_mut(entry) {
            Some(old) => {
                old.status = Status::Fresh;
                old.rows.clear();
                old.len = 0;
            }
            None => self.entries.push(Entry { status: Status::Fresh, rows: Vec::new(), len: 0 }),
        }
        entry
    }

    pub(crate) fn key(&self, entry: usize) -> &[TermId] {
        &self.keys[entry * self.n_given..][..self.n_given]
    }

    pub(crate) fn status(&self, entry: usize) -> Status {
        self.entries[entry].status
    }

    pub(crate) fn is_complete(&self, entry: usize) -> bool {
        self.status(entry) == Status::Complete
    }

    pub(crate) fn set_status(&mut self, entry: usize, status: Status) {
        self.entries[entry].status = status;
    }

    /// How many answers an entry has.
    pub(crate) fn len(&self, entry: usize) -> usize {
        self.entries[entry].len as usize
    }

    pub(crate) fn row(&self, entry: usize, row: usize) -> &[TermId] {
        &self.entries[entry].rows[row * self.n_free..][..self.n_free]
    }

    /// All rows of an entry, one after the other.
    pub(crate) fn rows(&self, entry: usize) -> &[TermId] {
        &self.entries[entry].rows
    }

    /// Whether an entry has all the answers that it can have: where nothing is free, one is enough.
    pub(crate) fn is_settled(&self, entry: usize) -> bool {
        self.n_free == 0 && self.entries[entry].len > 0
    }

    /// Adds an answer; false if it was known.
    pub(crate) fn insert(&mut self, entry: usize, row: &[TermId]) -> bool {
        let n_free = self.n_free;
        if n_free == 0 {
            let is_new = self.entries[entry].len == 0;
            self.entries[entry].len = 1;
            return is_new;
        }
        let hash = rows::hash(row.iter().copied()).wrapping_add((entry as u64) << 32);
        let is_it = |&(other, its, place): &(u64, u32, u32)| {
            other == hash && its as usize == entry && self.row(entry, place as usize) == row
        };
        if self.known.find(hash, is_it).is_some() {
            return false;
        }
        let Entry { rows, len, .. } = &mut self.entries[entry];
        self.known.insert_unique(hash, (hash, entry as u32, *len), |&(hash, ..)| hash);
        rows.extend_from_slice(row);
        *len += 1;
        self.bytes += size_of::<(u64, u32, u32)>() + size_of_val(row);
        true
    }
}
