//! Optimization passes, one file each.
//!
//! A pass takes a circuit and gives a [`Rebuilt`] one that computes the same, in the sense of
//! [`prove_equal`](crate::sat::prove_equal), with a map from old literals to new ones.
//! Inputs, registers, loop atoms and outputs keep their ids and names.
//! Passes that may take long ask a `stop` function now and then, and then leave the rest as it is.

mod balance;
mod constant_registers;
mod cuts;
mod dead;
mod equal_registers;
mod factor;
mod fold;
mod groups;
mod induction;
mod merge;
mod onehot;
mod rebuild;
mod refactor;
mod resubstitute;
mod rewrite;
mod sketch;
mod sop;
mod structures;
mod truth;
mod unread_registers;
mod wide;
mod window;
mod workbench;

pub use balance::balance;
pub use constant_registers::constant_registers;
pub use dead::{remove_dead, remove_dead_and_unused_constraints};
pub use equal_registers::equal_registers;
pub use factor::factor;
pub use fold::fold;
pub use induction::{Fate, Sequential};
pub use merge::merge;
pub use onehot::onehot;
pub use rebuild::{LitMap, Rebuilt};
pub use refactor::refactor;
pub use resubstitute::resubstitute;
pub use rewrite::rewrite;
pub use unread_registers::read_registers;

/// Long loops ask the stop function once per so many turns.
const STOP_INTERVAL: usize = 1024;
