//! What holds in many states.

use std::ops::Range;

use stonegate_ground::Machine;

/// What holds in each of many states, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expansions {
    n_roles: usize,
    terminal: Vec<bool>,
    /// Of each role of each state.
    legal: Lists,
    goals: Lists,
}

/// Lists of numbers, one behind the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Lists {
    numbers: Vec<u32>,
    /// Where each list ends.
    ends: Vec<usize>,
}

impl Expansions {
    /// Of no state.
    pub(crate) fn new(machine: &Machine) -> Self {
        Self {
            n_roles: machine.roles.len(),
            terminal: Vec::new(),
            legal: Lists::default(),
            goals: Lists::default(),
        }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.terminal.len()
    }

    pub fn is_empty(&self) -> bool {
        self.terminal.is_empty()
    }

    /// The legal moves of a role, ascending.
    pub fn legal(&self, state: usize, role: usize) -> &[u32] {
        self.legal.list(state * self.n_roles + role)
    }

    /// Is the game over?
    pub fn is_terminal(&self, state: usize) -> bool {
        self.terminal[state]
    }

    /// Has some role no legal move? A sound game is over then.
    pub fn is_stuck(&self, state: usize) -> bool {
        (0..self.n_roles).any(|role| self.legal(state, role).is_empty())
    }

    /// The goal values of a role, ascending; a sound game has one.
    pub fn goals(&self, state: usize, role: usize) -> &[u32] {
        self.goals.list(state * self.n_roles + role)
    }

    /// Appends a state by the values of the machine's outputs.
    pub(crate) fn push(&mut self, machine: &Machine, outputs: &[u64]) {
        let mut first = 0;
        let mut take = |n: usize| {
            first += n;
            ones(outputs, first - n..first)
        };
        for role in &machine.roles {
            self.legal.push(take(role.moves.len()).map(|action| action as u32));
        }
        self.terminal.push(take(1).next().is_some());
        for role in &machine.roles {
            self.goals.push(take(role.goals.len()).map(|value| role.goals[value]));
        }
    }

    /// Appends states of the same machine.
    pub(crate) fn append(&mut self, more: Self) {
        self.terminal.extend(more.terminal);
        self.legal.append(more.legal);
        self.goals.append(more.goals);
    }
}

impl Lists {
    fn list(&self, index: usize) -> &[u32] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[start..self.ends[index]]
    }

    fn push(&mut self, list: impl Iterator<Item = u32>) {
        self.numbers.extend(list);
        self.ends.push(self.numbers.len());
    }

    fn append(&mut self, more: Self) {
        let before = self.numbers.len();
        self.numbers.extend(more.numbers);
        self.ends.extend(more.ends.into_iter().map(|end| before + end));
    }
}

/// The bits of a range that are set, counted from the start of the range.
fn ones(row: &[u64], range: Range<usize>) -> impl Iterator<Item = usize> {
    let Range { start, end } = range;
    (start / 64..end.div_ceil(64)).flat_map(move |index| {
        let first = index * 64;
        let mut left = row[index];
        if first < start {
            left &= !0 << (start - first);
        }
        if end < first + 64 {
            left &= !(!0 << (end - first));
        }
        std::iter::from_fn(move || {
            let at = (left != 0).then(|| first + left.trailing_zeros() as usize - start);
            left &= left.wrapping_sub(1);
            at
        })
    })
}

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
        ] {
            assert_eq!(ones(&row, range).collect::<Vec<_>>(), expected);
        }
    }
}
