//! A wave: leaves are selected side by side, evaluated together, and backed up.
//!
//! All visits of a wave make their step on one level of the tree before any of them goes on to the
//! next. What a level needs is then fetched from memory at once, and threads seldom work on the
//! same node at the same time. Choices are the same as if one visit went after the other: what
//! happens below a node does not matter for them until the wave is back.

use std::ops::Range;
use std::ptr;
use std::sync::atomic::Ordering;

use parking_lot::MutexGuard;
use rustc_hash::FxHashMap;
use stonegate_ground::{MoveId, RoleId};

use crate::choice::Choice;
use crate::crew::{Crew, Sharing};
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
    pub(crate) log: &'t mut Log,
    /// How many levels there are.
    pub(crate) depth: usize,
    pub(crate) sharing: Sharing,
    /// Held as long as nobody else may change the counters.
    _alone: Option<MutexGuard<'t, ()>>,
}

/// What the visits of a wave have done; its memory serves the next wave.
#[derive(Default)]
pub(crate) struct Log {
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
    places: Vec<Place>,
}

impl Log {
    fn clear(&mut self) {
        let Self { ends, steps, choices, targets, moves, by_cell, places } = self;
        ends.clear();
        steps.clear();
        choices.clear();
        targets.clear();
        moves.clear();
        by_cell.clear();
        places.clear();
    }

    pub(crate) fn choices_of(&self, step: &Step) -> &[Choice] {
        &self.choices[step.choices.start as usize..step.choices.end as usize]
    }
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
    path: Path,
}

/// A sketch of the nodes on a path: it knows of most nodes that they are not among them.
#[derive(Copy, Clone, Default)]
struct Path([u64; 4]);

impl Path {
    /// Adds a node; tells whether it may have been there before.
    #[inline]
    fn add(&mut self, node: NodeId) -> bool {
        let hash = node.number().wrapping_mul(0x9e37_79b9) >> 12;
        let bits = 1 << (hash % 64) | 1 << (hash >> 6 & 63);
        let word = &mut self.0[(hash >> 12) as usize % 4];
        let is_known = *word & bits == bits;
        *word |= bits;
        is_known
    }
}

impl<'t, G: Game> Wave<'t, G> {
    /// Selects so many leaves, or nodes whose goals are known.
    pub(crate) fn new(
        tree: &'t Tree<G>,
        crew: &'t Crew,
        log: &'t mut Log,
        random: Random,
        n_visits: usize,
    ) -> Self {
        let alone = crew.alone();
        let sharing = if alone.is_some() { Sharing::Alone } else { Sharing::Shared };
        log.clear();
        log.ends.resize(n_visits, None);
        let mut places = std::mem::take(&mut log.places);
        let mut wave = Self { tree, random, log, depth: 0, sharing, _alone: alone };
        let link = tree.link_to(tree.root);
        let mut path = Path::default();
        path.add(tree.root);
        let start = |visit| Place { visit, link, step: None, path };
        places.extend((0..n_visits as u32).map(start));
        while !places.is_empty() {
            tree.warm(places.iter().map(|place| place.link.node));
            let n_steps = wave.log.steps.len();
            places.retain_mut(|place| wave.go_on(place));
            wave.depth += usize::from(wave.log.steps.len() > n_steps);
        }
        wave.log.places = places;
        wave
    }

    /// Makes a step with a visit; tells whether it has to go on. Without memory for what is on the
    /// way it ends without an end.
    fn go_on(&mut self, place: &mut Place) -> bool {
        let is_passable = place.step.is_none_or(|step| self.is_passable(place, step));
        let end = match place.step {
            Some(step) if !is_passable => self.aim_at(step).map(End::Target),
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
        self.log.ends[place.visit as usize] = end;
        false
    }

    /// Does the link after a step lead to a node that the visit has not been to? A position that
    /// repeats is an end: its playouts count, its node is left alone.
    #[inline]
    fn is_passable(&self, place: &mut Place, step: u32) -> bool {
        let node = place.link.node;
        self.tree.is_alive(place.link) && (!place.path.add(node) || !self.has_been_to(node, step))
    }

    /// Is a node among those of a step and the ones before?
    fn has_been_to(&self, node: NodeId, step: u32) -> bool {
        let steps = &self.log.steps;
        let mut path = std::iter::successors(Some(step), |&step| steps[step as usize].before);
        path.any(|step| steps[step as usize].node == node)
    }

    /// Chooses a move for each role in a node; gives the step and the link that it leads to, if
    /// there is one.
    fn step(&mut self, place: &Place) -> Option<(u32, Option<Link>)> {
        let tree = self.tree;
        let node = tree.node(place.link.node);
        tree.open(node)?;
        let visits = node.visits.depart(self.sharing).all();
        let number = self.log.steps.len();
        let first_choice = self.log.choices.len() as u32;
        self.log.steps.push(Step {
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
        let is_mixed = tree.is_mixed(node);
        let mut next = Some(&node.chooser);
        while let Some(chooser) = next {
            let choice = if is_mixed && Some(chooser.role()) != tree.game().chance() {
                tree.draw(chooser, &mut self.random)?
            } else {
                let caprice = if is_simultaneous { self.caprice() } else { 1.0 };
                tree.choose(chooser, exploration * caprice, &mut self.random)?
            };
            let stats = tree.stats(choice.record);
            if is_mixed {
                stats.depart_mixed(choice.at as usize, self.sharing);
            } else {
                stats.depart(choice.at as usize, &tree.formula, self.sharing);
            }
            self.log.choices.push(choice);
            self.log.steps[number].choices.end += 1;
            next = tree.next_chooser(chooser);
        }
        let cell = tree.cell(&self.log.choices[first_choice as usize..])?;
        Some((number as u32, Link::load(cell)))
    }

    /// Roles that move at the same time explore now more, now less: otherwise they would fall into
    /// step and never see most of their joint moves.
    fn caprice(&mut self) -> f32 {
        0.5 + self.random.below(1 << 16) as f32 / f32::from(u16::MAX)
    }

    /// The target after a step; a visit more if it is one already.
    fn aim_at(&mut self, step: u32) -> Option<u32> {
        let Log { steps, choices, targets, moves, by_cell, .. } = &mut *self.log;
        let Step { node, choices: ref range, .. } = steps[step as usize];
        let choices = &choices[range.start as usize..range.end as usize];
        let cell = self.tree.cell(choices)?;
        let number = targets.len() as u32;
        let target = *by_cell.entry(ptr::from_ref(cell).addr()).or_insert(number);
        if target != number {
            targets[target as usize].n_visits += 1;
            return Some(target);
        }
        let first_move = moves.len();
        moves.extend(joint_move(self.tree, node, choices));
        targets.push(Target {
            step,
            moves: first_move..moves.len(),
            n_visits: 1,
            stream: self.random.next(),
        });
        Some(number)
    }

    /// How many playouts the leaves have in all.
    pub(crate) fn n_playouts(&self, playouts: u32) -> u64 {
        self.log.targets.iter().map(|target| u64::from(playouts * target.n_visits)).sum()
    }

    /// The leaves to evaluate, with this many playouts for each visit.
    pub(crate) fn leaves(&self, playouts: u32) -> Vec<Leaf<'_, G::State>> {
        let leaf = |target: &Target| Leaf {
            state: &self.tree.node(self.log.steps[target.step as usize].node).position().state,
            joint: &self.log.moves[target.moves.clone()],
            playouts: playouts * target.n_visits,
            stream: target.stream,
        };
        self.log.targets.iter().map(leaf).collect()
    }

    /// The joint moves from the root to a leaf, on one of the ways to it.
    pub(crate) fn joint_moves_to(&self, leaf: usize) -> Vec<Vec<MoveId>> {
        let mut joint_moves = Vec::new();
        let mut next = Some(self.log.targets[leaf].step);
        while let Some(step) = next.map(|step| &self.log.steps[step as usize]) {
            joint_moves.push(joint_move(self.tree, step.node, self.log.choices_of(step)).collect());
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
