//! States of a machine: packed bits, one by one or many of them side by side.

use stonegate_circuit::RegisterId;

/// A state: one bit for each register.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct State(Box<[u64]>);

impl State {
    /// A state from the values of all registers.
    pub fn from_bits(bits: impl IntoIterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        for (index, bit) in bits.into_iter().enumerate() {
            if index % 64 == 0 {
                words.push(0);
            }
            words[index / 64] |= u64::from(bit) << (index % 64);
        }
        Self(words.into())
    }

    /// A state from its [`words`](Self::words).
    pub fn from_words(words: &[u64]) -> Self {
        Self(words.into())
    }

    /// The bits, 64 registers in each word; those beyond the last register are 0.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    pub fn bit(&self, register: RegisterId) -> bool {
        let index = register.index();
        self.0[index / 64] >> (index % 64) & 1 == 1
    }
}

/// States of one machine in one piece of memory: the words of the first, those of the second, and
/// so on.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct StateBatch {
    words: Vec<u64>,
    /// The words of a state.
    stride: usize,
    /// A machine may have no registers, and so its states no words.
    n_states: usize,
}

impl StateBatch {
    /// A batch of no states of so many words each.
    pub fn new(stride: usize) -> Self {
        Self { words: Vec::new(), stride, n_states: 0 }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.n_states
    }

    pub fn is_empty(&self) -> bool {
        self.n_states == 0
    }

    /// The words of all states.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// How many words a state has.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The words of a state.
    pub fn row(&self, index: usize) -> &[u64] {
        assert!(index < self.n_states, "there are {} states", self.n_states);
        &self.words[index * self.stride..][..self.stride]
    }

    /// The words of each state.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        (0..self.n_states).map(|index| self.row(index))
    }

    /// A copy of a state.
    pub fn state(&self, index: usize) -> State {
        State::from_words(self.row(index))
    }

    /// Appends a state.
    pub fn push(&mut self, words: &[u64]) {
        assert_eq!(words.len(), self.stride, "a state of the same machine");
        self.words.extend_from_slice(words);
        self.n_states += 1;
    }

    /// Appends so many states, all of whose bits are 0, and gives their words to be filled.
    pub fn grow(&mut self, n_states: usize) -> &mut [u64] {
        let before = self.words.len();
        self.n_states += n_states;
        self.words.resize(self.n_states * self.stride, 0);
        &mut self.words[before..]
    }
}

impl<'s> Extend<&'s State> for StateBatch {
    fn extend<I: IntoIterator<Item = &'s State>>(&mut self, states: I) {
        for state in states {
            self.push(state.words());
        }
    }
}
