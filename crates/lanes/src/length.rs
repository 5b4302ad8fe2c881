//! How long a game can last.
//!
//! Two kinds of sheets tell. In some a counter ends the game: when nothing is known of the moves, it
//! is still known which step it is, and that the game is over then. In others every move changes
//! something for good, such as a cell that is marked, and there is only so much to be changed.

use std::collections::HashSet;

use stonegate_circuit::sat::Prover;
use stonegate_circuit::{Circuit, Constraint, Lit, Node, Simulator, random_play};
use stonegate_ground::Machine;

use crate::engine::Engine;
use crate::plan::{CONFLICTS, GATE_STEPS, STEPS, constrain_moves};

/// Gates times steps that a counter is followed.
const COUNTED_GATE_STEPS: usize = 200_000_000;

impl Engine {
    /// The number of steps after which every game is over, if one can be proven; this takes a moment.
    pub fn max_length(&self) -> Option<u32> {
        let machine = self.machine();
        [count_down(machine), change_for_good(machine)].into_iter().flatten().min()
    }
}

/// What is known of a value: whether it may be false, and whether it may be true.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct Known {
    may_be: [bool; 2],
}

impl Known {
    const ANYTHING: Self = Self { may_be: [true; 2] };

    fn exactly(value: bool) -> Self {
        Self { may_be: [!value, value] }
    }

    fn not_if(self, inverted: bool) -> Self {
        let [no, yes] = self.may_be;
        if inverted { Self { may_be: [yes, no] } } else { self }
    }

    fn and(self, other: Self) -> Self {
        let ([no, yes], [other_no, other_yes]) = (self.may_be, other.may_be);
        Self { may_be: [no || other_no, yes && other_yes] }
    }
}

/// The step in which the game is over whatever was done before.
fn count_down(machine: &Machine) -> Option<u32> {
    let circuit = &machine.circuit;
    let registers = circuit.registers();
    let mut state: Vec<Known> = registers.iter().map(|it| Known::exactly(it.init)).collect();
    let mut values = vec![Known::ANYTHING; circuit.nodes().len()];
    let value = |values: &[Known], lit: Lit| values[lit.node().index()].not_if(lit.is_inverted());
    let mut seen = HashSet::new();
    for step in 0..COUNTED_GATE_STEPS / circuit.nodes().len().max(1) {
        for (id, &node) in circuit.nodes().iter().enumerate() {
            values[id] = match node {
                Node::False => Known::exactly(false),
                Node::Register(register) => state[register.index()],
                Node::And(a, b) => value(&values, a).and(value(&values, b)),
                Node::Input(_) | Node::Loop(_) => Known::ANYTHING,
            };
        }
        if value(&values, machine.terminal()) == Known::exactly(true) {
            return u32::try_from(step).ok();
        }
        state = registers.iter().map(|it| value(&values, it.next)).collect();
        if !seen.insert(state.clone()) {
            // From here on nothing happens that has not happened before.
            return None;
        }
    }
    None
}

/// How much there is to be changed, if every move changes something that then stays as it is.
fn change_for_good(machine: &Machine) -> Option<u32> {
    let mut circuit = machine.circuit.clone();
    constrain_moves(machine, &mut circuit);
    [false, true].into_iter().find_map(|value| {
        let final_ones = registers_that_stay(&circuit, value);
        let mut none = Vec::with_capacity(final_ones.len());
        for &index in &final_ones {
            let (now, next) = last_value(&circuit, index, value);
            none.push(!circuit.and(!now, next));
        }
        let proven = !none.is_empty()
            && Prover::under(&circuit, circuit.constraints()).refute(&none, CONFLICTS).is_yes();
        proven.then(|| n_changes(machine, &final_ones, value)).flatten()
    })
}

/// The registers that keep a value once they have it: random play has shown no others, and a proof
/// did so.
fn registers_that_stay(circuit: &Circuit, value: bool) -> Vec<usize> {
    let registers = circuit.registers();
    let word = |bits: u64| if value { bits } else { !bits };
    let mut leaves = vec![0_u64; registers.len()];
    let mut simulator = Simulator::new(circuit);
    let steps = STEPS.min(GATE_STEPS / circuit.nodes().len().max(1));
    for pattern in random_play(circuit, steps, 1, &|| false) {
        simulator.evaluate(&pattern.inputs, &pattern.registers);
        let valid = simulator.valid_lanes();
        let next = simulator.next_registers();
        for ((leaves, &now), &next) in leaves.iter_mut().zip(&pattern.registers).zip(&next) {
            *leaves |= word(now) & !word(next) & valid;
        }
    }
    let mut prover = Prover::under(circuit, circuit.constraints());
    let mut stays = |&index: &usize| {
        let (now, next) = last_value(circuit, index, value);
        leaves[index] == 0 && prover.refute(&[now, !next], CONFLICTS).is_yes()
    };
    let mut found: Vec<usize> = (0..registers.len()).collect();
    found.retain(|index| stays(index));
    found
}

/// What says that a register has a value, and that it has it after the step.
fn last_value(circuit: &Circuit, index: usize, value: bool) -> (Lit, Lit) {
    let register = &circuit.registers()[index];
    (Lit::from(register.node) ^ !value, register.next ^ !value)
}

/// How often one of these registers can take its last value. Of those that exclude each other, only
/// one ever does.
fn n_changes(machine: &Machine, registers: &[usize], value: bool) -> Option<u32> {
    let circuit = &machine.circuit;
    let lit = |index| last_value(circuit, index, value).0;
    let mut left: Vec<usize> = registers.to_vec();
    left.retain(|&index| circuit.registers()[index].init != value);
    let mut n = 0;
    for constraint in circuit.constraints() {
        let (Constraint::AtMostOne(group) | Constraint::ExactlyOne(group)) = constraint else {
            continue;
        };
        let before = left.len();
        left.retain(|&index| !group.contains(&lit(index)));
        n += u32::from(left.len() < before);
    }
    u32::try_from(left.len()).ok()?.checked_add(n)
}
