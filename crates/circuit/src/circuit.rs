//! The graph itself: tables of nodes, inputs, registers, loop atoms, outputs and constraints.

use crate::sharded::Sharded;
use crate::{Constraint, InputId, Lit, LoopId, NodeId, Origin, RegisterId};

/// One node of the graph.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// The constant false; always node 0 and nowhere else.
    False,
    /// A value given from outside in every step.
    Input(InputId),
    /// A value kept from one step to the next.
    Register(RegisterId),
    /// A pseudo-register that cuts a combinational loop.
    Loop(LoopId),
    /// The conjunction of two literals, smaller one first, both of smaller nodes.
    And(Lit, Lit),
}

/// An input and its node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub name: String,
    pub node: NodeId,
}

/// A register: starts at `init`, takes the value of `next` at the end of each step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    pub name: String,
    pub node: NodeId,
    pub init: bool,
    pub next: Lit,
}

/// An atom of a loop: its value is the least fixpoint of `atom = feed` over its component.
///
/// Components are numbered in the order of evaluation.
/// A feed may read atoms of its own component (monotonically) and of smaller ones (in any way).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopAtom {
    pub name: String,
    pub node: NodeId,
    pub component: u32,
    pub feed: Lit,
}

/// A named function of inputs, registers and loop atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    pub name: String,
    pub lit: Lit,
}

/// An and-inverter graph with inputs, registers, loop atoms and named outputs.
///
/// Nodes are in topological order: the two fanins of an [`Node::And`] have smaller indices.
/// The only edges that point forward are [`Register::next`] and [`LoopAtom::feed`].
#[derive(Clone, Debug)]
pub struct Circuit {
    nodes: Vec<Node>,
    origins: Vec<Origin>,
    levels: Vec<u32>,
    hashed: Sharded<(Lit, Lit), NodeId, 16>,
    inputs: Vec<Input>,
    registers: Vec<Register>,
    loops: Vec<LoopAtom>,
    outputs: Vec<Output>,
    constraints: Vec<Constraint>,
    origin: Origin,
}

impl Circuit {
    /// A circuit with nothing but the constant.
    pub fn new() -> Self {
        Self {
            nodes: vec![Node::False],
            origins: vec![Origin::NONE],
            levels: vec![0],
            hashed: Sharded::default(),
            inputs: Vec::new(),
            registers: Vec::new(),
            loops: Vec::new(),
            outputs: Vec::new(),
            constraints: Vec::new(),
            origin: Origin::NONE,
        }
    }

    /// A copy, or nothing if it is time to stop.
    pub fn clone_unless(&self, stop: &dyn Fn() -> bool) -> Option<Self> {
        let look = || (!stop()).then_some(());
        let nodes = self.nodes.clone();
        look()?;
        let (origins, levels) = (self.origins.clone(), self.levels.clone());
        look()?;
        let hashed = self.hashed.clone_unless(stop)?;
        Some(Self {
            nodes,
            origins,
            levels,
            hashed,
            inputs: self.inputs.clone(),
            registers: self.registers.clone(),
            loops: self.loops.clone(),
            outputs: self.outputs.clone(),
            constraints: self.constraints.clone(),
            origin: self.origin,
        })
    }

    /// Adds an input.
    pub fn input(&mut self, name: impl Into<String>) -> Lit {
        let node = self.push(Node::Input(InputId::new(self.inputs.len())), Origin::NONE, 0);
        self.inputs.push(Input { name: name.into(), node });
        node.into()
    }

    /// Adds a register, which keeps its value until [`set_next`](Self::set_next) says otherwise.
    pub fn register(&mut self, name: impl Into<String>, init: bool) -> Lit {
        let node =
            self.push(Node::Register(RegisterId::new(self.registers.len())), Origin::NONE, 0);
        self.registers.push(Register { name: name.into(), node, init, next: node.into() });
        node.into()
    }

    /// Sets the value that a register takes at the end of the step.
    pub fn set_next(&mut self, register: RegisterId, next: Lit) {
        self.assert_known(next);
        self.registers[register.index()].next = next;
    }

    /// Adds a loop atom, which is false until [`set_feed`](Self::set_feed) says otherwise.
    pub fn loop_atom(&mut self, name: impl Into<String>, component: u32) -> Lit {
        let node = self.push(Node::Loop(LoopId::new(self.loops.len())), Origin::NONE, 0);
        self.loops.push(LoopAtom { name: name.into(), node, component, feed: Lit::FALSE });
        node.into()
    }

    /// Sets the function whose least fixpoint a loop atom is.
    pub fn set_feed(&mut self, atom: LoopId, feed: Lit) {
        self.assert_known(feed);
        self.loops[atom.index()].feed = feed;
    }

    /// Adds a named output.
    pub fn output(&mut self, name: impl Into<String>, lit: Lit) {
        self.assert_known(lit);
        self.outputs.push(Output { name: name.into(), lit });
    }

    /// Declares a fact that holds in every state that can be reached.
    pub fn constrain(&mut self, constraint: Constraint) {
        constraint.lits().iter().for_each(|&lit| self.assert_known(lit));
        self.constraints.push(constraint);
    }

    /// Sets the tag that gates built from here on carry.
    pub fn set_origin(&mut self, origin: Origin) {
        self.origin = origin;
    }

    /// All nodes in topological order; the index is the [`NodeId`].
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node with the given id.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.index()]
    }

    /// The fanins of an AND gate, nothing for any other node.
    pub fn fanins(&self, id: NodeId) -> Option<(Lit, Lit)> {
        match self.nodes[id.index()] {
            Node::And(a, b) => Some((a, b)),
            _ => None,
        }
    }

    /// The ids of all AND gates with their fanins, in topological order.
    pub fn ands(&self) -> impl DoubleEndedIterator<Item = (NodeId, Lit, Lit)> {
        self.nodes.iter().enumerate().filter_map(|(index, &node)| match node {
            Node::And(a, b) => Some((NodeId::new(index), a, b)),
            _ => None,
        })
    }

    /// The inputs in the order of their ids.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The registers in the order of their ids.
    pub fn registers(&self) -> &[Register] {
        &self.registers
    }

    /// The loop atoms in the order of their ids.
    pub fn loops(&self) -> &[LoopAtom] {
        &self.loops
    }

    /// The outputs in the order of their declaration.
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// The declared facts.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The tag of a gate.
    pub fn origin(&self, node: NodeId) -> Origin {
        self.origins[node.index()]
    }

    /// For each node, the number of ANDs on the longest way to it.
    pub fn levels(&self) -> &[u32] {
        &self.levels
    }

    /// The AND of two literals if the circuit already has it as a gate.
    pub(crate) fn find_and(&self, a: Lit, b: Lit) -> Option<Lit> {
        self.hashed.get(&(a.min(b), a.max(b))).map(|&node| node.into())
    }

    /// The number of AND gates, whether anything reads them or not.
    pub fn n_ands(&self) -> usize {
        self.nodes.len() - 1 - self.inputs.len() - self.registers.len() - self.loops.len()
    }

    /// Adds an AND gate as it is, without looking for an equal one or a simpler form.
    pub(crate) fn push_and(&mut self, a: Lit, b: Lit, origin: Origin) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        let level = 1 + self.level(a).max(self.level(b));
        let node = self.push(Node::And(a, b), origin, level);
        self.hashed.entry((a, b)).or_insert(node);
        node.into()
    }

    /// The tag that the next gate gets.
    pub(crate) fn current_origin(&self) -> Origin {
        self.origin
    }

    pub(crate) fn level(&self, lit: Lit) -> u32 {
        self.levels[lit.node().index()]
    }

    fn push(&mut self, node: Node, origin: Origin, level: u32) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        self.nodes.push(node);
        self.origins.push(origin);
        self.levels.push(level);
        id
    }

    fn assert_known(&self, lit: Lit) {
        assert!(lit.node().index() < self.nodes.len(), "{lit} is not a literal of this circuit");
    }
}

impl Default for Circuit {
    fn default() -> Self {
        Self::new()
    }
}

/// Equality of the tables, node by node: the equality of the text form, not of functions.
impl PartialEq for Circuit {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
            && self.origins == other.origins
            && self.inputs == other.inputs
            && self.registers == other.registers
            && self.loops == other.loops
            && self.outputs == other.outputs
            && self.constraints == other.constraints
    }
}

impl Eq for Circuit {}
