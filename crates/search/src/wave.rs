//! A wave: leaves are selected side by side, evaluated together, and backed up.
//!
//! All visits of a wave make their step on one level of the tree before any of them goes on to the
//! next. What a level needs is then fetched from memory at once, and threads seldom work on the
//! same node at the same time. Choices are the same as if one visit went after the other: what
//! happens below a node does not matter for them until the wave is back.

use std::ops::Range;
use std::ptr;
use std::sync::atomic::Ordering;

use rustc_hash::{FxBuildHasher, FxHashMap};
use stonegate_ground::{MoveId, RoleId};

use crate::choice::Choice;
use crate::game::Game;
use crate::node::{Link, NodeId};
use crate::random::Random;
use crate::reasoner::Leaf;
use crate::tree::Tree;

/// A move that is proven, but no win, may look best for ever, and its visits teach nothing. So where
/// something is proven, one of so many visits explores so many times as much, which leads it to
/// moves with few visits. Roles that move at the same time would only surprise each other.
const DOUBT_INTERVAL: u32 = 16;
const DOUBT: f32 = 10.0;

/// Visits that have taken off and not yet landed.
pub(crate) struct Wave<'t, G: Game> {
    pub(crate) tree: &'t Tree<G>,
    random: Random,
    /// The end of each visit; none if it could not be finished.
    pub(crate) ends: Vec<Option<End>>,
    /// The steps of all visits, level by level, and the choices of all steps.
    pub(crate) steps: Vec<Step>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) targets: Vec<Target>,
    /// The joint moves of all targets.
    moves: Vec<MoveId>,
    /// The targets by the address of their link.
    by_cell: FxHashMap<usize, u32>,
    /// How many levels there are.
    pub(crate) depth: usize,
}

#[derive(Copy, Clone)]
pub(crate) enum End {
    /// A node whose goals are known.
    Settled(NodeId),
    /// The target of this number.
    Target(u32),
}

/// A node that a visit goes through, and the choices made there.
pub(crate) struct Step {
    pub(crate) visit: u32,
    pub(crate) node: NodeId,
    pub(crate) choices: Range<u32>,
    /// The step before; the first one has none.
    before: Option<u32>,
}

/// The position after a step that is to be evaluated.
pub(crate) struct Target {
    pub(crate) step: u32,
    moves: Range<usize>,
    /// A target that is selected several times gets as many times the playouts.
    pub(crate) n_visits: u32,
    stream: u64,
}

/// Where a visit is: behind a link, after a step unless it is at the root.
struct Place {
    visit: u32,
    link: Link,
    step: Option<u32>,
}

impl<'t, G: Game> Wave<'t, G> {
    /// Selects so many leaves, or nodes whose goals are known. The random numbers follow from the
    /// seed and the number of the wave.
    pub(crate) fn new(tree: &'t Tree<G>, seed: u64, number: u64, n_visits: usize) -> Self {
        let mut wave = Self {
            tree,
            random: Random::new(seed, number),
            ends: vec![None; n_visits],
            steps: Vec::with_capacity(4 * n_visits),
            choices: Vec::with_capacity(4 * n_visits),
            targets: Vec::with_capacity(n_visits),
            moves: Vec::with_capacity(n_visits * tree.game().n_roles()),
            by_cell: FxHashMap::with_capacity_and_hasher(n_visits, FxBuildHasher),
            depth: 0,
        };
        let link = tree.link_to(tree.root);
        let start = |visit| Place { visit, link, step: None };
        let mut places: Vec<Place> = (0..n_visits as u32).map(start).collect();
        while !places.is_empty() {
            tree.warm(places.iter().map(|place| place.link.node));
            let n_steps = wave.steps.len();
            places.retain_mut(|place| wave.go_on(place));
            wave.depth += usize::from(wave.steps.len() > n_steps);
        }
        wave
    }

    /// Makes a step with a visit; tells whether it has to go on. Without memory for what is on the
    /// way it ends without an end.
    fn go_on(&mut self, place: &mut Place) -> bool {
        let end = match place.step {
            Some(step) if !self.is_passable(place.link, step) => self.aim_at(step).map(End::Target),
            _ if self.tree.node(place.link.node).is_settled() => {
                Some(End::Settled(place.link.node))
            }
            _ => match self.step(place) {
                Some((step, Some(link))) => {
                    (place.step, place.link) = (Some(step), link);
                    return true;
                }
                Some((step, None)) => self.aim_at(step).map(End::Target),
                None => None,
            },
        };
        self.ends[place.visit as usize] = end;
        false
    }

    /// Does the link after a step lead to a node that the visit has not been to? A position that
    /// repeats is an end: its playouts count, its node is left alone.
    fn is_passable(&self, link: Link, step: u32) -> bool {
        let mut steps = std::iter::successors(Some(step), |&step| self.steps[step as usize].before);
        self.tree.is_alive(link) && steps.all(|step| self.steps[step as usize].node != link.node)
    }

    /// Chooses a move for each role in a node; gives the step and the link that it leads to, if
    /// there is one.
    fn step(&mut self, place: &Place) -> Option<(u32, Option<Link>)> {
        let tree = self.tree;
        let node = tree.node(place.link.node);
        tree.open(node)?;
        let visits = node.visits.depart().all();
        let number = self.steps.len();
        let first_choice = self.choices.len() as u32;
        self.steps.push(Step {
            visit: place.visit,
            node: place.link.node,
            choices: first_choice..first_choice,
            before: place.step,
        });
        let mut exploration = tree.formula.exploration(visits);
        let is_simultaneous = tree.next_chooser(&node.chooser).is_some();
        let has_proof = !is_simultaneous && node.has_proof.load(Ordering::Relaxed);
        if has_proof && visits.is_multiple_of(DOUBT_INTERVAL) {
            exploration *= DOUBT;
        }
        let mut next = Some(&node.chooser);
        while let Some(chooser) = next {
            let exploration =
                if is_simultaneous { exploration * self.caprice() } else { exploration };
            let choice = tree.choose(chooser, exploration, &mut self.random)?;
            tree.stats(choice.record).depart(choice.at as usize, &tree.formula);
            self.choices.push(choice);
            self.steps[number].choices.end += 1;
            next = tree.next_chooser(chooser);
        }
        let cell = tree.cell(&self.choices[first_choice as usize..])?;
        Some((number as u32, Link::load(cell)))
    }

    /// Roles that move at the same time explore now more, now less: otherwise they would fall into
    /// step and never see most of their joint moves.
    fn caprice(&mut self) -> f32 {
        0.5 + self.random.below(1 << 16) as f32 / f32::from(u16::MAX)
    }

    /// The target after a step; a visit more if it is one already.
    fn aim_at(&mut self, step: u32) -> Option<u32> {
        let cell = self.tree.cell(self.choices_of(&self.steps[step as usize]))?;
        let address = ptr::from_ref(cell).addr();
        if let Some(&target) = self.by_cell.get(&address) {
            self.targets[target as usize].n_visits += 1;
            return Some(target);
        }
        let number = self.targets.len() as u32;
        self.by_cell.insert(address, number);
        let first_move = self.moves.len();
        let Step { node, ref choices, .. } = self.steps[step as usize];
        let choices = &self.choices[choices.start as usize..choices.end as usize];
        self.moves.extend(joint_move(self.tree, node, choices));
        self.targets.push(Target {
            step,
            moves: first_move..self.moves.len(),
            n_visits: 1,
            stream: self.random.next(),
        });
        Some(number)
    }

    pub(crate) fn choices_of(&self, step: &Step) -> &[Choice] {
        &self.choices[step.choices.start as usize..step.choices.end as usize]
    }

    /// The leaves to evaluate, with this many playouts for each visit.
    pub(crate) fn leaves(&self, playouts: u32) -> Vec<Leaf<'_, G::State>> {
        let leaf = |target: &Target| Leaf {
            state: &self.tree.node(self.steps[target.step as usize].node).position().state,
            joint: &self.moves[target.moves.clone()],
            playouts: playouts * target.n_visits,
            stream: target.stream,
        };
        self.targets.iter().map(leaf).collect()
    }

    /// The joint moves from the root to a leaf, on one of the ways to it.
    pub(crate) fn joint_moves_to(&self, leaf: usize) -> Vec<Vec<MoveId>> {
        let mut joint_moves = Vec::new();
        let mut next = Some(self.targets[leaf].step);
        while let Some(step) = next.map(|step| &self.steps[step as usize]) {
            joint_moves.push(joint_move(self.tree, step.node, self.choices_of(step)).collect());
            next = step.before;
        }
        joint_moves.reverse();
        joint_moves
    }
}

/// The moves of all roles in a node: those chosen, and those without a choice.
pub(crate) fn joint_move<G: Game>(
    tree: &Tree<G>,
    node: NodeId,
    choices: &[Choice],
) -> impl Iterator<Item = MoveId> {
    let node = tree.node(node);
    let mut chosen = choices.iter().peekable();
    RoleId::first(tree.game().n_roles()).map(move |role| {
        let choice = chosen.next_if(|choice| choice.role == role);
        node.action(role, choice.map_or(0, |choice| choice.slot))
    })
}
