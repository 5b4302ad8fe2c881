//! What a role can force, whatever the other one does.

use std::cmp::Reverse;
use std::collections::VecDeque;

use stonegate_ground::RoleId;

use super::graph::{Graph, Predecessors};

/// No end can be forced from here.
const NONE: u8 = u8::MAX;

/// For each position, the highest goal that a role can force, and how soon.
pub(super) struct Values {
    goals: Vec<u8>,
    /// Joint moves until the end if the other role resists as long as it can.
    steps: Vec<u32>,
}

impl Values {
    /// Hands values back from the ends, the highest goal first: a position of the role itself gets
    /// the first value that one of its successors has, one of the other role the last one, when
    /// all of its successors have one.
    pub(super) fn new(graph: &Graph, predecessors: &Predecessors, role: RoleId) -> Self {
        let mut values = Self { goals: vec![NONE; graph.len()], steps: vec![0; graph.len()] };
        let n_successors = |state: usize| graph.successors(state as u32).len() as u32;
        let mut n_open = (0..graph.len()).map(n_successors).collect::<Vec<_>>();
        let mut ends =
            graph.terminals().map(|(state, goals)| (goals[role], state)).collect::<Vec<_>>();
        ends.sort_unstable_by_key(|&(goal, state)| (Reverse(goal), state));
        for same_goal in ends.chunk_by(|(left, _), (right, _)| left == right) {
            let mut queue = VecDeque::new();
            for &(goal, state) in same_goal {
                values.goals[state as usize] = goal;
                queue.push_back(state);
            }
            values.hand_back(graph, predecessors, role, &mut n_open, queue);
        }
        values
    }

    /// Hands the goal of the queued positions back as far as it goes, nearest positions first.
    fn hand_back(
        &mut self,
        graph: &Graph,
        predecessors: &Predecessors,
        role: RoleId,
        n_open: &mut [u32],
        mut queue: VecDeque<u32>,
    ) {
        while let Some(state) = queue.pop_front() {
            for &before in predecessors.of(state) {
                let at = before as usize;
                n_open[at] -= 1;
                if self.goals[at] == NONE && (graph.mover(before) == role || n_open[at] == 0) {
                    self.goals[at] = self.goals[state as usize];
                    self.steps[at] = self.steps[state as usize] + 1;
                    queue.push_back(before);
                }
            }
        }
    }

    pub(super) fn goal(&self, state: u32) -> Option<u8> {
        Some(self.goals[state as usize]).filter(|&goal| goal != NONE)
    }

    pub(super) fn steps(&self, state: u32) -> u32 {
        self.steps[state as usize]
    }
}
