//! Gates as lines of Verilog: each a short AND or OR of named signals.

use stonegate_circuit::{Circuit, Lit, Node, NodeId};

/// Synthesis tools have trouble with long expressions, and so have readers.
const MAX_OPERANDS: usize = 8;

/// What a signal of the Verilog stands for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Form {
    /// The value of the node.
    Plain,
    /// Its complement: an AND of complements reads better as an OR.
    Inverted,
}

/// The names of all nodes, and which gates are written as a part of another.
#[derive(Clone, Debug)]
pub(crate) struct Gates<'a> {
    circuit: &'a Circuit,
    names: Vec<Option<String>>,
    forms: Vec<Form>,
    is_cut: &'a [bool],
    /// For each gate that is written as a line of its own, what it reads.
    operands: Vec<Vec<Lit>>,
}

impl<'a> Gates<'a> {
    /// Names are still missing; gates that are cut are read through registers.
    pub(crate) fn new(circuit: &'a Circuit, is_cut: &'a [bool]) -> Self {
        let n_nodes = circuit.nodes().len();
        let cone = circuit.cone(circuit.roots());
        let mut n_reads = vec![0_u32; n_nodes];
        for (a, b) in cone.iter().filter_map(|&node| circuit.fanins(node)) {
            n_reads[a.node().index()] += 1;
            n_reads[b.node().index()] += 1;
        }
        let mut is_root = vec![false; n_nodes];
        circuit.roots().iter().for_each(|root| is_root[root.node().index()] = true);
        // An AND that a single AND reads is a part of it.
        let is_part = |lit: Lit| {
            let index = lit.node().index();
            !lit.is_inverted() && n_reads[index] == 1 && !is_root[index] && !is_cut[index]
        };
        let mut operands = vec![Vec::new(); n_nodes];
        let mut is_absorbed = vec![false; n_nodes];
        for &node in cone.iter().rev() {
            let Some((a, b)) = circuit.fanins(node) else { continue };
            if is_absorbed[node.index()] {
                continue;
            }
            let mut list = vec![a, b];
            while list.len() < MAX_OPERANDS {
                let part = list.iter().position(|&lit| {
                    is_part(lit) && matches!(circuit.node(lit.node()), Node::And(..))
                });
                let Some(at) = part else { break };
                let part = list.remove(at).node();
                let (a, b) = circuit.fanins(part).expect("only gates are parts");
                is_absorbed[part.index()] = true;
                list.extend([a, b]);
            }
            list.sort_unstable();
            operands[node.index()] = list;
        }
        let mut forms = vec![Form::Plain; n_nodes];
        for index in 0..n_nodes {
            let is_inverted =
                |lit: &&Lit| lit.is_inverted() != (forms[lit.node().index()] == Form::Inverted);
            let n_operands = operands[index].len();
            if 2 * operands[index].iter().filter(is_inverted).count() > n_operands {
                forms[index] = Form::Inverted;
            }
        }
        Self { circuit, names: vec![None; n_nodes], forms, is_cut, operands }
    }

    /// Names the signal of a literal, unless its node has a name already. Says whether it did.
    pub(crate) fn set_name(&mut self, lit: Lit, name: &str) -> bool {
        let index = lit.node().index();
        let is_gate = self.circuit.fanins(lit.node()).is_some();
        if lit.is_constant() || self.names[index].is_some() || (lit.is_inverted() && !is_gate) {
            return false;
        }
        self.names[index] = Some(name.to_owned());
        self.forms[index] = if lit.is_inverted() { Form::Inverted } else { Form::Plain };
        true
    }

    /// The gates that have a line of their own, in topological order.
    pub(crate) fn lines(&self) -> impl Iterator<Item = NodeId> + '_ {
        let with_operands = self.operands.iter().enumerate().filter(|(_, list)| !list.is_empty());
        with_operands.map(|(index, _)| NodeId::new(index))
    }

    /// The name of a gate's signal.
    pub(crate) fn name(&self, gate: NodeId) -> String {
        self.names[gate.index()].clone().unwrap_or_else(|| format!("g{}", gate.index()))
    }

    /// Whether other gates read a gate through a register.
    pub(crate) fn is_cut(&self, gate: NodeId) -> bool {
        self.is_cut[gate.index()]
    }

    /// What a gate computes.
    pub(crate) fn expression(&self, gate: NodeId) -> String {
        let is_or = self.forms[gate.index()] == Form::Inverted;
        let operands = self.operands[gate.index()].iter();
        let texts = operands.map(|&lit| self.read(lit ^ is_or)).collect::<Vec<_>>();
        texts.join(if is_or { " | " } else { " & " })
    }

    /// A literal as an operand of a gate.
    fn read(&self, lit: Lit) -> String {
        let text = self.literal(lit);
        if self.is_cut[lit.node().index()] { format!("{text}_r") } else { text }
    }

    /// A literal, as it is without any register.
    pub(crate) fn literal(&self, lit: Lit) -> String {
        if lit.is_constant() {
            return if lit == Lit::TRUE { "1'b1" } else { "1'b0" }.to_owned();
        }
        let is_inverted = lit.is_inverted() != (self.forms[lit.node().index()] == Form::Inverted);
        format!("{}{}", if is_inverted { "~" } else { "" }, self.name(lit.node()))
    }
}
