//! What is done at the same time, and what must not be.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Folders in which something is built, each with a lock.
static FOLDERS: Mutex<BTreeMap<PathBuf, Arc<Mutex<()>>>> = Mutex::new(BTreeMap::new());

/// Builds something in a folder while nobody else does: several tests may want the same.
pub(crate) fn alone_in<T>(folder: &Path, build: impl FnOnce() -> T) -> T {
    let lock = {
        let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(folders.entry(folder.to_owned()).or_default())
    };
    let _only_one = lock.lock();
    build()
}

/// Does the same with each of several things, with as many at a time as there are processors.
pub(crate) fn for_each<T: Sync>(things: &[T], work: impl Fn(usize, &T) + Sync) {
    let next = AtomicUsize::new(0);
    let n_workers = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..n_workers {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(thing) = things.get(number) else { break };
                    work(number, thing);
                }
            });
        }
    });
}
