//! What is proven of a game beyond what the constraints of its circuit say.
//!
//! A proof may fail on one circuit of a game and succeed on another, which says the same in fewer
//! gates. So what counts is whether there ever was one: machines of one game learn from each other,
//! and a machine in its text form says what has been tried.

use std::sync::atomic::{AtomicU8, Ordering};

use stonegate_circuit::sat::Prover;
use stonegate_circuit::{Circuit, Lit, Node, Simulator, initial_registers};
use stonegate_gdl::{Goal, RoleId};

use crate::machine::Machine;

/// The conflicts that each part of a proof may cost.
const CONFLICTS: u32 = 300;

/// In larger circuits only the proof about single states is tried.
const MAX_NODES: usize = 60_000;

/// The role that chance plays.
const CHANCE: &str = "random";

/// What can be proven of a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Claim {
    /// There are two roles beside chance, whose goals sum up to 100 whenever the game is over.
    ZeroSum,
    /// Where the game goes on, no two roles have a choice.
    TakesTurns,
}

impl Claim {
    pub(crate) const ALL: [Self; 2] = [Self::ZeroSum, Self::TakesTurns];

    /// Its name in the text form of a machine.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ZeroSum => "zero-sum",
            Self::TakesTurns => "takes-turns",
        }
    }
}

/// How the claims about a machine stand. Threads that ask at the same time may prove the same twice.
#[derive(Default, Debug)]
pub(crate) struct Proofs([AtomicU8; Claim::ALL.len()]);

/// How a claim stands; a later one replaces an earlier one.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub(crate) enum Standing {
    Untried,
    /// There was an attempt: it may be true or not.
    Unproven,
    Proven,
}

impl Proofs {
    pub(crate) fn standing(&self, claim: Claim) -> Standing {
        match self.0[claim as usize].load(Ordering::Relaxed) {
            0 => Standing::Untried,
            1 => Standing::Unproven,
            _ => Standing::Proven,
        }
    }

    pub(crate) fn raise(&self, claim: Claim, standing: Standing) {
        self.0[claim as usize].fetch_max(standing as u8, Ordering::Relaxed);
    }

    /// Takes over what is proven of another machine of the same game.
    pub(crate) fn learn_from(&self, other: &Self) {
        for claim in Claim::ALL {
            if other.standing(claim) == Standing::Proven {
                self.raise(claim, Standing::Proven);
            }
        }
    }
}

impl Clone for Proofs {
    fn clone(&self) -> Self {
        let clone = Self::default();
        for claim in Claim::ALL {
            clone.raise(claim, self.standing(claim));
        }
        clone
    }
}

/// Proofs follow from the rest of a machine, so that they make no difference between two.
impl PartialEq for Proofs {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Proofs {}

impl Machine {
    /// The role that is played by chance.
    pub fn chance(&self) -> Option<RoleId> {
        self.roles.iter().position(|role| role.name == CHANCE).map(RoleId::new)
    }

    /// Is it proven that there are two roles beside chance, and that their goals sum up to 100
    /// whenever the game is over? The proof is tried once, which takes a moment.
    pub fn is_zero_sum(&self) -> bool {
        self.is_proven(Claim::ZeroSum)
    }

    /// Is it proven that no two roles have a choice in a state in which the game goes on? The proof
    /// is tried once, which takes a moment.
    pub fn takes_turns(&self) -> bool {
        self.is_proven(Claim::TakesTurns)
    }

    /// Tries all proofs that nobody has tried, so that what is made of this machine has them.
    pub fn prove(&self) {
        for claim in Claim::ALL {
            self.is_proven(claim);
        }
    }

    /// Takes over what is proven of another machine of the same game.
    pub fn learn_from(&self, other: &Self) {
        self.proofs.learn_from(&other.proofs);
    }

    fn is_proven(&self, claim: Claim) -> bool {
        if self.proofs.standing(claim) == Standing::Untried {
            let holds = match claim {
                Claim::ZeroSum => prove_zero_sum(self),
                Claim::TakesTurns => prove_turns(self),
            };
            self.proofs.raise(claim, if holds { Standing::Proven } else { Standing::Unproven });
        }
        self.proofs.standing(claim) == Standing::Proven
    }
}

/// Nobody moves in a terminal state, so from the constraints on moves everything follows there, and
/// nothing that is worth knowing. The proof has two parts that do without: what the constraints on
/// states show of every state, and what all constraints on a state in which somebody moves show of
/// the state after it. A terminal state is the initial one or such a state after.
fn prove_zero_sum(machine: &Machine) -> bool {
    let chance = machine.chance();
    let roles = machine.role_ids().filter(|&role| Some(role) != chance);
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
    if circuit.nodes().len() > MAX_NODES || ends_at_once(machine) {
        return false;
    }
    let (next, outcome) = next_state(circuit, &outcome);
    let mut prover = Prover::under(&next, next.constraints());
    prover.load_constraints();
    outcome.is_zero_sum(&mut prover)
}

fn ends_at_once(machine: &Machine) -> bool {
    let mut simulator = Simulator::new(&machine.circuit);
    simulator.evaluate(&vec![0; machine.n_moves()], &initial_registers(&machine.circuit));
    simulator.value(machine.terminal()) & 1 == 1
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

/// Whether the constraints on states show that two roles never have a choice at the same time.
fn prove_turns(machine: &Machine) -> bool {
    let mut circuit = machine.circuit.clone();
    let choices = machine.role_ids().map(|role| {
        let (mut one, mut two) = (Lit::FALSE, Lit::FALSE);
        for action in machine.move_ids(role) {
            let legal = machine.legal(role, action);
            let another = circuit.and(one, legal);
            two = circuit.or(two, another);
            one = circuit.or(one, legal);
        }
        two
    });
    let choices = choices.collect::<Vec<_>>();
    let supports = circuit.supports();
    let on_states = circuit.constraints().iter().filter(|it| !it.support(&supports).inputs);
    let mut prover = Prover::under(&circuit, on_states);
    let goes_on = !machine.terminal();
    let mut pairs = choices
        .iter()
        .enumerate()
        .flat_map(|(role, &choice)| choices[role + 1..].iter().map(move |&other| [choice, other]));
    pairs.all(|[one, other]| prover.refute(&[goes_on, one, other], CONFLICTS).is_yes())
}
