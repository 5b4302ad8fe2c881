//! Proofs about registers that hold in every reachable state, by induction over steps.

use rustc_hash::FxHashMap;

use crate::passes::Rebuilt;
use crate::passes::rebuild::Rebuild;
use crate::random::Random;
use crate::sat::{Answer, Assignment, Prover};
use crate::{Circuit, Lit, Node, RegisterId, Simulator};

/// Each round gives up some beliefs; after so many rounds all of them.
const MAX_ROUNDS: usize = 100;
/// The solver may propagate so much, and so much more per node.
const WORK: u64 = 1_000_000;
const WORK_PER_NODE: u64 = 200;

/// What a register turned out to be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// A register like any other.
    Kept,
    /// It never changes.
    Constant(bool),
    /// It always equals another register, or always differs from it.
    Equal { register: RegisterId, inverted: bool },
    /// No output depends on it, now or later.
    Unread,
}

/// A circuit in which registers stand for others, and what became of each register.
#[derive(Clone, Debug)]
pub struct Sequential {
    pub rebuilt: Rebuilt,
    /// One per register.
    pub fates: Vec<Fate>,
}

/// For each register, the literal that it is believed to equal in every reachable state: a constant,
/// another register that is believed to equal only itself, or itself.
pub(crate) type Beliefs = Vec<Lit>;

/// Gives up beliefs until those that are left prove themselves: if all of them hold in a state that
/// satisfies the constraints, they hold in the next one.
///
/// They must hold in the initial state.
pub(crate) fn prove(
    circuit: &Circuit,
    mut beliefs: Beliefs,
    conflicts: u32,
    stop: &dyn Fn() -> bool,
) -> Option<Beliefs> {
    let mut work_left = WORK + WORK_PER_NODE * circuit.nodes().len() as u64;
    for _ in 0..MAX_ROUNDS {
        let substituted = substitute(circuit, &beliefs, stop)?.circuit;
        let supports = substituted.supports_unless(stop)?;
        let usable = (substituted.constraints().iter())
            .filter(|constraint| constraint.support(&supports).component.is_none());
        let mut prover = Prover::under(&substituted, usable).unless(stop);
        let next_values = next_values(circuit, &substituted, &beliefs);
        let give_up_all = |prover: &Prover<'_>| prover.work() > work_left || stop();
        let simulator = Simulator::new_unless(&substituted, stop)?;
        let Some(wrong) = refuted(simulator, &mut prover, &next_values, conflicts, give_up_all)
        else {
            break;
        };
        if !wrong.contains(&true) {
            return Some(beliefs);
        }
        work_left = work_left.saturating_sub(prover.work());
        give_up(circuit, &mut beliefs, &wrong);
    }
    Some(unbelieving(circuit))
}

/// For each register, its next value and what that is believed to equal.
fn next_values(circuit: &Circuit, substituted: &Circuit, beliefs: &Beliefs) -> Vec<(Lit, Lit)> {
    let registers = substituted.registers();
    let expected = beliefs.iter().map(|&belief| match register_of(circuit, belief) {
        None => belief,
        Some(other) => registers[other].next ^ belief.is_inverted(),
    });
    registers.iter().map(|register| register.next).zip(expected).collect()
}

/// For each pair of literals, whether it is refuted or cannot be proven equal; `None` if it is time
/// to give up.
fn refuted(
    mut simulator: Simulator<&Circuit>,
    prover: &mut Prover<'_>,
    pairs: &[(Lit, Lit)],
    conflicts: u32,
    give_up_all: impl Fn(&Prover<'_>) -> bool,
) -> Option<Vec<bool>> {
    let mut wrong = vec![false; pairs.len()];
    for (index, &(next, expected)) in pairs.iter().enumerate() {
        if next == expected || wrong[index] {
            continue;
        }
        if give_up_all(prover) {
            return None;
        }
        match prover.equal(next, expected, conflicts) {
            Answer::Yes => {}
            Answer::Unknown => wrong[index] = true,
            Answer::No(example) => {
                // What refutes one belief often refutes many.
                evaluate_near(&mut simulator, &example);
                let lanes = simulator.valid_lanes() | 1;
                for (wrong, &(next, expected)) in wrong.iter_mut().zip(pairs) {
                    *wrong |= (simulator.value(next) ^ simulator.value(expected)) & lanes != 0;
                }
            }
        }
    }
    Some(wrong)
}

/// Evaluates an assignment in lane 0 and others like it in the other lanes.
fn evaluate_near(simulator: &mut Simulator<&Circuit>, assignment: &Assignment) {
    let mut random = Random::new(0);
    let mut near = |values: &[bool]| -> Vec<u64> {
        let flips = |random: &mut Random| random.word() & random.word() & random.word() & !1;
        values.iter().map(|&value| flips(&mut random) ^ if value { !0 } else { 0 }).collect()
    };
    let (inputs, registers) = (near(&assignment.inputs), near(&assignment.registers));
    simulator.evaluate_open(&inputs, &registers, &near(&assignment.loops));
}

/// Gives up the wrong beliefs; those that fell out of the same class may still equal each other.
fn give_up(circuit: &Circuit, beliefs: &mut Beliefs, wrong: &[bool]) {
    let mut leaders: FxHashMap<Lit, Lit> = FxHashMap::default();
    for index in (0..wrong.len()).filter(|&index| wrong[index]) {
        let belief = beliefs[index];
        let own = own_lit(circuit, index);
        beliefs[index] = if belief.is_constant() {
            own
        } else {
            let inverted = belief.is_inverted();
            *leaders.entry(belief.positive()).or_insert(own ^ inverted) ^ inverted
        };
    }
}

/// Replaces registers by what they are proven to equal.
///
/// The registers stay, and keep stepping with what they equal, so that a state still shows them.
pub(crate) fn apply(
    circuit: &Circuit,
    beliefs: &Beliefs,
    stop: &dyn Fn() -> bool,
) -> Option<Sequential> {
    let mut rebuilt = substitute(circuit, beliefs, stop)?;
    let mut fates = vec![Fate::Kept; beliefs.len()];
    for (index, &belief) in beliefs.iter().enumerate() {
        if belief == own_lit(circuit, index) {
            continue;
        }
        let (fate, next) = match register_of(circuit, belief) {
            None => (Fate::Constant(belief == Lit::TRUE), belief),
            Some(other) => {
                let fate = Fate::Equal {
                    register: RegisterId::new(other),
                    inverted: belief.is_inverted(),
                };
                (fate, rebuilt.circuit.registers()[other].next ^ belief.is_inverted())
            }
        };
        fates[index] = fate;
        rebuilt.circuit.set_next(RegisterId::new(index), next);
    }
    Some(Sequential { rebuilt, fates })
}

/// Every register equals itself, and nothing more is known.
fn unbelieving(circuit: &Circuit) -> Beliefs {
    circuit.registers().iter().map(|register| register.node.into()).collect()
}

fn substitute(circuit: &Circuit, beliefs: &Beliefs, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
    let mut rebuild = Rebuild::new(circuit, stop)?;
    for (register, &belief) in circuit.registers().iter().zip(beliefs) {
        // What a belief points to stands for itself, so the order does not matter.
        rebuild.set(register.node, rebuild.image(belief));
    }
    rebuild.copy_gates(stop)?;
    rebuild.finish(stop)
}

fn own_lit(circuit: &Circuit, register: usize) -> Lit {
    circuit.registers()[register].node.into()
}

fn register_of(circuit: &Circuit, lit: Lit) -> Option<usize> {
    match circuit.node(lit.node()) {
        Node::Register(id) => Some(id.index()),
        _ => None,
    }
}
