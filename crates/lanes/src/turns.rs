//! Whose turn it is where nobody has a choice.
//!
//! Whoever has a choice is to move. Somebody who has to pass has none, and there facts such as
//! `(control white)` tell: those that hold whenever one role has a choice and never when another
//! has. Random play finds candidates, which are then proved by SAT.

use stonegate_circuit::sat::Prover;
use stonegate_circuit::{Circuit, Lit, Simulator, random_play};
use stonegate_ground::{Machine, RoleId};

use crate::plan::{CONFLICTS, GATE_STEPS, Plan, STEPS, constrain_moves};

/// At most so many facts are worth a proof for each role.
const MAX_CANDIDATES: usize = 4;

/// For each role, a register, perhaps inverted, that tells that it is its turn where nobody has a
/// choice. If there is none for some role that chooses, the turn is that of the first role that
/// does, and if nobody ever chooses, that of the first role.
pub(crate) fn turn_marks(machine: &Machine, plan: &Plan) -> Vec<Lit> {
    let mut circuit = machine.circuit.clone();
    constrain_moves(machine, &mut circuit);
    let free: Vec<Lit> = machine
        .role_ids()
        .map(|role| {
            let moves = plan.free_moves(machine, role).into_iter();
            circuit.or_all(moves.map(|action| machine.legal(role, action)))
        })
        .collect();
    let choosers: Vec<RoleId> = plan.choosers.iter().flatten().copied().collect();
    let mut marks = vec![Lit::FALSE; machine.roles.len()];
    let candidates = candidates(&circuit, &free, &choosers);
    let mut prover = Prover::under(&circuit, circuit.constraints());
    for (&role, candidates) in choosers.iter().zip(candidates) {
        let is_mark = |mark: &Lit| {
            choosers.iter().all(|&other| {
                let against = if other == role { !*mark } else { *mark };
                prover.refute(&[free[other], against], CONFLICTS).is_yes()
            })
        };
        marks[role] = candidates.into_iter().find(is_mark).unwrap_or(Lit::FALSE);
    }
    if choosers.is_empty() || choosers.iter().any(|&role| marks[role] == Lit::FALSE) {
        marks.fill(Lit::FALSE);
        marks[choosers.iter().copied().min().unwrap_or(RoleId::new(0))] = Lit::TRUE;
    }
    marks
}

/// For each role that chooses, registers that random play found to hold when it has a choice, and
/// not when another has.
fn candidates(circuit: &Circuit, free: &[Lit], choosers: &[RoleId]) -> Vec<Vec<Lit>> {
    let registers: Vec<Lit> =
        circuit.registers().iter().map(|register| Lit::from(register.node)).collect();
    // For each role, the registers that were false when it had a choice, and those that were true.
    let mut seen = vec![vec![[false; 2]; registers.len()]; choosers.len()];
    let mut simulator = Simulator::new(circuit);
    let steps = STEPS.min(GATE_STEPS / circuit.nodes().len());
    for pattern in random_play(circuit, steps, 1, &|| false) {
        simulator.evaluate(&pattern.inputs, &pattern.registers);
        let valid = simulator.valid_lanes();
        for (seen, &role) in seen.iter_mut().zip(choosers) {
            let chooses = simulator.value(free[role]) & valid;
            for (seen, value) in seen.iter_mut().zip(&pattern.registers) {
                seen[0] |= chooses & !value != 0;
                seen[1] |= chooses & value != 0;
            }
        }
    }
    let is_candidate = |role: usize, register: usize, inverted: bool| {
        seen.iter().enumerate().all(|(other, seen)| {
            let holds = (other == role) != inverted;
            !seen[register][usize::from(!holds)]
        }) && seen[role][register] != [false; 2]
    };
    (0..choosers.len())
        .map(|role| {
            let lits = registers.iter().enumerate().flat_map(|(register, &lit)| {
                [false, true]
                    .into_iter()
                    .filter(move |&inverted| is_candidate(role, register, inverted))
                    .map(move |inverted| lit ^ inverted)
            });
            lits.take(MAX_CANDIDATES).collect()
        })
        .collect()
}
