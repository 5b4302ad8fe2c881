//! Questions about the shape of a circuit.

use crate::{Circuit, Lit, Node, NodeId};

impl Circuit {
    /// Everything a circuit computes: outputs, next values of registers, feeds of loop atoms.
    pub fn roots(&self) -> Vec<Lit> {
        let outputs = self.outputs().iter().map(|output| output.lit);
        let nexts = self.registers().iter().map(|register| register.next);
        let feeds = self.loops().iter().map(|atom| atom.feed);
        outputs.chain(nexts).chain(feeds).collect()
    }

    /// Every literal that a constraint speaks of.
    pub fn constraint_roots(&self) -> Vec<Lit> {
        self.constraints().iter().flat_map(crate::Constraint::lits).collect()
    }

    /// The nodes that the given literals depend on within a step, in topological order.
    ///
    /// Registers and loop atoms end a cone: it does not go on through `next` and `feed`.
    pub fn cone(&self, roots: impl IntoIterator<Item = Lit>) -> Vec<NodeId> {
        let reached = self.reach(roots);
        (0..reached.len()).filter(|&index| reached[index]).map(NodeId::new).collect()
    }

    /// The number of AND gates in the cone of the given literals.
    pub fn gates(&self, roots: impl IntoIterator<Item = Lit>) -> usize {
        let reached = self.reach(roots);
        self.ands().filter(|(node, ..)| reached[node.index()]).count()
    }

    /// For each node, how often gates, outputs, next values and feeds refer to it.
    pub fn fanout_counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.nodes().len()];
        for (_, a, b) in self.ands() {
            counts[a.node().index()] += 1;
            counts[b.node().index()] += 1;
        }
        for root in self.roots() {
            counts[root.node().index()] += 1;
        }
        counts
    }

    /// For each node, what kinds of leaves it depends on within a step.
    pub fn supports(&self) -> Vec<Support> {
        let mut supports: Vec<Support> = Vec::with_capacity(self.nodes().len());
        for &node in self.nodes() {
            supports.push(match node {
                Node::False | Node::Register(_) => Support::default(),
                Node::Input(_) => Support { inputs: true, component: None },
                Node::Loop(id) => {
                    Support { inputs: false, component: Some(self.loops()[id.index()].component) }
                }
                Node::And(a, b) => supports[a.node().index()].union(supports[b.node().index()]),
            });
        }
        supports
    }

    fn reach(&self, roots: impl IntoIterator<Item = Lit>) -> Vec<bool> {
        let mut reached = vec![false; self.nodes().len()];
        for root in roots {
            reached[root.node().index()] = true;
        }
        for (node, a, b) in self.ands().rev() {
            if reached[node.index()] {
                reached[a.node().index()] = true;
                reached[b.node().index()] = true;
            }
        }
        reached
    }
}

/// What a function depends on besides registers.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Support {
    /// It depends on inputs.
    pub inputs: bool,
    /// It depends on loop atoms, of this component at the latest.
    pub component: Option<u32>,
}

impl Support {
    /// What two functions depend on together.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { inputs: self.inputs || other.inputs, component: self.component.max(other.component) }
    }

    /// Does the other depend on inputs if this one does, and on components at least as late?
    pub fn within(self, other: Self) -> bool {
        self.inputs <= other.inputs && self.component <= other.component
    }
}
