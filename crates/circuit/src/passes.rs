//! Optimization passes, one file each.
//!
//! A pass takes a circuit and gives a [`Rebuilt`] one that computes the same, in the sense of
//! [`prove_equal`](crate::sat::prove_equal), with a map from old literals to new ones.
//! Inputs, registers, loop atoms and outputs keep their ids and names.
//! Whatever takes long asks a `stop` function now and then. If it says so, passes that go from gate
//! to gate leave the rest as it is; the others, and those that have not come far, give nothing.

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
pub(crate) use unread_registers::read_registers_unless;

/// Long loops ask the stop function once per so many turns.
const STOP_INTERVAL: usize = 1024;

/// Drops a long list bit by bit, or at once if it is time to stop.
fn drop_in_turns<T>(mut list: Vec<T>, stop: &dyn Fn() -> bool) -> Option<()> {
    let mut turns = Turns::new(stop);
    while !list.is_empty() {
        turns.begin_long(STOP_INTERVAL)?;
        list.truncate(list.len().saturating_sub(STOP_INTERVAL));
    }
    Some(())
}

/// Counts the turns of a long loop.
struct Turns<'a> {
    stop: &'a dyn Fn() -> bool,
    /// So many until the next look.
    n_left: usize,
}

impl<'a> Turns<'a> {
    fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop, n_left: 0 }
    }

    /// Begins a turn, or nothing if it is time to stop.
    fn begin(&mut self) -> Option<()> {
        self.begin_long(1)
    }

    /// Begins a turn that is as long as so many.
    fn begin_long(&mut self, n_turns: usize) -> Option<()> {
        if self.n_left < n_turns {
            self.n_left = STOP_INTERVAL;
            if (self.stop)() {
                return None;
            }
        }
        self.n_left = self.n_left.saturating_sub(n_turns);
        Some(())
    }
}
