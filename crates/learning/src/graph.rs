//! The gates of a circuit as a graph in which the order of building plays no part.
//!
//! Conjunctions of conjunctions are one gate with many inputs, and gates with equal inputs are
//! one. What is left is the structure of the rules.

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use stonegate_circuit::{Circuit, Lit, Node, NodeId};
use stonegate_ground::{Machine, MoveId, RoleId};

use crate::random::mix;
use crate::symmetry::Symmetry;
use crate::tuples::Neighbors;

/// A larger graph is not looked at.
const MAX_EDGES: usize = 4_000_000;

/// The number of a vertex.
pub(crate) type Vertex = usize;

/// What an edge says; for those that lead to a literal, one more if it is inverted.
mod label {
    pub(super) const INPUT: u64 = 0;
    pub(super) const NEXT: u64 = 2;
    pub(super) const LEGAL: u64 = 4;
    pub(super) const FEED: u64 = 6;
    pub(super) const TERMINAL: u64 = 8;
    pub(super) const GOAL: u64 = 10;
    pub(super) const ROLE: u64 = 12;
}

/// Vertices are the constant, the registers, the moves, the loop atoms, the roles, the end of the
/// game, the goals, and the gates, in this order.
#[derive(Debug)]
pub(crate) struct Graph {
    registers: Range<Vertex>,
    moves: Range<Vertex>,
    loops: Range<Vertex>,
    roles: Range<Vertex>,
    terminal: Vertex,
    goals: Range<Vertex>,
    /// The inputs of each gate, sorted: a vertex and whether it is inverted.
    gates: Vec<Vec<Wire>>,
    by_inputs: FxHashMap<Vec<Wire>, Vertex>,
    edges: Vec<(Vertex, u64, Vertex)>,
    /// What belongs to a vertex that is no gate: labels and vertices.
    facts: FxHashMap<Vertex, BTreeSet<(u64, Vertex)>>,
    /// The value of each goal, and the role and number of each move.
    goal_values: Vec<u8>,
    move_ids: Vec<(RoleId, MoveId)>,
    chance: Option<Vertex>,
}

type Wire = (Vertex, bool);

impl Graph {
    /// The graph of a machine as grounding makes it; none if it is too large.
    pub(crate) fn new(machine: &Machine) -> Option<Self> {
        let circuit = &machine.circuit;
        let mut end = 1;
        let mut take = |n: usize| {
            end += n;
            end - n..end
        };
        let registers = take(circuit.registers().len());
        let moves = take(circuit.inputs().len());
        let loops = take(circuit.loops().len());
        let roles = take(machine.roles.len());
        let terminal = take(1).start;
        let goals = take(machine.roles.iter().map(|role| role.goals.len()).sum());
        let chance = machine.chance().map(|role| roles.start + role.index());
        let move_ids = machine.role_ids().flat_map(|role| {
            machine.move_ids(role).map(move |action| (role, action)).collect::<Vec<_>>()
        });
        let values = machine.roles.iter().flat_map(|role| &role.goals);
        let mut graph = Self {
            goal_values: values.map(|goal| goal.value()).collect(),
            move_ids: move_ids.collect(),
            registers,
            moves,
            loops,
            roles,
            terminal,
            goals,
            gates: Vec::new(),
            by_inputs: FxHashMap::default(),
            edges: Vec::new(),
            facts: FxHashMap::default(),
            chance,
        };
        let vertices = graph.add_gates(circuit)?;
        graph.add_facts(machine, &vertices);
        Some(graph)
    }

    fn first_gate(&self) -> Vertex {
        self.goals.end
    }

    fn len(&self) -> usize {
        self.first_gate() + self.gates.len()
    }

    /// Adds the gates that somebody inverts or asks for; gives the vertices of all nodes that have
    /// one.
    fn add_gates(&mut self, circuit: &Circuit) -> Option<Vec<Option<Vertex>>> {
        let roots = circuit.registers().iter().map(|register| register.next);
        let roots = roots.chain(circuit.loops().iter().map(|atom| atom.feed));
        let roots = roots.chain(circuit.outputs().iter().map(|output| output.lit));
        let mut is_asked = vec![false; circuit.nodes().len()];
        for root in roots {
            is_asked[root.node().index()] = true;
        }
        for (_, one, other) in circuit.ands() {
            for lit in [one, other].into_iter().filter(|lit| lit.is_inverted()) {
                is_asked[lit.node().index()] = true;
            }
        }
        let mut vertices: Vec<Option<Vertex>> = vec![None; circuit.nodes().len()];
        for (index, &node) in circuit.nodes().iter().enumerate() {
            vertices[index] = match node {
                Node::False => Some(0),
                Node::Register(id) => Some(self.registers.start + id.index()),
                Node::Input(id) => Some(self.moves.start + id.index()),
                Node::Loop(id) => Some(self.loops.start + id.index()),
                Node::And(..) if is_asked[index] => {
                    let inputs = inputs_of(circuit, NodeId::new(index), &vertices);
                    let next = self.first_gate() + self.gates.len();
                    let vertex = *self.by_inputs.entry(inputs.clone()).or_insert(next);
                    if vertex == next {
                        let edge = |&(input, is_inverted): &Wire| {
                            (next, label::INPUT + u64::from(is_inverted), input)
                        };
                        self.edges.extend(inputs.iter().map(edge));
                        self.gates.push(inputs);
                    }
                    Some(vertex)
                }
                Node::And(..) => None,
            };
            if self.edges.len() > MAX_EDGES {
                return None;
            }
        }
        Some(vertices)
    }

    /// Adds what is said of registers, moves, loop atoms, the end and the goals.
    fn add_facts(&mut self, machine: &Machine, vertices: &[Option<Vertex>]) {
        let circuit = &machine.circuit;
        let wire = |label: u64, lit: Lit| {
            let vertex = vertices[lit.node().index()].expect("what is asked for has a vertex");
            (label + u64::from(lit.is_inverted()), vertex)
        };
        let mut facts = Vec::new();
        for (vertex, register) in self.registers.clone().zip(circuit.registers()) {
            facts.push((vertex, wire(label::NEXT, register.next)));
        }
        for (vertex, &(role, action)) in self.moves.clone().zip(&self.move_ids) {
            facts.push((vertex, wire(label::LEGAL, machine.legal(role, action))));
            facts.push((vertex, (label::ROLE, self.roles.start + role.index())));
        }
        for (vertex, atom) in self.loops.clone().zip(circuit.loops()) {
            facts.push((vertex, wire(label::FEED, atom.feed)));
        }
        facts.push((self.terminal, wire(label::TERMINAL, machine.terminal())));
        let mut goal = self.goals.start;
        for role in machine.role_ids() {
            for number in 0..machine.roles[role].goals.len() {
                facts.push((goal, wire(label::GOAL, machine.goal(role, number))));
                facts.push((goal, (label::ROLE, self.roles.start + role.index())));
                goal += 1;
            }
        }
        for (vertex, (label, other)) in facts {
            self.edges.push((vertex, label, other));
            self.facts.entry(vertex).or_default().insert((label, other));
        }
    }

    /// What kind of thing each vertex is; roles are all the same unless they are to be kept.
    pub(crate) fn colors(&self, keeps_roles: bool) -> Vec<u64> {
        let color = |vertex: Vertex| {
            let kinds = [&self.registers, &self.moves, &self.loops, &self.roles];
            let kind = kinds.iter().position(|kind| kind.contains(&vertex));
            mix(match kind {
                Some(3) if keeps_roles || self.chance == Some(vertex) => 1000 + vertex as u64,
                Some(kind) => 1 + kind as u64,
                None if vertex == self.terminal => 10,
                None if self.goals.contains(&vertex) => {
                    100 + u64::from(self.goal_values[vertex - self.goals.start])
                }
                None if vertex == 0 => 11,
                None => 12,
            })
        };
        (0..self.len()).map(color).collect()
    }

    /// What a symmetry moves: registers and moves.
    pub(crate) fn movable(&self) -> impl Iterator<Item = Vertex> + use<> {
        self.registers.clone().chain(self.moves.clone())
    }

    /// Gives vertices with different neighbors different colors, again and again: so many times,
    /// or until nothing changes any more. Tells how many times.
    pub(crate) fn refine(
        &self,
        mut colors: Vec<u64>,
        n_rounds: Option<usize>,
    ) -> (Vec<u64>, usize) {
        let count = |colors: &[u64]| colors.iter().collect::<FxHashSet<_>>().len();
        let mut n_classes = if n_rounds.is_none() { count(&colors) } else { 0 };
        let mut round = 0;
        while n_rounds.is_none_or(|n_rounds| round < n_rounds) {
            let mut sums = colors.clone();
            for &(from, label, to) in &self.edges {
                let label = label.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                sums[from] = sums[from].wrapping_add(mix(colors[to].wrapping_add(label)));
                let seen = colors[from].wrapping_sub(label).rotate_left(32);
                sums[to] = sums[to].wrapping_add(mix(seen));
            }
            colors = sums.into_iter().map(mix).collect();
            round += 1;
            if n_rounds.is_none() {
                let n_now = count(&colors);
                if n_now == n_classes {
                    break;
                }
                n_classes = n_now;
            }
        }
        (colors, round)
    }

    /// The first vertex of the smallest class of those that can be moved and do not differ.
    pub(crate) fn smallest_class(&self, colors: &[u64]) -> Option<Vertex> {
        let mut sizes = FxHashMap::<u64, usize>::default();
        for vertex in self.movable() {
            *sizes.entry(colors[vertex]).or_default() += 1;
        }
        let several = self.movable().filter(|&vertex| sizes[&colors[vertex]] > 1);
        several.min_by_key(|&vertex| (sizes[&colors[vertex]], vertex))
    }

    /// Where symmetries lead a vertex.
    pub(crate) fn orbit(&self, vertex: Vertex, symmetries: &[Symmetry]) -> FxHashSet<Vertex> {
        let mut orbit = FxHashSet::from_iter([vertex]);
        let mut open = vec![vertex];
        while let Some(vertex) = open.pop() {
            for symmetry in symmetries {
                let image = self.image(vertex, symmetry);
                if orbit.insert(image) {
                    open.push(image);
                }
            }
        }
        orbit
    }

    /// Where a symmetry leads a register or a move.
    fn image(&self, vertex: Vertex, symmetry: &Symmetry) -> Vertex {
        if self.registers.contains(&vertex) {
            return self.registers.start + symmetry.facts[vertex - self.registers.start];
        }
        let (role, action) = self.move_ids[vertex - self.moves.start];
        let image = (symmetry.roles[role], symmetry.moves[role][action]);
        let at = self.move_ids.binary_search(&image).expect("a move becomes a move");
        self.moves.start + at
    }

    /// The symmetry that leads each vertex to the one of the same color, if it is one: checked
    /// gate by gate.
    pub(crate) fn prove(&self, from: &[u64], to: &[u64], machine: &Machine) -> Option<Symmetry> {
        let by_color: FxHashMap<u64, Vertex> = to[..self.first_gate()]
            .iter()
            .enumerate()
            .map(|(vertex, &color)| (color, vertex))
            .collect();
        let images = from[..self.first_gate()].iter().map(|color| by_color.get(color).copied());
        let mut images = images.collect::<Option<Vec<Vertex>>>()?;
        let kinds = [&self.registers, &self.moves, &self.loops, &self.roles, &self.goals];
        for kind in kinds {
            let found: FxHashSet<Vertex> = images[kind.clone()].iter().copied().collect();
            if found.len() != kind.len() || !found.iter().all(|image| kind.contains(image)) {
                return None;
            }
        }
        if images[0] != 0 || images[self.terminal] != self.terminal {
            return None;
        }
        // The inputs of a gate stand before it.
        for inputs in &self.gates {
            let moved = inputs.iter().map(|&(input, is_inverted)| (images[input], is_inverted));
            let mut moved: Vec<Wire> = moved.collect();
            moved.sort_unstable();
            images.push(*self.by_inputs.get(&moved)?);
        }
        for (&vertex, facts) in &self.facts {
            let moved = facts.iter().map(|&(label, other)| (label, images[other])).collect();
            if self.facts.get(&images[vertex]) != Some(&moved) {
                return None;
            }
        }
        let goals = self.goals.clone().zip(&self.goal_values);
        let value_of = |vertex: Vertex| self.goal_values[vertex - self.goals.start];
        if goals.into_iter().any(|(vertex, &value)| value_of(images[vertex]) != value) {
            return None;
        }
        let image_of_move = |vertex: Vertex| self.move_ids[images[vertex] - self.moves.start].1;
        let mut moves: Vec<Vec<MoveId>> = vec![Vec::new(); machine.roles.len()];
        for (vertex, &(role, _)) in self.moves.clone().zip(&self.move_ids) {
            moves[role].push(image_of_move(vertex));
        }
        let role = |vertex: Vertex| RoleId::new(images[vertex] - self.roles.start);
        let register = |vertex: Vertex| images[vertex] - self.registers.start;
        Some(Symmetry {
            roles: self.roles.clone().map(role).collect(),
            facts: self.registers.clone().map(register).collect(),
            moves,
        })
    }
}

/// What a conjunction of conjunctions is made of.
fn inputs_of(circuit: &Circuit, root: NodeId, vertices: &[Option<Vertex>]) -> Vec<Wire> {
    let mut inputs = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let Some((one, other)) = circuit.fanins(node) else { continue };
        for lit in [one, other] {
            let is_part = !lit.is_inverted() && circuit.fanins(lit.node()).is_some();
            if !seen.insert(lit) {
                continue;
            }
            if is_part {
                open.push(lit.node());
            } else if let Some(vertex) = vertices[lit.node().index()] {
                inputs.push((vertex, lit.is_inverted()));
            }
        }
    }
    inputs.sort_unstable();
    inputs.dedup();
    inputs
}

/// A gate on more cells says nothing of what belongs together.
const MAX_SUPPORT: usize = 8;

impl Graph {
    /// How much each two of `n_cells` cells have to do with each other: the more, the more small
    /// gates they meet in. `cell_of` tells the cell of each fact.
    pub(crate) fn neighbors(&self, cell_of: &[Option<usize>], n_cells: usize) -> Neighbors {
        let mut supports: Vec<Option<BTreeSet<usize>>> =
            vec![Some(BTreeSet::new()); self.first_gate()];
        for (vertex, cell) in self.registers.clone().zip(cell_of) {
            supports[vertex] = Some(cell.iter().copied().collect());
        }
        let mut neighbors = vec![FxHashMap::default(); n_cells];
        for inputs in &self.gates {
            let mut support = Some(BTreeSet::new());
            for (input, _) in inputs {
                let together = support.as_mut().zip(supports[*input].as_ref());
                if let Some((all, more)) = together {
                    all.extend(more);
                }
                if supports[*input].is_none()
                    || support.as_ref().is_some_and(|it| it.len() > MAX_SUPPORT)
                {
                    support = None;
                }
            }
            for (one, other) in pairs(support.iter().flatten()) {
                let n = support.as_ref().map_or(0, BTreeSet::len) as f32;
                *neighbors[one].entry(other).or_insert(0.0) += 1.0 / (n * n);
            }
            supports.push(support);
        }
        neighbors
    }
}

/// Each two of them, both ways.
fn pairs<'a>(
    cells: impl Iterator<Item = &'a usize> + Clone,
) -> impl Iterator<Item = (usize, usize)> {
    let others = cells.clone();
    cells
        .flat_map(move |&one| others.clone().map(move |&other| (one, other)))
        .filter(|(one, other)| one != other)
}
