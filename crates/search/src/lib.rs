//! MCTS and alpha-beta over any game.
//!
//! A [`Game`] says what the rules are: roles that move at the same time, legal moves by number,
//! goals from 0 to 100. [`Search`] is Monte Carlo tree search for any such game, with UCB1 for each
//! role. It works in waves: a thread selects up to 512 leaves, counting visits in flight as visits
//! (Liu et al., "Watch the Unobserved", ICLR 2020), hands them to its [`Reasoner`] in one batch, and
//! backs up what comes back. [`LanesReasoner`] evaluates a wave of a machine in the lanes,
//! [`OneByOne`] does it for any game.
//!
//! The tree is a graph of positions in a pool of bounded size. Threads share it without locks:
//! statistics are atomic numbers, children are linked when they are complete. A lock is only taken
//! between waves, to make room or to go to another position.
//!
//! [`AlphaBeta`] is for two-player games with small trees; [`random_move`] and [`greedy_move`] do
//! not search at all.
//!
//! ```
//! use std::sync::Arc;
//! use stonegate_search::{Game, OneByOne, Options, Search};
//!
//! /// Two players take one or two stones in turn, and who takes the last one wins.
//! struct Stones;
//!
//! impl Game for Stones {
//!     /// How many stones are left, and whose turn it is.
//!     type State = (u32, usize);
//!
//!     fn n_roles(&self) -> usize { 2 }
//!     fn initial(&self) -> (u32, usize) { (10, 0) }
//!     fn legal(&self, &(stones, turn): &(u32, usize), role: usize) -> Vec<u32> {
//!         if role == turn { (1..=stones.min(2)).collect() } else { vec![0] }
//!     }
//!     fn apply(&self, &(stones, turn): &(u32, usize), joint: &[u32]) -> (u32, usize) {
//!         (stones - joint[turn], 1 - turn)
//!     }
//!     fn outcome(&self, &(stones, turn): &(u32, usize)) -> Option<Vec<u8>> {
//!         (stones == 0).then(|| if turn == 0 { vec![0, 100] } else { vec![100, 0] })
//!     }
//!     fn hash(&self, &(stones, turn): &(u32, usize)) -> u64 { u64::from(stones) * 2 + turn as u64 }
//!     fn is_zero_sum(&self) -> bool { true }
//!     fn heap_bytes(&self, _: &(u32, usize)) -> usize { 0 }
//! }
//!
//! let options: Options = "iterations=1000".parse()?;
//! let search = Search::new(Arc::new(Stones), options.clone());
//! search.work(&mut OneByOne::new(Arc::new(Stones), &options), &|| false);
//! // Whoever leaves a multiple of three wins.
//! assert_eq!(search.best(0), Some(1));
//! assert_eq!(search.report().proven, [Some(100), Some(0)]);
//! # Ok::<(), stonegate_search::ParseOptionsError>(())
//! ```
#![forbid(unsafe_code)]

mod game;
mod options;
mod reasoner;

mod machine;

mod moves;
mod random;

mod choice;
mod formula;
mod node;
mod pool;
mod proof;
mod recycle;
mod stats;
mod table;
mod tree;
mod visits;

mod landing;
mod line;
mod look;
mod report;
mod search;
mod wave;

mod alphabeta;
mod simple;

mod solve;

pub use alphabeta::{AlphaBeta, Unsuitable, Verdict};
pub use game::{Game, goal_of_unfinished};
pub use machine::{LanesReasoner, MachineGame};
pub use moves::MoveLists;
pub use options::{Choice, KEYS, Options, ParseOptionsError};
pub use reasoner::{Evaluation, Evaluations, Leaf, OneByOne, Playout, Reasoner};
pub use report::{MoveReport, Report};
pub use search::Search;
pub use simple::{greedy_move, random_move};
pub use solve::{RatedMove, Solution, SolveBudget, SolveProgress, Unsolved, Value, solve};
