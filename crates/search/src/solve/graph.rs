//! Positions of a game and the moves between them.

use stonegate_ground::{MoveId, RoleId, StateBatch};
use stonegate_lanes::{Expansions, Lanes};

use super::space::Space;

/// A game as a graph. Positions are numbered from the initial one on, in the order of their depth.
pub(super) struct Graph {
    pub(super) n_roles: usize,
    pub(super) space: Space,
    /// The role that has a choice in a position; any, where there is none.
    pub(super) movers: Vec<u8>,
    /// Where the successors of a position end.
    pub(super) ends: Vec<u32>,
    pub(super) successors: Vec<u32>,
    /// The positions in which the game is over, and the numbers of their outcomes.
    pub(super) terminals: Vec<(u32, usize)>,
    /// The different goals of all roles at the end.
    pub(super) outcomes: Vec<Vec<u8>>,
}

/// Predecessors of all positions, one behind the other.
pub(super) struct Predecessors {
    ends: Vec<u32>,
    list: Vec<u32>,
}

impl Predecessors {
    pub(super) fn of(&self, state: u32) -> &[u32] {
        range(&self.ends, &self.list, state)
    }
}

/// The part of a list that belongs to a position; nothing for one that was not looked at.
fn range<'a>(ends: &[u32], list: &'a [u32], state: u32) -> &'a [u32] {
    let state = state as usize;
    let Some(&end) = ends.get(state) else { return &[] };
    let start = state.checked_sub(1).map_or(0, |before| ends[before]);
    &list[start as usize..end as usize]
}

impl Graph {
    pub(super) const INITIAL: u32 = 0;

    pub(super) fn len(&self) -> usize {
        self.space.len()
    }

    /// Whether all positions have been looked at.
    pub(super) fn is_complete(&self) -> bool {
        self.ends.len() == self.len()
    }

    pub(super) fn mover(&self, state: u32) -> RoleId {
        RoleId::new(self.movers[state as usize].into())
    }

    /// The successors of a position: one for each legal move of the role that has the choice, but
    /// for a single role only those that were found there first.
    pub(super) fn successors(&self, state: u32) -> &[u32] {
        range(&self.ends, &self.successors, state)
    }

    pub(super) fn outcomes(&self) -> &[Vec<u8>] {
        &self.outcomes
    }

    /// The positions in which the game is over, with the goals of all roles.
    pub(super) fn terminals(&self) -> impl Iterator<Item = (u32, &[u8])> {
        self.terminals.iter().map(|&(state, outcome)| (state, &self.outcomes[outcome][..]))
    }

    pub(super) fn predecessors(&self) -> Predecessors {
        let mut ends = vec![0; self.len()];
        for &next in &self.successors {
            ends[next as usize] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        // Filled from the back, after which each end is a start.
        let mut list = vec![0; self.successors.len()];
        for state in (0..self.len() as u32).rev() {
            for &next in self.successors(state) {
                ends[next as usize] -= 1;
                list[ends[next as usize] as usize] = state;
            }
        }
        ends.remove(0);
        ends.push(total);
        Predecessors { ends, list }
    }

    /// The joint moves that can be made in a position, and the positions that they lead to.
    pub(super) fn steps(&self, lanes: &mut Lanes, state: u32) -> Vec<(Vec<MoveId>, u32)> {
        let position = self.space.row(state);
        let mut from = StateBatch::new(position.len());
        from.push(position);
        let expansions = lanes.expand(&from);
        if expansions.is_terminal(0) {
            return Vec::new();
        }
        let joints = joint_moves(&expansions, 0, self.mover(state), self.n_roles);
        for _ in 1..joints.len() {
            from.push(position);
        }
        let next = lanes.advance(&from, &joints.concat());
        let number = |state: &[u64]| self.space.number(state).expect("all successors were found");
        let numbers = next.states.rows().map(number).collect::<Vec<_>>();
        joints.into_iter().zip(numbers).collect()
    }
}

/// One joint move for each legal move of the role that has the choice.
pub(super) fn joint_moves(
    expansions: &Expansions,
    index: usize,
    mover: RoleId,
    n_roles: usize,
) -> Vec<Vec<MoveId>> {
    let first = |role| expansions.legal(index, role).next().expect("no role is stuck");
    let joint = RoleId::first(n_roles).map(first).collect::<Vec<_>>();
    let with = |action| {
        let mut joint = joint.clone();
        joint[mover] = action;
        joint
    };
    expansions.legal(index, mover).map(with).collect()
}
