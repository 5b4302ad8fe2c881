//! A set of states, numbered in the order of their insertion.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use stonegate_circuit::passes::read_registers;
use stonegate_ground::{Machine, State};

/// The states differ in registers that matter; the others are 0 here.
pub(super) struct Space {
    /// The registers that some output depends on.
    mask: Vec<u64>,
    words: Vec<u64>,
    numbers: HashTable<u32>,
    masked: Vec<u64>,
}

impl Space {
    pub(super) fn new(machine: &Machine) -> Self {
        let mask = State::from_bits(read_registers(&machine.circuit)).words().to_vec();
        Self { masked: mask.clone(), mask, words: Vec::new(), numbers: HashTable::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn bytes(&self) -> usize {
        8 * self.words.capacity() + 5 * self.numbers.capacity()
    }

    /// The words of a state.
    pub(super) fn row(&self, number: u32) -> &[u64] {
        row(&self.words, self.mask.len(), number)
    }

    /// The number of a state that is there.
    pub(super) fn number(&self, state: &[u64]) -> Option<u32> {
        let words = state.iter().zip(&self.mask);
        let masked = words.map(|(word, mask)| word & mask).collect::<Vec<_>>();
        let is_equal = |number: &u32| row(&self.words, self.mask.len(), *number) == masked;
        self.numbers.find(hash(&masked), is_equal).copied()
    }

    /// The number of a state, and whether it was not there before.
    pub(super) fn insert(&mut self, state: &[u64]) -> (u32, bool) {
        for ((masked, word), mask) in self.masked.iter_mut().zip(state).zip(&self.mask) {
            *masked = word & mask;
        }
        let (stride, words, masked) = (self.mask.len(), &self.words, &self.masked);
        let entry = self.numbers.entry(
            hash(masked),
            |&number| row(words, stride, number) == masked,
            |&number| hash(row(words, stride, number)),
        );
        match entry {
            Entry::Occupied(entry) => (*entry.get(), false),
            Entry::Vacant(entry) => {
                let number = (words.len() / stride.max(1)) as u32;
                entry.insert(number);
                self.words.extend_from_slice(&self.masked);
                (number, true)
            }
        }
    }
}

fn row(words: &[u64], stride: usize, number: u32) -> &[u64] {
    &words[number as usize * stride..][..stride]
}

fn hash(words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    words.hash(&mut hasher);
    hasher.finish()
}
