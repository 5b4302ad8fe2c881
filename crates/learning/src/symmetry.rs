//! Symmetries of the rules: exchanges of facts and moves after which the rules say the same.
//!
//! They are looked for on the circuit as it comes from the rules, before anything is known of
//! the initial state: as automorphisms of the [`Graph`] of its gates, by refining colors
//! (McKay, "Practical graph isomorphism", 1981). What is found is checked gate by gate, which
//! is a proof.

use rustc_hash::FxHashSet;
use stonegate_ground::{Machine, MoveId, RoleId};

use crate::graph::{Graph, Vertex};

/// A group with more elements is used in part.
const MAX_ELEMENTS: usize = 64;

/// How many times colors may be refined in the search for one group.
const MAX_REFINEMENTS: usize = 4_000;

/// An exchange of roles, facts and moves that the rules do not notice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// What each role becomes.
    pub roles: Vec<RoleId>,
    /// What each fact becomes, by its number.
    pub facts: Vec<usize>,
    /// What each move of each role becomes, a move of the role that the role becomes.
    pub moves: Vec<Vec<MoveId>>,
}

/// The symmetries of a game.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// Those that keep the roles, the identity first; if there are very many, a part of them that
    /// is a group.
    pub keeping: Vec<Symmetry>,
    /// How many keep the roles.
    pub n_keeping: u64,
    /// One that exchanges roles, if there is one: the others are this one after those that keep
    /// them.
    pub exchanging: Option<Symmetry>,
    /// How many exchange roles.
    pub n_exchanging: u64,
}

impl Symmetry {
    fn identity(machine: &Machine) -> Self {
        Self {
            roles: machine.role_ids().collect(),
            facts: (0..machine.facts.len()).collect(),
            moves: machine.role_ids().map(|role| machine.move_ids(role).collect()).collect(),
        }
    }

    /// Does it lead from the initial state to itself?
    pub fn keeps_start(&self, grounded: &Machine) -> bool {
        let registers = grounded.circuit.registers();
        self.facts.iter().zip(registers).all(|(&to, from)| registers[to].init == from.init)
    }

    /// This one, and the other one after it.
    fn then(&self, other: &Self) -> Self {
        let moves =
            self.moves.iter().zip(&self.roles).map(|(moves, &role)| {
                moves.iter().map(|&action| other.moves[role][action]).collect()
            });
        Self {
            roles: self.roles.iter().map(|&role| other.roles[role]).collect(),
            facts: self.facts.iter().map(|&fact| other.facts[fact]).collect(),
            moves: moves.collect(),
        }
    }
}

impl Symmetries {
    /// The symmetries of a machine as grounding makes it, whose registers are its facts.
    pub fn find(grounded: &Machine) -> Self {
        let none = || Self {
            keeping: vec![Symmetry::identity(grounded)],
            n_keeping: 1,
            exchanging: None,
            n_exchanging: 0,
        };
        // What roles perceive would have to be exchanged as well.
        let has_percepts = grounded.roles.iter().any(|role| !role.percepts.is_empty());
        let graph = if has_percepts { None } else { Graph::new(grounded) };
        let Some(graph) = graph else { return none() };
        let keeping = Group::find(&graph, &graph.colors(true), grounded);
        let all = Group::find(&graph, &graph.colors(false), grounded);
        let is_exchange = |symmetry: &&Symmetry| !symmetry.roles.is_sorted();
        Self {
            exchanging: all.generators.iter().find(is_exchange).cloned(),
            n_exchanging: all.order.saturating_sub(keeping.order),
            keeping: keeping.elements(Symmetry::identity(grounded)),
            n_keeping: keeping.order,
        }
    }
}

/// Automorphisms, by a chain of groups each of which keeps one more vertex in its place.
struct Group {
    /// Those of the smallest group first.
    generators: Vec<Symmetry>,
    /// How many generators each group of the chain has, and how many elements.
    chain: Vec<(usize, u64)>,
    order: u64,
}

impl Group {
    fn find(graph: &Graph, colors: &[u64], grounded: &Machine) -> Self {
        let mut search = Search { graph, grounded, n_left: MAX_REFINEMENTS, levels: Vec::new() };
        search.descend(colors);
        let mut group = Self { generators: Vec::new(), chain: Vec::new(), order: 1 };
        for level in (0..search.levels.len()).rev() {
            let Level { before, vertex, .. } = &search.levels[level];
            let (before, vertex) = (before.clone(), *vertex);
            let mut orbit = graph.orbit(vertex, &group.generators);
            for image in graph.movable() {
                if before[image] == before[vertex]
                    && !orbit.contains(&image)
                    && let Some(symmetry) = search.extend(level, &before, image)
                {
                    group.generators.push(symmetry);
                    orbit = graph.orbit(vertex, &group.generators);
                }
            }
            group.order = group.order.saturating_mul(orbit.len() as u64);
            group.chain.push((group.generators.len(), group.order));
        }
        group
    }

    /// All elements, or those of the largest group of the chain that is small enough.
    fn elements(&self, identity: Symmetry) -> Vec<Symmetry> {
        let is_small = |&&(_, order): &&(usize, u64)| order <= MAX_ELEMENTS as u64;
        let n_generators = self.chain.iter().take_while(is_small).last().map_or(0, |&(n, _)| n);
        let mut seen = FxHashSet::from_iter([identity.clone()]);
        let mut elements = vec![identity];
        let mut next = 0;
        while let Some(element) = elements.get(next).cloned() {
            for generator in &self.generators[..n_generators] {
                let product = element.then(generator);
                if seen.insert(product.clone()) {
                    elements.push(product);
                }
            }
            next += 1;
        }
        elements
    }
}

/// Looks for automorphisms of one coloring.
struct Search<'g> {
    graph: &'g Graph,
    grounded: &'g Machine,
    n_left: usize,
    levels: Vec<Level>,
}

/// A vertex that is kept in its place, and the colors before and after that.
struct Level {
    vertex: Vertex,
    before: Vec<u64>,
    after: Vec<u64>,
    /// Sorted, to compare with.
    classes: Vec<u64>,
    n_rounds: usize,
}

impl Search<'_> {
    /// Keeps one vertex after the other in its place until all that can be moved differ.
    fn descend(&mut self, colors: &[u64]) {
        let (mut colors, _) = self.graph.refine(colors.to_vec(), None);
        while let Some(vertex) = self.graph.smallest_class(&colors) {
            let before = colors.clone();
            individualize(&mut colors, vertex);
            let (after, n_rounds) = self.graph.refine(colors.clone(), None);
            colors.clone_from(&after);
            let classes = sorted(&after);
            self.levels.push(Level { vertex, before, after, classes, n_rounds });
        }
    }

    /// A symmetry that keeps the vertices of all levels before this one and moves the vertex of
    /// this one to the image. `colors` are those of the images before.
    fn extend(&mut self, level: usize, colors: &[u64], image: Vertex) -> Option<Symmetry> {
        self.n_left = self.n_left.checked_sub(1)?;
        let mut colors = colors.to_vec();
        individualize(&mut colors, image);
        let Level { classes, n_rounds, .. } = &self.levels[level];
        let (colors, _) = self.graph.refine(colors, Some(*n_rounds));
        if sorted(&colors) != *classes {
            return None;
        }
        let Some(next) = self.levels.get(level + 1) else {
            return self.graph.prove(&self.levels[level].after, &colors, self.grounded);
        };
        let wanted = next.before[next.vertex];
        let images = self.graph.movable().filter(|&vertex| colors[vertex] == wanted);
        let images: Vec<Vertex> = images.collect();
        images.into_iter().find_map(|image| self.extend(level + 1, &colors, image))
    }
}

/// Gives a vertex a color of its own.
fn individualize(colors: &mut [u64], vertex: Vertex) {
    colors[vertex] = colors[vertex].rotate_left(17) ^ 0x5bd1_e995_7b93_2a01;
}

fn sorted(colors: &[u64]) -> Vec<u64> {
    let mut colors = colors.to_vec();
    colors.sort_unstable();
    colors
}
