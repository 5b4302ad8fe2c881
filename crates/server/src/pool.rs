//! A fixed number of threads that do what visitors give them, in turns.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use parking_lot::{Condvar, Mutex};
use tracing::error;

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

/// How much a pool does.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bounds {
    pub(crate) n_threads: usize,
    /// So many jobs of one visitor at most are being done at a time.
    pub(crate) running_each: usize,
    /// So many jobs of one visitor at most wait.
    pub(crate) waiting_each: usize,
}

struct Queue {
    bounds: Bounds,
    lines: Mutex<Lines>,
    /// A job came or went, or the pool is closed.
    changed: Condvar,
}

struct Lines {
    /// Those of visitors who have something to do; the next one's turn is at the front.
    all: VecDeque<Line>,
    n_running: usize,
    is_closed: bool,
}

/// What one visitor has to do.
struct Line {
    visitor: Visitor,
    waiting: VecDeque<Job>,
    n_running: usize,
}

/// The visitor has too much to do already.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Full;

impl Pool {
    /// Starts the threads.
    pub(crate) fn new(name: &str, bounds: Bounds) -> Self {
        let lines = Lines { all: VecDeque::new(), n_running: 0, is_closed: false };
        let queue = Queue { bounds, lines: Mutex::new(lines), changed: Condvar::new() };
        let queue = Arc::new(queue);
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
        self.queue.add(visitor, Box::new(job), self.queue.bounds.waiting_each)
    }

    /// Has a thread go on with a job that was begun and gave way to others.
    pub(crate) fn go_on(&self, visitor: Visitor, job: impl FnOnce() + Send + 'static) {
        let added = self.queue.add(visitor, Box::new(job), usize::MAX);
        added.expect("what was begun has no bound");
    }

    /// Whether as many jobs of a visitor wait as may.
    pub(crate) fn is_full(&self, visitor: Visitor) -> bool {
        let lines = self.queue.lines.lock();
        let line = lines.all.iter().find(|line| line.visitor == visitor);
        line.is_some_and(|line| line.waiting.len() >= self.queue.bounds.waiting_each)
    }

    /// Whether somebody waits for a thread.
    pub(crate) fn is_wanted(&self) -> bool {
        self.queue.lines.lock().all.iter().any(|line| !line.waiting.is_empty())
    }

    /// How many jobs wait for a thread.
    pub(crate) fn n_waiting(&self) -> usize {
        self.queue.lines.lock().all.iter().map(|line| line.waiting.len()).sum()
    }

    /// How many jobs are being done.
    pub(crate) fn n_running(&self) -> usize {
        self.queue.lines.lock().n_running
    }
}

impl Queue {
    fn add(&self, visitor: Visitor, job: Job, max_waiting: usize) -> Result<(), Full> {
        let mut lines = self.lines.lock();
        let line = lines.of(visitor);
        if line.waiting.len() >= max_waiting {
            return Err(Full);
        }
        line.waiting.push_back(job);
        self.changed.notify_one();
        Ok(())
    }

    fn work(&self) {
        while let Some((visitor, job)) = self.next() {
            // A panic is a bug, has been printed, and must not cost the others a thread.
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                error!(%visitor, "a job panicked");
            }
            self.lines.lock().finish(visitor);
        }
    }

    /// Waits for the next job.
    fn next(&self) -> Option<(Visitor, Job)> {
        let mut lines = self.lines.lock();
        loop {
            if lines.is_closed {
                return None;
            }
            if let Some(next) = lines.take(self.bounds.running_each) {
                return Some(next);
            }
            self.changed.wait(&mut lines);
        }
    }
}

impl Lines {
    fn of(&mut self, visitor: Visitor) -> &mut Line {
        let index = self.all.iter().position(|line| line.visitor == visitor);
        let index = index.unwrap_or_else(|| {
            self.all.push_back(Line { visitor, waiting: VecDeque::new(), n_running: 0 });
            self.all.len() - 1
        });
        &mut self.all[index]
    }

    /// The next job of the visitor whose turn it is, who then comes last.
    fn take(&mut self, running_each: usize) -> Option<(Visitor, Job)> {
        let is_next = |line: &Line| !line.waiting.is_empty() && line.n_running < running_each;
        let index = self.all.iter().position(is_next)?;
        let mut line = self.all.remove(index)?;
        let job = line.waiting.pop_front()?;
        line.n_running += 1;
        self.n_running += 1;
        let visitor = line.visitor;
        self.all.push_back(line);
        Some((visitor, job))
    }

    fn finish(&mut self, visitor: Visitor) {
        self.n_running -= 1;
        let line = self.of(visitor);
        line.n_running -= 1;
        self.all.retain(|line| line.n_running > 0 || !line.waiting.is_empty());
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut lines = self.queue.lines.lock();
        lines.is_closed = true;
        let forgotten = std::mem::take(&mut lines.all);
        self.queue.changed.notify_all();
        drop(lines);
        // What a job holds may lead back to the pool.
        drop(forgotten);
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.queue.lines.lock();
        let n_waiting = lines.all.iter().map(|line| line.waiting.len()).sum::<usize>();
        f.debug_struct("Pool")
            .field("bounds", &self.queue.bounds)
            .field("n_running", &lines.n_running)
            .field("n_waiting", &n_waiting)
            .finish()
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
