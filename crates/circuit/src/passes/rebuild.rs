//! What a pass gives back, and the copying that most passes share.

use crate::passes::{STOP_INTERVAL, Turns};
use crate::{Circuit, Lit, Node, NodeId, Origin};

/// A circuit made from another one.
#[derive(Clone, Debug)]
pub struct Rebuilt {
    /// The new circuit.
    pub circuit: Circuit,
    /// Where the literals of the old one went.
    pub map: LitMap,
}

impl Rebuilt {
    /// The circuit as it is, as the result of doing nothing to it, unless it is time to stop.
    pub(crate) fn unchanged(circuit: &Circuit, stop: &dyn Fn() -> bool) -> Option<Self> {
        let map = (0..circuit.nodes().len()).map(|index| Some(NodeId::new(index).into())).collect();
        Some(Self { circuit: circuit.clone_unless(stop)?, map: LitMap(map) })
    }

    /// The result of another pass on the result of this one, unless it is time to stop.
    pub(crate) fn then(self, next: Self, stop: &dyn Fn() -> bool) -> Option<Self> {
        let map = self.map.then(&next.map, stop)?;
        Some(Self { circuit: next.circuit, map })
    }
}

/// From the literals of one circuit to equal ones of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LitMap(Vec<Option<Lit>>);

impl LitMap {
    /// The image of a literal, `None` if its gate is gone.
    pub fn get(&self, lit: Lit) -> Option<Lit> {
        Some(self.0[lit.node().index()]? ^ lit.is_inverted())
    }

    /// First this map, then the other, unless it is time to stop.
    pub(crate) fn then(&self, other: &Self, stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut turns = Turns::new(stop);
        let mut map = Vec::with_capacity(self.0.len());
        for images in self.0.chunks(STOP_INTERVAL) {
            turns.begin_long(STOP_INTERVAL)?;
            map.extend(images.iter().map(|image| other.get((*image)?)));
        }
        Some(Self(map))
    }
}

/// A copy in the making: the leaves are there, gates are added by the pass.
pub(crate) struct Rebuild<'a> {
    old: &'a Circuit,
    pub(crate) new: Circuit,
    map: Vec<Option<Lit>>,
}

impl<'a> Rebuild<'a> {
    /// Starts a copy with the leaves of the old circuit, unless it is time to stop.
    pub(crate) fn new(old: &'a Circuit, stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut new = Circuit::new();
        let mut leaf = |node: Node| match node {
            Node::False => Some(Lit::FALSE),
            Node::Input(id) => Some(new.input(old.inputs()[id.index()].name.as_str())),
            Node::Register(id) => {
                let register = &old.registers()[id.index()];
                Some(new.register(register.name.as_str(), register.init))
            }
            Node::Loop(id) => {
                let atom = &old.loops()[id.index()];
                Some(new.loop_atom(atom.name.as_str(), atom.component))
            }
            Node::And(..) => None,
        };
        let mut turns = Turns::new(stop);
        let mut map = Vec::with_capacity(old.nodes().len());
        for nodes in old.nodes().chunks(STOP_INTERVAL) {
            turns.begin_long(STOP_INTERVAL)?;
            map.extend(nodes.iter().map(|&node| leaf(node)));
        }
        Some(Self { old, new, map })
    }

    /// The image of a literal whose gate is known to be copied.
    pub(crate) fn image(&self, lit: Lit) -> Lit {
        self.map[lit.node().index()].expect("fanins are copied before their gates")
            ^ lit.is_inverted()
    }

    /// The image of a literal, if it is copied yet.
    pub(crate) fn get(&self, lit: Lit) -> Option<Lit> {
        Some(self.map[lit.node().index()]? ^ lit.is_inverted())
    }

    /// Says what becomes of an old node.
    pub(crate) fn set(&mut self, node: NodeId, image: Lit) {
        self.map[node.index()] = Some(image);
    }

    /// Copies a gate whose fanins are copied, with hashing and folding.
    pub(crate) fn copy_gate(&mut self, gate: NodeId, a: Lit, b: Lit) {
        self.new.set_origin(self.old.origin(gate));
        let image = self.new.and(self.image(a), self.image(b));
        self.set(gate, image);
    }

    /// Copies all gates, or nothing comes of it because it is time to stop.
    pub(crate) fn copy_gates(&mut self, stop: &dyn Fn() -> bool) -> Option<()> {
        let mut turns = Turns::new(stop);
        for (gate, a, b) in self.old.ands() {
            turns.begin()?;
            self.copy_gate(gate, a, b);
        }
        Some(())
    }

    /// Connects outputs, next values, feeds and those constraints whose literals are all there,
    /// unless it is time to stop.
    pub(crate) fn finish(mut self, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
        for output in self.old.outputs() {
            let lit = self.image(output.lit);
            self.new.output(output.name.as_str(), lit);
        }
        for (index, register) in self.old.registers().iter().enumerate() {
            let next = self.image(register.next);
            self.new.set_next(crate::RegisterId::new(index), next);
        }
        for (index, atom) in self.old.loops().iter().enumerate() {
            let feed = self.image(atom.feed);
            self.new.set_feed(crate::LoopId::new(index), feed);
        }
        self.copy_constraints(stop)?;
        self.new.set_origin(Origin::NONE);
        Some(Rebuilt { circuit: self.new, map: LitMap(self.map) })
    }

    /// Copies constraints as far as their literals are there.
    ///
    /// One that has lost its dependence on inputs or loop atoms is left out: it would be used where
    /// the old one was not, say in states where no input is allowed.
    fn copy_constraints(&mut self, stop: &dyn Fn() -> bool) -> Option<()> {
        if self.old.constraints().is_empty() {
            return Some(());
        }
        let old_supports = self.old.supports_unless(stop)?;
        let new_supports = self.new.supports_unless(stop)?;
        let mut turns = Turns::new(stop);
        for old in self.old.constraints() {
            turns.begin_long(old.n_lits())?;
            if let Some(new) = old.map(|lit| self.get(lit)) {
                let (before, after) = (old.support(&old_supports), new.support(&new_supports));
                if before.inputs == after.inputs
                    && before.component.is_some() == after.component.is_some()
                {
                    self.new.constrain(new);
                }
            }
        }
        Some(())
    }
}
