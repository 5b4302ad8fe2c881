//! Which recursion is really a loop.
//!
//! The network gives every atom of a recursive relation a loop atom. Most of them
//! depend on each other in one direction only (the next square of a line, the
//! next number): those become plain gates. What is left are the strongly
//! connected components of the ground network, numbered in order of evaluation.

use stonegate_circuit::{Circuit, Lit, LoopId, Node, NodeId, RegisterId};

/// An atom that depends on the negation of an atom of its own loop, so that there
/// is no least fixpoint.
pub(crate) struct NegativeLoop(pub(crate) LoopId);

/// The same circuit, with loop atoms only where there are loops.
pub(crate) fn resolve_loops(circuit: Circuit) -> Result<Circuit, NegativeLoop> {
    if circuit.loops().is_empty() {
        return Ok(circuit);
    }
    let components = Components::new(&circuit);
    components.check_monotone(&circuit)?;
    let mut rebuild = Rebuild {
        old: &circuit,
        components,
        new: Circuit::new(),
        images: vec![None; circuit.nodes().len()],
        atoms: Vec::new(),
    };
    rebuild.leaves();
    for output in circuit.outputs() {
        rebuild.copy(output.lit);
    }
    for register in circuit.registers() {
        rebuild.copy(register.next);
    }
    // Copying a feed may bring in further atoms.
    let mut n_copied = 0;
    while let Some(&atom) = rebuild.atoms.get(n_copied) {
        rebuild.copy(circuit.loops()[atom.index()].feed);
        n_copied += 1;
    }
    Ok(rebuild.finish())
}

/// The strongly connected components of more than one node.
struct Components {
    /// The component of each node, if it is in a loop.
    of: Vec<Option<u32>>,
}

impl Components {
    /// Tarjan's algorithm, with its recursion unrolled. Components come out after
    /// those they depend on.
    fn new(circuit: &Circuit) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let n = circuit.nodes().len();
        let mut order = vec![UNSEEN; n];
        let mut low = vec![0; n];
        let mut done = vec![false; n];
        let mut of = vec![None; n];
        let mut n_components = 0;
        let mut n_seen = 0;
        let mut stack: Vec<NodeId> = Vec::new();
        for atom in circuit.loops() {
            let mut calls = vec![(atom.node, 0)];
            while let Some((node, child)) = calls.last_mut() {
                let at = node.index();
                if *child == 0 {
                    if order[at] != UNSEEN {
                        calls.pop();
                        continue;
                    }
                    order[at] = n_seen;
                    low[at] = n_seen;
                    n_seen += 1;
                    stack.push(*node);
                }
                let fanins = fanins(circuit, *node);
                if let Some(&fanin) = fanins.get(*child) {
                    *child += 1;
                    if order[fanin.index()] == UNSEEN {
                        calls.push((fanin, 0));
                    } else if !done[fanin.index()] {
                        low[at] = low[at].min(order[fanin.index()]);
                    }
                    continue;
                }
                let node = *node;
                calls.pop();
                if let Some((parent, _)) = calls.last() {
                    low[parent.index()] = low[parent.index()].min(low[at]);
                }
                if low[at] == order[at] {
                    let start = stack
                        .iter()
                        .rposition(|&member| member == node)
                        .expect("a node stays on the stack until its component is found");
                    let members = stack.split_off(start);
                    let loops = members.len() > 1 || fanins.contains(&node);
                    for member in members {
                        done[member.index()] = true;
                        of[member.index()] = loops.then_some(n_components);
                    }
                    n_components += u32::from(loops);
                }
            }
        }
        Self { of }
    }

    /// Follows all ways from atom to atom within a component: an odd number of
    /// inverters on one of them is a negation.
    fn check_monotone(&self, circuit: &Circuit) -> Result<(), NegativeLoop> {
        let mut seen = vec![[false; 2]; circuit.nodes().len()];
        let mut stack = Vec::new();
        for atom in circuit.loops() {
            let component = self.of[atom.node.index()];
            if component.is_some() {
                stack.push(atom.feed);
            }
            while let Some(lit) = stack.pop() {
                let (node, inverted) = (lit.node(), lit.is_inverted());
                if self.of[node.index()] != component
                    || std::mem::replace(&mut seen[node.index()][usize::from(inverted)], true)
                {
                    continue;
                }
                match circuit.node(node) {
                    Node::And(a, b) => stack.extend([a ^ inverted, b ^ inverted]),
                    Node::Loop(id) if inverted => return Err(NegativeLoop(id)),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

fn fanins(circuit: &Circuit, node: NodeId) -> Vec<NodeId> {
    match circuit.node(node) {
        Node::And(a, b) => vec![a.node(), b.node()],
        Node::Loop(id) => vec![circuit.loops()[id.index()].feed.node()],
        Node::False | Node::Input(_) | Node::Register(_) => Vec::new(),
    }
}

struct Rebuild<'a> {
    old: &'a Circuit,
    components: Components,
    new: Circuit,
    images: Vec<Option<Lit>>,
    /// The atoms that stay, by their old ids, in the order of their new ones.
    atoms: Vec<LoopId>,
}

impl Rebuild<'_> {
    fn leaves(&mut self) {
        self.images[0] = Some(Lit::FALSE);
        for input in self.old.inputs() {
            self.images[input.node.index()] = Some(self.new.input(input.name.as_str()));
        }
        for register in self.old.registers() {
            let lit = self.new.register(register.name.as_str(), register.init);
            self.images[register.node.index()] = Some(lit);
        }
    }

    /// Copies the gates that a literal needs, each after the gates it needs.
    fn copy(&mut self, lit: Lit) {
        let mut stack = vec![lit.node()];
        while let Some(&node) = stack.last() {
            if self.images[node.index()].is_some() {
                stack.pop();
                continue;
            }
            let image = match self.old.node(node) {
                Node::And(a, b) => {
                    let (Some(left), Some(right)) = (self.get(a), self.get(b)) else {
                        stack.extend([a.node(), b.node()]);
                        continue;
                    };
                    self.new.set_origin(self.old.origin(node));
                    self.new.and(left, right)
                }
                Node::Loop(id) => {
                    let atom = &self.old.loops()[id.index()];
                    match (self.components.of[node.index()], self.get(atom.feed)) {
                        (Some(component), _) => {
                            self.atoms.push(id);
                            self.new.loop_atom(atom.name.as_str(), component)
                        }
                        (None, Some(feed)) => feed,
                        (None, None) => {
                            stack.push(atom.feed.node());
                            continue;
                        }
                    }
                }
                Node::False | Node::Input(_) | Node::Register(_) => {
                    unreachable!("leaves are copied first")
                }
            };
            self.images[node.index()] = Some(image);
        }
    }

    fn get(&self, lit: Lit) -> Option<Lit> {
        Some(self.images[lit.node().index()]? ^ lit.is_inverted())
    }

    fn image(&self, lit: Lit) -> Lit {
        self.get(lit).expect("every gate that is needed was copied")
    }

    fn finish(mut self) -> Circuit {
        for output in self.old.outputs() {
            let lit = self.image(output.lit);
            self.new.output(output.name.as_str(), lit);
        }
        for (index, register) in self.old.registers().iter().enumerate() {
            let next = self.image(register.next);
            self.new.set_next(RegisterId::new(index), next);
        }
        for (index, atom) in self.atoms.iter().enumerate() {
            let feed = self.image(self.old.loops()[atom.index()].feed);
            self.new.set_feed(LoopId::new(index), feed);
        }
        self.new
    }
}
