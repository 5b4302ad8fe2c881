//! The tree, which is a graph: positions that are reached on several ways are there once.

use std::fmt;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use stonegate_ground::MoveId;

use crate::choice::Choice;
use crate::crew::Sharing;
use crate::formula::Formula;
use crate::game::{Game, goal_of_unfinished};
use crate::node::{Chooser, Fan, Link, Node, NodeId, Position};
use crate::options::{Options, Simultaneous};
use crate::pool::{Memory, Pool};
use crate::proof::Bounds;
use crate::random::mix;
use crate::reasoner::{Evaluation, look_at};
use crate::recycle::Sweep;
use crate::regret::Means;
use crate::stats::{Stats, WIDTH};
use crate::table::Table;

/// What the allocator needs beside the bytes of an allocation.
const OVERHEAD: usize = 16;

/// The first table of positions has so many places.
const MIN_TABLE: usize = 1 << 10;

/// All that threads share while they search.
pub(crate) struct Tree<G: Game> {
    game: Arc<G>,
    pub(crate) formula: Formula,
    /// Roles that move at the same time mix their moves.
    pub(crate) mixes: bool,
    pub(crate) memory: Memory,
    pub(crate) nodes: Pool<Node<G::State>>,
    /// Roles that have a choice where a role before them has one too.
    pub(crate) choosers: Pool<Chooser>,
    pub(crate) stats: Pool<Stats>,
    pub(crate) fans: Pool<Fan>,
    pub(crate) table: Table,
    pub(crate) root: NodeId,
    /// Something did not fit into the memory.
    pub(crate) is_full: AtomicBool,
    /// Room is being made.
    pub(crate) sweep: Option<Sweep>,
}

impl<G: Game> Tree<G> {
    pub(crate) fn new(game: Arc<G>, options: &Options, limit: usize, root: G::State) -> Self {
        let memory = Memory::new(limit);
        memory.reserve(Table::bytes(MIN_TABLE));
        let mut tree = Self {
            formula: Formula::new(options),
            mixes: options.simultaneous == Simultaneous::Regret,
            nodes: Pool::new(limit),
            choosers: Pool::new(limit),
            stats: Pool::new(limit),
            fans: Pool::new(limit),
            table: Table::new(MIN_TABLE),
            root: NodeId::new(0),
            is_full: AtomicBool::new(false),
            sweep: None,
            memory,
            game,
        };
        let evaluation = look_at(&*tree.game, root);
        let hash = tree.hash(&evaluation.state);
        tree.root = tree.add(evaluation, hash).expect("the least memory has room for one position");
        tree
    }

    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node<G::State> {
        self.nodes.get(id.number())
    }

    pub(crate) fn stats(&self, id: u32) -> &Stats {
        self.stats.get(id)
    }

    pub(crate) fn hash(&self, state: &G::State) -> u64 {
        mix(self.game.hash(state))
    }

    /// The node of a position with this hash, an old one if there is one.
    pub(crate) fn add(&self, evaluation: Evaluation<G::State>, hash: u64) -> Option<NodeId> {
        let Evaluation { state, legal, outcome } = evaluation;
        if let Some(id) = self.table.find(hash, |id| self.node(id).position().state == state) {
            return Some(id);
        }
        let n_roles = self.game.n_roles();
        let (bounds, is_over) = match outcome {
            Some(goals) => (Bounds::exact(&goals), true),
            None if n_roles == 0 || legal.counts(n_roles).any(|n| n == 0) => {
                (Bounds::exact(&vec![goal_of_unfinished(n_roles); n_roles]), true)
            }
            None => (Bounds::default(), false),
        };
        let position = Position { state, hash, legal, bounds, means: OnceLock::new() };
        let bytes = self.bytes_of(&position);
        if !self.memory.reserve(bytes) {
            return self.out_of_memory();
        }
        let Some(id) = self.nodes.take(&self.memory) else {
            self.memory.release(bytes);
            return self.out_of_memory();
        };
        let id = NodeId::new(id);
        let node = self.node(id);
        node.has_proof.store(is_over, Ordering::Relaxed);
        node.settled.store(is_over, Ordering::Relaxed);
        assert!(node.position.set(position).is_ok(), "a node from the pool has no position");
        self.table.insert(hash, id);
        Some(id)
    }

    /// What a position has on the heap.
    pub(crate) fn bytes_of(&self, position: &Position<G::State>) -> usize {
        let n_roles = self.game.n_roles();
        let Position { state, legal, means, .. } = position;
        let of_means = means.get().map_or(0, |_| Means::bytes(n_roles) + 2 * OVERHEAD);
        let others = legal.bytes() + Bounds::bytes(n_roles) + 3 * OVERHEAD;
        self.game.heap_bytes(state) + others + of_means
    }

    /// Keeps the mean of a position from here on, and takes in the values of a visit.
    pub(crate) fn keep_mean(&self, id: NodeId, values: &[f32], sharing: Sharing) {
        let n_roles = self.game.n_roles();
        let means = &self.node(id).position().means;
        let bytes = Means::bytes(n_roles) + 2 * OVERHEAD;
        if means.get().is_none() {
            if !self.memory.reserve(bytes) {
                self.is_full.store(true, Ordering::Relaxed);
                return;
            }
            if means.set(Box::new(Means::new(n_roles))).is_err() {
                self.memory.release(bytes);
            }
        }
        if let Some(means) = means.get() {
            means.add(values, sharing);
        }
    }

    pub(crate) fn out_of_memory<T>(&self) -> Option<T> {
        self.is_full.store(true, Ordering::Relaxed);
        None
    }

    /// The node that a link leads to, if it is still the same.
    pub(crate) fn follow(&self, cell: &AtomicU64) -> Option<NodeId> {
        Link::load(cell).filter(|&link| self.is_alive(link)).map(|link| link.node)
    }

    /// Does the link lead to the position that it was made for?
    pub(crate) fn is_alive(&self, link: Link) -> bool {
        self.node(link.node).generation == link.generation
    }

    pub(crate) fn link_to(&self, node: NodeId) -> Link {
        Link { node, generation: self.node(node).generation }
    }

    /// Reads what selection needs first of these nodes, all at once, so that it does not wait for
    /// the memory node by node.
    pub(crate) fn warm(&self, nodes: impl Iterator<Item = NodeId> + Clone) {
        for node in nodes.clone() {
            black_box(self.node(node).chooser.n_tried());
        }
        for node in nodes {
            let records = self.node(node).chooser.records.load(Ordering::Acquire);
            if records != 0 {
                black_box(self.stats(records).is_ready(0));
            }
        }
    }

    /// Where the link of a joint move is, or will be.
    pub(crate) fn cell(&self, choices: &[Choice]) -> Option<&AtomicU64> {
        let (first, rest) = choices.split_first().expect("a node has a chooser");
        let mut cell = self.stats(first.record).link(first.at as usize);
        for choice in rest {
            let mut fan = self.fan_at(cell)?;
            for _ in 0..choice.slot as usize / WIDTH {
                fan = self.next_fan(fan)?;
            }
            cell = &self.fans.get(fan).links[choice.slot as usize % WIDTH];
        }
        Some(cell)
    }

    fn fan_at(&self, cell: &AtomicU64) -> Option<u32> {
        let id = cell.load(Ordering::Acquire);
        if id != 0 {
            return Some(id as u32);
        }
        let Some(id) = self.fans.take(&self.memory) else { return self.out_of_memory() };
        match cell.compare_exchange(0, u64::from(id), Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => Some(id),
            Err(other) => Some(other as u32),
        }
    }

    fn next_fan(&self, fan: u32) -> Option<u32> {
        let next = &self.fans.get(fan).next;
        let id = next.load(Ordering::Acquire);
        if id != 0 {
            return Some(id);
        }
        let Some(id) = self.fans.take(&self.memory) else { return self.out_of_memory() };
        match next.compare_exchange(0, id, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => Some(id),
            Err(other) => Some(other),
        }
    }

    /// The child of the root after a joint move, if there is one.
    pub(crate) fn child_after(&self, joint: &[MoveId]) -> Option<NodeId> {
        self.child_of(self.node(self.root), joint)
    }

    /// The child of a node after a joint move, if there is one.
    pub(crate) fn child_of(&self, node: &Node<G::State>, joint: &[MoveId]) -> Option<NodeId> {
        let mut slots = Vec::new();
        for chooser in self.choosers(node) {
            let action = joint[chooser.role()];
            let mut choices = (0..chooser.n_tried()).filter_map(|slot| self.choice(chooser, slot));
            slots.push(choices.find(|choice| node.action(choice.role, choice.slot) == action)?);
        }
        self.child_at(&slots)
    }

    /// The child that these choices lead to, if there is one.
    pub(crate) fn child_at(&self, choices: &[Choice]) -> Option<NodeId> {
        let (first, rest) = choices.split_first()?;
        let mut cell = self.stats(first.record).link(first.at as usize);
        for choice in rest {
            let slot = choice.slot as usize;
            let mut fan = cell.load(Ordering::Acquire) as u32;
            for _ in 0..slot / WIDTH {
                fan = if fan == 0 { 0 } else { self.fans.get(fan).next.load(Ordering::Acquire) };
            }
            if fan == 0 {
                return None;
            }
            cell = &self.fans.get(fan).links[slot % WIDTH];
        }
        self.follow(cell)
    }

    /// Calls the function for each joint move of the first `counts` moves of each chooser, with
    /// the child that it leads to, if there is one.
    pub(crate) fn for_each_child(
        &self,
        node: &Node<G::State>,
        counts: &[usize],
        call: &mut dyn FnMut(&[usize], Option<NodeId>),
    ) {
        let Some(chooser) = self.choosers(node).next() else { return };
        let mut slots = vec![0; counts.len()];
        let records = self.runs(chooser).flat_map(|(_, records)| records);
        let links = records.flat_map(|record| (0..WIDTH).map(|at| record.link(at)));
        for (slot, link) in links.take(counts[0]).enumerate() {
            slots[0] = slot;
            self.for_each_below(link, 1, counts, &mut slots, call);
        }
    }

    fn for_each_below(
        &self,
        cell: &AtomicU64,
        depth: usize,
        counts: &[usize],
        slots: &mut [usize],
        call: &mut dyn FnMut(&[usize], Option<NodeId>),
    ) {
        if depth == counts.len() {
            call(slots, self.follow(cell));
            return;
        }
        let missing = AtomicU64::new(0);
        let mut fan = cell.load(Ordering::Acquire) as u32;
        for slot in 0..counts[depth] {
            if slot > 0 && slot % WIDTH == 0 && fan != 0 {
                fan = self.fans.get(fan).next.load(Ordering::Acquire);
            }
            slots[depth] = slot;
            let cell = if fan == 0 { &missing } else { &self.fans.get(fan).links[slot % WIDTH] };
            self.for_each_below(cell, depth + 1, counts, slots, call);
        }
    }
}

impl<G: Game> fmt::Debug for Tree<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("nodes", &self.nodes.len()).finish_non_exhaustive()
    }
}
