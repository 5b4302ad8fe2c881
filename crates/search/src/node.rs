//! A position in the tree.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, AtomicU64, Ordering};

use stonegate_ground::{MoveId, RoleId};

use crate::moves::MoveLists;
use crate::proof::Bounds;
use crate::regret::Means;
use crate::stats::WIDTH;
use crate::visits::Visits;

/// A position and what the search knows of it. All nodes have the same size, so that they can be
/// used again for other positions; what selection reads is one cache line.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Node<S> {
    /// How many times the node has been given to another position: a link made before says so.
    pub(crate) generation: u32,
    /// Something is proven of the goals.
    pub(crate) has_proof: AtomicBool,
    /// The goals are known: the game is over here, or its end is proven.
    pub(crate) settled: AtomicBool,
    /// If they are known, the steps to the end of the game.
    pub(crate) n_steps: AtomicU16,
    pub(crate) visits: Visits,
    /// The first role that has a choice; it has records once a visit has gone through.
    pub(crate) chooser: Chooser,
    pub(crate) position: OnceLock<Position<S>>,
}

/// A role that has a choice in a node.
#[derive(Debug, Default)]
pub(crate) struct Chooser {
    /// The first run of records of its moves.
    pub(crate) records: AtomicU32,
    pub(crate) role: AtomicU32,
    /// The number of its legal moves, and how many of them have been tried.
    pub(crate) n_legal: AtomicU32,
    pub(crate) n_tried: AtomicU32,
    /// The next role that has a choice.
    pub(crate) next: AtomicU32,
}

impl Chooser {
    #[inline]
    pub(crate) fn role(&self) -> RoleId {
        self.role.load(Ordering::Relaxed).into()
    }

    #[inline]
    pub(crate) fn n_legal(&self) -> u32 {
        self.n_legal.load(Ordering::Relaxed)
    }

    /// All moves with a smaller number have records.
    #[inline]
    pub(crate) fn n_tried(&self) -> u32 {
        self.n_tried.load(Ordering::Acquire)
    }

    #[inline]
    pub(crate) fn is_all_tried(&self) -> bool {
        self.n_tried() == self.n_legal()
    }
}

/// What is known of a position.
#[derive(Debug)]
pub(crate) struct Position<S> {
    pub(crate) state: S,
    pub(crate) hash: u64,
    /// Empty if play ends here.
    pub(crate) legal: MoveLists,
    pub(crate) bounds: Bounds,
    /// Kept from the first time on that roles that move at the same time come here.
    pub(crate) means: OnceLock<Box<Means>>,
}

impl<S> Default for Node<S> {
    fn default() -> Self {
        Self {
            generation: 0,
            has_proof: AtomicBool::new(false),
            settled: AtomicBool::new(false),
            n_steps: AtomicU16::new(0),
            visits: Visits::default(),
            chooser: Chooser::default(),
            position: OnceLock::new(),
        }
    }
}

impl<S> Node<S> {
    pub(crate) fn position(&self) -> &Position<S> {
        self.position.get().expect("a node is linked to when it has its position")
    }

    /// The move of a role that is tried as the `slot`-th, in an order that differs from node to node.
    pub(crate) fn action(&self, role: RoleId, slot: u32) -> MoveId {
        let Position { hash, legal, .. } = self.position();
        let mut moves = legal.of_role(role);
        let index = nth_in_order(*hash, slot, moves.len() as u32);
        moves.nth(index as usize).expect("a slot is below the number of moves")
    }

    pub(crate) fn n_steps(&self) -> u16 {
        self.n_steps.load(Ordering::Relaxed)
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Acquire)
    }

    /// Has a visit gone through?
    pub(crate) fn is_open(&self) -> bool {
        self.chooser.records.load(Ordering::Acquire) != 0
    }
}

/// A node of the tree. Numbers start at 1, so that 0 can say "none".
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct NodeId(u32);

impl NodeId {
    #[inline]
    pub(crate) fn new(number: u32) -> Self {
        Self(number)
    }

    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A reference to a node that knows when the node has become another position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    pub(crate) node: NodeId,
    pub(crate) generation: u32,
}

impl Link {
    /// The link that stands in a cell, if there is one.
    #[inline]
    pub(crate) fn load(cell: &AtomicU64) -> Option<Self> {
        let bits = cell.load(Ordering::Acquire);
        let (node, generation) = ((bits >> 32) as u32, bits as u32);
        (node != 0).then_some(Self { node: NodeId(node), generation })
    }

    #[inline]
    pub(crate) fn store(self, cell: &AtomicU64) {
        cell.store(u64::from(self.node.0) << 32 | u64::from(self.generation), Ordering::Release);
    }
}

/// Links for some moves of a role, below the moves of the roles before it: where several roles
/// choose, a child is found role by role.
#[derive(Debug, Default)]
pub(crate) struct Fan {
    pub(crate) links: [AtomicU64; WIDTH],
    /// The next moves.
    pub(crate) next: AtomicU32,
}

/// The `slot`-th of `n` numbers in an order that depends on the hash: steps of a width that has no
/// divisor in common with `n` come by all of them.
fn nth_in_order(hash: u64, slot: u32, n: u32) -> u32 {
    const PRIMES: [u64; 8] = [257, 521, 1031, 2053, 4099, 8209, 16411, 32771];
    let (slot, n) = (u64::from(slot), u64::from(n));
    let widths = PRIMES.iter().cycle().skip((hash % PRIMES.len() as u64) as usize);
    let mut widths = widths.filter(|&prime| !n.is_multiple_of(*prime));
    let width = widths.next().expect("the product of all primes exceeds any number of moves");
    (((hash >> 32) + slot * width) % n) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_every_number_once() {
        for n in (1..40).chain([257 * 521]) {
            for hash in [0, 1, 0x1234_5678_9abc_def0, u64::MAX] {
                let mut order: Vec<u32> = (0..n).map(|slot| nth_in_order(hash, slot, n)).collect();
                order.sort_unstable();
                assert!(order.into_iter().eq(0..n));
            }
        }
    }
}
