//! Copies of a circuit whose inputs and registers are others, or in another order.

use stonegate_circuit::{Circuit, Lit, LoopId, Node, NodeId, Origin};

/// What the nodes of a circuit became in its copy.
pub(crate) struct Images(Vec<Lit>);

impl Images {
    pub(crate) fn new(old: &Circuit) -> Self {
        Self(vec![Lit::FALSE; old.nodes().len()])
    }

    pub(crate) fn set(&mut self, node: NodeId, image: Lit) {
        self.0[node.index()] = image;
    }

    pub(crate) fn of(&self, lit: Lit) -> Lit {
        self.0[lit.node().index()] ^ lit.is_inverted()
    }
}

/// Copies loops, gates and constraints to a circuit that has the inputs and
/// registers, whose images are given. `rename` names the loop atoms.
pub(crate) fn copy_logic(
    old: &Circuit,
    new: &mut Circuit,
    images: &mut Images,
    rename: &dyn Fn(&str) -> String,
) {
    for (index, &node) in old.nodes().iter().enumerate() {
        let id = NodeId::new(index);
        let image = match node {
            Node::False | Node::Input(_) | Node::Register(_) => continue,
            Node::Loop(id) => {
                let atom = &old.loops()[id.index()];
                new.loop_atom(rename(&atom.name), atom.component)
            }
            Node::And(a, b) => {
                new.set_origin(old.origin(id));
                let (a, b) = (images.of(a), images.of(b));
                new.and(a, b)
            }
        };
        images.set(id, image);
    }
    new.set_origin(Origin::NONE);
    for (index, atom) in old.loops().iter().enumerate() {
        new.set_feed(LoopId::new(index), images.of(atom.feed));
    }
    for constraint in old.constraints() {
        let image = constraint.map(|lit| Some(images.of(lit)));
        new.constrain(image.expect("every literal has an image"));
    }
}
