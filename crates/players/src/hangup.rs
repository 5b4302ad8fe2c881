//! Whether whoever asked is still there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the input of a program has ended: nobody waits for its answers any more, so that it
/// gives those that it still owes without thinking, and ends. Copies share it.
#[derive(Clone, Default, Debug)]
pub struct Hangup(Arc<AtomicBool>);

impl Hangup {
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
