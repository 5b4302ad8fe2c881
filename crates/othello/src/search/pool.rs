//! Threads that search together.
//!
//! When the first move of a node has not cut it, the others most often all have to be searched,
//! and in any order (young brothers wait). The thread that owns the node offers them in a
//! [`Split`]; threads with nothing else to do take moves from it. The owner takes moves as well,
//! and while it waits for the last ones it helps elsewhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use fearless_simd::Simd;
use parking_lot::{Condvar, Mutex};

use super::Search;
use super::candidates::{Candidates, MAX_MOVES};
use crate::board::Board;
use crate::square::Square;

/// What the threads of a search share beside the table.
#[derive(Debug, Default)]
pub struct Pool {
    shared: Mutex<Shared>,
    /// Told of every change that an idle thread may wait for.
    changed: Condvar,
    n_idle: AtomicUsize,
    is_stopped: AtomicBool,
    /// The nodes of the helpers.
    n_nodes: AtomicU64,
}

#[derive(Debug, Default)]
struct Shared {
    /// The splits that have moves to take.
    open: Vec<Arc<Split>>,
    is_closed: bool,
}

/// A node whose moves are searched by several threads, all to the same depth and with the window
/// from `alpha` to `alpha + 1`.
#[derive(Debug)]
pub(super) struct Split {
    parent: Option<Arc<Self>>,
    alpha: i32,
    /// How many plies are left after a move.
    depth: u32,
    is_selective: bool,
    is_cut: AtomicBool,
    state: Mutex<SplitState>,
}

#[derive(Debug)]
struct SplitState {
    candidates: Candidates<MAX_MOVES>,
    n_running: usize,
    best: i32,
    best_move: Option<Square>,
}

/// A move taken from a split.
struct Task {
    split: Arc<Split>,
    square: Square,
    board: Board,
}

impl Pool {
    /// A pool without helpers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sends the helpers home.
    pub fn close(&self) {
        self.shared.lock().is_closed = true;
        self.changed.notify_all();
    }

    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Allows work again after a search that was stopped.
    pub(super) fn resume(&self) {
        self.is_stopped.store(false, Ordering::Relaxed);
    }

    pub(super) fn has_idle(&self) -> bool {
        self.n_idle.load(Ordering::Relaxed) > 0
    }

    /// The nodes of the helpers since this was last asked.
    pub(super) fn take_nodes(&self) -> u64 {
        self.n_nodes.swap(0, Ordering::Relaxed)
    }
}

impl Shared {
    /// A move of any split, if there is one.
    fn take(&mut self) -> Option<Task> {
        while let Some(split) = self.open.last() {
            if let Some(task) = split.take() {
                return Some(task);
            }
            self.open.pop();
        }
        None
    }
}

impl Split {
    /// Whether this node or one above it needs no more work.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_cut())
    }

    fn take(self: &Arc<Self>) -> Option<Task> {
        if self.is_cut() {
            return None;
        }
        let mut state = self.state.lock();
        let candidate = state.candidates.next()?;
        state.n_running += 1;
        Some(Task { split: Arc::clone(self), square: candidate.square, board: candidate.board })
    }
}

impl<S: Simd> Search<'_, S> {
    /// Searches the moves that are left of a node with the window from `alpha` to `alpha + 1`
    /// together with other threads, each so many plies deep. `best` is the best value so far, with
    /// its move.
    pub(super) fn split(
        &mut self,
        candidates: Candidates<MAX_MOVES>,
        depth: u32,
        alpha: i32,
        best: (i32, Option<Square>),
    ) -> (i32, Option<Square>) {
        let state = SplitState { candidates, n_running: 0, best: best.0, best_move: best.1 };
        let split = Arc::new(Split {
            parent: self.split.clone(),
            alpha,
            depth,
            is_selective: self.is_selective,
            is_cut: AtomicBool::new(false),
            state: Mutex::new(state),
        });
        self.pool.shared.lock().open.push(Arc::clone(&split));
        self.pool.changed.notify_all();
        while let Some(task) = split.take() {
            self.run(task);
        }
        self.wait_for(&split);
        // Whatever stopped a helper must be noticed here before the result is used.
        self.next_look = 0;
        let state = split.state.lock();
        (state.best, state.best_move)
    }

    /// Waits until nobody works on a split, and helps elsewhere meanwhile.
    fn wait_for(&mut self, split: &Arc<Split>) {
        let pool = self.pool;
        let mut shared = pool.shared.lock();
        shared.open.retain(|open| !Arc::ptr_eq(open, split));
        while split.state.lock().n_running > 0 {
            if let Some(task) = shared.take() {
                drop(shared);
                self.run(task);
                shared = pool.shared.lock();
            } else {
                pool.n_idle.fetch_add(1, Ordering::Relaxed);
                pool.changed.wait(&mut shared);
                pool.n_idle.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Takes moves of others until the pool is closed.
    pub(super) fn help(&mut self) {
        let pool = self.pool;
        let mut shared = pool.shared.lock();
        while !shared.is_closed {
            if let Some(task) = shared.take() {
                drop(shared);
                self.run(task);
                pool.n_nodes.fetch_add(std::mem::take(&mut self.n_nodes), Ordering::Relaxed);
                self.next_look = 0;
                shared = pool.shared.lock();
            } else {
                pool.n_idle.fetch_add(1, Ordering::Relaxed);
                pool.changed.wait(&mut shared);
                pool.n_idle.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Searches a move and enters its value into its split.
    fn run(&mut self, task: Task) {
        let Task { split, square, board } = task;
        let outer = self.split.replace(Arc::clone(&split));
        let was_stopped = std::mem::take(&mut self.stopped);
        let was_selective = std::mem::replace(&mut self.is_selective, split.is_selective);
        let value = -self.search_child(board, split.depth, -split.alpha - 1, -split.alpha);
        let is_valid = !self.stopped;
        self.split = outer;
        self.stopped = was_stopped;
        self.is_selective = was_selective;
        // What stopped the task may stop the work around it as well.
        self.next_look = 0;
        let mut state = split.state.lock();
        state.n_running -= 1;
        if is_valid && value > state.best {
            state.best = value;
            state.best_move = Some(square);
            if value > split.alpha {
                split.is_cut.store(true, Ordering::Relaxed);
            }
        }
        let is_last = state.n_running == 0;
        drop(state);
        if is_last {
            // The lock makes sure that the owner waits already or has yet to look.
            drop(self.pool.shared.lock());
            self.pool.changed.notify_all();
        }
    }
}
