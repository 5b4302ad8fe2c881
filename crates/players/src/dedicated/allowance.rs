//! How much of its time an engine has used.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crate::player::Turn;
use crate::stopwatch::Stopwatch;

/// The time for one decision: until the turn is over, and perhaps some work.
pub(super) struct Allowance<'a> {
    start: Instant,
    time: Duration,
    canceled: &'a AtomicBool,
    work: Option<Work>,
}

/// How long the thread that leads may have a processor. The others stop when it does: their own
/// time would tell less, since they come and go.
struct Work {
    limit: Duration,
    stopwatch: Stopwatch,
    leader: ThreadId,
    /// What the leader has had when it last looked, in nanoseconds.
    spent: AtomicU64,
}

impl<'a> Allowance<'a> {
    /// From now on, by the thread that asks.
    pub(super) fn new(turn: &Turn<'a>, cpu: Option<Duration>) -> Self {
        let work = cpu.map(|limit| Work {
            limit,
            stopwatch: Stopwatch::start(),
            leader: thread::current().id(),
            spent: AtomicU64::new(0),
        });
        Self { start: Instant::now(), time: turn.time_left(), canceled: turn.canceled, work }
    }

    pub(super) fn start(&self) -> Instant {
        self.start
    }

    /// Which share of it has been used, from 0 to 1.
    pub(super) fn used(&self) -> f64 {
        let elapsed = self.start.elapsed();
        if elapsed >= self.time || self.canceled.load(Ordering::Relaxed) {
            return 1.0;
        }
        let worked = self.work.as_ref().map_or(0.0, Work::used);
        elapsed.div_duration_f64(self.time).max(worked)
    }
}

impl Work {
    fn used(&self) -> f64 {
        if thread::current().id() == self.leader {
            let spent = self.stopwatch.elapsed().as_nanos();
            self.spent.store(u64::try_from(spent).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
        let spent = Duration::from_nanos(self.spent.load(Ordering::Relaxed));
        if spent >= self.limit { 1.0 } else { spent.div_duration_f64(self.limit) }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Works until the clock of this thread says so.
    fn work(time: Duration) {
        let stopwatch = Stopwatch::start();
        while stopwatch.elapsed() < time {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn work_counts_and_waiting_does_not() {
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_mins(10);
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| () };
        let by_clock = Allowance::new(&turn, None);
        let by_work = Allowance::new(&turn, Some(Duration::from_millis(40)));
        thread::sleep(Duration::from_millis(60));
        assert!(by_work.used() < 0.9, "{}", by_work.used());
        work(Duration::from_millis(20));
        assert!((0.5..1.0).contains(&by_work.used()), "{}", by_work.used());
        work(Duration::from_millis(20));
        assert!(by_work.used() >= 1.0);
        assert!(by_clock.used() < 0.1, "{}", by_clock.used());
        thread::scope(|scope| {
            scope.spawn(|| assert!(by_work.used() >= 1.0, "helpers stop with the leader"));
        });
        canceled.store(true, Ordering::Relaxed);
        assert!(by_clock.used() >= 1.0);
    }
}
