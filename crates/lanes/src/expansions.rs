//! What holds in many states.

use std::ops::Range;
use std::sync::Arc;

use stonegate_ground::{Goal, Machine, MoveId, Outputs, RoleId};

/// What holds in each of many states, in their order: the outputs of the machine, a row of bits for
/// each state, and where in a row to look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expansions {
    n_states: usize,
    rows: Vec<u64>,
    stride: usize,
    outputs: Arc<Outputs>,
}

impl Expansions {
    /// Of no state.
    pub(crate) fn new(machine: &Machine) -> Self {
        let outputs = Arc::clone(machine.outputs());
        Self { n_states: 0, rows: Vec::new(), stride: outputs.n_of_state().div_ceil(64), outputs }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.n_states
    }

    pub fn is_empty(&self) -> bool {
        self.n_states == 0
    }

    /// The legal moves of a role, ascending.
    pub fn legal(&self, state: usize, role: RoleId) -> impl ExactSizeIterator<Item = MoveId> {
        Ones::new(self.row(state), self.outputs.legal(role)).map(MoveId::new)
    }

    /// Is the game over?
    pub fn is_terminal(&self, state: usize) -> bool {
        let terminal = self.outputs.terminal();
        self.row(state)[terminal / 64] >> (terminal % 64) & 1 == 1
    }

    /// Has some role no legal move? A sound game is over then.
    pub fn is_stuck(&self, state: usize) -> bool {
        RoleId::first(self.outputs.n_roles()).any(|role| self.legal(state, role).len() == 0)
    }

    /// The goal values of a role, ascending; a sound game has one.
    pub fn goals(&self, state: usize, role: RoleId) -> impl ExactSizeIterator<Item = Goal> {
        let values = self.outputs.goal_values(role);
        let goals = Ones::new(self.row(state), self.outputs.goals(role));
        goals.map(|number| values[number])
    }

    /// The values of the machine's outputs that are functions of the state, 64 in each word.
    pub fn row(&self, state: usize) -> &[u64] {
        &self.rows[state * self.stride..][..self.stride]
    }

    /// Appends so many states; gives their rows, to be filled with the values of the machine's
    /// outputs, and the length of each.
    pub(crate) fn grow(&mut self, n_states: usize) -> (&mut [u64], usize) {
        let before = self.rows.len();
        self.n_states += n_states;
        self.rows.resize(before + n_states * self.stride, 0);
        (&mut self.rows[before..], self.stride)
    }
}

/// The bits of a range that are set, counted from the start of the range.
pub(crate) struct Ones<'r> {
    row: &'r [u64],
    range: Range<usize>,
    /// The current word of the row, and what is left of it.
    word: usize,
    left: u64,
    n_left: usize,
}

impl<'r> Ones<'r> {
    pub(crate) fn new(row: &'r [u64], range: Range<usize>) -> Self {
        let mut ones = Self { row, word: range.start / 64, range, left: 0, n_left: 0 };
        let words = ones.word..ones.range.end.div_ceil(64);
        ones.n_left = words.map(|word| ones.bits(word).count_ones() as usize).sum();
        if ones.n_left > 0 {
            ones.left = ones.bits(ones.word);
        }
        ones
    }

    /// The bits of a word that are within the range.
    fn bits(&self, word: usize) -> u64 {
        let first = word * 64;
        let mut bits = self.row[word];
        if first < self.range.start {
            bits &= !0 << (self.range.start - first);
        }
        if self.range.end < first + 64 {
            bits &= !(!0 << (self.range.end - first));
        }
        bits
    }
}

impl Iterator for Ones<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.n_left = self.n_left.checked_sub(1)?;
        while self.left == 0 {
            self.word += 1;
            self.left = self.bits(self.word);
        }
        let bit = self.word * 64 + self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(bit - self.range.start)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.n_left, Some(self.n_left))
    }
}

impl ExactSizeIterator for Ones<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_of_any_range() {
        let row = [!0, 1 << 63 | 1, !0];
        for (range, expected) in [
            (0..0, vec![]),
            (3..5, vec![0, 1]),
            (62..66, vec![0, 1, 2]),
            (64..128, vec![0, 63]),
            (65..127, vec![]),
            (127..130, vec![0, 1, 2]),
            (190..192, vec![0, 1]),
            (192..192, vec![]),
        ] {
            let ones = Ones::new(&row, range);
            assert_eq!(ones.len(), expected.len());
            assert_eq!(ones.collect::<Vec<_>>(), expected);
        }
    }
}
