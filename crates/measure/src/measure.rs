//! Plays games for some time on some threads, and counts.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use stonegate_lanes::{Settings, Tally};
use stonegate_workbench::progress::Progress;

use crate::clock::{cpu_time, since};
use crate::units::si;

/// Plays random games; each thread has one of its own.
pub(crate) trait Player: Send {
    /// The fewest games that are worth a call.
    const MIN_GAMES: u64;

    /// Plays the games of these numbers from each start state; one tally for each
    /// start state.
    fn play(&mut self, games: Range<u64>) -> anyhow::Result<Vec<Tally>>;
}

/// What to measure.
#[derive(Copy, Clone, Debug)]
pub struct Trial {
    pub amount: Amount,
    /// How many games a call asks for from each start state; without it, as many
    /// as keep the lanes busy.
    pub games_per_call: Option<u64>,
    pub threads: usize,
    pub settings: Settings,
}

/// When it is enough.
#[derive(Copy, Clone, Debug)]
pub enum Amount {
    Seconds(f64),
    /// So many games from each start state.
    Games(u64),
}

/// What was counted.
#[derive(Clone, Debug)]
pub struct Measure {
    /// One tally for each start state.
    pub tallies: Vec<Tally>,
    pub seconds: f64,
    /// Of all threads together, where the system tells.
    pub cpu_seconds: Option<f64>,
}

impl Measure {
    /// All games, from whatever start state.
    pub fn total(&self) -> Tally {
        let mut total = Tally::new(self.tallies.first().map_or(0, |tally| tally.goals.len()));
        for tally in &self.tallies {
            total.merge(tally);
        }
        total
    }

    pub fn states(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.steps).sum()
    }

    pub fn playouts(&self) -> u64 {
        self.tallies.iter().map(Tally::playouts).sum()
    }

    pub fn states_per_second(&self) -> f64 {
        self.states() as f64 / self.seconds
    }

    pub fn states_per_cpu_second(&self) -> Option<f64> {
        self.cpu_seconds.map(|seconds| self.states() as f64 / seconds)
    }

    pub fn playouts_per_second(&self) -> f64 {
        self.playouts() as f64 / self.seconds
    }

    /// How many times the states of another measurement, by the time of processors
    /// if it is known.
    pub fn ratio(&self, other: &Self) -> f64 {
        match (self.states_per_cpu_second(), other.states_per_cpu_second()) {
            (Some(these), Some(others)) => these / others,
            _ => self.states_per_second() / other.states_per_second(),
        }
    }

    pub fn mean_length(&self) -> f64 {
        self.states() as f64 / self.playouts() as f64
    }
}

/// A part of the time of a measurement that one call takes, so that its threads
/// end at about the same time and the progress is seen.
const CALL: f64 = 0.1;

/// Lets the players play side by side, one thread each.
///
/// The games are numbered, and each is played by one of the players: which one
/// makes no difference to the sums.
pub(crate) fn measure<P: Player>(
    players: Vec<P>,
    trial: &Trial,
    what: &str,
) -> anyhow::Result<Measure> {
    let course = Course {
        trial: *trial,
        start: Instant::now(),
        n_games: AtomicU64::new(0),
        n_states: AtomicU64::new(0),
        n_running: AtomicUsize::new(players.len()),
    };
    let parts = thread::scope(|scope| {
        let threads = players.into_iter().map(|player| {
            let course = &course;
            scope.spawn(move || {
                let part = course.run(player);
                course.n_running.fetch_sub(1, Ordering::Relaxed);
                part
            })
        });
        let threads = threads.collect::<Vec<_>>();
        course.watch(what);
        let parts = threads.into_iter().map(|thread| match thread.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        parts.collect::<anyhow::Result<Vec<_>>>()
    })?;
    let seconds = course.start.elapsed().as_secs_f64();
    let mut tallies = Vec::<Tally>::new();
    for part in &parts {
        tallies.resize_with(part.tallies.len().max(tallies.len()), || {
            Tally::new(part.tallies[0].goals.len())
        });
        for (tally, more) in tallies.iter_mut().zip(&part.tallies) {
            tally.merge(more);
        }
    }
    let cpu_seconds = parts.iter().map(|part| part.cpu).sum::<Option<Duration>>();
    Ok(Measure { tallies, seconds, cpu_seconds: cpu_seconds.map(|time| time.as_secs_f64()) })
}

/// A measurement in progress.
struct Course {
    trial: Trial,
    start: Instant,
    /// How many games have been given out.
    n_games: AtomicU64,
    /// How many states have been counted.
    n_states: AtomicU64,
    n_running: AtomicUsize,
}

/// What one thread has counted.
struct Part {
    tallies: Vec<Tally>,
    cpu: Option<Duration>,
}

impl Course {
    fn run<P: Player>(&self, mut player: P) -> anyhow::Result<Part> {
        let start = cpu_time();
        let mut tallies = Vec::<Tally>::new();
        let mut n_wanted = self.trial.games_per_call.unwrap_or(P::MIN_GAMES);
        while let Some(games) = self.claim(n_wanted) {
            let n_games = games.end - games.start;
            let call = Instant::now();
            let more = player.play(games)?;
            let games_per_second = n_games as f64 / call.elapsed().as_secs_f64();
            let n_states = more.iter().map(|tally| tally.steps).sum();
            self.n_states.fetch_add(n_states, Ordering::Relaxed);
            if tallies.is_empty() {
                tallies = more;
            } else {
                for (tally, more) in tallies.iter_mut().zip(&more) {
                    tally.merge(more);
                }
            }
            n_wanted = self.trial.games_per_call.unwrap_or_else(|| {
                ((games_per_second * self.call_seconds()) as u64).max(P::MIN_GAMES)
            });
        }
        Ok(Part { tallies, cpu: since(start) })
    }

    /// The numbers of the next games, unless it is enough.
    fn claim(&self, n_wanted: u64) -> Option<Range<u64>> {
        match self.trial.amount {
            Amount::Seconds(seconds) => {
                // Half a call too few is as good as half a call too many.
                let is_over = self.start.elapsed().as_secs_f64() > seconds * (1.0 - CALL / 2.0);
                let first = self.n_games.fetch_add(n_wanted, Ordering::Relaxed);
                // However short the time is, there is something to measure.
                (first == 0 || !is_over).then(|| first..first + n_wanted)
            }
            Amount::Games(all) => {
                let first = self.n_games.fetch_add(n_wanted, Ordering::Relaxed);
                (first < all).then(|| first..all.min(first + n_wanted))
            }
        }
    }

    /// How long the next call should take.
    fn call_seconds(&self) -> f64 {
        match self.trial.amount {
            Amount::Seconds(all) => (all - self.start.elapsed().as_secs_f64()).min(all * CALL),
            Amount::Games(_) => CALL,
        }
    }

    /// Shows how far the threads are until they are done.
    fn watch(&self, what: &str) {
        const WIDTH: usize = 24;
        let mut progress = Progress::new();
        while self.n_running.load(Ordering::Relaxed) > 0 {
            thread::sleep(Duration::from_millis(5));
            let seconds = self.start.elapsed().as_secs_f64();
            let done = match self.trial.amount {
                Amount::Seconds(all) => seconds / all,
                Amount::Games(all) => self.n_games.load(Ordering::Relaxed) as f64 / all as f64,
            };
            let n_states = self.n_states.load(Ordering::Relaxed);
            progress.show(|| {
                let full = (done.min(1.0) * WIDTH as f64) as usize;
                let bar = format!("{}{}", "█".repeat(full), "░".repeat(WIDTH - full));
                format!("{what} {bar} {} states/s", si(n_states as f64 / seconds))
            });
        }
    }
}
