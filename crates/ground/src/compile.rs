//! From rules to a machine, in two tiers: a quick circuit, then a small one.

use std::sync::Arc;

use stonegate_circuit::passes::Fate;
use stonegate_circuit::{
    Circuit, Constraint, Effort, Lit, RegisterId, Step, optimize, random_play,
};
use stonegate_gdl::{Rules, TermId};

use crate::error::{Budget, GroundError};
use crate::invariants::{candidate_groups, prove_groups};
use crate::machine::{Fact, FactValue, Machine, Role};
use crate::network::network;
use crate::outputs::Outputs;
use crate::proofs::Proofs;
use crate::reach::reach;
use crate::rebuild::{Images, copy_logic};

/// The seed of the random play that invariants and equal gates are looked for in.
const SEED: u64 = 1;

/// Random play stops after evaluating so many nodes, however large the circuit.
const MAX_NODE_STEPS: usize = 40_000_000;

/// What a gate takes in memory at the peak, as measured: while the circuit is grounded and made
/// ready with little effort, and while it is optimized with proofs.
pub(crate) const GATE_BYTES: usize = 250;
const FULL_GATE_BYTES: usize = 500;

/// A machine as it comes out of grounding: exact, but not optimized.
#[derive(Clone, Debug)]
pub struct Grounded {
    pub machine: Machine,
    /// How many atoms can hold, besides those that hold in every state.
    pub n_atoms: usize,
    /// How many instances of rules the gates were made of.
    pub n_instances: usize,
    /// Lists of facts that may exclude each other.
    candidates: Vec<Vec<usize>>,
}

/// An optimized machine, and how it came about.
#[derive(Clone, Debug)]
pub struct Optimized {
    pub machine: Machine,
    /// How many groups of facts were proved to exclude each other.
    pub n_invariants: usize,
    pub steps: Vec<Step>,
}

/// Grounds the rules of a game.
pub fn ground(rules: &Rules, budget: &Budget<'_>) -> Result<Grounded, GroundError> {
    let mut reach = reach(rules, budget)?;
    let network = network(rules, &mut reach, budget)?;
    let terms = &reach.store.terms;
    let text = |term: TermId| terms.display(&rules.symbols, term).to_string();
    let roles = network.roles.iter().zip(&network.moves).zip(&network.goals);
    let roles = roles.zip(&network.percepts).map(|(((&role, moves), goals), percepts)| Role {
        name: text(role),
        moves: moves.iter().map(|&action| text(action)).collect(),
        goals: goals.clone(),
        percepts: percepts.iter().map(|&percept| text(percept)).collect(),
    });
    let facts = network.facts.iter().enumerate().map(|(index, &fact)| Fact {
        name: text(fact),
        value: FactValue::Register { register: RegisterId::new(index), inverted: false },
    });
    let roles = roles.collect::<Vec<_>>();
    let mut machine = Machine {
        outputs: Arc::new(Outputs::new(&roles)),
        roles,
        facts: facts.collect(),
        circuit: network.circuit,
        provenance: Vec::new(),
        proofs: Proofs::default(),
    };
    machine.trace_to(rules);
    Ok(Grounded {
        machine,
        n_atoms: reach.n_atoms(rules),
        n_instances: network.n_instances,
        candidates: candidate_groups(terms, &network.facts),
    })
}

impl Grounded {
    /// About how much memory optimizing takes, with what is taken already.
    pub fn bytes_to_optimize(&self, effort: Effort) -> usize {
        let per_gate = if effort.conflicts > 0 { FULL_GATE_BYTES } else { GATE_BYTES };
        self.machine.circuit.nodes().len() * per_gate
    }

    /// Finds invariants and makes the circuit small. When `stop` says so, what was
    /// reached by then is the result.
    pub fn optimize(&self, effort: Effort, stop: &dyn Fn() -> bool) -> Optimized {
        let circuit = self.machine.circuit.clone_unless(stop);
        let Some(mut circuit) = circuit else { return self.as_it_is() };
        for constraint in move_constraints(&self.machine) {
            circuit.constrain(constraint);
        }
        let mut n_invariants = 0;
        if effort.conflicts > 0 {
            let n_steps = effort.steps.min(MAX_NODE_STEPS / circuit.nodes().len());
            let patterns = random_play(&circuit, n_steps, SEED, stop);
            let groups = prove_groups(&circuit, &self.candidates, &patterns, stop);
            n_invariants = groups.len();
            for group in groups {
                circuit.constrain(group);
            }
        }
        let optimized = optimize(&circuit, effort, SEED, stop);
        // What this circuit could not show, a smaller one may.
        let proofs = Proofs::default();
        proofs.learn_from(&self.machine.proofs);
        let Machine { roles, facts, provenance, outputs, .. } = &self.machine;
        let mut machine = Machine {
            roles: roles.clone(),
            facts: facts.clone(),
            circuit: optimized.circuit,
            provenance: provenance.clone(),
            proofs,
            outputs: Arc::clone(outputs),
        };
        drop_replaced_registers(&mut machine, &optimized.fates);
        Optimized { machine, n_invariants, steps: optimized.steps }
    }

    fn as_it_is(&self) -> Optimized {
        Optimized { machine: self.machine.clone(), n_invariants: 0, steps: Vec::new() }
    }
}

/// What holds of moves in every step: each role makes one, it is legal, and the
/// game is not over.
fn move_constraints(machine: &Machine) -> Vec<Constraint> {
    let inputs = machine.circuit.inputs();
    let mut constraints = Vec::new();
    for role in machine.role_ids() {
        let moves = machine.outputs().legal(role);
        let lits = moves.clone().map(|at| inputs[at].node.into()).collect();
        constraints.push(Constraint::ExactlyOne(lits));
        for at in moves {
            let does = inputs[at].node.into();
            constraints.push(Constraint::Implies(does, machine.circuit.outputs()[at].lit));
            constraints.push(Constraint::Implies(does, !machine.terminal()));
        }
    }
    constraints
}

/// Removes the registers that turned out to be constant or equal to others, and
/// lets their facts show what they are.
fn drop_replaced_registers(machine: &mut Machine, fates: &[Fate]) {
    let mut new_ids = Vec::with_capacity(fates.len());
    let mut n_kept = 0;
    for fate in fates {
        let kept = matches!(fate, Fate::Kept | Fate::Unread);
        new_ids.push(kept.then(|| RegisterId::new(n_kept)));
        n_kept += usize::from(kept);
    }
    let values = (0..fates.len())
        .map(|index| value_of(fates, &new_ids, RegisterId::new(index)))
        .collect::<Vec<_>>();
    // Before optimization, every fact is a register.
    for (fact, &value) in machine.facts.iter_mut().zip(&values) {
        fact.value = value;
    }
    if n_kept < fates.len() {
        machine.circuit = with_registers(&machine.circuit, &new_ids, &values);
    }
}

/// What a register became, in terms of those that are kept.
fn value_of(fates: &[Fate], new_ids: &[Option<RegisterId>], mut register: RegisterId) -> FactValue {
    let mut inverted = false;
    loop {
        match fates[register.index()] {
            Fate::Constant(value) => return FactValue::Constant(value != inverted),
            // The other one may in turn be constant.
            Fate::Equal { register: other, inverted: differs } => {
                register = other;
                inverted ^= differs;
            }
            Fate::Kept | Fate::Unread => {
                let register = new_ids[register.index()].expect("it is kept");
                return FactValue::Register { register, inverted };
            }
        }
    }
}

/// A copy of a circuit with only some of its registers; `values` is what all of
/// them became.
fn with_registers(old: &Circuit, new_ids: &[Option<RegisterId>], values: &[FactValue]) -> Circuit {
    let mut new = Circuit::new();
    let mut images = Images::new(old);
    for input in old.inputs() {
        images.set(input.node, new.input(input.name.as_str()));
    }
    let kept = old.registers().iter().zip(new_ids).filter(|(_, id)| id.is_some());
    let kept = kept
        .map(|(register, _)| new.register(register.name.as_str(), register.init))
        .collect::<Vec<_>>();
    for (register, &value) in old.registers().iter().zip(values) {
        let image = match value {
            FactValue::Constant(value) => Lit::constant(value),
            FactValue::Register { register, inverted } => kept[register.index()] ^ inverted,
        };
        images.set(register.node, image);
    }
    copy_logic(old, &mut new, &mut images, &str::to_owned);
    for output in old.outputs() {
        new.output(output.name.as_str(), images.of(output.lit));
    }
    for (register, new_id) in old.registers().iter().zip(new_ids) {
        if let Some(id) = new_id {
            new.set_next(*id, images.of(register.next));
        }
    }
    new
}
