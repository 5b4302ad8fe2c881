//! The order of evaluation: depth first, one output cone after the other.
//!
//! Values are used soon after they are made, so that most of them never leave the vector registers.
//! Before slots are assigned, each value has a plane of its own, numbered from `layout.slots` on.

use std::collections::HashSet;
use std::mem;

use stonegate_circuit::{Circuit, Lit, Node, NodeId, Support};

use crate::cover::{Cover, VARIABLES, permute};
use crate::program::{Layout, Logic, Op, Program, Root, Segment, Tables};

/// Where a node's value is, and whether it is stored inverted.
#[derive(Copy, Clone, Debug)]
struct Value {
    plane: u32,
    inverted: bool,
}

/// Values of earlier phases that are at most `low` tables above the leaves are evaluated again.
pub(crate) fn schedule(
    logic: &Logic,
    cover: &Cover,
    tables: Tables,
    layout: Layout,
    low: u32,
) -> Program {
    let circuit = &logic.circuit;
    let mut scheduler = Scheduler {
        circuit,
        cover,
        tables,
        supports: circuit.supports(),
        heights: heights(circuit, cover),
        values: leaf_values(circuit, layout),
        done: Vec::new(),
        program: Program {
            ops: Vec::new(),
            segments: Vec::new(),
            phases: Vec::new(),
            atoms: Vec::new(),
            layout,
        },
        n_planes: layout.slots,
        start: 0,
    };
    for roots in &logic.phases {
        scheduler.forget_low_values(low);
        scheduler.phase(roots);
    }
    scheduler.program
}

/// For each node, the number of tables on the longest way to it.
fn heights(circuit: &Circuit, cover: &Cover) -> Vec<u32> {
    let mut heights = vec![0; circuit.nodes().len()];
    for index in 0..heights.len() {
        if let Some(cut) = cover.cut(NodeId::new(index)) {
            heights[index] = 1 + cut.leaves().map(|leaf| heights[leaf.index()]).max().unwrap_or(0);
        }
    }
    heights
}

/// Registers, inputs and loop atoms have a fixed place.
fn leaf_values(circuit: &Circuit, layout: Layout) -> Vec<Option<Value>> {
    let plane =
        |first: u32, index: usize| Some(Value { plane: first + index as u32, inverted: false });
    let value = |&node: &Node| match node {
        Node::False | Node::And(..) => None,
        Node::Register(id) => plane(0, id.index()),
        Node::Input(id) => plane(layout.inputs, id.index()),
        Node::Loop(id) => plane(layout.atoms, id.index()),
    };
    circuit.nodes().iter().map(value).collect()
}

struct Scheduler<'a> {
    circuit: &'a Circuit,
    cover: &'a Cover,
    tables: Tables,
    supports: Vec<Support>,
    heights: Vec<u32>,
    values: Vec<Option<Value>>,
    /// The components that are at their fixpoint.
    done: Vec<u32>,
    program: Program,
    n_planes: u32,
    /// The first table of the segment in progress.
    start: usize,
}

impl Scheduler<'_> {
    fn phase(&mut self, roots: &[Root]) {
        let first = self.program.segments.len();
        for component in self.components(roots.iter().map(Root::lit).collect()) {
            self.fixpoint(component);
        }
        // Registers that move to other registers are saved before anything is overwritten.
        let mut saved = Vec::new();
        for root in roots {
            saved.push(match *root {
                Root::Next { lit, register } => self.save(lit, register),
                Root::Output { .. } => None,
            });
        }
        let mut commits = Vec::new();
        for (root, saved) in roots.iter().zip(saved) {
            match *root {
                Root::Output { lit, output } => {
                    self.place(lit, |_| true);
                    let plane = self.program.layout.outputs + output as u32;
                    self.copy(lit, plane);
                }
                Root::Next { lit, register } => {
                    self.place(lit, |_| true);
                    let value = saved.or_else(|| self.value(lit));
                    commits.push((self.program.ops.len(), self.commit(lit, value, register)));
                }
            }
        }
        self.merge_commits(commits);
        self.finish_segment(0);
        self.program.phases.push(first..self.program.segments.len());
    }

    /// Forgets the values of the tables that are cheaper to evaluate again than to store and load.
    fn forget_low_values(&mut self, low: u32) {
        for (index, value) in self.values.iter_mut().enumerate() {
            let is_table = (1..=low).contains(&self.heights[index]);
            if is_table && self.supports[index].component.is_none() {
                *value = None;
            }
        }
    }

    /// The components that the literals depend on and that are not done, in the order of evaluation.
    fn components(&self, mut lits: Vec<Lit>) -> Vec<u32> {
        let loops = self.circuit.loops();
        let mut components = Vec::new();
        loop {
            let before = components.len();
            for node in self.circuit.cone(lits.iter().copied()) {
                if let Node::Loop(id) = self.circuit.node(node) {
                    let component = loops[id.index()].component;
                    if !self.done.contains(&component) && !components.contains(&component) {
                        components.push(component);
                        let members = loops.iter().filter(|atom| atom.component == component);
                        lits.extend(members.map(|atom| atom.feed));
                    }
                }
            }
            if components.len() == before {
                components.sort_unstable();
                return components;
            }
        }
    }

    /// What the component needs from outside, then the segment that iterates it.
    fn fixpoint(&mut self, component: u32) {
        let loops = self.circuit.loops().iter().enumerate();
        let atoms: Vec<(u32, Lit)> = loops
            .filter(|(_, atom)| atom.component == component)
            .map(|(index, atom)| (index as u32, atom.feed))
            .collect();
        for &(_, feed) in &atoms {
            self.place(feed, |support| support.component < Some(component));
        }
        self.finish_segment(0);
        for &(atom, feed) in &atoms {
            self.place(feed, |_| true);
            let plane = self.program.layout.fed + atom;
            self.copy(feed, plane);
        }
        self.program.atoms.extend(atoms.iter().map(|&(atom, _)| atom));
        self.finish_segment(atoms.len());
        self.done.push(component);
    }

    fn finish_segment(&mut self, n_atoms: usize) {
        let end = self.program.ops.len();
        let start = mem::replace(&mut self.start, end);
        let n_known = self.program.atoms.len();
        if start < end {
            let atoms = n_known - n_atoms..n_known;
            self.program.segments.push(Segment { ops: start..end, atoms });
        }
    }

    /// Evaluates the tables in the cone of a literal that are not evaluated yet, as far as their
    /// support is `wanted`.
    fn place(&mut self, lit: Lit, wanted: impl Fn(Support) -> bool) {
        let mut seen = HashSet::new();
        let mut stack = vec![(lit.node(), false)];
        while let Some((node, ready)) = stack.pop() {
            if self.values[node.index()].is_some() {
                continue;
            }
            let Some(cut) = self.cover.cut(node) else { continue };
            let now = wanted(self.supports[node.index()]);
            if ready {
                if now {
                    self.evaluate(node);
                }
            } else if now || seen.insert(node) {
                stack.push((node, true));
                let mut leaves: Vec<NodeId> = cut.leaves().collect();
                // The highest cone comes first, while few values are waiting.
                leaves.sort_by_key(|leaf| self.heights[leaf.index()]);
                stack.extend(leaves.into_iter().map(|leaf| (leaf, false)));
            }
        }
    }

    /// Adds the table of a node whose inputs are there.
    ///
    /// The value is stored in that polarity in which the table gives false for inputs that are all
    /// false: every function of two inputs is then AND, AND NOT, OR or XOR.
    fn evaluate(&mut self, node: NodeId) {
        let cut = self.cover.cut(node).expect("only nodes with a table are evaluated");
        let mut table = cut.table;
        let mut inputs = Vec::with_capacity(3);
        for (place, leaf) in cut.leaves().enumerate() {
            let value = self.values[leaf.index()].expect("leaves are evaluated first");
            inputs.push(value.plane);
            if value.inverted {
                table = invert_input(table, place);
            }
        }
        let inverted = table & 1 == 1;
        let table = if inverted { !table } else { table };
        let plane = self.fresh();
        self.push(table, &inputs, plane);
        self.values[node.index()] = Some(Value { plane, inverted });
    }

    /// A copy of a register that another register is going to take over.
    fn save(&mut self, lit: Lit, register: usize) -> Option<Value> {
        match self.circuit.node(lit.node()) {
            Node::Register(id) if id.index() != register => {
                let plane = self.fresh();
                self.push(VARIABLES[0], &[id.index() as u32], plane);
                Some(Value { plane, inverted: lit.is_inverted() })
            }
            _ => None,
        }
    }

    fn copy(&mut self, lit: Lit, plane: u32) {
        match self.value(lit) {
            Some(value) => self.push(identity(value.inverted), &[value.plane], plane),
            None => self.push(if lit == Lit::TRUE { 0xff } else { 0 }, &[], plane),
        }
    }

    /// The tables that give a register its next value: `restart ? staged : next`.
    fn commit(&mut self, lit: Lit, value: Option<Value>, register: usize) -> Vec<Op> {
        let layout = self.program.layout;
        let (target, staged) = (register as u32, layout.staged + register as u32);
        let [restart, then, otherwise] = VARIABLES;
        let op = |table, inputs: &[u32], output| new_op(table, inputs, output);
        match (value, self.tables) {
            (None, _) if lit == Lit::TRUE => {
                vec![op(restart | then, &[layout.keep, staged], target)]
            }
            (None, _) => vec![op(restart & then, &[layout.restart, staged], target)],
            (Some(value), Tables::Three) => {
                let otherwise = if value.inverted { !otherwise } else { otherwise };
                let table = restart & then | !restart & otherwise;
                vec![op(table, &[layout.restart, staged, value.plane], target)]
            }
            (Some(value), Tables::Two) => {
                let [a, b, _] = VARIABLES;
                let (new, old) = (self.fresh(), self.fresh());
                vec![
                    op(a & b, &[layout.restart, staged], new),
                    // A value stored inverted cannot be masked by `restart` in one instruction.
                    if value.inverted {
                        op(a & !b, &[layout.keep, value.plane], old)
                    } else {
                        op(a & b, &[layout.keep, value.plane], old)
                    },
                    op(a | b, &[new, old], target),
                ]
            }
        }
    }

    /// Puts each commit at its place, or as much later as the old value of the register is read.
    fn merge_commits(&mut self, mut commits: Vec<(usize, Vec<Op>)>) {
        let n_registers = self.circuit.registers().len();
        let mut last_reads = vec![0; n_registers];
        let body = self.program.ops.split_off(self.start);
        for (index, op) in body.iter().enumerate() {
            for &plane in op.inputs().iter().filter(|&&plane| (plane as usize) < n_registers) {
                last_reads[plane as usize] = self.start + index + 1;
            }
        }
        for (place, ops) in &mut commits {
            let target = ops.last().expect("a commit has a table").output;
            *place = (*place).max(last_reads[target as usize]);
        }
        commits.sort_by_key(|&(place, _)| place);
        let mut commits = commits.into_iter().peekable();
        for (index, op) in body.into_iter().enumerate() {
            while let Some((_, ops)) = commits.next_if(|&(place, _)| place <= self.start + index) {
                self.program.ops.extend(ops);
            }
            self.program.ops.push(op);
        }
        self.program.ops.extend(commits.flat_map(|(_, ops)| ops));
    }

    /// The value of a literal, nothing for a constant.
    fn value(&self, lit: Lit) -> Option<Value> {
        let value = self.values[lit.node().index()]?;
        Some(Value { inverted: value.inverted != lit.is_inverted(), ..value })
    }

    fn fresh(&mut self) -> u32 {
        self.n_planes += 1;
        self.n_planes - 1
    }

    fn push(&mut self, table: u8, inputs: &[u32], output: u32) {
        self.program.ops.push(new_op(table, inputs, output));
    }
}

fn identity(inverted: bool) -> u8 {
    if inverted { !VARIABLES[0] } else { VARIABLES[0] }
}

fn invert_input(table: u8, place: usize) -> u8 {
    let (mask, shift) = (VARIABLES[place], 4 >> place);
    (table & mask) >> shift | (table & !mask) << shift
}

/// A table without the inputs that make no difference.
fn new_op(table: u8, inputs: &[u32], output: u32) -> Op {
    let mut places = [0; 3];
    let mut kept = [0; 3];
    let mut n_kept = 0;
    for (place, &input) in inputs.iter().enumerate() {
        let matters = invert_input(table, place) != table;
        if matters {
            places[place] = n_kept;
            kept[n_kept] = input;
            n_kept += 1;
        } else {
            // It reads any row: the one where the other inputs are what they are.
            places[place] = 2;
        }
    }
    let table = permute(table, &places[..inputs.len()]);
    for place in n_kept.max(1)..3 {
        kept[place] = kept[0];
    }
    Op { table, n_inputs: n_kept as u8, escapes: false, inputs: kept, output }
}
