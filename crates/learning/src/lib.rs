#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod random;

mod cells;
mod graph;
mod symmetry;
mod tuples;

mod evaluator;
mod weights;

mod reasoner;
mod self_play;
mod trainer;

pub use evaluator::Evaluator;
pub use reasoner::{LearnedReasoner, PLAYOUTS, options};
pub use symmetry::{Symmetries, Symmetry};
pub use trainer::{Stage, Trainer};
pub use weights::{Weights, WeightsError};
