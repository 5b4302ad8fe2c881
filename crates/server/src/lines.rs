//! Who is next: visitors wait in lines of their own, and their turns go round.
//!
//! This is all that a pool decides, without its threads and its clock, so that it can be tried with
//! others.

use std::collections::VecDeque;
use std::fmt;

use crate::visitor::Visitor;

/// How much is done.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bounds {
    pub(crate) n_threads: usize,
    /// So many jobs of one visitor at most are being done at a time.
    pub(crate) running_each: usize,
    /// So many jobs of one visitor at most wait.
    pub(crate) waiting_each: usize,
}

/// The visitor has too much to do already.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Full;

/// What waits and what is being done, by visitor. Whoever asks is a thread that has nothing to do.
pub(crate) struct Lines<J> {
    bounds: Bounds,
    /// Those of visitors who have something to do; the next one's turn is at the front.
    all: VecDeque<Line<J>>,
    n_running: usize,
}

/// What one visitor has to do.
struct Line<J> {
    visitor: Visitor,
    waiting: VecDeque<J>,
    n_running: usize,
}

impl<J> Lines<J> {
    pub(crate) const fn new(bounds: Bounds) -> Self {
        Self { bounds, all: VecDeque::new(), n_running: 0 }
    }

    /// Adds a job, unless as many of the visitor wait as may.
    pub(crate) fn add(&mut self, visitor: Visitor, job: J) -> Result<(), Full> {
        if self.is_full(visitor) {
            return Err(Full);
        }
        self.go_on(visitor, job);
        Ok(())
    }

    /// Adds a job that was begun and gave way to others: it has no bound.
    pub(crate) fn go_on(&mut self, visitor: Visitor, job: J) {
        self.of(visitor).waiting.push_back(job);
    }

    /// Whether as many jobs of a visitor wait as may.
    pub(crate) fn is_full(&self, visitor: Visitor) -> bool {
        self.n_waiting_of(visitor) >= self.bounds.waiting_each
    }

    pub(crate) fn n_waiting_of(&self, visitor: Visitor) -> usize {
        let line = self.all.iter().find(|line| line.visitor == visitor);
        line.map_or(0, |line| line.waiting.len())
    }

    pub(crate) fn n_waiting(&self) -> usize {
        self.all.iter().map(|line| line.waiting.len()).sum()
    }

    pub(crate) const fn n_running(&self) -> usize {
        self.n_running
    }

    /// The next job of the visitor whose turn it is, who then comes last.
    pub(crate) fn take(&mut self) -> Option<(Visitor, J)> {
        let most = self.bounds.running_each;
        let is_next = |line: &Line<J>| !line.waiting.is_empty() && line.n_running < most;
        let index = self.all.iter().position(is_next)?;
        let mut line = self.all.remove(index)?;
        let job = line.waiting.pop_front()?;
        line.n_running += 1;
        self.n_running += 1;
        let visitor = line.visitor;
        self.all.push_back(line);
        Some((visitor, job))
    }

    /// A job of a visitor is done, or gives way.
    pub(crate) fn finish(&mut self, visitor: Visitor) {
        self.n_running -= 1;
        let line = self.of(visitor);
        line.n_running -= 1;
        self.all.retain(|line| line.n_running > 0 || !line.waiting.is_empty());
    }

    /// Takes out everything that nobody has begun.
    pub(crate) fn forget(&mut self) -> Vec<J> {
        self.all.iter_mut().flat_map(|line| line.waiting.drain(..)).collect()
    }

    fn of(&mut self, visitor: Visitor) -> &mut Line<J> {
        let index = self.all.iter().position(|line| line.visitor == visitor);
        let index = index.unwrap_or_else(|| {
            self.all.push_back(Line { visitor, waiting: VecDeque::new(), n_running: 0 });
            self.all.len() - 1
        });
        &mut self.all[index]
    }
}

impl<J> fmt::Debug for Lines<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("bounds", &self.bounds)
            .field("n_running", &self.n_running)
            .field("n_waiting", &self.n_waiting())
            .finish_non_exhaustive()
    }
}
