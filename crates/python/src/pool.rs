//! Threads that are lent to the lanes, and calls that Ctrl-C can end.

use std::num::NonZero;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How often Python is asked whether somebody has pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// As many threads as there are processors.
pub(crate) fn n_processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The threads of this process. Whoever asks holds the GIL, and nobody forks without it, so that a
/// child never finds the lock taken.
pub(crate) fn pool() -> PyResult<Arc<ThreadPool>> {
    static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    match &*pool {
        Some((process, pool)) if *process == process::id() => Ok(Arc::clone(pool)),
        _ => {
            let threads = ThreadPoolBuilder::new().num_threads(n_processors()).build();
            let threads = threads.map_err(|error| PyOSError::new_err(error.to_string()))?;
            let threads = Arc::new(threads);
            if let Some((_, parents)) = pool.replace((process::id(), Arc::clone(&threads))) {
                // Its threads have stayed with the parent: there is nobody to be waited for.
                std::mem::forget(parents);
            }
            Ok(threads)
        }
    }
}

/// Does work without the GIL in this thread, which Ctrl-C stops. For what takes long enough to be
/// worth other threads there is [`interruptible`]: to wake them takes a while on a busy machine.
pub(crate) fn interruptible_here<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let looked = Mutex::new((Instant::now(), Ok(())));
        let stop = || {
            let mut looked = looked.lock().unwrap_or_else(PoisonError::into_inner);
            if looked.1.is_ok() && looked.0.elapsed() > LOOK {
                *looked = (Instant::now(), check_signals());
            }
            looked.1.is_err()
        };
        let result = work(&stop);
        looked.into_inner().unwrap_or_else(PoisonError::into_inner).1.map(|()| result)
    })
}

fn check_signals() -> PyResult<()> {
    #[allow(clippy::redundant_closure_for_method_calls, reason = "lifetimes differ")]
    Python::attach(|py| py.check_signals())
}

/// Does work without the GIL in another thread, which is told to stop when somebody presses Ctrl-C.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let stop = &stop;
    py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel();
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                let result = work(stop);
                // Nobody listens any more if a signal has come.
                let _ = done.send(());
                result
            })?;
            let mut signal = Ok(());
            while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if signal.is_ok() {
                    signal = check_signals();
                    stop.store(signal.is_err(), Ordering::Relaxed);
                }
            }
            let result = worker.join();
            signal?;
            result.map_err(|_| PyRuntimeError::new_err("a thread of Stonegate panicked"))
        })
    })
}
