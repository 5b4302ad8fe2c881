//! The tree, which is a graph: positions that are reached on several ways are there once.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::game::{Game, goal_of_unfinished};
use crate::node::{Fan, Link, Node, Position};
use crate::pool::{Memory, Pool};
use crate::proof::Bounds;
use crate::random::mix;
use crate::recycle::Sweep;
use crate::simulator::{Evaluation, look_at};
use crate::stats::{Formula, Stats, WIDTH};
use crate::table::Table;

/// What the allocator needs beside the bytes of an allocation.
const OVERHEAD: usize = 16;

/// The first table of positions has so many places.
const MIN_TABLE: usize = 1 << 10;

/// All that threads share while they search.
pub(crate) struct Tree<G: Game> {
    game: Arc<G>,
    pub(crate) formula: Formula,
    pub(crate) memory: Memory,
    pub(crate) nodes: Pool<Node<G::State>>,
    pub(crate) stats: Pool<Stats>,
    pub(crate) fans: Pool<Fan>,
    pub(crate) table: Table,
    pub(crate) root: u32,
    /// Something did not fit into the memory.
    pub(crate) is_full: AtomicBool,
    /// Room is being made.
    pub(crate) sweep: Option<Sweep>,
}

/// The move that a role has chosen in a node.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Choice {
    /// The record of its statistics, and its place there.
    pub(crate) stats: u32,
    pub(crate) at: u32,
    /// Its number among the moves that have been tried.
    pub(crate) slot: u32,
    pub(crate) role: u32,
}

impl<G: Game> Tree<G> {
    pub(crate) fn new(game: Arc<G>, formula: Formula, limit: usize, root: G::State) -> Self {
        let memory = Memory::new(limit);
        memory.reserve(Table::bytes(MIN_TABLE));
        let mut tree = Self {
            formula,
            nodes: Pool::new(limit),
            stats: Pool::new(limit),
            fans: Pool::new(limit),
            table: Table::new(MIN_TABLE),
            root: 0,
            is_full: AtomicBool::new(false),
            sweep: None,
            memory,
            game,
        };
        let evaluation = look_at(&*tree.game, root);
        tree.root = tree.add(evaluation).expect("the least memory has room for one position");
        tree
    }

    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    pub(crate) fn node(&self, id: u32) -> &Node<G::State> {
        self.nodes.get(id)
    }

    pub(crate) fn stats(&self, id: u32) -> &Stats {
        self.stats.get(id)
    }

    /// The node of a position, an old one if there is one.
    pub(crate) fn add(&self, evaluation: Evaluation<G::State>) -> Option<u32> {
        let Evaluation { state, legal, outcome } = evaluation;
        let hash = mix(self.game.hash(&state));
        if let Some(id) = self.table.find(hash, |id| self.node(id).position().state == state) {
            return Some(id);
        }
        let n_roles = self.game.n_roles();
        let (bounds, is_over) = match outcome {
            Some(goals) => (Bounds::exact(&goals), true),
            None if n_roles == 0 || legal.counts(n_roles).any(|n| n == 0) => {
                (Bounds::exact(&vec![goal_of_unfinished(n_roles); n_roles]), true)
            }
            None => (Bounds::unknown(n_roles), false),
        };
        let bytes = size_of::<Position<G::State>>()
            + self.game.heap_bytes(&state)
            + legal.bytes()
            + bounds.bytes()
            + 4 * OVERHEAD;
        if !self.memory.reserve(bytes) {
            return self.out_of_memory();
        }
        let Some(id) = self.nodes.take(&self.memory) else {
            self.memory.release(bytes);
            return self.out_of_memory();
        };
        let node = self.node(id);
        node.has_proof.store(is_over, Ordering::Relaxed);
        node.settled.store(is_over, Ordering::Relaxed);
        let position = Box::new(Position { state, hash, legal, bounds, bytes });
        assert!(node.position.set(position).is_ok(), "a node from the pool has no position");
        self.table.insert(hash, id);
        Some(id)
    }

    fn out_of_memory<T>(&self) -> Option<T> {
        self.is_full.store(true, Ordering::Relaxed);
        None
    }

    /// The node that a link leads to, if it is still the same.
    pub(crate) fn follow(&self, link: &AtomicU64) -> Option<u32> {
        let link = Link::from_bits(link.load(Ordering::Acquire))?;
        (self.node(link.node).generation == link.generation).then_some(link.node)
    }

    pub(crate) fn link_to(&self, node: u32) -> u64 {
        Link { node, generation: self.node(node).generation }.to_bits()
    }

    /// The statistics of a node's first chooser, made when a visit goes through for the first time.
    pub(crate) fn open(&self, node: &Node<G::State>) -> Option<u32> {
        let first = node.stats.load(Ordering::Acquire);
        if first != 0 {
            return Some(first);
        }
        let counts: Vec<u32> = node.position().legal.counts(self.game.n_roles()).collect();
        let mut first = 0;
        for (role, &n_legal) in counts.iter().enumerate().rev() {
            // Somebody has to hold the links, even if nobody has a choice.
            if n_legal > 1 || (role == 0 && first == 0) {
                let Some(id) = self.stats.take(&self.memory) else { return self.out_of_memory() };
                let stats = self.stats(id);
                stats.role.store(role as u32, Ordering::Relaxed);
                stats.n_legal.store(n_legal, Ordering::Relaxed);
                stats.next_role.store(first, Ordering::Relaxed);
                first = id;
            }
        }
        // Whoever comes second leaves its records to the next cleaning.
        match node.stats.compare_exchange(0, first, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => Some(first),
            Err(other) => Some(other),
        }
    }

    /// The first statistics of each role that has a choice in a node.
    pub(crate) fn choosers(&self, node: &Node<G::State>) -> impl Iterator<Item = &Stats> {
        let stats = |id: u32| (id != 0).then(|| self.stats(id));
        std::iter::successors(stats(node.stats.load(Ordering::Acquire)), move |last| {
            stats(last.next_role.load(Ordering::Relaxed))
        })
    }

    /// The record of a role's move, which has been tried.
    pub(crate) fn stats_of_slot<'t>(&'t self, first: &'t Stats, slot: usize) -> &'t Stats {
        (0..slot / WIDTH).fold(first, |stats, _| self.stats(stats.next.load(Ordering::Acquire)))
    }

    /// Adds the next move of a role to those that have been tried, in an order that differs from
    /// node to node; gives its number.
    pub(crate) fn try_next(&self, node: &Node<G::State>, first: u32) -> Option<u32> {
        let head = self.stats(first);
        let n_legal = head.n_legal.load(Ordering::Relaxed);
        loop {
            let slot = head.n_tried.load(Ordering::Acquire);
            if slot >= n_legal {
                return None;
            }
            let mut record = first;
            for _ in 0..slot as usize / WIDTH {
                record = self.next_record(record)?;
            }
            let next = slot + 1;
            let taken =
                head.n_tried.compare_exchange(slot, next, Ordering::AcqRel, Ordering::Relaxed);
            if taken.is_ok() {
                let position = node.position();
                let role = head.role.load(Ordering::Relaxed) as usize;
                let index = nth_in_order(position.hash, slot, n_legal) as usize;
                let mut legal = position.legal.of_role(role, self.game.n_roles());
                let action = legal.nth(index).expect("the index is below the number of moves");
                self.stats(record).add_move(slot as usize % WIDTH, action, &self.formula);
                return Some(slot);
            }
        }
    }

    fn next_record(&self, record: u32) -> Option<u32> {
        let next = &self.stats(record).next;
        let id = next.load(Ordering::Acquire);
        if id != 0 {
            return Some(id);
        }
        let Some(id) = self.stats.take(&self.memory) else { return self.out_of_memory() };
        match next.compare_exchange(0, id, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => Some(id),
            Err(other) => Some(other),
        }
    }

    /// Where the link of a joint move is, or will be.
    pub(crate) fn cell(&self, choices: &[Choice]) -> Option<&AtomicU64> {
        let (first, rest) = choices.split_first().expect("a node has a chooser");
        let mut cell = &self.stats(first.stats).links[first.at as usize];
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
    pub(crate) fn child_after(&self, joint: &[u32]) -> Option<u32> {
        self.child_of(self.node(self.root), joint)
    }

    /// The child of a node after a joint move, if there is one.
    pub(crate) fn child_of(&self, node: &Node<G::State>, joint: &[u32]) -> Option<u32> {
        let mut slots = Vec::new();
        for head in self.choosers(node) {
            let action = joint[head.role.load(Ordering::Relaxed) as usize];
            let n_tried = head.n_tried.load(Ordering::Acquire) as usize;
            slots.push((0..n_tried).find(|slot| {
                let record = self.stats_of_slot(head, *slot);
                record.is_ready(slot % WIDTH) && record.action(slot % WIDTH) == action
            })?);
        }
        let (&first, rest) = slots.split_first()?;
        let head = self.choosers(node).next()?;
        let mut cell = &self.stats_of_slot(head, first).links[first % WIDTH];
        for slot in rest {
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
        call: &mut dyn FnMut(&[usize], Option<u32>),
    ) {
        let Some(head) = self.choosers(node).next() else { return };
        let mut slots = vec![0; counts.len()];
        for slot in 0..counts[0] {
            slots[0] = slot;
            let cell = &self.stats_of_slot(head, slot).links[slot % WIDTH];
            self.for_each_below(cell, 1, counts, &mut slots, call);
        }
    }

    fn for_each_below(
        &self,
        cell: &AtomicU64,
        depth: usize,
        counts: &[usize],
        slots: &mut [usize],
        call: &mut dyn FnMut(&[usize], Option<u32>),
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

/// The `slot`-th of `n` numbers in an order that depends on the hash: steps of a width that has no
/// divisor in common with `n` come by all of them.
fn nth_in_order(hash: u64, slot: u32, n: u32) -> u32 {
    let (slot, n) = (u64::from(slot), u64::from(n));
    let start = (hash >> 32) % n;
    let mut width = 1 + (hash & 0xffff_ffff) % n;
    while greatest_common_divisor(width, n) != 1 {
        width += 1;
    }
    ((start + slot * width) % n) as u32
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl<G: Game> fmt::Debug for Tree<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("nodes", &self.nodes.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_every_number_once() {
        for n in 1..40 {
            for hash in [0, 1, 0x1234_5678_9abc_def0, u64::MAX] {
                let mut order: Vec<u32> = (0..n).map(|slot| nth_in_order(hash, slot, n)).collect();
                order.sort_unstable();
                assert!(order.into_iter().eq(0..n));
            }
        }
    }
}
