//! How many connections there may be, and how many of one visitor.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::visitor::Visitor;

/// So many connections are open at a time, besides websockets; others wait.
const MAX_CONNECTIONS: usize = 512;

/// So many websockets are open at a time.
const MAX_SOCKETS: usize = 1_500;

/// Files that are open for other reasons: the store, the cache, boards, programs that play.
const OTHER_FILES: usize = 256;

/// One visitor has at most one of so many places, so that nobody can hold them all.
const SHARE: usize = 4;

/// How many places there are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Capacity {
    pub connections: usize,
    pub sockets: usize,
}

impl Capacity {
    /// As many as the system lets this process have. Asks it for more if need be.
    pub fn of_system() -> Self {
        Self::within(raise_file_limit())
    }

    /// What fits into so many open files.
    fn within(n_files: usize) -> Self {
        let most = MAX_CONNECTIONS + MAX_SOCKETS;
        // Where there are very few, half of them are for other things.
        let ours = n_files.saturating_sub(OTHER_FILES).max(n_files / 2).min(most).max(2);
        let connections = (ours * MAX_CONNECTIONS / most).max(1);
        Self { connections, sockets: ours - connections }
    }
}

/// How many files may be open, after the limit is raised to what the places need.
#[cfg(unix)]
fn raise_file_limit() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let wanted = (MAX_CONNECTIONS + MAX_SOCKETS + OTHER_FILES) as u64;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // No limit is no number.
    let least = current.unwrap_or(u64::MAX);
    let raised = wanted.min(maximum.unwrap_or(u64::MAX)).max(least);
    let is_raised = raised > least
        && setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }).is_ok();
    usize::try_from(if is_raised { raised } else { least }).unwrap_or(usize::MAX)
}

#[cfg(not(unix))]
fn raise_file_limit() -> usize {
    usize::MAX
}

/// Places that are taken and given back.
#[derive(Debug)]
pub(crate) struct Places {
    free: Arc<Semaphore>,
    max_of_one: usize,
    taken: Mutex<FxHashMap<Visitor, usize>>,
}

/// A place that is taken until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    visitor: Visitor,
    _permit: OwnedSemaphorePermit,
}

impl Places {
    pub(crate) fn new(n_places: usize) -> Arc<Self> {
        Arc::new(Self {
            free: Arc::new(Semaphore::new(n_places)),
            max_of_one: n_places.div_ceil(SHARE),
            taken: Mutex::default(),
        })
    }

    /// Waits until there is a place for whoever comes next.
    pub(crate) async fn wait(&self) -> OwnedSemaphorePermit {
        let permit = Arc::clone(&self.free).acquire_owned().await;
        permit.expect("the places are never closed")
    }

    /// Gives a place to a visitor who has not too many.
    pub(crate) fn give(
        self: &Arc<Self>,
        permit: OwnedSemaphorePermit,
        visitor: Visitor,
    ) -> Option<Place> {
        let mut taken = self.taken.lock();
        let n_taken = taken.entry(visitor).or_default();
        if *n_taken >= self.max_of_one {
            return None;
        }
        *n_taken += 1;
        Some(Place { places: Arc::clone(self), visitor, _permit: permit })
    }

    /// How many places visitors have.
    pub(crate) fn n_taken(&self) -> usize {
        self.taken.lock().values().sum()
    }

    /// A place for a visitor, if there is one.
    pub(crate) fn take(self: &Arc<Self>, visitor: Visitor) -> Option<Place> {
        self.give(Arc::clone(&self.free).try_acquire_owned().ok()?, visitor)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock();
        if let Some(n_taken) = taken.get_mut(&self.visitor) {
            *n_taken -= 1;
            if *n_taken == 0 {
                taken.remove(&self.visitor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_fewer_places_than_files() {
        for n_files in [2, 16, 100, 256, 600, 1_024, 2_048, 4_096, usize::MAX] {
            let Capacity { connections, sockets } = Capacity::within(n_files);
            assert!(connections >= 1 && sockets >= 1, "{n_files}");
            assert!(connections + sockets <= n_files, "{n_files}");
        }
        let plenty = Capacity { connections: MAX_CONNECTIONS, sockets: MAX_SOCKETS };
        assert_eq!(Capacity::within(1 << 20), plenty);
        assert_eq!(Capacity::within(1_024), Capacity { connections: 195, sockets: 573 });
    }

    #[test]
    fn one_visitor_cannot_have_all_places() {
        let places = Places::new(8);
        let at = |text: &str| Visitor::at(text.parse().expect("an address"));
        let mine = [places.take(at("10.0.0.1")), places.take(at("::ffff:10.0.0.1"))];
        assert!(mine.iter().all(Option::is_some));
        assert!(places.take(at("10.0.0.1")).is_none());
        assert!(places.take(at("10.0.0.2")).is_some());
        drop(mine);
        assert!(places.take(at("10.0.0.1")).is_some(), "places are given back");
        let network = ["2001:db8::1", "2001:db8::2:1"].map(|text| places.take(at(text)));
        assert!(network.iter().all(Option::is_some));
        assert!(places.take(at("2001:db8::ffff:1:2:3")).is_none(), "it is the same network");
        assert!(places.take(at("2001:db8:0:1::1")).is_some());
        drop(network);
        assert!(places.taken.lock().is_empty());
    }
}
