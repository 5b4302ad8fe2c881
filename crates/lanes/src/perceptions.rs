//! What roles perceive in many steps.

use std::sync::Arc;

use stonegate_ground::{Machine, Outputs, PerceptId, RoleId};

use crate::expansions::Ones;

/// What each role perceives in each of many steps: a row of bits for each step, role by role, and
/// where in a row to look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perceptions {
    rows: Vec<u64>,
    stride: usize,
    outputs: Arc<Outputs>,
}

impl Perceptions {
    /// Of no step.
    pub(crate) fn new(machine: &Machine) -> Self {
        let outputs = Arc::clone(machine.outputs());
        Self { rows: Vec::new(), stride: outputs.all_percepts().len().div_ceil(64), outputs }
    }

    /// What a role perceives in a step, ascending.
    pub fn of(&self, step: usize, role: RoleId) -> impl ExactSizeIterator<Item = PerceptId> {
        let (first, range) = (self.outputs.all_percepts().start, self.outputs.percepts(role));
        let row = &self.rows[step * self.stride..][..self.stride];
        Ones::new(row, range.start - first..range.end - first).map(PerceptId::new)
    }

    /// Appends so many steps; gives their rows, to be filled, and the length of each. None if
    /// nobody ever perceives anything.
    pub(crate) fn grow(&mut self, n_steps: usize) -> Option<(&mut [u64], usize)> {
        if self.stride == 0 {
            return None;
        }
        let before = self.rows.len();
        self.rows.resize(before + n_steps * self.stride, 0);
        Some((&mut self.rows[before..], self.stride))
    }
}
