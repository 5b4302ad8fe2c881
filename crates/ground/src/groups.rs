//! Facts that are proven to exclude each other.

use stonegate_circuit::{Constraint, Lit, Node};

use crate::machine::{FactValue, Machine};

/// Facts of which no two hold together in any state that play reaches: the contents of a cell, or
/// the places of a piece.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Group {
    /// What tells whether a member holds.
    pub members: Vec<FactValue>,
    /// One of them holds in every state.
    pub is_exact: bool,
}

impl Machine {
    /// The groups of facts that are proven to exclude each other, which the constraints of the
    /// circuit say. Only the optimized machine has them, and its text form keeps them.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        self.circuit.constraints().iter().filter_map(|constraint| {
            let (lits, is_exact) = match constraint {
                Constraint::AtMostOne(lits) => (lits, false),
                Constraint::ExactlyOne(lits) => (lits, true),
                Constraint::Implies(..) => return None,
            };
            let members = lits.iter().map(|&lit| self.fact_value(lit)).collect::<Option<_>>();
            members.map(|members| Group { members, is_exact })
        })
    }

    /// A literal as the value of a fact; those of moves and gates are none.
    fn fact_value(&self, lit: Lit) -> Option<FactValue> {
        match self.circuit.node(lit.node()) {
            Node::False => Some(FactValue::Constant(lit.is_inverted())),
            Node::Register(register) => {
                Some(FactValue::Register { register, inverted: lit.is_inverted() })
            }
            Node::Input(_) | Node::And(..) | Node::Loop(_) => None,
        }
    }
}
