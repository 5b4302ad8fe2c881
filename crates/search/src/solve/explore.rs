//! Finds the positions of a game breadth first, in batches on the lanes.

use stonegate_ground::{Goal, Machine, RoleId, State};
use stonegate_lanes::{Expansions, Lanes};

use super::graph::{Graph, joint_moves};
use super::space::Space;
use super::{SolveBudget, SolveProgress, Unsolved};

/// Positions that are looked at at a time, as many as there are lanes.
const MAX_POSITIONS: usize = 512;

/// Moves that are made at a time: fewer positions are looked at where there are many.
const MAX_MOVES: usize = 1 << 14;

/// Bytes per position and per move that solving takes beside those counted here: predecessors, and
/// what two roles can force.
const LATER_BYTES: (usize, usize) = (24, 4);

/// Finds all positions. For a single role, the first of the best ends is enough.
pub(super) fn explore(
    machine: &Machine,
    lanes: &mut Lanes,
    start: &State,
    budget: &mut SolveBudget<'_>,
) -> Result<Graph, Unsolved> {
    let mut explorer = Explorer {
        graph: Graph {
            n_roles: machine.roles.len(),
            space: Space::new(machine),
            movers: Vec::new(),
            ends: Vec::new(),
            successors: Vec::new(),
            terminals: Vec::new(),
            outcomes: Vec::new(),
        },
        machine,
        depth: 0,
        layer_end: 0,
    };
    let best = match &machine.roles[..] {
        [role] => role.goals.last().map(|goal| goal.value()),
        _ => None,
    };
    let first = machine.batch([start]);
    let expansions = lanes.expand(&first);
    explorer.find(first.row(0), &expansions, 0)?;
    while !explorer.graph.is_complete() && !explorer.has_reached(best) {
        let progress = explorer.progress();
        if (budget.stop)(progress) {
            return Err(Unsolved::Stopped(progress));
        }
        if explorer.bytes() > budget.max_bytes || explorer.is_full() {
            return Err(Unsolved::OutOfMemory(progress));
        }
        explorer.expand(lanes)?;
    }
    Ok(explorer.graph)
}

/// A graph that is growing.
struct Explorer<'a> {
    graph: Graph,
    machine: &'a Machine,
    /// Joint moves up to the positions that are being found.
    depth: usize,
    /// Where the positions end that have one move less.
    layer_end: usize,
}

impl Explorer<'_> {
    /// Takes in the successors of a number of positions.
    fn expand(&mut self, lanes: &mut Lanes) -> Result<(), Unsolved> {
        let first = self.graph.ends.len();
        if first == self.layer_end {
            self.layer_end = self.graph.len();
            self.depth += 1;
        }
        let numbers = first..self.layer_end.min(first + MAX_POSITIONS);
        let mut states = self.machine.batch([]);
        for number in numbers.clone() {
            states.push(self.graph.space.row(number as u32));
        }
        let expansions = lanes.expand(&states);
        // The joint moves of each position, of the first positions that is.
        let mut joints = Vec::with_capacity(states.len());
        let mut n_moves = 0;
        for (index, number) in numbers.enumerate() {
            if n_moves >= MAX_MOVES {
                break;
            }
            joints.push(if expansions.is_terminal(index) {
                Vec::new()
            } else {
                let mover = self.graph.mover(number as u32);
                joint_moves(&expansions, index, mover, self.graph.n_roles)
            });
            n_moves += joints[index].len();
        }
        let mut from = self.machine.batch([]);
        for (state, joints) in states.rows().zip(&joints) {
            for _ in joints {
                from.push(state);
            }
        }
        let moves = joints.iter().flatten().flatten().copied().collect::<Vec<_>>();
        let next = lanes.advance(&from, &moves);
        let is_single = self.graph.n_roles == 1;
        let mut successors = next.states.rows().enumerate();
        for joints in &joints {
            for (index, state) in successors.by_ref().take(joints.len()) {
                let (number, is_new) = self.find(state, &next.expansions, index)?;
                // The shortest way to a position is all that a single role needs.
                if is_new || !is_single {
                    self.graph.successors.push(number);
                }
            }
            self.graph.ends.push(self.graph.successors.len() as u32);
        }
        Ok(())
    }

    /// The number of a position, and whether it was not known before.
    fn find(
        &mut self,
        state: &[u64],
        expansions: &Expansions,
        index: usize,
    ) -> Result<(u32, bool), Unsolved> {
        let (number, is_new) = self.graph.space.insert(state);
        if !is_new {
            return Ok((number, false));
        }
        let roles = RoleId::first(self.graph.n_roles);
        if expansions.is_terminal(index) {
            let goal = |role| Goal::of_role(expansions.goals(index, role)).value();
            let outcome = self.outcome(roles.map(goal).collect())?;
            self.graph.terminals.push((number, outcome));
            self.graph.movers.push(0);
            return Ok((number, true));
        }
        let depth = self.depth;
        let mut movers = Vec::new();
        for role in roles {
            match expansions.legal(index, role).len() {
                0 => {
                    let role = self.machine.roles[role].name.clone();
                    return Err(Unsolved::Stuck { depth, role });
                }
                1 => {}
                _ => movers.push(role),
            }
        }
        if movers.len() > 1 {
            return Err(Unsolved::Simultaneous { depth });
        }
        self.graph.movers.push(movers.first().map_or(0, |mover: &RoleId| mover.index() as u8));
        Ok((number, true))
    }

    /// The number of an outcome. Two roles must rank all outcomes the other way round.
    fn outcome(&mut self, goals: Vec<u8>) -> Result<usize, Unsolved> {
        let outcomes = &mut self.graph.outcomes;
        if let Some(known) = outcomes.iter().position(|outcome| *outcome == goals) {
            return Ok(known);
        }
        let is_opposed = |other: &&Vec<u8>| match (&goals[..], &other[..]) {
            ([mine, yours], [other_mine, other_yours]) => {
                mine.cmp(other_mine) == other_yours.cmp(yours)
            }
            _ => true,
        };
        if let Some(other) = outcomes.iter().find(|other| !is_opposed(other)) {
            return Err(Unsolved::NotZeroSum([other.clone(), goals]));
        }
        outcomes.push(goals);
        Ok(outcomes.len() - 1)
    }

    /// Has a single role reached the best goal that there is?
    fn has_reached(&self, best: Option<u8>) -> bool {
        best.is_some_and(|best| self.graph.outcomes.iter().any(|outcome| outcome[0] == best))
    }

    fn progress(&self) -> SolveProgress {
        SolveProgress { n_found: self.graph.len(), n_expanded: self.graph.ends.len() }
    }

    fn bytes(&self) -> usize {
        let Graph { space, movers, ends, successors, terminals, .. } = &self.graph;
        space.bytes()
            + movers.capacity()
            + 4 * (ends.capacity() + successors.capacity())
            + size_of_val(&terminals[..])
            + LATER_BYTES.0 * movers.len()
            + LATER_BYTES.1 * successors.len()
    }

    /// Whether the numbers of positions and moves are about to run out of bits.
    fn is_full(&self) -> bool {
        self.graph.successors.len().max(self.graph.len()) > u32::MAX as usize / 2
    }
}
