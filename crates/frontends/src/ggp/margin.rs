//! How long before the end of a turn the player should be done.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use stonegate_players::safety_margin;

/// What was measured longer ago says nothing.
const MEMORY: Duration = Duration::from_mins(2);

/// Who takes longer to hang up has other reasons than the way of the answer.
const MAX_ROUND_TRIP: Duration = Duration::from_secs(1);

/// The margin follows from what was late lately: on a machine with much to do everything happens
/// later than it should, and managers can be far away.
#[derive(Debug, Default)]
pub(super) struct Margin {
    /// How much later than it should something happened here.
    lateness: Worst,
    /// How long managers took to hang up after an answer.
    round_trip: Worst,
}

impl Margin {
    pub(super) fn note_lateness(&self, time: Duration) {
        self.lateness.note(Instant::now(), time);
    }

    pub(super) fn note_round_trip(&self, time: Duration) {
        if time < MAX_ROUND_TRIP {
            self.round_trip.note(Instant::now(), time);
        }
    }

    /// What the player should not use of some time.
    pub(super) fn of(&self, time: Duration) -> Duration {
        let now = Instant::now();
        let network = match self.round_trip.get(now) {
            // A connection is opened, a question comes and an answer goes.
            Some(round_trip) => safety_margin(time) / 2 + round_trip * 2,
            None => safety_margin(time),
        };
        let lateness = self.lateness.get(now).unwrap_or_default();
        (network + lateness * 2).min(time / 2)
    }
}

/// The longest time of late.
#[derive(Debug, Default)]
struct Worst {
    /// When something was measured, each shorter than the one before.
    measured: Mutex<VecDeque<(Instant, Duration)>>,
}

impl Worst {
    fn note(&self, now: Instant, time: Duration) {
        let mut measured = self.measured.lock();
        while measured.back().is_some_and(|&(_, before)| before <= time) {
            measured.pop_back();
        }
        measured.push_back((now, time));
        while measured.front().is_some_and(|&(then, _)| now.duration_since(then) > MEMORY) {
            measured.pop_front();
        }
    }

    fn get(&self, now: Instant) -> Option<Duration> {
        let measured = self.measured.lock();
        let mut recent = measured.iter();
        recent.find(|&&(then, _)| now.duration_since(then) <= MEMORY).map(|&(_, time)| time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn the_margin_grows_with_what_is_late() {
        let margin = Margin::default();
        assert_eq!(margin.of(ms(8000)), ms(1000));
        margin.note_round_trip(ms(3));
        assert_eq!(margin.of(ms(8000)), ms(506));
        margin.note_lateness(ms(400));
        margin.note_lateness(ms(20));
        assert_eq!(margin.of(ms(8000)), ms(1306));
        margin.note_round_trip(ms(100));
        assert_eq!(margin.of(ms(8000)), ms(1500));
        margin.note_round_trip(ms(5000));
        assert_eq!(margin.of(ms(8000)), ms(1500), "somebody has forgotten to hang up");
        margin.note_lateness(ms(60_000));
        assert_eq!(margin.of(ms(8000)), ms(4000), "half of the time is for thinking");
    }

    #[test]
    fn what_was_late_long_ago_is_forgotten() {
        let worst = Worst::default();
        let start = Instant::now();
        worst.note(start, ms(400));
        worst.note(start + ms(1000), ms(30));
        worst.note(start + ms(2000), ms(20));
        assert_eq!(worst.get(start + ms(3000)), Some(ms(400)));
        assert_eq!(worst.get(start + MEMORY + ms(500)), Some(ms(30)));
        worst.note(start + MEMORY + ms(1500), ms(10));
        assert_eq!(worst.get(start + MEMORY + ms(1500)), Some(ms(20)));
        assert_eq!(worst.get(start + 3 * MEMORY), None);
    }
}
