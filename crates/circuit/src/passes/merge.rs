//! Merges gates that are equal wherever the constraints hold (SAT sweeping).
//!
//! Simulation groups gates that look equal or complementary; a SAT solver proves or refutes each
//! candidate against the first of its group; what refutes one candidate is simulated to separate
//! others, and the round starts again.
//! An AND that equals one of its fanins under the constraints is a special case.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::passes::rebuild::Rebuild;
use crate::passes::{Rebuilt, Turns};
use crate::patterns::Pattern;
use crate::random::mix;
use crate::sat::{Answer, Assignment, Prover};
use crate::{Circuit, Constraint, Lit, Node, NodeId, Simulator, Support};

/// Rounds of proving and simulating at most.
const ROUNDS: usize = 12;

/// A solver with more variables than this is thrown away: answers have become slow.
const MAX_VARS: usize = 10_000;

/// The solver may propagate so much per gate, which keeps the pass linear.
const WORK_PER_NODE: u64 = 40;
const WORK: u64 = 300_000;

/// So many proofs are tried between two looks at the stop function.
const PROOFS_PER_LOOK: usize = 16;

/// Merges equal gates.
///
/// The patterns should look like real use, see [`random_play`](crate::random_play): where they differ
/// no proof is tried.
/// A proof is given up after the given number of conflicts.
pub fn merge(
    circuit: &Circuit,
    patterns: &[Pattern],
    conflicts: u32,
    stop: &dyn Fn() -> bool,
) -> Option<Rebuilt> {
    let mut sweep = Sweep::new(circuit, conflicts, stop)?;
    for pattern in patterns {
        if stop() {
            return None;
        }
        sweep.simulate(pattern, [0; 2]);
    }
    for _ in 0..ROUNDS {
        let refutations = sweep.prove_round();
        if stop() {
            // What is proven is worth the time that it takes to put it together.
            return sweep.finish(&|| false);
        }
        if refutations.is_empty() || sweep.work_left() == 0 {
            break;
        }
        for chunk in refutations.chunks(64) {
            if stop() {
                return sweep.finish(&|| false);
            }
            let (pattern, forced) = pack(circuit, chunk);
            sweep.simulate(&pattern, forced);
        }
    }
    sweep.finish(stop)
}

/// Whether a gate depends on inputs decides which constraints it may be simplified by.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    State = 0,
    Any = 1,
}

impl Kind {
    fn of(support: Support) -> Self {
        if support.inputs { Self::Any } else { Self::State }
    }
}

/// The state of the sweep.
struct Sweep<'a> {
    circuit: &'a Circuit,
    conflicts: u32,
    stop: &'a dyn Fn() -> bool,
    supports: Vec<Support>,
    /// The usable constraints of each kind: those on the state alone, and all.
    constraints: [Vec<&'a Constraint>; 2],
    provers: [Prover<'a>; 2],
    simulator: Simulator<&'a Circuit>,
    /// For each kind and node, a hash of its values in the lanes that count.
    hashes: [Vec<u64>; 2],
    /// For each node, its value in the first lane that counts: hashes are of the values against it.
    phases: Option<Vec<bool>>,
    proven: Vec<Option<Lit>>,
    /// What provers that are gone have propagated.
    work: u64,
    failed: FxHashSet<(NodeId, NodeId)>,
}

impl<'a> Sweep<'a> {
    fn new(circuit: &'a Circuit, conflicts: u32, stop: &'a dyn Fn() -> bool) -> Option<Self> {
        let supports = circuit.supports_unless(stop)?;
        let simulator = Simulator::new_unless(circuit, stop)?;
        let usable = |with_inputs: bool| -> Vec<&Constraint> {
            let fits = |constraint: &&Constraint| {
                let support = constraint.support(&supports);
                support.component.is_none() && (with_inputs || !support.inputs)
            };
            circuit.constraints().iter().filter(fits).collect()
        };
        let constraints = [usable(false), usable(true)];
        let provers = constraints
            .each_ref()
            .map(|usable| Prover::under(circuit, usable.iter().copied()).unless(stop));
        let n_nodes = circuit.nodes().len();
        Some(Self {
            circuit,
            conflicts,
            stop,
            supports,
            constraints,
            provers,
            simulator,
            hashes: [vec![0; n_nodes], vec![0; n_nodes]],
            phases: None,
            proven: vec![None; n_nodes],
            work: 0,
            failed: FxHashSet::default(),
        })
    }

    /// Adds the values in a pattern to the hashes; lanes in `forced` count for their kind even if
    /// constraints fail there.
    fn simulate(&mut self, pattern: &Pattern, forced: [u64; 2]) {
        self.simulator.evaluate_open(&pattern.inputs, &pattern.registers, &pattern.loops);
        let mut lanes = forced;
        for (lanes, constraints) in lanes.iter_mut().zip(&self.constraints) {
            let holds = |all: u64, constraint: &&Constraint| {
                all & constraint.holds(|lit| self.simulator.value(lit))
            };
            *lanes |= constraints.iter().fold(!0, holds);
        }
        let n_nodes = self.circuit.nodes().len();
        let value = |index: usize| self.simulator.value(NodeId::new(index).into());
        if self.phases.is_none() && lanes[Kind::Any as usize] != 0 {
            let lane = lanes[Kind::Any as usize].trailing_zeros();
            self.phases = Some((0..n_nodes).map(|index| value(index) >> lane & 1 == 1).collect());
        }
        for index in 0..n_nodes {
            let phase = self.phase(NodeId::new(index));
            let word = value(index) ^ if phase { !0 } else { 0 };
            for (hashes, lanes) in self.hashes.iter_mut().zip(lanes) {
                hashes[index] = mix(hashes[index], word & lanes);
            }
        }
    }

    fn phase(&self, node: NodeId) -> bool {
        self.phases.as_ref().is_some_and(|phases| phases[node.index()])
    }

    /// Tries to prove every gate equal to the first node that looks like it; gives the refutations.
    fn prove_round(&mut self) -> Vec<(Assignment, Kind)> {
        let mut refutations = Vec::new();
        let mut first: [FxHashMap<u64, NodeId>; 2] = Default::default();
        let mut n_proofs = 0;
        let mut turns = Turns::new(self.stop);
        // What only constraints read must not come into use.
        let leaves = (self.circuit.nodes().iter().enumerate())
            .filter(|(_, node)| !matches!(node, Node::And(..)))
            .map(|(index, _)| Lit::from(NodeId::new(index)));
        let roots = self.circuit.roots().into_iter().chain(leaves);
        for node in self.circuit.cone_unless(roots, self.stop).unwrap_or_default() {
            if turns.begin().is_none() {
                break;
            }
            let index = node.index();
            let kind = Kind::of(self.supports[index]);
            let representative =
                *first[kind as usize].entry(self.hashes[kind as usize][index]).or_insert(node);
            if kind == Kind::State {
                first[Kind::Any as usize]
                    .entry(self.hashes[Kind::Any as usize][index])
                    .or_insert(node);
            }
            if representative == node
                || self.proven[index].is_some()
                || !self.is_candidate(node, representative)
            {
                continue;
            }
            n_proofs += 1;
            if self.work_left() == 0 || n_proofs % PROOFS_PER_LOOK == 0 && (self.stop)() {
                break;
            }
            let target = Lit::new(representative, self.phase(node) != self.phase(representative));
            match self.prove(node.into(), target, kind) {
                Answer::Yes => self.proven[index] = Some(target),
                Answer::No(example) => refutations.push((example, kind)),
                Answer::Unknown => drop(self.failed.insert((node, representative))),
            }
        }
        refutations
    }

    fn work_left(&self) -> u64 {
        let done = self.work + self.provers.iter().map(Prover::work).sum::<u64>();
        (WORK + WORK_PER_NODE * self.circuit.nodes().len() as u64).saturating_sub(done)
    }

    fn is_candidate(&self, node: NodeId, representative: NodeId) -> bool {
        self.circuit.fanins(node).is_some()
            && self.supports[representative.index()].within(self.supports[node.index()])
            && !self.failed.contains(&(node, representative))
    }

    fn prove(&mut self, node: Lit, target: Lit, kind: Kind) -> Answer {
        let prover = &mut self.provers[kind as usize];
        if prover.n_vars() > MAX_VARS {
            self.work += prover.work();
            let constraints = self.constraints[kind as usize].iter().copied();
            *prover = Prover::under(self.circuit, constraints).unless(self.stop);
        }
        let answer = prover.equal(node, target, self.conflicts);
        if answer.is_yes() {
            prover.assume(&[!node, target]);
            prover.assume(&[node, !target]);
        }
        answer
    }

    fn finish(self, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
        let mut rebuild = Rebuild::new(self.circuit, stop)?;
        let mut turns = Turns::new(stop);
        for (gate, a, b) in self.circuit.ands() {
            turns.begin()?;
            match self.proven[gate.index()] {
                Some(target) => rebuild.set(gate, rebuild.image(target)),
                None => rebuild.copy_gate(gate, a, b),
            }
        }
        rebuild.finish(stop)
    }
}

/// Up to 64 assignments as one pattern, and for each kind the lanes that refute proofs of that kind.
fn pack(circuit: &Circuit, assignments: &[(Assignment, Kind)]) -> (Pattern, [u64; 2]) {
    let mut pattern = Pattern {
        inputs: vec![0; circuit.inputs().len()],
        registers: vec![0; circuit.registers().len()],
        loops: vec![0; circuit.loops().len()],
    };
    let mut forced = [0; 2];
    for (lane, (assignment, kind)) in assignments.iter().enumerate() {
        let set = |words: &mut [u64], values: &[bool]| {
            for (word, &value) in words.iter_mut().zip(values) {
                *word |= u64::from(value) << lane;
            }
        };
        set(&mut pattern.inputs, &assignment.inputs);
        set(&mut pattern.registers, &assignment.registers);
        set(&mut pattern.loops, &assignment.loops);
        forced[*kind as usize] |= 1 << lane;
    }
    (pattern, forced)
}
