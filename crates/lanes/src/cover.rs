//! Covers an and-inverter graph with lookup tables of two or three inputs.
//!
//! A table of three inputs is one `vpternlogq`, one of two inputs a plain bitwise instruction: what
//! counts is how many there are. Cuts are enumerated bottom up and the best few kept per node; the
//! first choice goes by area flow, two more rounds by exact local area (Mishchenko, Chatterjee,
//! Brayton: "Improvements to Technology Mapping for LUT-Based FPGAs", TCAD 2007).

use stonegate_circuit::{Circuit, Lit, NodeId};

/// How many cuts of a node are kept besides the node itself.
const MAX_CUTS: usize = 6;

/// The values of the three inputs in the eight rows of a table, as `vpternlogq` numbers them.
pub(crate) const VARIABLES: [u8; 3] = [0xf0, 0xcc, 0xaa];

/// A function of up to three nodes; the table ignores the inputs that are not there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cut {
    leaves: [u32; 3],
    n_leaves: u8,
    pub(crate) table: u8,
}

/// For each node that has a table, the table.
#[derive(Clone, Debug)]
pub(crate) struct Cover {
    best: Vec<Option<Cut>>,
}

impl Cover {
    /// Covers the cones of the roots with tables of at most `k` inputs.
    pub(crate) fn new(circuit: &Circuit, roots: &[Lit], k: usize) -> Self {
        let mut mapper = Mapper::new(circuit, roots, k);
        mapper.count_references();
        mapper.improve();
        mapper.improve();
        Self { best: mapper.best }
    }

    /// The table of an AND gate that something refers to, nothing for a leaf.
    pub(crate) fn cut(&self, node: NodeId) -> Option<&Cut> {
        self.best[node.index()].as_ref()
    }
}

impl Cut {
    /// The node as a function of itself.
    fn trivial(node: NodeId) -> Self {
        Self { leaves: [node.index() as u32, 0, 0], n_leaves: 1, table: VARIABLES[0] }
    }

    pub(crate) fn leaves(&self) -> impl DoubleEndedIterator<Item = NodeId> {
        self.leaves[..usize::from(self.n_leaves)].iter().map(|&leaf| NodeId::new(leaf as usize))
    }

    /// The conjunction of two literals given as cuts, if it has at most `k` leaves.
    fn and(&self, inverted: bool, other: &Self, other_inverted: bool, k: usize) -> Option<Self> {
        let (mine, theirs) = (self.nodes(), other.nodes());
        let mut leaves = [0; 3];
        let (mut i, mut j, mut n) = (0, 0, 0);
        while i < mine.len() || j < theirs.len() {
            if n == k {
                return None;
            }
            let next = match (mine.get(i), theirs.get(j)) {
                (Some(&a), Some(&b)) => a.min(b),
                (Some(&a), None) => a,
                (_, b) => *b.expect("one of the lists is not at its end"),
            };
            i += usize::from(mine.get(i) == Some(&next));
            j += usize::from(theirs.get(j) == Some(&next));
            leaves[n] = next;
            n += 1;
        }
        let a = self.table_over(&leaves[..n]) ^ if inverted { 0xff } else { 0 };
        let b = other.table_over(&leaves[..n]) ^ if other_inverted { 0xff } else { 0 };
        Some(Self { leaves, n_leaves: n as u8, table: a & b })
    }

    fn nodes(&self) -> &[u32] {
        &self.leaves[..usize::from(self.n_leaves)]
    }

    /// The same function of more leaves.
    fn table_over(&self, leaves: &[u32]) -> u8 {
        let mut places = [0; 3];
        for (place, leaf) in places.iter_mut().zip(self.nodes()) {
            *place = leaves.iter().position(|other| other == leaf).expect("leaves only grow");
        }
        permute(self.table, &places[..usize::from(self.n_leaves)])
    }
}

/// The table of the same function when input `i` moves to place `places[i]`; inputs without a
/// place must not matter.
pub(crate) fn permute(table: u8, places: &[usize]) -> u8 {
    let mut moved = 0;
    for row in 0..8 {
        let old = places
            .iter()
            .enumerate()
            .fold(0, |old, (input, &place)| old | (row >> (2 - place) & 1) << (2 - input));
        moved |= (table >> old & 1) << row;
    }
    moved
}

struct Mapper<'a> {
    roots: &'a [Lit],
    cuts: Vec<Vec<Cut>>,
    best: Vec<Option<Cut>>,
    references: Vec<u32>,
}

impl<'a> Mapper<'a> {
    /// Enumerates cuts and chooses by area flow.
    fn new(circuit: &Circuit, roots: &'a [Lit], k: usize) -> Self {
        let n_nodes = circuit.nodes().len();
        let cone = circuit.cone(roots.iter().copied());
        let mut fanouts = vec![0_u32; n_nodes];
        for &node in &cone {
            if let Some((a, b)) = circuit.fanins(node) {
                fanouts[a.node().index()] += 1;
                fanouts[b.node().index()] += 1;
            }
        }
        for root in roots {
            fanouts[root.node().index()] += 1;
        }
        let mut cuts: Vec<Vec<Cut>> = vec![Vec::new(); n_nodes];
        let mut best = vec![None; n_nodes];
        let mut flows = vec![0_f32; n_nodes];
        for &node in &cone {
            let trivial = Cut::trivial(node);
            let Some((a, b)) = circuit.fanins(node) else {
                cuts[node.index()].push(trivial);
                continue;
            };
            let mut found: Vec<(f32, Cut)> = Vec::new();
            for left in &cuts[a.node().index()] {
                for right in &cuts[b.node().index()] {
                    let Some(cut) = left.and(a.is_inverted(), right, b.is_inverted(), k) else {
                        continue;
                    };
                    if found.iter().any(|(_, other)| other.nodes() == cut.nodes()) {
                        continue;
                    }
                    let flow =
                        |leaf: NodeId| flows[leaf.index()] / fanouts[leaf.index()].max(1) as f32;
                    found.push((1.0 + cut.leaves().map(flow).sum::<f32>(), cut));
                }
            }
            found.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.n_leaves.cmp(&y.1.n_leaves)));
            found.truncate(MAX_CUTS);
            flows[node.index()] = found[0].0;
            best[node.index()] = Some(found[0].1);
            let list = &mut cuts[node.index()];
            list.extend(found.iter().map(|&(_, cut)| cut));
            list.push(trivial);
        }
        Self { roots, cuts, best, references: vec![0; n_nodes] }
    }

    /// Counts how often chosen tables and roots refer to each node.
    fn count_references(&mut self) {
        self.references.fill(0);
        for root in self.roots {
            self.references[root.node().index()] += 1;
        }
        for index in (0..self.best.len()).rev() {
            match self.best[index] {
                Some(cut) if self.references[index] > 0 => {
                    cut.leaves().for_each(|leaf| self.references[leaf.index()] += 1);
                }
                _ => {}
            }
        }
    }

    /// Chooses again, for each node in use, the cut with the fewest tables that nothing else uses.
    fn improve(&mut self) {
        for index in 0..self.best.len() {
            let Some(chosen) = self.best[index].filter(|_| self.references[index] > 0) else {
                continue;
            };
            let mut least = self.drop_cut(&chosen);
            let mut best = chosen;
            for at in 0..self.cuts[index].len() - 1 {
                let cut = self.cuts[index][at];
                if cut != chosen {
                    let area = self.take_cut(&cut);
                    self.drop_cut(&cut);
                    if area < least {
                        (least, best) = (area, cut);
                    }
                }
            }
            self.take_cut(&best);
            self.best[index] = Some(best);
        }
    }

    /// Refers to the leaves of a cut; gives the number of tables that this adds.
    fn take_cut(&mut self, cut: &Cut) -> u32 {
        let mut area = 1;
        for leaf in cut.leaves() {
            let references = &mut self.references[leaf.index()];
            *references += 1;
            if *references == 1
                && let Some(below) = self.best[leaf.index()]
            {
                area += self.take_cut(&below);
            }
        }
        area
    }

    /// The inverse of [`take_cut`](Self::take_cut).
    fn drop_cut(&mut self, cut: &Cut) -> u32 {
        let mut area = 1;
        for leaf in cut.leaves() {
            let references = &mut self.references[leaf.index()];
            *references -= 1;
            if *references == 0
                && let Some(below) = self.best[leaf.index()]
            {
                area += self.drop_cut(&below);
            }
        }
        area
    }
}
