//! The end of a thought, which may be moved while it is thought.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use stonegate_protocols::uci::Go;

/// Rings when the time is up or the board says `stop`.
#[derive(Default, Debug)]
pub(super) struct Alarm {
    /// What was asked for.
    pub(super) go: Go,
    /// Set when it has rung.
    pub(super) has_rung: AtomicBool,
    clock: Mutex<Clock>,
    changed: Condvar,
}

#[derive(Default, Debug)]
struct Clock {
    /// How long to think once the clock runs; without a limit until it rings.
    time: Option<Duration>,
    /// Since when the clock runs. It does not while the opponent is to move.
    start: Option<Instant>,
}

impl Alarm {
    pub(super) fn new(go: Go) -> Self {
        Self { go, ..Self::default() }
    }

    /// How long to think, from now on or, if the opponent is to move, from the move on.
    pub(super) fn set(&self, time: Option<Duration>) {
        self.clock.lock().time = time;
        if self.go.ponder {
            self.changed.notify_all();
        } else {
            self.start_clock();
        }
    }

    /// Nobody else is to move any more.
    pub(super) fn start_clock(&self) {
        self.clock.lock().start.get_or_insert_with(Instant::now);
        self.changed.notify_all();
    }

    pub(super) fn ring(&self) {
        // Under the lock, so that nobody has just looked and goes to sleep.
        let _clock = self.clock.lock();
        self.has_rung.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Waits for the time and rings, unless somebody else does.
    pub(super) fn wait(&self) {
        let mut clock = self.clock.lock();
        while !self.has_rung.load(Ordering::Relaxed) {
            let end = clock.start.zip(clock.time).map(|(start, time)| start + time);
            match end {
                Some(end) if end <= Instant::now() => self.has_rung.store(true, Ordering::Relaxed),
                Some(end) => {
                    self.changed.wait_until(&mut clock, end);
                }
                None => self.changed.wait(&mut clock),
            }
        }
    }

    /// Waits until an answer is wanted: none is while the opponent is to move, nor to an endless
    /// question.
    pub(super) fn wait_until_wanted(&self) {
        let mut clock = self.clock.lock();
        let is_early = |clock: &Clock| self.go.infinite || self.go.ponder && clock.start.is_none();
        while !self.has_rung.load(Ordering::Relaxed) && is_early(&clock) {
            self.changed.wait(&mut clock);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn the_clock_starts_when_the_opponent_has_moved() {
        let alarm = Alarm::new(Go { ponder: true, ..Go::default() });
        alarm.set(Some(Duration::from_millis(30)));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| alarm.wait());
            thread::sleep(Duration::from_millis(60));
            assert!(!waiting.is_finished() && !alarm.has_rung.load(Ordering::Relaxed));
            let hit = Instant::now();
            alarm.start_clock();
            alarm.wait_until_wanted();
            waiting.join().expect("nobody panics");
            assert!(hit.elapsed() >= Duration::from_millis(30));
        });
        assert!(alarm.has_rung.load(Ordering::Relaxed));
    }

    #[test]
    fn an_endless_question_is_answered_after_a_stop() {
        let alarm = Alarm::new(Go { infinite: true, ..Go::default() });
        thread::scope(|scope| {
            let waiting = scope.spawn(|| alarm.wait_until_wanted());
            thread::sleep(Duration::from_millis(30));
            assert!(!waiting.is_finished());
            alarm.ring();
        });
    }
}
