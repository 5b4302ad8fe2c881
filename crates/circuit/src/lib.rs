#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod build;
mod circuit;
mod constraint;
mod export;
mod graph;
mod ids;
mod optimize;
pub mod passes;
mod patterns;
mod random;
pub mod sat;
mod sharded;
mod simulate;
pub mod text;
mod verify;

pub use circuit::{Circuit, Input, LoopAtom, Node, Output, Register};
pub use constraint::Constraint;
pub use graph::Support;
pub use ids::{InputId, Lit, LoopId, NodeId, Origin, RegisterId};
pub use optimize::{Effort, Optimized, Step, optimize};
pub use patterns::{Pattern, random_play, scramble};
pub use simulate::{Simulator, initial_registers};
pub use verify::VerifyError;
