//! The strong solver: principal variation search in the middle of the game, and an exact search of
//! its end.
//!
//! A [`Search`] is one thread at work. What it knows of boards is in the table, which threads
//! share; what it has to do comes from the root or, in a helping thread, from the pool.

mod candidates;
mod deviation;
mod endgame;
mod last;
mod midgame;
mod node;
mod pool;
mod probcut;
mod ranking;
mod root;
mod stability;
mod table;

use std::sync::Arc;

use fearless_simd::{Level, Simd, dispatch};

pub use deviation::{Deviation, Discrepancy};
pub use pool::Pool;
pub use ranking::Ranked;

use pool::Split;
use probcut::{MARGINS, Margins};
use table::Table;

use crate::board::Board;
use crate::evaluation::{LAYOUT, Layout, Weights};
use crate::square::Square;

/// How far a search goes.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Limits {
    /// How many plies at most.
    pub depth: u32,
    /// With this many empty squares or fewer, the game is searched to its end.
    pub exact_from: u32,
    /// Whether the middle of the game is searched selectively: moves that a shallow search finds
    /// hopeless, or good enough, are not searched deeper (ProbCut).
    pub is_selective: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 60, exact_from: 20, is_selective: true }
    }
}

/// What a search found.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Report {
    /// The best move, unless there is none.
    pub best: Option<Square>,
    /// The score that the mover can expect.
    pub value: i32,
    /// How many plies were searched.
    pub depth: u32,
    /// Whether the value is that of perfect play.
    pub is_exact: bool,
    /// How many boards were visited: every one that a move or a pass leads to and that has an
    /// empty square counts, and so does the root.
    pub n_nodes: u64,
}

/// The strong solver: a table and an evaluation, ready to think about boards.
#[derive(Debug)]
pub struct Engine {
    table: Table,
    weights: Arc<Weights>,
}

impl Engine {
    /// An engine whose table has at most so many bytes.
    pub fn new(weights: impl Into<Arc<Weights>>, n_table_bytes: usize) -> Self {
        Self { table: Table::new(n_table_bytes), weights: weights.into() }
    }

    /// Searches a board deeper and deeper until the limits are reached or `stop` says so.
    pub fn think(&self, board: Board, limits: &Limits, stop: &dyn Fn() -> bool) -> Report {
        self.think_with(board, limits, stop, &Pool::new(), &mut |_| {})
    }

    /// [`Engine::think`] together with the threads that [help](Engine::help) with the same pool.
    /// Tells `progress` what each iteration found.
    pub fn think_with(
        &self,
        board: Board,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        pool: &Pool,
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        self.table.age();
        let report = dispatch!(Level::new(), simd => {
            self.search(simd, pool, stop).deepen(board, limits, progress)
        });
        Report { n_nodes: report.n_nodes + pool.take_nodes(), ..report }
    }

    /// Lets the calling thread help with searches until the pool is closed.
    pub fn help(&self, pool: &Pool) {
        dispatch!(Level::new(), simd => self.search(simd, pool, &|| false).help());
    }

    fn search<'a, S: Simd>(
        &'a self,
        simd: S,
        pool: &'a Pool,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a, S> {
        Search {
            simd,
            table: &self.table,
            weights: &self.weights,
            layout: &LAYOUT,
            margins: &MARGINS,
            pool,
            split: None,
            stop,
            is_selective: true,
            stopped: false,
            n_nodes: 0,
            next_look: 0,
        }
    }
}

/// The value of a board without moves: less than any score.
const NO_VALUE: i32 = -65;

/// How many nodes are searched between two looks at the stop function.
const NODES_PER_LOOK: u64 = 1 << 11;

/// One thread at work.
struct Search<'a, S: Simd> {
    /// The vector instructions that the processor has.
    simd: S,
    table: &'a Table,
    weights: &'a Weights,
    layout: &'a Layout,
    margins: &'a Margins,
    pool: &'a Pool,
    /// What the thread works on as a part of: if that is cut, the work is in vain.
    split: Option<Arc<Split>>,
    stop: &'a dyn Fn() -> bool,
    is_selective: bool,
    /// Whether to give up: values mean nothing then, and nothing is remembered.
    stopped: bool,
    n_nodes: u64,
    next_look: u64,
}

impl<S: Simd> Search<'_, S> {
    #[inline(always)]
    fn is_stopped(&mut self) -> bool {
        if self.n_nodes >= self.next_look {
            self.look();
        }
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        self.next_look = self.n_nodes + NODES_PER_LOOK;
        if (self.stop)() {
            self.pool.stop();
        }
        let is_cut = self.split.as_ref().is_some_and(|split| split.is_cut());
        self.stopped |= is_cut || self.pool.is_stopped();
    }
}
