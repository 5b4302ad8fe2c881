//! A window: the logic around a gate above a few leaves, with truth tables of all nodes in it.

use rustc_hash::FxHashMap;

use crate::passes::groups::Groups;
use crate::passes::workbench::Workbench;
use crate::passes::{Rebuilt, Turns};
use crate::{Circuit, Lit, NodeId, Support};

/// Windows have at most so many leaves.
const MAX_LEAVES: usize = 8;
/// Windows have at most so many nodes below the gate, and so many beside it.
const MAX_NODES: usize = 80;
/// Nodes with more readers than this are not searched for nodes beside the gate.
const MAX_READERS: usize = 24;

/// The truth table of a function of the leaves.
pub(crate) type Table = [u64; 1 << (MAX_LEAVES - 6)];

/// The tables of the leaves.
pub(crate) const LEAVES: [Table; MAX_LEAVES] = [
    [0xaaaa_aaaa_aaaa_aaaa; 4],
    [0xcccc_cccc_cccc_cccc; 4],
    [0xf0f0_f0f0_f0f0_f0f0; 4],
    [0xff00_ff00_ff00_ff00; 4],
    [0xffff_0000_ffff_0000; 4],
    [0xffff_ffff_0000_0000; 4],
    [0, !0, 0, !0],
    [0, 0, !0, !0],
];

/// A gate and what is around it.
pub(crate) struct Window {
    /// All nodes below the gate down to the leaves, and nodes beside it that depend on these alone.
    pub(crate) nodes: Vec<(NodeId, Table)>,
    pub(crate) leaves: Vec<NodeId>,
    /// The table of the gate itself.
    pub(crate) table: Table,
    /// Where the value of the gate matters.
    pub(crate) care: Table,
}

/// Looks at each gate in turn, and replaces it where `improve` has built something better.
pub(crate) fn improve_gates(
    circuit: &Circuit,
    stop: &dyn Fn() -> bool,
    mut improve: impl FnMut(&mut Workbench<'_>, &Windows, NodeId) -> Option<Lit>,
) -> Option<Rebuilt> {
    let mut bench = Workbench::new(circuit, stop)?;
    let windows = Windows::new(circuit, stop)?;
    let mut turns = Turns::new(stop);
    for index in 0..circuit.nodes().len() {
        if turns.begin().is_none() {
            // What is done is worth the time that it takes to put it together.
            return bench.finish(&|| false);
        }
        let gate = NodeId::new(index);
        if bench.is_usable(gate)
            && bench.is_live_gate(gate)
            && bench.refresh(gate)
            && let Some(lit) = improve(&mut bench, &windows, gate)
            && lit.node() != gate
        {
            bench.replace(gate, lit);
        }
    }
    bench.finish(stop)
}

/// What it takes to find windows.
pub(crate) struct Windows {
    /// For each node of the original circuit, the gates that read it.
    readers: Vec<Vec<NodeId>>,
    groups: Groups,
    supports: Vec<Support>,
}

impl Windows {
    pub(crate) fn new(circuit: &Circuit, stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut turns = Turns::new(stop);
        let mut readers = vec![Vec::new(); circuit.nodes().len()];
        for (gate, a, b) in circuit.ands() {
            turns.begin()?;
            readers[a.node().index()].push(gate);
            readers[b.node().index()].push(gate);
        }
        let (groups, supports) = (Groups::new(circuit, stop)?, circuit.supports_unless(stop)?);
        Some(Self { readers, groups, supports })
    }

    /// The window of a gate of the original circuit, with nodes beside the gate.
    pub(crate) fn around(&self, bench: &mut Workbench<'_>, gate: NodeId) -> Window {
        self.window(bench, gate, true)
    }

    /// The window of a gate of the original circuit, with no more than the nodes below the gate.
    pub(crate) fn below(&self, bench: &mut Workbench<'_>, gate: NodeId) -> Window {
        self.window(bench, gate, false)
    }

    fn window(&self, bench: &mut Workbench<'_>, gate: NodeId, with_beside: bool) -> Window {
        let leaves = leaves(bench, gate);
        let mut tables: FxHashMap<NodeId, Table> = FxHashMap::default();
        let mut nodes: Vec<(NodeId, Table)> = Vec::new();
        for (&leaf, table) in leaves.iter().zip(LEAVES) {
            tables.insert(leaf, table);
            nodes.push((leaf, table));
        }
        below(bench, gate, &mut tables, &mut nodes);
        let (_, table) = nodes.pop().expect("the gate comes last");
        if with_beside {
            self.beside(bench, gate, &mut tables, &mut nodes);
        }
        let care = care(&self.groups, &nodes, self.supports[gate.index()]);
        Window { nodes, leaves, table, care }
    }

    /// Adds gates that read two nodes of the window, but not the gate.
    fn beside(
        &self,
        bench: &mut Workbench<'_>,
        gate: NodeId,
        tables: &mut FxHashMap<NodeId, Table>,
        nodes: &mut Vec<(NodeId, Table)>,
    ) {
        let limit = nodes.len() + MAX_NODES;
        tables.remove(&gate);
        let mut next = 0;
        while next < nodes.len() && nodes.len() < limit {
            let readers = self.readers.get(nodes[next].0.index()).map_or(&[][..], Vec::as_slice);
            next += 1;
            if readers.len() > MAX_READERS {
                continue;
            }
            for &reader in readers {
                if reader == gate || tables.contains_key(&reader) || !bench.is_usable(reader) {
                    continue;
                }
                let (a, b) = bench.fanins(reader).expect("readers are gates");
                if let (Some(x), Some(y)) = (tables.get(&a.node()), tables.get(&b.node())) {
                    let table =
                        and(&inverted_if(x, a.is_inverted()), &inverted_if(y, b.is_inverted()));
                    tables.insert(reader, table);
                    nodes.push((reader, table));
                }
            }
        }
    }
}

/// Where no two members of a group hold that are both among the nodes.
fn care(groups: &Groups, nodes: &[(NodeId, Table)], support: Support) -> Table {
    let mut care = [!0; 4];
    if groups.is_empty() {
        return care;
    }
    // For each group, where one of the members seen so far holds.
    let mut held: FxHashMap<usize, Table> = FxHashMap::default();
    for &(node, table) in nodes {
        for inverted in [false, true] {
            let table = inverted_if(&table, inverted);
            for &group in groups.of(Lit::new(node, inverted)) {
                if groups.list[group].support.within(support) {
                    let before = held.entry(group).or_insert([0; 4]);
                    let both = and(before, &table);
                    care = and(&care, &inverted_if(&both, true));
                    *before = or(before, &table);
                }
            }
        }
    }
    care
}

/// Leaves that separate the gate from the inputs: those are replaced by their fanins, as long as
/// there are not too many, that bring in the fewest others.
fn leaves(bench: &mut Workbench<'_>, gate: NodeId) -> Vec<NodeId> {
    let mut seen = vec![gate];
    let mut leaves = vec![gate];
    while seen.len() < MAX_NODES {
        let mut best: Option<(usize, usize)> = None;
        for (index, &leaf) in leaves.iter().enumerate() {
            if let Some((a, b)) = bench.fanins(leaf) {
                let n_new = [a, b].iter().filter(|lit| !seen.contains(&lit.node())).count();
                if leaves.len() - 1 + n_new <= MAX_LEAVES
                    && best.is_none_or(|(least, _)| n_new < least)
                {
                    best = Some((n_new, index));
                }
            }
        }
        let Some((_, index)) = best else { break };
        let leaf = leaves.swap_remove(index);
        let (a, b) = bench.fanins(leaf).expect("only gates are expanded");
        for lit in [a, b] {
            if !seen.contains(&lit.node()) {
                seen.push(lit.node());
                leaves.push(lit.node());
            }
        }
    }
    leaves
}

/// Adds the nodes between the leaves and the gate, the gate last.
fn below(
    bench: &mut Workbench<'_>,
    gate: NodeId,
    tables: &mut FxHashMap<NodeId, Table>,
    nodes: &mut Vec<(NodeId, Table)>,
) {
    let mut stack = vec![gate];
    while let Some(&node) = stack.last() {
        if tables.contains_key(&node) {
            stack.pop();
            continue;
        }
        let (a, b) = bench.fanins(node).expect("the leaves separate the gate from all others");
        match (tables.get(&a.node()), tables.get(&b.node())) {
            (Some(x), Some(y)) => {
                let table = and(&inverted_if(x, a.is_inverted()), &inverted_if(y, b.is_inverted()));
                tables.insert(node, table);
                nodes.push((node, table));
                stack.pop();
            }
            (x, y) => {
                stack.extend(x.is_none().then_some(a.node()));
                stack.extend(y.is_none().then_some(b.node()));
            }
        }
    }
}

/// The conjunction of two tables.
pub(crate) fn and(a: &Table, b: &Table) -> Table {
    std::array::from_fn(|word| a[word] & b[word])
}

/// The disjunction of two tables.
pub(crate) fn or(a: &Table, b: &Table) -> Table {
    std::array::from_fn(|word| a[word] | b[word])
}

/// The table or its complement.
pub(crate) fn inverted_if(table: &Table, inverted: bool) -> Table {
    table.map(|word| if inverted { !word } else { word })
}
