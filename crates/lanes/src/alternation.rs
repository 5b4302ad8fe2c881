//! Do players move one after the other?
//!
//! Where facts such as `(control white)` say whose turn it is, no two of them hold in the same state.
//! Random play finds such facts, and a proof by induction shows that they exclude each other.

use stonegate_circuit::sat::Prover;
use stonegate_circuit::{Circuit, Constraint, Lit, Simulator, random_play};
use stonegate_ground::{Machine, RoleId};

use crate::plan::{CONFLICTS, GATE_STEPS, Plan, STEPS, constrain_moves};

/// At most so many facts mark the turns of a role.
const MAX_MARKS: usize = 12;

/// Is it proven that no two players have a choice in the same state?
pub(crate) fn takes_turns(machine: &Machine, plan: &Plan) -> bool {
    let chance = machine.chance();
    let is_player = |role: &RoleId| Some(*role) != chance;
    let choosers = plan.choosers.iter().filter(|roles| roles.iter().any(is_player));
    if choosers.count() <= 1 {
        return true;
    }
    let players = plan.choosers.iter().flatten().copied().filter(is_player);
    let players: Vec<RoleId> = players.collect();
    let mut circuit = machine.circuit.clone();
    constrain_moves(machine, &mut circuit);
    let choices: Vec<Lit> = players
        .iter()
        .map(|&role| {
            let moves = plan.free_moves(machine, role).into_iter();
            circuit.or_all(moves.map(|action| machine.legal(role, action)))
        })
        .collect();
    let Some(marks) = marks(&circuit, &choices) else { return false };
    let facts = exclusive(&circuit, &marks);
    let mut prover = Prover::under(&circuit, circuit.constraints().iter().chain(&facts));
    let mut pairs = choices
        .iter()
        .enumerate()
        .flat_map(|(at, &choice)| choices[at + 1..].iter().map(move |&other| [choice, other]));
    pairs.all(|pair| prover.refute(&pair, CONFLICTS).is_yes())
}

/// For each player, registers that random play saw true only where this player alone had a choice,
/// the most frequent ones; nothing if two had a choice in the same state.
fn marks(circuit: &Circuit, choices: &[Lit]) -> Option<Vec<Vec<usize>>> {
    let n_registers = circuit.registers().len();
    // For each register, how often it was true, and for each player whether that was so without it.
    let mut counts = vec![0_u32; n_registers];
    let mut elsewhere = vec![vec![false; n_registers]; choices.len()];
    let mut simulator = Simulator::new(circuit);
    let steps = STEPS.min(GATE_STEPS / circuit.nodes().len().max(1));
    for pattern in random_play(circuit, steps, 1, &|| false) {
        simulator.evaluate(&pattern.inputs, &pattern.registers);
        let valid = simulator.valid_lanes();
        let words: Vec<u64> = choices.iter().map(|&lit| simulator.value(lit) & valid).collect();
        let both = |at: usize| words[at + 1..].iter().any(|word| word & words[at] != 0);
        if (0..words.len()).any(both) {
            return None;
        }
        for (register, &value) in pattern.registers.iter().enumerate() {
            counts[register] += (value & valid).count_ones();
            for (elsewhere, &word) in elsewhere.iter_mut().zip(&words) {
                elsewhere[register] |= value & valid & !word != 0;
            }
        }
    }
    let of_player = |elsewhere: &Vec<bool>| {
        let is_mark = |&register: &usize| counts[register] > 0 && !elsewhere[register];
        let mut marks: Vec<usize> = (0..n_registers).filter(is_mark).collect();
        marks.sort_by_key(|&register| std::cmp::Reverse(counts[register]));
        marks.truncate(MAX_MARKS);
        marks
    };
    Some(elsewhere.iter().map(of_player).collect())
}

/// Those pairs of marks of different players that never hold together: not at the start, and if none
/// of them does in a state, then neither after a step. Pairs that fail are left out, and the others
/// have to do without them.
fn exclusive(circuit: &Circuit, marks: &[Vec<usize>]) -> Vec<Constraint> {
    let registers = circuit.registers();
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for (at, one) in marks.iter().enumerate() {
        for &other in marks[at + 1..].iter().flatten() {
            pairs.extend(one.iter().map(|&one| [one, other]));
        }
    }
    pairs.retain(|pair| !pair.iter().all(|&register| registers[register].init));
    loop {
        let facts: Vec<Constraint> = pairs
            .iter()
            .map(|pair| {
                Constraint::AtMostOne(pair.map(|it| Lit::from(registers[it].node)).to_vec())
            })
            .collect();
        let mut prover = Prover::under(circuit, circuit.constraints().iter().chain(&facts));
        let before = pairs.len();
        pairs.retain(|pair| {
            prover.refute(&pair.map(|register| registers[register].next), CONFLICTS).is_yes()
        });
        if pairs.len() == before {
            drop(prover);
            return facts;
        }
    }
}
