//! The games of all jobs, given out one after the other.

use std::borrow::Borrow;
use std::ops::Range;

use stonegate_ground::State;

use crate::draw::{Key, stream_key};
use crate::job::Job;

/// A game of a job.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Game {
    /// The number of the job.
    pub(crate) job: u32,
    /// The number of the game within the job's stream.
    pub(crate) playout: u64,
}

pub(crate) struct Queue<'j> {
    jobs: Vec<OpenJob<'j>>,
    /// Jobs that may have games left; the next one to look at.
    open: Vec<u32>,
    next_open: usize,
}

/// A job some games of which have been given out.
struct OpenJob<'j> {
    state: &'j [u64],
    /// What the keys of its games are made from.
    stream_key: u64,
    /// The numbers of the games that are left.
    left: Range<u64>,
}

impl<'j> Queue<'j> {
    pub(crate) fn new<S: Borrow<State>>(jobs: &'j [Job<S>], seed: u64) -> Self {
        let open = (0..jobs.len()).filter(|&job| jobs[job].playouts > 0);
        let open_job = |job: &'j Job<S>| OpenJob {
            state: job.state.borrow().words(),
            stream_key: stream_key(seed, job.stream),
            left: job.first..job.first + job.playouts,
        };
        Self {
            open: open.map(|job| job as u32).collect(),
            jobs: jobs.iter().map(open_job).collect(),
            next_open: 0,
        }
    }

    /// The number of jobs.
    pub(crate) fn n_jobs(&self) -> usize {
        self.jobs.len()
    }

    /// The state that the games of a job start from.
    #[inline]
    pub(crate) fn state(&self, job: u32) -> &'j [u64] {
        self.jobs[job as usize].state
    }

    /// A game of some job, one job after the other so that lanes spread over the jobs.
    pub(crate) fn next(&mut self) -> Option<Game> {
        while !self.open.is_empty() {
            self.next_open %= self.open.len();
            if let Some(game) = self.next_of(self.open[self.next_open]) {
                self.next_open += 1;
                return Some(game);
            }
            self.open.swap_remove(self.next_open);
        }
        None
    }

    /// A game of this job.
    #[inline]
    pub(crate) fn next_of(&mut self, job: u32) -> Option<Game> {
        self.jobs[job as usize].left.next().map(|playout| Game { job, playout })
    }

    /// So many games at once, if there is but one job and it has them.
    #[inline]
    pub(crate) fn next_of_only_job(&mut self, n: u64) -> Option<Range<u64>> {
        let [OpenJob { left, .. }] = &mut self.jobs[..] else { return None };
        (n <= left.end - left.start).then(|| {
            left.start += n;
            left.start - n..left.start
        })
    }

    #[inline]
    pub(crate) fn key(&self, game: Game) -> Key {
        Key::of_playout(self.jobs[game.job as usize].stream_key, game.playout)
    }
}
