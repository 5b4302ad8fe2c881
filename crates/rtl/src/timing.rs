//! How many clocks a signal takes, and where registers cut long ways.
//!
//! A state stays in its registers for several clocks, until all roles have chosen. So a register
//! within the logic needs no counterpart on other ways: a value that passes through k of them is
//! right k clocks after the state and the moves, and stays right. Long ways are cut wherever a gate
//! is too many levels behind the last register.

use stonegate_circuit::{Circuit, Lit, Node};
use stonegate_ground::Machine;

/// Levels of logic that turn the number of a move into the signal that it is made.
const DECODE_LEVELS: u32 = 2;

/// The clocks that signals take.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Clocks {
    /// From a state to the legal moves, and to whether the game is over.
    pub legal: u32,
    /// From the moves to the next state.
    pub next: u32,
    /// From a state to the scores.
    pub score: u32,
    /// From a state and moves to everything.
    pub settle: u32,
}

impl Clocks {
    /// The clocks of one step of a random game, if the chooser rejects nothing.
    pub fn per_step(&self, n_roles: usize) -> u32 {
        self.legal + n_roles as u32 + 1 + self.next
    }
}

/// Where the logic of a machine is cut by registers.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    /// For each node, whether gates read it through a register.
    pub(crate) is_cut: Vec<bool>,
    pub(crate) clocks: Clocks,
}

/// How late a signal is, in clocks after what it depends on.
#[derive(Copy, Clone, Default)]
struct Arrival {
    state: u32,
    /// After the moves, if it depends on them.
    moves: Option<u32>,
    /// Levels behind the last register.
    depth: u32,
}

impl Timing {
    /// Cuts ways of more than so many levels. A machine with loops stays as it is, because these
    /// would not know when they have settled.
    pub(crate) fn new(machine: &Machine, levels: Option<u32>) -> Self {
        let circuit = &machine.circuit;
        let limit = levels.filter(|_| circuit.loops().is_empty()).map_or(u32::MAX, |l| l.max(3));
        let mut is_cut = vec![false; circuit.nodes().len()];
        let arrivals = arrivals(circuit, limit, &mut is_cut);
        let latest = |lits: &mut dyn Iterator<Item = Lit>, time: fn(&Arrival) -> u32| {
            lits.map(|lit| time(&arrivals[lit.node().index()])).max().unwrap_or(0) + 1
        };
        let kinds = machine.outputs();
        let outputs = |range: std::ops::Range<usize>| {
            circuit.outputs()[range].iter().map(|output| output.lit)
        };
        let nexts = || circuit.registers().iter().map(|register| register.next);
        let mut choices = outputs(kinds.all_legal()).chain([machine.terminal()]);
        let legal = latest(&mut choices, |arrival| arrival.state);
        let score = latest(&mut outputs(kinds.all_goals()), |arrival| arrival.state);
        let next_after_state = latest(&mut nexts(), |arrival| arrival.state);
        let next_after_moves = latest(&mut nexts(), |arrival| arrival.moves.unwrap_or(0));
        let chosen_after = legal + machine.roles.len() as u32 + 1;
        let next = next_after_moves.max(next_after_state.saturating_sub(chosen_after)).max(1);
        let settle = legal.max(score).max(next_after_state).max(next_after_moves);
        Self { is_cut, clocks: Clocks { legal, next, score, settle } }
    }
}

/// When each node arrives; marks those that the next gate reads through a register.
fn arrivals(circuit: &Circuit, limit: u32, is_cut: &mut [bool]) -> Vec<Arrival> {
    let mut arrivals = vec![Arrival::default(); circuit.nodes().len()];
    for (index, node) in circuit.nodes().iter().enumerate() {
        match *node {
            Node::Input(_) => {
                arrivals[index] = Arrival { state: 0, moves: Some(0), depth: DECODE_LEVELS };
            }
            Node::And(a, b) => {
                let mut arrival = Arrival::default();
                for fanin in [a, b].map(|lit| lit.node().index()) {
                    let before = arrivals[fanin];
                    is_cut[fanin] |= before.depth >= limit;
                    let later = u32::from(is_cut[fanin]);
                    arrival.state = arrival.state.max(before.state + later);
                    arrival.moves = arrival.moves.max(before.moves.map(|moves| moves + later));
                    let depth = if is_cut[fanin] { 0 } else { before.depth };
                    arrival.depth = arrival.depth.max(depth + 1);
                }
                arrivals[index] = arrival;
            }
            Node::False | Node::Register(_) | Node::Loop(_) => {}
        }
    }
    arrivals
}
