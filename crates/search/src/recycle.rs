//! Makes room: positions that the root does not need or that have few visits are given up.
//!
//! What a node knows of its moves stays when their positions are given up; a visit that wants such
//! a position again makes it again. First everything that is worth keeping is marked, then the rest
//! is swept up, a little after each wave, so that nobody waits long. In between the tree may use
//! again what is about to be swept up: its links know by the generation that they lead nowhere.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use crate::game::Game;
use crate::node::{Chooser, Fan, Node, NodeId};
use crate::pool::Pool;
use crate::stats::{Stats, WIDTH};
use crate::table::Table;
use crate::tree::Tree;

/// How many records are looked at between two waves.
const SLICE: usize = 8192;

/// How often `stop` is asked: once in so many nodes.
const STOP_INTERVAL: usize = 1024;

/// What is worth keeping, and how far the sweep is. Nodes go first, so that no node outlives its
/// records.
#[derive(Debug)]
pub(crate) struct Sweep {
    nodes: Marks,
    choosers: Marks,
    stats: Marks,
    fans: Marks,
}

/// Which records of a pool are worth keeping; those that are free stay free.
#[derive(Debug)]
struct Marks {
    kept: Vec<bool>,
    /// The next record to look at.
    next: usize,
}

impl Marks {
    fn new<T: Default>(pool: &Pool<T>) -> Self {
        let mut kept = vec![false; pool.end() as usize];
        // There is no record 0.
        kept[0] = true;
        for &id in pool.free_ids() {
            kept[id as usize] = true;
        }
        Self { kept, next: 0 }
    }

    fn is_done(&self) -> bool {
        self.next == self.kept.len()
    }

    /// The records of the next slice that are not worth keeping.
    fn waste(&mut self) -> impl Iterator<Item = u32> {
        let slice = self.next..self.kept.len().min(self.next + SLICE);
        self.next = slice.end;
        slice.filter(|&id| !self.kept[id]).map(|id| id as u32)
    }
}

impl<G: Game> Tree<G> {
    /// Makes some room, as a part of making a lot of it. If `stop` says so before it is known what
    /// to keep, nothing happens.
    pub(crate) fn make_room(&mut self, stop: &dyn Fn() -> bool) {
        if self.sweep.is_none() {
            match self.mark(stop) {
                ControlFlow::Continue(sweep) => self.sweep = Some(sweep),
                ControlFlow::Break(()) => return,
            }
        }
        self.is_full = AtomicBool::new(false);
        self.sweep_slice();
    }

    /// Goes on with the sweep, if there is one.
    pub(crate) fn sweep_slice(&mut self) {
        let Some(mut sweep) = self.sweep.take() else { return };
        if !sweep.nodes.is_done() {
            for id in sweep.nodes.waste() {
                self.give_up(NodeId::new(id));
            }
        } else if !sweep.choosers.is_done() {
            for id in sweep.choosers.waste() {
                *self.choosers.get_mut(id) = Chooser::default();
                self.choosers.give_back(id);
            }
        } else if !sweep.stats.is_done() {
            for id in sweep.stats.waste() {
                *self.stats.get_mut(id) = Stats::default();
                self.stats.give_back(id);
            }
        } else {
            for id in sweep.fans.waste() {
                *self.fans.get_mut(id) = Fan::default();
                self.fans.give_back(id);
            }
        }
        if !sweep.fans.is_done() {
            self.sweep = Some(sweep);
        }
    }

    fn give_up(&mut self, id: NodeId) {
        let node = self.nodes.get_mut(id.number());
        let Some(position) = node.position.take() else { return };
        *node = Node { generation: node.generation.wrapping_add(1), ..Default::default() };
        let bytes = self.bytes_of(&position);
        self.memory.release(bytes);
        self.table.remove(position.hash, id);
        self.nodes.give_back(id.number());
    }

    /// Finds out what is worth keeping: of the positions below the root the half with the most
    /// visits.
    fn mark(&self, stop: &dyn Fn() -> bool) -> ControlFlow<(), Sweep> {
        let is_below = self.below_root(stop)?;
        let below = || self.node_ids().filter(|id| is_below[id.index()]);
        let visits = |id: NodeId| self.node(id).visits.get().over;
        let mut all: Vec<u32> = below().map(visits).collect();
        let n_kept = self.nodes.len() / 2;
        // More visits than this are enough; of those with just as many some have room.
        let (mut least, mut room) = (0, usize::MAX);
        if all.len() > n_kept {
            let at = all.len() - n_kept - 1;
            let (_, nth, above) = all.select_nth_unstable(at);
            least = *nth;
            room = n_kept - above.iter().filter(|&&visits| visits > least).count();
        }
        let mut sweep = Sweep {
            nodes: Marks::new(&self.nodes),
            choosers: Marks::new(&self.choosers),
            stats: Marks::new(&self.stats),
            fans: Marks::new(&self.fans),
        };
        for (number, id) in below().enumerate() {
            if number.is_multiple_of(STOP_INTERVAL) && stop() {
                return ControlFlow::Break(());
            }
            let is_equal = visits(id) == least;
            if id == self.root || visits(id) > least || (is_equal && room > 0) {
                room -= usize::from(is_equal && room > 0);
                sweep.nodes.kept[id.index()] = true;
                self.mark_records(id, &mut sweep);
            }
        }
        ControlFlow::Continue(sweep)
    }

    /// All nodes that have ever been taken.
    fn node_ids(&self) -> impl Iterator<Item = NodeId> + use<G> {
        (1..self.nodes.end()).map(NodeId::new)
    }

    /// The positions that can be reached from the root.
    fn below_root(&self, stop: &dyn Fn() -> bool) -> ControlFlow<(), Vec<bool>> {
        let mut seen = vec![false; self.nodes.end() as usize];
        let mut open = vec![self.root];
        let mut n_seen: usize = 0;
        seen[self.root.index()] = true;
        while let Some(id) = open.pop() {
            n_seen += 1;
            if n_seen.is_multiple_of(STOP_INTERVAL) && stop() {
                return ControlFlow::Break(());
            }
            let node = self.node(id);
            let counts = self.choosers(node).map(|chooser| chooser.n_tried() as usize);
            let counts: Vec<usize> = counts.collect();
            self.for_each_child(node, &counts, &mut |_, child| {
                if let Some(child) = child
                    && !std::mem::replace(&mut seen[child.index()], true)
                {
                    open.push(child);
                }
            });
        }
        ControlFlow::Continue(seen)
    }

    /// Marks the statistics and links of a node.
    fn mark_records(&self, id: NodeId, sweep: &mut Sweep) {
        let n_levels = self.choosers(self.node(id)).count().saturating_sub(1);
        for (number, chooser) in self.choosers(self.node(id)).enumerate() {
            let next = chooser.next.load(Relaxed);
            sweep.choosers.kept[next as usize] = true;
            for (first, records) in self.runs(chooser) {
                for (record, stats) in (first..).zip(records) {
                    sweep.stats.kept[record as usize] = true;
                    let links = if number == 0 && n_levels > 0 { WIDTH } else { 0 };
                    for at in 0..links {
                        let fan = stats.link(at).load(Relaxed) as u32;
                        self.mark_fans(fan, n_levels, &mut sweep.fans.kept);
                    }
                }
            }
        }
    }

    fn mark_fans(&self, mut fan: u32, n_levels: usize, marks: &mut [bool]) {
        while fan != 0 {
            marks[fan as usize] = true;
            if n_levels > 1 {
                for link in &self.fans.get(fan).links {
                    self.mark_fans(link.load(Relaxed) as u32, n_levels - 1, marks);
                }
            }
            fan = self.fans.get(fan).next.load(Relaxed);
        }
    }

    /// Makes the table of positions larger if it has become too small for the tree.
    pub(crate) fn grow_table(&mut self) {
        let (old, new) = (self.table.capacity(), self.table.capacity() * 4);
        if self.is_table_small() && self.memory.reserve(Table::bytes(new)) {
            self.table = Table::new(new);
            for id in self.node_ids() {
                if let Some(position) = self.node(id).position.get() {
                    self.table.insert(position.hash, id);
                }
            }
            self.memory.release(Table::bytes(old));
        }
    }

    pub(crate) fn is_table_small(&self) -> bool {
        self.nodes.len() > self.table.capacity() / 2
    }
}
