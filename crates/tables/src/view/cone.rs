//! The gates behind one output, with their values in a position.

use std::collections::{BTreeMap, HashSet, VecDeque};

use serde::Serialize;
use stonegate_circuit::{Circuit, Lit, Node, NodeId, Simulator, initial_registers};
use stonegate_gdl::{Rules, Sheet};
use stonegate_ground::{Machine, MoveId};

use super::circuit::{clause_span, outputs, term};
use super::{Place, Ruler};

/// More gates than a person can look at are not drawn.
const MAX_NODES: usize = 400;

/// The gates behind one output, the nearest first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ConeView {
    pub output: String,
    /// Whether these are all of them.
    pub complete: bool,
    pub nodes: Vec<NodeView>,
    pub root: Edge,
    /// What the nodes are worth in the position.
    pub values: BTreeMap<usize, bool>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NodeView {
    pub id: usize,
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub level: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Edge>,
    /// The relation and the rule that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Place>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edge {
    pub id: usize,
    pub inverted: bool,
}

/// The position that values are wanted for: the moves that lead to it, and those that
/// are made in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Situation {
    pub line: Vec<Vec<String>>,
    pub joint: Option<Vec<String>>,
}

impl ConeView {
    /// The gates behind an output, if there is one of this name.
    pub fn new(
        machine: &Machine,
        (rules, sheet, text): (&Rules, &Sheet, &str),
        output: &str,
        situation: &Situation,
    ) -> Option<Self> {
        let outputs = outputs(machine);
        let (name, _, root) = outputs.into_iter().find(|(name, ..)| name == output)?;
        let circuit = &machine.circuit;
        let (nodes, complete) = nearest(circuit, root.node());
        let values = evaluate(machine, situation)?;
        let ruler = Ruler::new(text);
        let view = |&node: &NodeId| {
            let provenance = machine.provenance(node);
            let inputs = match circuit.node(node) {
                Node::And(a, b) => vec![edge(a), edge(b)],
                Node::Loop(id) => vec![edge(circuit.loops()[id.index()].feed)],
                _ => Vec::new(),
            };
            let (kind, name) = kind_and_name(circuit, node);
            NodeView {
                id: node.index(),
                kind,
                name,
                level: circuit.levels()[node.index()],
                inputs,
                relation: provenance.map(|provenance| provenance.relation.clone()),
                rule: provenance
                    .map(|provenance| ruler.place(clause_span(rules, sheet, provenance.span))),
            }
        };
        Some(Self {
            output: name,
            complete,
            values: nodes.iter().map(|node| (node.index(), values[node.index()])).collect(),
            nodes: nodes.iter().map(view).collect(),
            root: edge(root),
        })
    }
}

fn edge(lit: Lit) -> Edge {
    Edge { id: lit.node().index(), inverted: lit.is_inverted() }
}

fn kind_and_name(circuit: &Circuit, node: NodeId) -> (&'static str, Option<String>) {
    match circuit.node(node) {
        Node::False => ("constant", Some("false".to_owned())),
        Node::Input(id) => ("input", Some(term(&circuit.inputs()[id.index()].name))),
        Node::Register(id) => ("register", Some(term(&circuit.registers()[id.index()].name))),
        Node::Loop(id) => ("loop", Some(term(&circuit.loops()[id.index()].name))),
        Node::And(..) => ("and", None),
    }
}

/// The nodes that a node depends on, breadth first, and whether these are all.
fn nearest(circuit: &Circuit, root: NodeId) -> (Vec<NodeId>, bool) {
    let mut found = vec![root];
    let mut is_found = HashSet::from([root]);
    let mut queue = VecDeque::from([root]);
    while let Some(node) = queue.pop_front() {
        let inputs = match circuit.node(node) {
            Node::And(a, b) => vec![a, b],
            Node::Loop(id) => vec![circuit.loops()[id.index()].feed],
            _ => Vec::new(),
        };
        for input in inputs {
            if is_found.insert(input.node()) {
                if found.len() == MAX_NODES {
                    return (found, false);
                }
                found.push(input.node());
                queue.push_back(input.node());
            }
        }
    }
    (found, true)
}

/// The value of every node in a position; `None` if the moves do not lead to one.
fn evaluate(machine: &Machine, situation: &Situation) -> Option<Vec<bool>> {
    let mut simulator = Simulator::new(&machine.circuit);
    let mut registers = initial_registers(&machine.circuit);
    for joint in &situation.line {
        registers = simulator.step(&inputs(machine, joint)?, &registers);
    }
    let inputs = match &situation.joint {
        Some(joint) => inputs(machine, joint)?,
        None => vec![0; machine.n_moves()],
    };
    simulator.evaluate(&inputs, &registers);
    let nodes = 0..machine.circuit.nodes().len();
    Some(nodes.map(|node| simulator.value(NodeId::new(node).into()) & 1 == 1).collect())
}

/// A joint move as the words of the inputs.
fn inputs(machine: &Machine, joint: &[String]) -> Option<Vec<u64>> {
    if joint.len() != machine.roles.len() {
        return None;
    }
    let mut inputs = vec![0; machine.n_moves()];
    for (role, text) in machine.role_ids().zip(joint) {
        let place = machine.roles[role].moves.iter().position(|other| other == text)?;
        inputs[machine.does(role, MoveId::new(place)).index()] = 1;
    }
    Some(inputs)
}
