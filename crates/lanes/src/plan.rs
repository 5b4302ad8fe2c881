//! Who chooses when: what is known of the legal moves in every state that play can reach.
//!
//! In most games one role moves and the others have a single legal move, `noop`. A move that is
//! always the only one when it is legal needs no choice, and roles that never choose in the same
//! step share one chooser. Random play rules most candidates out, the rest is proved by SAT.

use std::cmp::Reverse;

use stonegate_circuit::sat::Prover;
use stonegate_circuit::{Circuit, Constraint, Lit, Simulator, random_play};
use stonegate_ground::{Machine, MoveId, RoleId};

/// Steps of random play, 64 games each.
pub(crate) const STEPS: usize = 64;

/// Gates times steps that random play may cost.
pub(crate) const GATE_STEPS: usize = 4_000_000;

/// The conflicts that a proof may cost.
pub(crate) const CONFLICTS: u32 = 300;

/// A role has at most so many moves that are worth a proof that they are forced.
const MAX_FORCED: usize = 4;

/// At most so many roles share a chooser.
pub(crate) const MAX_SHARED: usize = 8;

/// What each role chooses among, and who shares a chooser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// For each role, the moves that are the only one whenever they are legal.
    pub(crate) forced: Vec<Vec<MoveId>>,
    /// The roles of each chooser; no two of them choose in the same step.
    pub(crate) choosers: Vec<Vec<RoleId>>,
}

impl Plan {
    /// Finds out with simulation and proofs.
    pub(crate) fn new(machine: &Machine) -> Self {
        let mut circuit = machine.circuit.clone();
        constrain_moves(machine, &mut circuit);
        let seen = Seen::new(machine, &circuit);
        let any = |circuit: &mut Circuit, role: RoleId, moves: &[MoveId]| {
            circuit.or_all(moves.iter().map(|&action| machine.legal(role, action)))
        };

        let mut claims = Vec::new();
        for (role, alone) in machine.role_ids().zip(&seen.alone) {
            for &action in alone.iter().take(MAX_FORCED) {
                let others = machine.move_ids(role).filter(|&other| other != action);
                let others = any(&mut circuit, role, &others.collect::<Vec<_>>());
                claims.push((role, action, others));
            }
        }
        let mut forced = vec![Vec::new(); machine.roles.len()];
        let mut prover = Prover::under(&circuit, circuit.constraints());
        for (role, action, others) in claims {
            let lits = [machine.legal(role, action), others];
            if prover.refute(&lits, CONFLICTS).is_yes() {
                forced[role].push(action);
            }
        }
        drop(prover);

        let free: Vec<Lit> = machine
            .role_ids()
            .map(|role| {
                let moves = machine.move_ids(role);
                let moves = moves.filter(|action| !forced[role].contains(action));
                any(&mut circuit, role, &moves.collect::<Vec<_>>())
            })
            .collect();
        let mut prover = Prover::under(&circuit, circuit.constraints());
        let mut choosers: Vec<Vec<RoleId>> = Vec::new();
        for role in machine.role_ids() {
            let n_moves = machine.roles[role].moves.len();
            if n_moves == forced[role].len() || n_moves == 1 {
                continue;
            }
            let fits = |chooser: &Vec<RoleId>, prover: &mut Prover<'_>| {
                chooser.len() < MAX_SHARED
                    && chooser.iter().all(|&other| {
                        !seen.together[other][role]
                            && prover.refute(&[free[other], free[role]], CONFLICTS).is_yes()
                    })
            };
            match choosers.iter_mut().find(|chooser| fits(chooser, &mut prover)) {
                Some(chooser) => chooser.push(role),
                None => choosers.push(vec![role]),
            }
        }
        Self { forced, choosers }
    }

    /// Does the role ever have a choice?
    pub(crate) fn chooses(&self, role: RoleId) -> bool {
        self.choosers.iter().any(|roles| roles.contains(&role))
    }

    /// The moves that a role has to choose among, in their order.
    pub(crate) fn free_moves(&self, machine: &Machine, role: RoleId) -> Vec<MoveId> {
        let moves = machine.move_ids(role);
        moves.filter(|action| !self.forced[role].contains(action)).collect()
    }
}

/// Each role makes one move, it is legal, and the game is not over.
pub(crate) fn constrain_moves(machine: &Machine, circuit: &mut Circuit) {
    for role in machine.role_ids() {
        let inputs = machine.circuit.inputs();
        let does = |action| Lit::from(inputs[machine.does(role, action).index()].node);
        circuit.constrain(Constraint::ExactlyOne(machine.move_ids(role).map(does).collect()));
        for action in machine.move_ids(role) {
            circuit.constrain(Constraint::Implies(does(action), machine.legal(role, action)));
            circuit.constrain(Constraint::Implies(does(action), !machine.terminal()));
        }
    }
}

/// What random play has shown.
struct Seen {
    /// For each role, the moves that were legal, and always alone, the most frequent one first.
    alone: Vec<Vec<MoveId>>,
    /// Did these two roles have a choice in the same state?
    together: Vec<Vec<bool>>,
}

impl Seen {
    fn new(machine: &Machine, circuit: &Circuit) -> Self {
        let n_roles = machine.roles.len();
        let mut legal = vec![0_u32; machine.n_moves()];
        let mut beside = vec![0; machine.n_moves()];
        let mut together = vec![vec![false; n_roles]; n_roles];
        let mut simulator = Simulator::new(circuit);
        let steps = STEPS.min(GATE_STEPS / circuit.nodes().len());
        for pattern in random_play(circuit, steps, 1, &|| false) {
            simulator.evaluate(&pattern.inputs, &pattern.registers);
            let valid = simulator.valid_lanes();
            let mut choices = vec![0; n_roles];
            for (role, choice) in machine.role_ids().zip(&mut choices) {
                let moves = machine.move_ids(role);
                let words: Vec<u64> = moves
                    .clone()
                    .map(|action| simulator.value(machine.legal(role, action)) & valid)
                    .collect();
                let (_, twice) = words
                    .iter()
                    .fold((0, 0), |(once, twice), word| (once | word, twice | once & word));
                *choice = twice;
                for (action, word) in moves.zip(words) {
                    let input = machine.does(role, action).index();
                    legal[input] += word.count_ones();
                    beside[input] |= word & twice;
                }
            }
            for role in 0..n_roles {
                for other in 0..n_roles {
                    together[role][other] |= choices[role] & choices[other] != 0;
                }
            }
        }
        let alone = machine.role_ids().map(|role| {
            let input = |action: MoveId| machine.does(role, action).index();
            let is_alone =
                |&action: &MoveId| legal[input(action)] != 0 && beside[input(action)] == 0;
            let mut alone = machine.move_ids(role).filter(is_alone).collect::<Vec<_>>();
            alone.sort_by_key(|&action| Reverse(legal[input(action)]));
            alone
        });
        Self { alone: alone.collect(), together }
    }
}
