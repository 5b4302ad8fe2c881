//! The threads that work on a tree.
//!
//! Counters that several threads change are changed in one step each, which takes the processor
//! longer than to read and write them. A thread that is alone for the length of a wave can do
//! without; others that only read may read along.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use parking_lot::{Mutex, MutexGuard};

/// Whether other threads may change the same counters.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sharing {
    Alone,
    Shared,
}

/// Adds to a counter, and gives the sum.
#[inline]
pub(crate) fn add(counter: &AtomicU64, n: u64, sharing: Sharing) -> u64 {
    match sharing {
        Sharing::Alone => {
            let sum = counter.load(Ordering::Relaxed).wrapping_add(n);
            counter.store(sum, Ordering::Relaxed);
            sum
        }
        Sharing::Shared => counter.fetch_add(n, Ordering::Relaxed).wrapping_add(n),
    }
}

/// How many threads work on a tree.
#[derive(Debug, Default)]
pub(crate) struct Crew {
    n_members: AtomicUsize,
    /// Held by a thread that has the counters for itself.
    alone: Mutex<()>,
}

/// A thread belongs to a crew as long as it has this.
#[derive(Debug)]
pub(crate) struct Member<'c>(&'c Crew);

impl Crew {
    /// Joins; if one was alone until now, this waits for its wave to come home.
    pub(crate) fn join(&self) -> Member<'_> {
        self.n_members.fetch_add(1, Ordering::AcqRel);
        drop(self.alone.lock());
        Member(self)
    }

    /// The right to have the counters for oneself, as long as it is held.
    pub(crate) fn alone(&self) -> Option<MutexGuard<'_, ()>> {
        let is_one = || self.n_members.load(Ordering::Acquire) <= 1;
        // Whoever joins after the second look waits for the lock.
        if is_one() { Some(self.alone.lock()).filter(|_| is_one()) } else { None }
    }
}

impl Drop for Member<'_> {
    fn drop(&mut self) {
        self.0.n_members.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_alone_and_two_are_not() {
        let crew = Crew::default();
        let first = crew.join();
        assert!(crew.alone().is_some());
        let second = crew.join();
        assert!(crew.alone().is_none());
        drop(first);
        let alone = crew.alone();
        assert!(alone.is_some());
        // Whoever comes has to wait.
        let has_joined = std::thread::scope(|scope| {
            let other = scope.spawn(|| drop(crew.join()));
            std::thread::sleep(std::time::Duration::from_millis(20));
            let has_joined = other.is_finished();
            drop(alone);
            has_joined
        });
        assert!(!has_joined);
        drop(second);
    }

    #[test]
    fn sums_are_the_same_alone_and_together() {
        for sharing in [Sharing::Alone, Sharing::Shared] {
            let counter = AtomicU64::new(5);
            assert_eq!(add(&counter, 7, sharing), 12);
            assert_eq!(add(&counter, 3_u64.wrapping_neg(), sharing), 9);
        }
    }
}
