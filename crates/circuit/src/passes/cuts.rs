//! Cuts: up to four nodes that separate a gate from the leaves, and the gate's function of them.

use crate::passes::truth::{VARS, depends, swap};
use crate::passes::workbench::Workbench;
use crate::{Lit, NodeId};

/// At most so many cuts are kept per node.
const CUTS_PER_NODE: usize = 10;

/// Up to four leaves in ascending order and the function of them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cut {
    leaves: [NodeId; 4],
    n_leaves: u8,
    pub(crate) table: u16,
}

impl Cut {
    /// The node as a function of itself.
    fn trivial(node: NodeId) -> Self {
        Self { leaves: [node; 4], n_leaves: 1, table: VARS[0] }
    }

    pub(crate) fn leaves(&self) -> &[NodeId] {
        &self.leaves[..self.n_leaves as usize]
    }

    /// The cut of an AND from cuts of its fanins, `None` if that has too many leaves.
    fn join(a: (&Self, bool), b: (&Self, bool)) -> Option<Self> {
        let mut leaves = [NodeId::new(0); 4];
        let mut n_leaves = 0;
        let (mut rest_a, mut rest_b) = (a.0.leaves(), b.0.leaves());
        loop {
            let leaf = match (rest_a.first(), rest_b.first()) {
                (None, None) => break,
                (Some(&x), None) => x,
                (None, Some(&y)) => y,
                (Some(&x), Some(&y)) => x.min(y),
            };
            *leaves.get_mut(n_leaves)? = leaf;
            n_leaves += 1;
            rest_a = &rest_a[usize::from(rest_a.first() == Some(&leaf))..];
            rest_b = &rest_b[usize::from(rest_b.first() == Some(&leaf))..];
        }
        let stretch = |(cut, inverted): (&Self, bool)| {
            let table = cut.stretch(&leaves[..n_leaves]);
            if inverted { !table } else { table }
        };
        let table = stretch(a) & stretch(b);
        Some(Self { leaves, n_leaves: n_leaves as u8, table }.without_idle_leaves())
    }

    /// The table over a larger set of leaves.
    fn stretch(&self, leaves: &[NodeId]) -> u16 {
        let mut table = self.table;
        for from in (0..self.leaves().len()).rev() {
            let to = leaves.iter().position(|&leaf| leaf == self.leaves[from]).expect("a superset");
            table = swap(table, from, to);
        }
        table
    }

    /// Drops leaves that the function does not depend on.
    fn without_idle_leaves(mut self) -> Self {
        let mut n_leaves = 0;
        for index in 0..self.leaves().len() {
            if depends(self.table, index) {
                self.table = swap(self.table, n_leaves, index);
                self.leaves[n_leaves] = self.leaves[index];
                n_leaves += 1;
            }
        }
        self.n_leaves = n_leaves as u8;
        self
    }

    /// Are all leaves of this cut leaves of the other?
    fn dominates(&self, other: &Self) -> bool {
        self.leaves().iter().all(|leaf| other.leaves().contains(leaf))
    }
}

/// The cuts of all nodes looked at so far.
#[derive(Default)]
pub(crate) struct Cuts {
    cuts: Vec<Cut>,
    /// For each node, where its cuts are in `cuts`; an empty range means not yet computed.
    ranges: Vec<(u32, u32)>,
}

impl Cuts {
    /// The cuts of a node, the trivial one last; computed at the first call, for which those of its
    /// fanins must be there.
    pub(crate) fn of(&mut self, bench: &mut Workbench<'_>, node: NodeId) -> &[Cut] {
        if self.ranges.len() < bench.n_nodes() {
            self.ranges.resize(bench.n_nodes(), (0, 0));
        }
        let (start, end) = self.ranges[node.index()];
        if start < end {
            return &self.cuts[start as usize..end as usize];
        }
        let mut found: Vec<Cut> = Vec::new();
        if let Some((a, b)) = bench.fanins(node) {
            self.join_all(a, b, &mut found);
        }
        found.push(Cut::trivial(node));
        let start = self.cuts.len();
        self.cuts.extend(found);
        self.ranges[node.index()] = (start as u32, self.cuts.len() as u32);
        &self.cuts[start..]
    }

    fn known<'a>(&'a self, node: NodeId, otherwise: &'a [Cut]) -> &'a [Cut] {
        let (start, end) = self.ranges[node.index()];
        if start < end { &self.cuts[start as usize..end as usize] } else { otherwise }
    }

    fn join_all(&self, a: Lit, b: Lit, found: &mut Vec<Cut>) {
        // A gate that came back to life may have missed its turn: then only itself is a cut of it.
        let trivial = [a, b].map(|lit| [Cut::trivial(lit.node())]);
        for x in self.known(a.node(), &trivial[0]) {
            for y in self.known(b.node(), &trivial[1]) {
                let Some(cut) = Cut::join((x, a.is_inverted()), (y, b.is_inverted())) else {
                    continue;
                };
                if found.iter().any(|other| other.dominates(&cut)) {
                    continue;
                }
                found.retain(|other| !cut.dominates(other));
                found.push(cut);
            }
        }
        // Few leaves mean a small function of much logic.
        found.sort_by_key(|cut| cut.n_leaves);
        found.truncate(CUTS_PER_NODE);
    }
}
