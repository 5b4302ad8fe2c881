#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod game;
mod options;
mod reasoner;

mod machine;

mod exchange;
mod experience;
mod worth;

mod moves;
mod random;

mod choice;
mod crew;
mod formula;
mod node;
mod pool;
mod proof;
mod recycle;
mod regret;
mod stats;
mod table;
mod tree;
mod visits;

mod landing;
mod line;
mod look;
mod report;
mod search;
mod together;
mod wave;

mod alphabeta;
mod simple;

mod belief;
mod hidden;
mod information;

mod planning;
mod solve;

pub use alphabeta::{AlphaBeta, Unsuitable, Verdict};
pub use belief::{Account, Belief, BeliefSize, Origin, Particle, Policy, uniform};
pub use experience::Experience;
pub use game::{Game, goal_of_unfinished};
pub use hidden::{HiddenGame, HiddenMachine, Knowledge, Passage, Step};
pub use information::{InformationSearch, Rated};
pub use machine::{LanesReasoner, MachineGame};
pub use moves::MoveLists;
pub use options::{Choice, KEYS, Options, ParseOptionsError, Simultaneous};
pub use planning::plan;
pub use reasoner::{Evaluation, Evaluations, Leaf, OneByOne, Playout, Reasoner};
pub use report::{MoveReport, Report};
pub use search::Search;
pub use simple::{greedy_move, random_move};
pub use solve::{
    RatedMove, Solution, SolveBudget, SolveProgress, SolvedGame, Unsolved, Value, solve,
};
pub use together::work_together;
