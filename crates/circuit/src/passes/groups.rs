//! The declared facts as groups of literals that exclude one another.

use rustc_hash::FxHashMap;

use crate::passes::Turns;
use crate::{Circuit, Constraint, Lit, NodeId, Support};

/// A set of literals of which at most one holds.
pub(crate) struct Group {
    pub(crate) members: Vec<Lit>,
    /// One of them always holds.
    pub(crate) exactly: bool,
    pub(crate) support: Support,
}

/// All groups that passes may use, and where each literal occurs.
pub(crate) struct Groups {
    pub(crate) list: Vec<Group>,
    of: FxHashMap<Lit, Vec<usize>>,
}

impl Groups {
    /// The groups of a circuit, unless it is time to stop.
    pub(crate) fn new(circuit: &Circuit, stop: &dyn Fn() -> bool) -> Option<Self> {
        let supports = circuit.supports_unless(stop)?;
        let mut list = Vec::new();
        let mut turns = Turns::new(stop);
        for constraint in circuit.constraints() {
            turns.begin_long(constraint.n_lits())?;
            let support = constraint.support(&supports);
            let (members, exactly) = match constraint {
                Constraint::AtMostOne(lits) => (lits.clone(), false),
                Constraint::ExactlyOne(lits) => (lits.clone(), true),
                &Constraint::Implies(a, b) => (vec![a, !b], false),
            };
            // A group that names a node twice says something else: that a literal is constant.
            let mut nodes: Vec<NodeId> = members.iter().map(|lit| lit.node()).collect();
            nodes.sort_unstable();
            nodes.dedup();
            if support.component.is_none() && nodes.len() == members.len() {
                list.push(Group { members, exactly, support });
            }
        }
        let mut of: FxHashMap<Lit, Vec<usize>> = FxHashMap::default();
        for (index, group) in list.iter().enumerate() {
            turns.begin_long(group.members.len())?;
            for &member in &group.members {
                of.entry(member).or_default().push(index);
            }
        }
        Some(Self { list, of })
    }

    /// The groups that a literal is a member of.
    pub(crate) fn of(&self, lit: Lit) -> &[usize] {
        self.of.get(&lit).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
