//! What a pass gives back, and the copying that most passes share.

use crate::passes::Turns;
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
    /// The circuit as it is, as the result of doing nothing to it.
    pub fn unchanged(circuit: &Circuit) -> Self {
        let map = (0..circuit.nodes().len()).map(|index| Some(NodeId::new(index).into())).collect();
        Self { circuit: circuit.clone(), map: LitMap(map) }
    }

    /// Runs another pass on the result of this one.
    #[must_use]
    pub fn then(self, pass: impl FnOnce(&Circuit) -> Self) -> Self {
        let next = pass(&self.circuit);
        let map = self.map.then(&next.map);
        Self { circuit: next.circuit, map }
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

    /// First this map, then the other.
    #[must_use]
    pub fn then(&self, other: &Self) -> Self {
        Self(self.0.iter().map(|image| other.get((*image)?)).collect())
    }
}

/// A copy in the making: the leaves are there, gates are added by the pass.
pub(crate) struct Rebuild<'a> {
    old: &'a Circuit,
    pub(crate) new: Circuit,
    map: Vec<Option<Lit>>,
}

impl<'a> Rebuild<'a> {
    /// Starts a copy with the leaves of the old circuit.
    pub(crate) fn new(old: &'a Circuit) -> Self {
        let mut new = Circuit::new();
        let map = old
            .nodes()
            .iter()
            .map(|&node| match node {
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
            })
            .collect();
        Self { old, new, map }
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

    /// Connects outputs, next values, feeds and those constraints whose literals are all there.
    pub(crate) fn finish(mut self) -> Rebuilt {
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
        self.copy_constraints();
        self.new.set_origin(Origin::NONE);
        Rebuilt { circuit: self.new, map: LitMap(self.map) }
    }

    /// Copies constraints as far as their literals are there.
    ///
    /// One that has lost its dependence on inputs or loop atoms is left out: it would be used where
    /// the old one was not, say in states where no input is allowed.
    fn copy_constraints(&mut self) {
        if self.old.constraints().is_empty() {
            return;
        }
        let (old_supports, new_supports) = (self.old.supports(), self.new.supports());
        for old in self.old.constraints() {
            if let Some(new) = old.map(|lit| self.get(lit)) {
                let (before, after) = (old.support(&old_supports), new.support(&new_supports));
                if before.inputs == after.inputs
                    && before.component.is_some() == after.component.is_some()
                {
                    self.new.constrain(new);
                }
            }
        }
    }
}
