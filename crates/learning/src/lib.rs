#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod random;

mod graph;
mod symmetry;

pub use symmetry::{Symmetries, Symmetry};
