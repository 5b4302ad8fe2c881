//! The games of all jobs, given out one after the other.

use std::ops::Range;

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
    pub(crate) jobs: &'j [Job],
    /// For each job, what the keys of its games are made from.
    stream_keys: Vec<u64>,
    /// For each job, how many games have been given out.
    given: Vec<u64>,
    /// Jobs that may have games left; the next one to look at.
    open: Vec<u32>,
    next_open: usize,
}

impl<'j> Queue<'j> {
    pub(crate) fn new(jobs: &'j [Job], seed: u64) -> Self {
        let open = (0..jobs.len()).filter(|&job| jobs[job].playouts > 0);
        Self {
            jobs,
            stream_keys: jobs.iter().map(|job| stream_key(seed, job.stream)).collect(),
            given: vec![0; jobs.len()],
            open: open.map(|job| job as u32).collect(),
            next_open: 0,
        }
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
        let Job { first, playouts, .. } = self.jobs[job as usize];
        let given = &mut self.given[job as usize];
        (*given < playouts).then(|| {
            *given += 1;
            Game { job, playout: first + *given - 1 }
        })
    }

    /// So many games at once, if there is but one job and it has them.
    #[inline]
    pub(crate) fn next_of_only_job(&mut self, n: u64) -> Option<Range<u64>> {
        let ([job], [given]) = (self.jobs, &mut self.given[..]) else { return None };
        (*given + n <= job.playouts).then(|| {
            *given += n;
            job.first + *given - n..job.first + *given
        })
    }

    #[inline]
    pub(crate) fn key(&self, game: Game) -> Key {
        Key::of_playout(self.stream_keys[game.job as usize], game.playout)
    }
}
