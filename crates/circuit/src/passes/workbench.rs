//! A circuit taken apart for surgery: gates can be replaced while others are being looked at.

use rustc_hash::FxHashMap;

use crate::passes::rebuild::Rebuild;
use crate::passes::{Rebuilt, Turns};
use crate::{Circuit, Lit, Node, NodeId, Origin};

/// A graph with reference counts in which a gate can be replaced by an equal literal.
///
/// Instead of lists of fan-outs there is a forwarding table: whoever still refers to a replaced gate
/// finds its replacement there ([`resolve`](Self::resolve)).
/// That is enough for passes that visit gates in topological order and replace the visited gate by a
/// function of nodes below it.
///
/// A gate that nothing refers to is dead, but stays in the hash table and comes back to life when
/// it is found there.
pub(crate) struct Workbench<'a> {
    circuit: &'a Circuit,
    fanins: Vec<Option<(Lit, Lit)>>,
    origins: Vec<Origin>,
    refs: Vec<u32>,
    forward: Vec<Lit>,
    hashed: FxHashMap<(Lit, Lit), NodeId>,
    stack: Vec<NodeId>,
}

impl<'a> Workbench<'a> {
    /// Takes a circuit apart.
    ///
    /// Constraints hold no references: they must not make a gate look more useful than it is.
    pub(crate) fn new(circuit: &'a Circuit, stop: &dyn Fn() -> bool) -> Option<Self> {
        let n_nodes = circuit.nodes().len();
        let mut bench = Self {
            circuit,
            fanins: Vec::with_capacity(n_nodes),
            origins: Vec::with_capacity(n_nodes),
            refs: vec![0; n_nodes],
            forward: Vec::with_capacity(n_nodes),
            hashed: FxHashMap::default(),
            stack: Vec::new(),
        };
        bench.hashed.reserve(n_nodes);
        let mut turns = Turns::new(stop);
        for (index, &node) in circuit.nodes().iter().enumerate() {
            turns.begin()?;
            let id = NodeId::new(index);
            bench.forward.push(id.into());
            bench.origins.push(circuit.origin(id));
            bench.fanins.push(None);
            if let Node::And(a, b) = node {
                bench.fanins[index] = Some((a, b));
                bench.hashed.entry((a, b)).or_insert(id);
            }
        }
        for root in circuit.roots() {
            bench.refs[root.node().index()] += 1;
        }
        for (gate, a, b) in circuit.ands().rev() {
            turns.begin()?;
            if bench.refs[gate.index()] > 0 {
                bench.refs[a.node().index()] += 1;
                bench.refs[b.node().index()] += 1;
            }
        }
        Some(bench)
    }

    /// The number of nodes, dead or alive.
    pub(crate) fn n_nodes(&self) -> usize {
        self.fanins.len()
    }

    /// The literal that stands for this one.
    pub(crate) fn resolve(&mut self, lit: Lit) -> Lit {
        let mut end = lit;
        while self.forward[end.node().index()] != end.positive() {
            end = self.forward[end.node().index()] ^ end.is_inverted();
        }
        // The next search from here is short.
        let mut lit = lit;
        while self.forward[lit.node().index()] != lit.positive() {
            let next = self.forward[lit.node().index()] ^ lit.is_inverted();
            self.forward[lit.node().index()] = end ^ lit.is_inverted();
            lit = next;
        }
        end
    }

    /// The resolved fanins of a gate, `None` for a leaf.
    pub(crate) fn fanins(&mut self, node: NodeId) -> Option<(Lit, Lit)> {
        let (a, b) = self.fanins[node.index()]?;
        let (a, b) = (self.resolve(a), self.resolve(b));
        Some((a, b))
    }

    /// Is this a gate that something refers to?
    pub(crate) fn is_live_gate(&self, node: NodeId) -> bool {
        self.refs[node.index()] > 0 && self.fanins[node.index()].is_some()
    }

    /// Is this a leaf, or a node that something refers to, and not a replaced one?
    pub(crate) fn is_usable(&self, node: NodeId) -> bool {
        let replaced = self.forward[node.index()] != node.into();
        !replaced && (self.refs[node.index()] > 0 || self.fanins[node.index()].is_none())
    }

    /// Adds a reference, and brings the cone to life if it was dead; gives the gates brought back.
    pub(crate) fn acquire(&mut self, lit: Lit) -> usize {
        let mut n_gates = 0;
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(self.resolve(lit).node());
        while let Some(node) = stack.pop() {
            self.refs[node.index()] += 1;
            if self.refs[node.index()] == 1
                && let Some((a, b)) = self.fanins(node)
            {
                n_gates += 1;
                stack.extend([a.node(), b.node()]);
            }
        }
        self.stack = stack;
        n_gates
    }

    /// Drops a reference, and what lives by it alone; gives the gates that died.
    pub(crate) fn release(&mut self, lit: Lit) -> usize {
        let mut n_gates = 0;
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(self.resolve(lit).node());
        while let Some(node) = stack.pop() {
            self.refs[node.index()] -= 1;
            if self.refs[node.index()] == 0
                && let Some((a, b)) = self.fanins(node)
            {
                n_gates += 1;
                stack.extend([a.node(), b.node()]);
            }
        }
        self.stack = stack;
        n_gates
    }

    /// Lets a gate go with all that lives by it alone, down to nodes held otherwise.
    /// Gives the number of gates saved; [`restore`](Self::restore) undoes it.
    pub(crate) fn detach(&mut self, gate: NodeId) -> usize {
        let (a, b) = self.fanins(gate).expect("only gates are detached");
        1 + self.release(a) + self.release(b)
    }

    /// Undoes [`detach`](Self::detach).
    pub(crate) fn restore(&mut self, gate: NodeId) {
        let (a, b) = self.fanins(gate).expect("only gates are detached");
        self.acquire(a);
        self.acquire(b);
    }

    /// The AND of two resolved literals if it is there, dead or alive, or needs no gate.
    pub(crate) fn find(&self, a: Lit, b: Lit) -> Option<Lit> {
        match (a.min(b), a.max(b)) {
            (Lit::FALSE, _) => Some(Lit::FALSE),
            (Lit::TRUE, b) => Some(b),
            (a, b) if a == b => Some(a),
            (a, b) if a == !b => Some(Lit::FALSE),
            pair => self.hashed.get(&pair).map(|&node| node.into()),
        }
    }

    /// The AND of two resolved literals; a gate made for it is dead until something refers to it.
    pub(crate) fn and(&mut self, a: Lit, b: Lit, origin: Origin) -> Lit {
        if let Some(lit) = self.find(a, b) {
            return lit;
        }
        let node = NodeId::new(self.fanins.len());
        self.fanins.push(Some((a.min(b), a.max(b))));
        self.origins.push(origin);
        self.refs.push(0);
        self.forward.push(node.into());
        self.hashed.insert((a.min(b), a.max(b)), node);
        node.into()
    }

    pub(crate) fn origin(&self, node: NodeId) -> Origin {
        self.origins[node.index()]
    }

    /// Replaces a live gate by an equal literal that does not depend on it.
    pub(crate) fn replace(&mut self, gate: NodeId, by: Lit) {
        let by = self.resolve(by);
        debug_assert!(by.node() != gate);
        let (a, b) = self.fanins(gate).expect("only gates are replaced");
        let key = self.fanins[gate.index()].expect("only gates are replaced");
        if self.hashed.get(&key) == Some(&gate) {
            self.hashed.remove(&key);
        }
        self.acquire(by);
        self.refs[by.node().index()] += self.refs[gate.index()] - 1;
        self.refs[gate.index()] = 0;
        self.forward[gate.index()] = by;
        self.release(a);
        self.release(b);
    }

    /// Brings a gate up to date with the replacements below it.
    /// Gives false if that made it a copy of something else, by which it is then replaced.
    pub(crate) fn refresh(&mut self, gate: NodeId) -> bool {
        let (a, b) = self.fanins(gate).expect("only gates are refreshed");
        let (a, b) = (a.min(b), a.max(b));
        match self.find(a, b) {
            Some(lit) if lit.node() == gate => true,
            Some(lit) => {
                self.replace(gate, lit);
                false
            }
            None => {
                self.fanins[gate.index()] = Some((a, b));
                self.hashed.insert((a, b), gate);
                true
            }
        }
    }

    /// Puts the circuit together again.
    pub(crate) fn finish(mut self, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
        let mut turns = Turns::new(stop);
        let mut rebuild = Rebuild::new(self.circuit, stop)?;
        let mut images: Vec<Option<Lit>> = vec![None; self.n_nodes()];
        for (index, &node) in self.circuit.nodes().iter().enumerate() {
            if !matches!(node, Node::And(..)) {
                let leaf = NodeId::new(index);
                images[index] = Some(rebuild.image(leaf.into()));
            }
        }
        let mut roots = self.circuit.roots();
        roots.extend(self.circuit.constraint_roots());
        for root in roots {
            self.emit(&mut rebuild, &mut images, root, &mut turns)?;
        }
        // Gates that nothing reads any more keep an image if what stands for them has one.
        for (gate, ..) in self.circuit.ands() {
            turns.begin()?;
            let stand_in = self.resolve(gate.into());
            if let Some(image) = images[stand_in.node().index()] {
                rebuild.set(gate, image ^ stand_in.is_inverted());
            }
        }
        rebuild.finish(stop)
    }

    /// Copies the cone of a literal in depth-first order.
    fn emit(
        &mut self,
        rebuild: &mut Rebuild<'_>,
        images: &mut [Option<Lit>],
        root: Lit,
        turns: &mut Turns<'_>,
    ) -> Option<()> {
        let mut stack = vec![self.resolve(root).node()];
        while let Some(&node) = stack.last() {
            turns.begin()?;
            if images[node.index()].is_some() {
                stack.pop();
                continue;
            }
            let (a, b) = self.fanins(node).expect("leaves have images from the start");
            match (images[a.node().index()], images[b.node().index()]) {
                (Some(x), Some(y)) => {
                    rebuild.new.set_origin(self.origins[node.index()]);
                    let image = rebuild.new.and(x ^ a.is_inverted(), y ^ b.is_inverted());
                    images[node.index()] = Some(image);
                    stack.pop();
                }
                (x, y) => {
                    stack.extend(y.is_none().then_some(b.node()));
                    stack.extend(x.is_none().then_some(a.node()));
                }
            }
        }
        Some(())
    }
}
