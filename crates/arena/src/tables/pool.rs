//! A fixed number of threads that do what they are given.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Rules can be nested deeply.
const STACK_BYTES: usize = 32 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// Threads that work off a queue. They end when the pool is dropped, after the job that
/// each is at; jobs that nobody has begun are forgotten.
pub(crate) struct Pool {
    queue: Arc<Queue>,
}

struct Queue {
    jobs: Mutex<Jobs>,
    is_filled: Condvar,
    max_jobs: usize,
}

struct Jobs {
    waiting: VecDeque<Job>,
    is_closed: bool,
}

/// There is too much to do already.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Full;

impl Pool {
    /// Starts threads that share a queue of at most `max_jobs`.
    pub(crate) fn new(name: &str, n_threads: usize, max_jobs: usize) -> Self {
        let queue = Arc::new(Queue {
            jobs: Mutex::new(Jobs { waiting: VecDeque::new(), is_closed: false }),
            is_filled: Condvar::new(),
            max_jobs,
        });
        for _ in 0..n_threads {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(name.to_owned())
                .stack_size(STACK_BYTES)
                .spawn(move || queue.work())
                .expect("the system has room for a few threads");
        }
        Self { queue }
    }

    /// Has a thread do a job, when one is free.
    pub(crate) fn run(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Full> {
        let mut jobs = self.queue.lock();
        if jobs.waiting.len() >= self.queue.max_jobs {
            return Err(Full);
        }
        jobs.waiting.push_back(Box::new(job));
        self.queue.is_filled.notify_one();
        Ok(())
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        // Jobs run outside of the lock, so none can leave the queue half-changed.
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while let Some(job) = self.next() {
            // A panic is a bug, has been printed, and must not cost the others a thread.
            let _ = catch_unwind(AssertUnwindSafe(job));
        }
    }

    fn next(&self) -> Option<Job> {
        let mut jobs = self.lock();
        loop {
            if jobs.is_closed {
                return None;
            }
            if let Some(job) = jobs.waiting.pop_front() {
                return Some(job);
            }
            jobs = self.is_filled.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut jobs = self.queue.lock();
        jobs.is_closed = true;
        jobs.waiting.clear();
        self.queue.is_filled.notify_all();
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("waiting", &self.queue.lock().waiting.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn jobs_are_done_and_panics_survived() {
        let pool = Pool::new("test", 1, 10);
        let (sender, receiver) = channel();
        pool.run(|| panic!("on purpose")).expect("there is room");
        pool.run(move || sender.send(7).expect("the test waits")).expect("there is room");
        assert_eq!(receiver.recv(), Ok(7));
    }

    #[test]
    fn a_full_queue_takes_no_more() {
        let pool = Pool::new("test", 1, 1);
        let (release, wait) = channel::<()>();
        let (begun, is_begun) = channel();
        let job = move || {
            begun.send(()).expect("the test waits");
            let _ = wait.recv();
        };
        pool.run(job).expect("there is room");
        is_begun.recv().expect("the job begins");
        pool.run(|| {}).expect("there is room for one");
        assert_eq!(pool.run(|| {}), Err(Full));
        drop(release);
    }
}
