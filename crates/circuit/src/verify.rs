//! The structural check: is this a well-formed circuit?

use crate::{Circuit, InputId, Lit, LoopId, Node, NodeId, RegisterId};

impl Circuit {
    /// Checks every invariant of the tables that the rest of the crate relies on.
    pub fn verify(&self) -> Result<(), VerifyError> {
        let mut seen = (0, 0, 0);
        for (index, &node) in self.nodes().iter().enumerate() {
            let id = NodeId::new(index);
            let fits = match node {
                Node::False => index == 0,
                Node::Input(input) => {
                    seen.0 += 1;
                    input == InputId::new(seen.0 - 1)
                        && self.inputs().get(seen.0 - 1).is_some_and(|it| it.node == id)
                }
                Node::Register(register) => {
                    seen.1 += 1;
                    register == RegisterId::new(seen.1 - 1)
                        && self.registers().get(seen.1 - 1).is_some_and(|it| it.node == id)
                }
                Node::Loop(atom) => {
                    seen.2 += 1;
                    atom == LoopId::new(seen.2 - 1)
                        && self.loops().get(seen.2 - 1).is_some_and(|it| it.node == id)
                }
                Node::And(a, b) => {
                    if a.node().index() >= index || b.node().index() >= index {
                        return Err(VerifyError::FaninOrder { gate: id });
                    }
                    a <= b
                }
            };
            if !fits {
                return Err(VerifyError::Table { node: id });
            }
        }
        if seen != (self.inputs().len(), self.registers().len(), self.loops().len()) {
            return Err(VerifyError::Table { node: NodeId::new(0) });
        }
        for lit in self.roots().into_iter().chain(self.constraint_roots()) {
            if lit.node().index() >= self.nodes().len() {
                return Err(VerifyError::Unknown { lit });
            }
        }
        self.verify_components()
    }

    /// A feed may not look at components that are evaluated after its own.
    fn verify_components(&self) -> Result<(), VerifyError> {
        let supports = self.supports();
        for (index, atom) in self.loops().iter().enumerate() {
            if supports[atom.feed.node().index()].component > Some(atom.component) {
                return Err(VerifyError::ComponentOrder { atom: LoopId::new(index) });
            }
        }
        Ok(())
    }
}

/// How a circuit is malformed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VerifyError {
    /// A gate reads itself or a later node.
    #[error("gate {gate} reads itself or a later node")]
    FaninOrder { gate: NodeId },
    /// A node and its entry in the table of inputs, registers or loop atoms disagree.
    #[error("node {node} disagrees with the table that it belongs to")]
    Table { node: NodeId },
    /// An output, next value, feed or constraint mentions a node that does not exist.
    #[error("{lit} is used but there is no such node")]
    Unknown { lit: Lit },
    /// A loop atom depends on a component that is evaluated later.
    #[error("loop atom {atom} depends on a component that is evaluated later")]
    ComponentOrder { atom: LoopId },
}
