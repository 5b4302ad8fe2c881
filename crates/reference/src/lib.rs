#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod evaluator;
mod state;

mod budget;
mod text;

mod program;

mod knowledge;
mod proof;
mod stack;

mod bindings;
mod calls;
mod facts;
mod rows;
mod tables;

pub use budget::{Budget, EvaluateError};
pub use evaluator::Evaluator;
pub use state::State;
pub use text::ParseTermError;
