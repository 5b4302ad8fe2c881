//! Questions about the shape of a circuit.

use std::collections::BTreeSet;

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
        self.cone_unless(roots, &|| false).expect(ENDLESS)
    }

    /// The same, or nothing if it is time to stop.
    pub(crate) fn cone_unless(
        &self,
        roots: impl IntoIterator<Item = Lit>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<NodeId>> {
        let reached = self.reach(roots, stop)?;
        let mut cone = Vec::new();
        for (number, reached) in reached.chunks(NODES_PER_LOOK).enumerate() {
            look(stop)?;
            let first = number * NODES_PER_LOOK;
            let in_cone = (first..).zip(reached).filter(|(_, reached)| **reached);
            cone.extend(in_cone.map(|(index, _)| NodeId::new(index)));
        }
        Some(cone)
    }

    /// Whether the cone of the given literals has at most so many nodes. The answer takes no longer
    /// than to find these.
    pub fn has_small_cone(&self, roots: impl IntoIterator<Item = Lit>, max: usize) -> bool {
        let mut left: Vec<NodeId> = roots.into_iter().map(Lit::node).collect();
        let mut cone = BTreeSet::new();
        while let Some(id) = left.pop() {
            if !cone.insert(id) {
                continue;
            }
            if cone.len() > max {
                return false;
            }
            if let Node::And(a, b) = self.node(id) {
                left.extend([a.node(), b.node()]);
            }
        }
        true
    }

    /// The number of AND gates in the cone of the given literals.
    pub fn gates(&self, roots: impl IntoIterator<Item = Lit>) -> usize {
        self.gates_unless(roots, &|| false).expect(ENDLESS)
    }

    /// The same, or nothing if it is time to stop.
    pub(crate) fn gates_unless(
        &self,
        roots: impl IntoIterator<Item = Lit>,
        stop: &dyn Fn() -> bool,
    ) -> Option<usize> {
        let reached = self.reach(roots, stop)?;
        look(stop)?;
        let is_and = |node: &Node| matches!(node, Node::And(..));
        Some(self.nodes().iter().zip(reached).filter(|(node, hit)| *hit && is_and(node)).count())
    }

    /// For each node, how often gates, outputs, next values and feeds refer to it.
    pub fn fanout_counts(&self) -> Vec<u32> {
        self.fanout_counts_unless(&|| false).expect(ENDLESS)
    }

    /// The same, or nothing if it is time to stop.
    pub(crate) fn fanout_counts_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<u32>> {
        let mut counts = vec![0; self.nodes().len()];
        for nodes in self.nodes().chunks(NODES_PER_LOOK) {
            look(stop)?;
            for node in nodes {
                if let Node::And(a, b) = node {
                    counts[a.node().index()] += 1;
                    counts[b.node().index()] += 1;
                }
            }
        }
        for root in self.roots() {
            counts[root.node().index()] += 1;
        }
        Some(counts)
    }

    /// For each node, what kinds of leaves it depends on within a step.
    pub fn supports(&self) -> Vec<Support> {
        self.supports_unless(&|| false).expect(ENDLESS)
    }

    /// The same, or nothing if it is time to stop.
    pub(crate) fn supports_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Support>> {
        let mut supports: Vec<Support> = Vec::with_capacity(self.nodes().len());
        for nodes in self.nodes().chunks(NODES_PER_LOOK) {
            look(stop)?;
            for &node in nodes {
                supports.push(match node {
                    Node::False | Node::Register(_) => Support::default(),
                    Node::Input(_) => Support { inputs: true, component: None },
                    Node::Loop(id) => {
                        let component = Some(self.loops()[id.index()].component);
                        Support { inputs: false, component }
                    }
                    Node::And(a, b) => supports[a.node().index()].union(supports[b.node().index()]),
                });
            }
        }
        Some(supports)
    }

    fn reach(
        &self,
        roots: impl IntoIterator<Item = Lit>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<bool>> {
        let mut reached = vec![false; self.nodes().len()];
        for root in roots {
            reached[root.node().index()] = true;
        }
        let mut end = self.nodes().len();
        for nodes in self.nodes().rchunks(NODES_PER_LOOK) {
            look(stop)?;
            let start = end - nodes.len();
            for (index, node) in (start..end).zip(nodes).rev() {
                if let Node::And(a, b) = node
                    && reached[index]
                {
                    reached[a.node().index()] = true;
                    reached[b.node().index()] = true;
                }
            }
            end = start;
        }
        Some(reached)
    }
}

/// So many nodes are gone through between two looks at a stop function: a moment.
const NODES_PER_LOOK: usize = 1 << 16;

/// Why something is there that is not there if it is time to stop.
const ENDLESS: &str = "nothing stops it";

fn look(stop: &dyn Fn() -> bool) -> Option<()> {
    (!stop()).then_some(())
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
