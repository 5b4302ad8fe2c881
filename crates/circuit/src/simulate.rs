//! Evaluation on 64 lanes at once, the slow truth that everything else is compared with.

use std::ops::Deref;

use crate::{Circuit, Lit, Node, NodeId};

/// Evaluates a circuit on words of 64 lanes. It borrows the circuit or has a share in it.
#[derive(Clone, Debug)]
pub struct Simulator<C> {
    circuit: C,
    components: Vec<Component>,
    /// The gates that no loop depends on.
    rest: Vec<NodeId>,
    values: Vec<u64>,
}

/// The atoms that iterate together and the gates between them.
#[derive(Clone, Debug)]
struct Component {
    atoms: Vec<(NodeId, Lit)>,
    gates: Vec<NodeId>,
}

impl<C: Deref<Target = Circuit>> Simulator<C> {
    /// A simulator with all lanes false.
    pub fn new(circuit: C) -> Self {
        Self::new_unless(circuit, &|| false).expect("nothing stops it")
    }

    /// The same, or nothing if it is time to stop.
    pub(crate) fn new_unless(circuit: C, stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut order: Vec<u32> = circuit.loops().iter().map(|atom| atom.component).collect();
        order.sort_unstable();
        order.dedup();

        let mut scheduled = vec![false; circuit.nodes().len()];
        let mut schedule = |roots: &mut dyn Iterator<Item = Lit>| {
            let mut gates = circuit.cone_unless(roots, stop)?;
            gates.retain(|&gate| {
                circuit.fanins(gate).is_some()
                    && !std::mem::replace(&mut scheduled[gate.index()], true)
            });
            Some(gates)
        };
        let components = order.into_iter().map(|component| {
            let atoms: Vec<_> = circuit
                .loops()
                .iter()
                .filter(|atom| atom.component == component)
                .map(|atom| (atom.node, atom.feed))
                .collect();
            let gates = schedule(&mut atoms.iter().map(|&(_, feed)| feed))?;
            Some(Component { atoms, gates })
        });
        let components = components.collect::<Option<_>>()?;
        let rest = schedule(&mut circuit.ands().map(|(gate, ..)| gate.into()))?;
        let values = vec![0; circuit.nodes().len()];
        Some(Self { circuit, components, rest, values })
    }

    /// Evaluates all nodes for the given words of inputs and registers, one word per id.
    pub fn evaluate(&mut self, inputs: &[u64], registers: &[u64]) {
        assert_eq!(inputs.len(), self.circuit.inputs().len(), "one word per input");
        assert_eq!(registers.len(), self.circuit.registers().len(), "one word per register");
        for (input, &word) in self.circuit.inputs().iter().zip(inputs) {
            self.values[input.node.index()] = word;
        }
        for (register, &word) in self.circuit.registers().iter().zip(registers) {
            self.values[register.node.index()] = word;
        }
        for component in &self.components {
            fixpoint(&self.circuit, &mut self.values, component);
        }
        sweep(&self.circuit, &mut self.values, &self.rest);
    }

    /// Evaluates all gates for given words of inputs, registers and loop atoms, without iterating:
    /// loop atoms are taken for inputs, as the combinational proofs do.
    pub fn evaluate_open(&mut self, inputs: &[u64], registers: &[u64], loops: &[u64]) {
        assert_eq!(loops.len(), self.circuit.loops().len(), "one word per loop atom");
        for (index, &node) in self.circuit.nodes().iter().enumerate() {
            self.values[index] = match node {
                Node::False => 0,
                Node::Input(id) => inputs[id.index()],
                Node::Register(id) => registers[id.index()],
                Node::Loop(id) => loops[id.index()],
                Node::And(a, b) => self.value(a) & self.value(b),
            };
        }
    }

    /// The lanes of a literal after an evaluation.
    pub fn value(&self, lit: Lit) -> u64 {
        lit_value(&self.values, lit)
    }

    /// The lanes of all outputs.
    pub fn outputs(&self) -> Vec<u64> {
        self.circuit.outputs().iter().map(|output| self.value(output.lit)).collect()
    }

    /// The register words of the next step.
    pub fn next_registers(&self) -> Vec<u64> {
        self.circuit.registers().iter().map(|register| self.value(register.next)).collect()
    }

    /// The lanes in which all constraints hold.
    pub fn valid_lanes(&self) -> u64 {
        let constraints = self.circuit.constraints().iter();
        constraints.fold(!0, |lanes, constraint| lanes & constraint.holds(|lit| self.value(lit)))
    }

    /// Evaluates all nodes and gives the register words of the next step.
    pub fn step(&mut self, inputs: &[u64], registers: &[u64]) -> Vec<u64> {
        self.evaluate(inputs, registers);
        self.next_registers()
    }
}

/// The register words of the initial state, the same in all lanes.
pub fn initial_registers(circuit: &Circuit) -> Vec<u64> {
    circuit.registers().iter().map(|register| if register.init { !0 } else { 0 }).collect()
}

/// Iterates one component from all-false to its least fixpoint.
fn fixpoint(circuit: &Circuit, values: &mut [u64], component: &Component) {
    for &(atom, _) in &component.atoms {
        values[atom.index()] = 0;
    }
    // A monotone component gains an atom in some lane in each round but the last, and no lane needs
    // more rounds than there are atoms; the bound only matters to a component that is not monotone.
    for _ in 0..=component.atoms.len() {
        sweep(circuit, values, &component.gates);
        let mut changed = 0;
        for &(atom, feed) in &component.atoms {
            let word = lit_value(values, feed);
            changed |= word ^ values[atom.index()];
            values[atom.index()] = word;
        }
        if changed == 0 {
            break;
        }
    }
}

fn sweep(circuit: &Circuit, values: &mut [u64], gates: &[NodeId]) {
    for &gate in gates {
        let (a, b) = circuit.fanins(gate).expect("only gates are scheduled");
        values[gate.index()] = lit_value(values, a) & lit_value(values, b);
    }
}

fn lit_value(values: &[u64], lit: Lit) -> u64 {
    values[lit.node().index()] ^ if lit.is_inverted() { !0 } else { 0 }
}
