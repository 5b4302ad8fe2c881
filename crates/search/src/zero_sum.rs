//! A proof that what one role gets the other loses.

use stonegate_circuit::sat::Prover;
use stonegate_circuit::{Circuit, Lit, Node};
use stonegate_ground::{Goal, Machine, Stepper};

/// The conflicts that each part of the proof may cost.
const CONFLICTS: u32 = 300;

/// In larger circuits only the proof about single states is tried.
const MAX_NODES: usize = 60_000;

/// Is there a proof that the goals of two roles sum up to 100 whenever the game is over?
///
/// Nobody moves in a terminal state, so from the constraints on moves everything follows there, and
/// nothing that is worth knowing. The proof has two parts that do without: what the constraints on
/// states show of every state, and what all constraints on a state in which somebody moves show of
/// the state after it. A terminal state is the initial one or such a state after.
pub(crate) fn is_zero_sum(machine: &Machine, chance: Option<usize>) -> bool {
    let roles = (0..machine.roles.len()).filter(|&role| Some(role) != chance);
    let [first, second] = roles.collect::<Vec<_>>()[..] else { return false };
    if [first, second].iter().any(|&role| machine.roles[role].goals.is_empty()) {
        return false;
    }
    let outcome = Outcome {
        terminal: machine.terminal(),
        goals: [first, second].map(|role| {
            let values = machine.roles[role].goals.iter().enumerate();
            values.map(|(number, &value)| (value, machine.goal(role, number))).collect()
        }),
    };
    let circuit = &machine.circuit;
    let supports = circuit.supports();
    let on_states = circuit.constraints().iter().filter(|it| !it.support(&supports).inputs);
    if outcome.is_zero_sum(&mut Prover::under(circuit, on_states)) {
        return true;
    }
    let ends_at_once = Stepper::new(machine).position(&machine.initial()).terminal;
    if ends_at_once || circuit.nodes().len() > MAX_NODES {
        return false;
    }
    let (next, outcome) = next_state(circuit, &outcome);
    let mut prover = Prover::under(&next, next.constraints());
    prover.load_constraints();
    outcome.is_zero_sum(&mut prover)
}

/// What tells how the game ends.
struct Outcome {
    terminal: Lit,
    /// The goals of both roles, and what says that they hold.
    goals: [Vec<(Goal, Lit)>; 2],
}

impl Outcome {
    /// Whether each role has a goal at the end, and no two goals but those that sum up to 100.
    fn is_zero_sum(&self, prover: &mut Prover<'_>) -> bool {
        let mut never = |lits: &[Lit]| prover.refute(lits, CONFLICTS).is_yes();
        let [first, second] = &self.goals;
        let has_goal = self.goals.iter().all(|goals| {
            let none = goals.iter().map(|&(_, lit)| !lit).chain([self.terminal]);
            never(&none.collect::<Vec<_>>())
        });
        has_goal
            && first.iter().all(|&(value, lit)| {
                second.iter().all(|&(other_value, other)| {
                    value.value() + other_value.value() == Goal::BEST.value()
                        || never(&[self.terminal, lit, other])
                })
            })
    }
}

/// The circuit with the outcome of the state after a move, as a function of state and moves.
fn next_state(circuit: &Circuit, outcome: &Outcome) -> (Circuit, Outcome) {
    let mut next = circuit.clone();
    let supports = circuit.supports();
    let on_states = circuit.constraints().iter().filter(|constraint| {
        let support = constraint.support(&supports);
        !support.inputs && support.component.is_none()
    });
    let on_states = on_states.collect::<Vec<_>>();
    let goals = outcome.goals.iter().flatten().map(|&(_, lit)| lit);
    let roots = goals.chain([outcome.terminal]);
    let roots = roots.chain(on_states.iter().flat_map(|constraint| constraint.lits()));
    let mut images = vec![Lit::FALSE; circuit.nodes().len()];
    let image = |images: &[Lit], lit: Lit| images[lit.node().index()] ^ lit.is_inverted();
    for id in circuit.cone(roots.collect::<Vec<_>>()) {
        images[id.index()] = match circuit.node(id) {
            Node::False => Lit::FALSE,
            Node::Register(register) => circuit.registers()[register.index()].next,
            Node::And(a, b) => {
                let (a, b) = (image(&images, a), image(&images, b));
                next.and(a, b)
            }
            // Of the next moves, and of what loops settle at, nothing is known.
            Node::Input(_) | Node::Loop(_) => next.input("unknown"),
        };
    }
    for constraint in on_states {
        if let Some(constraint) = constraint.map(|lit| Some(image(&images, lit))) {
            next.constrain(constraint);
        }
    }
    let goals = outcome
        .goals
        .each_ref()
        .map(|goals| goals.iter().map(|&(value, lit)| (value, image(&images, lit))).collect());
    (next, Outcome { terminal: image(&images, outcome.terminal), goals })
}
