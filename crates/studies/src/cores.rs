//! Which cores games are played on.

use std::num::NonZeroUsize;
use std::thread;

/// How many cores this program may use.
pub(crate) fn n_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// A warning, if so many games at a time with so many threads each are more than the cores can do:
/// clocks then measure what the others do as well.
pub fn oversubscription(n_games: usize, n_threads: usize) -> Option<String> {
    let n_cores = n_cores();
    (n_games * n_threads > n_cores).then(|| {
        format!(
            "{n_games} games at a time with {n_threads} threads each share {n_cores} cores: players \
             have less time than their clocks say; limit them by `iterations=` or, by the time that \
             they have a processor, `cpu=`, and give them a longer clock"
        )
    })
}

/// Keeps the calling thread, and all that it starts, on cores of its own.
#[cfg(target_os = "linux")]
pub(crate) fn pin(worker: usize, n_threads: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let Ok(allowed) = sched_getaffinity(None) else { return };
    let cores = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect::<Vec<_>>();
    if n_threads == 0 || cores.len() < n_threads {
        return;
    }
    let n_places = cores.len() / n_threads;
    let first = worker % n_places * n_threads;
    let mut own = CpuSet::new();
    for &core in &cores[first..first + n_threads] {
        own.set(core);
    }
    // Without it the games are played as well.
    let _ = sched_setaffinity(None, &own);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn pin(_worker: usize, _n_threads: usize) {}
