//! A fixed number of threads that do what visitors give them, in turns.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use parking_lot::{Condvar, Mutex};
use tracing::error;

use crate::lines::Lines;
pub(crate) use crate::lines::{Bounds, Full};
use crate::visitor::Visitor;

/// Rules can be nested deeply.
const STACK_BYTES: usize = 32 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// Threads that work for one visitor after the other: who has much to do waits for itself and
/// not the others for it. They end when the pool is dropped, after the job that each is at; jobs
/// that nobody has begun are forgotten.
pub(crate) struct Pool {
    queue: Arc<Queue>,
}

struct Queue {
    state: Mutex<State>,
    /// A job came or went, or the pool is closed.
    changed: Condvar,
}

struct State {
    lines: Lines<Job>,
    is_closed: bool,
}

impl Pool {
    /// Starts the threads.
    pub(crate) fn new(name: &str, bounds: Bounds) -> Self {
        let state = State { lines: Lines::new(bounds), is_closed: false };
        let queue = Arc::new(Queue { state: Mutex::new(state), changed: Condvar::new() });
        for _ in 0..bounds.n_threads {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(name.to_owned())
                .stack_size(STACK_BYTES)
                .spawn(move || queue.work())
                .expect("the system has room for a few threads");
        }
        Self { queue }
    }

    /// Has a thread do a job, when it is the visitor's turn.
    pub(crate) fn run(
        &self,
        visitor: Visitor,
        job: impl FnOnce() + Send + 'static,
    ) -> Result<(), Full> {
        self.queue.state.lock().lines.add(visitor, Box::new(job))?;
        self.queue.changed.notify_one();
        Ok(())
    }

    /// Has a thread go on with a job that was begun and gave way to others.
    pub(crate) fn go_on(&self, visitor: Visitor, job: impl FnOnce() + Send + 'static) {
        self.queue.state.lock().lines.go_on(visitor, Box::new(job));
        self.queue.changed.notify_one();
    }

    /// Whether as many jobs of a visitor wait as may.
    pub(crate) fn is_full(&self, visitor: Visitor) -> bool {
        self.queue.state.lock().lines.is_full(visitor)
    }

    /// Whether somebody waits for a thread.
    pub(crate) fn is_wanted(&self) -> bool {
        self.n_waiting() > 0
    }

    /// How many jobs wait for a thread.
    pub(crate) fn n_waiting(&self) -> usize {
        self.queue.state.lock().lines.n_waiting()
    }

    /// How many jobs are being done.
    pub(crate) fn n_running(&self) -> usize {
        self.queue.state.lock().lines.n_running()
    }
}

impl Queue {
    fn work(&self) {
        while let Some((visitor, job)) = self.next() {
            // A panic is a bug, has been printed, and must not cost the others a thread.
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                error!(%visitor, "a job panicked");
            }
            self.state.lock().lines.finish(visitor);
        }
    }

    /// Waits for the next job.
    fn next(&self) -> Option<(Visitor, Job)> {
        let mut state = self.state.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(next) = state.lines.take() {
                return Some(next);
            }
            self.changed.wait(&mut state);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut state = self.queue.state.lock();
        state.is_closed = true;
        let forgotten = state.lines.forget();
        self.queue.changed.notify_all();
        drop(state);
        // What a job holds may lead back to the pool.
        drop(forgotten);
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.queue.state.lock().lines.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    fn visitor(number: u8) -> Visitor {
        Visitor::at([127, 0, 0, number].into())
    }

    fn pool(n_threads: usize, running_each: usize, waiting_each: usize) -> Pool {
        Pool::new("test", Bounds { n_threads, running_each, waiting_each })
    }

    /// Keeps a thread busy until the sender is dropped.
    fn block(pool: &Pool, visitor: Visitor) -> Sender<()> {
        let (release, wait) = channel::<()>();
        let (begun, is_begun) = channel();
        let job = move || {
            begun.send(()).expect("the test waits");
            let _ = wait.recv();
        };
        pool.run(visitor, job).expect("there is room");
        is_begun.recv().expect("the job begins");
        release
    }

    /// Gives jobs to a pool that tell who they were of.
    fn tell(pool: &Pool, order: &[u8]) -> Receiver<u8> {
        let (sender, receiver) = channel();
        for &number in order {
            let sender = sender.clone();
            let job = move || sender.send(number).expect("the test waits");
            pool.run(visitor(number), job).expect("there is room");
        }
        receiver
    }

    #[test]
    fn jobs_are_done_and_panics_survived() {
        let pool = pool(1, 1, 10);
        pool.run(visitor(1), || panic!("on purpose")).expect("there is room");
        assert_eq!(tell(&pool, &[7]).recv(), Ok(7));
    }

    #[test]
    fn a_full_line_takes_no_more_and_others_do() {
        let pool = pool(1, 1, 1);
        let release = block(&pool, visitor(1));
        pool.run(visitor(1), || {}).expect("there is room for one");
        assert_eq!(pool.run(visitor(1), || {}), Err(Full));
        assert_eq!(pool.run(visitor(2), || {}), Ok(()));
        drop(release);
    }

    #[test]
    fn visitors_take_turns() {
        let pool = pool(1, 1, 100);
        let release = block(&pool, visitor(9));
        let done = tell(&pool, &[1, 1, 1, 1, 2, 2, 3]);
        drop(release);
        let order = done.iter().take(7).collect::<Vec<_>>();
        assert_eq!(order, [1, 2, 3, 1, 2, 1, 1]);
    }

    #[test]
    fn no_visitor_has_all_threads() {
        let pool = pool(2, 1, 100);
        let release = block(&pool, visitor(1));
        let own = tell(&pool, &[1]);
        assert_eq!(tell(&pool, &[2]).recv(), Ok(2));
        assert!(own.try_recv().is_err(), "the other thread is for others");
        assert!(pool.is_wanted());
        drop(release);
        assert_eq!(own.recv(), Ok(1));
    }

    #[test]
    fn what_was_begun_goes_on_after_others() {
        let pool = Arc::new(pool(1, 1, 1));
        let (sender, receiver) = channel();
        let release = block(&pool, visitor(9));
        let first = {
            let (pool, sender) = (Arc::clone(&pool), sender.clone());
            move || {
                sender.send("begun").expect("the test waits");
                pool.go_on(visitor(1), move || sender.send("gone on").expect("the test waits"));
            }
        };
        pool.run(visitor(1), first).expect("there is room");
        pool.run(visitor(2), move || sender.send("other").expect("the test waits"))
            .expect("there is room");
        drop(release);
        assert_eq!(receiver.iter().take(3).collect::<Vec<_>>(), ["begun", "other", "gone on"]);
    }
}
