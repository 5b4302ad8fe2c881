#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod prover;

mod plan;
mod planner;

mod memory;
mod proof;

mod answers;
mod facts;
mod registers;
mod rows;
mod terms;

pub use prover::{Prover, State};
