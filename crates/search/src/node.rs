//! A position in the tree.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use crate::moves::MoveLists;
use crate::proof::Bounds;
use crate::stats::WIDTH;

/// What selection reads of a position. All positions have the same size here, so that they can be
/// used again for others.
#[derive(Debug)]
pub(crate) struct Node<S> {
    pub(crate) position: OnceLock<Box<Position<S>>>,
    /// How many times the node has been given to another position: a link made before says so.
    pub(crate) generation: u32,
    /// Visits that are over, and visits in flight.
    pub(crate) visits: AtomicU32,
    pub(crate) flights: AtomicU32,
    /// The statistics of the first role that has a choice, once a visit has gone through.
    pub(crate) stats: AtomicU32,
    /// Something is proven of the goals.
    pub(crate) has_proof: AtomicBool,
    /// The goals are known: the game is over here, or its end is proven.
    pub(crate) settled: AtomicBool,
}

/// What is known of a position.
#[derive(Debug)]
pub(crate) struct Position<S> {
    pub(crate) state: S,
    pub(crate) hash: u64,
    /// Empty if play ends here.
    pub(crate) legal: MoveLists,
    pub(crate) bounds: Bounds,
    pub(crate) bytes: usize,
}

impl<S> Default for Node<S> {
    fn default() -> Self {
        Self {
            position: OnceLock::new(),
            generation: 0,
            visits: AtomicU32::new(0),
            flights: AtomicU32::new(0),
            stats: AtomicU32::new(0),
            has_proof: AtomicBool::new(false),
            settled: AtomicBool::new(false),
        }
    }
}

impl<S> Node<S> {
    pub(crate) fn position(&self) -> &Position<S> {
        self.position.get().expect("a node is linked to when it has its position")
    }

    /// All visits, those in flight included.
    pub(crate) fn all_visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed) + self.flights.load(Ordering::Relaxed)
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Acquire)
    }
}

/// A reference to a node that knows when the node has become another position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    pub(crate) node: u32,
    pub(crate) generation: u32,
}

impl Link {
    pub(crate) fn to_bits(self) -> u64 {
        u64::from(self.node) << 32 | u64::from(self.generation)
    }

    pub(crate) fn from_bits(bits: u64) -> Option<Self> {
        let (node, generation) = ((bits >> 32) as u32, bits as u32);
        (node != 0).then_some(Self { node, generation })
    }
}

/// Links for eight moves of a role, below the moves of the roles before it: where several roles
/// choose, a child is found role by role.
#[derive(Debug, Default)]
pub(crate) struct Fan {
    pub(crate) links: [AtomicU64; WIDTH],
    /// The next eight moves.
    pub(crate) next: AtomicU32,
}
