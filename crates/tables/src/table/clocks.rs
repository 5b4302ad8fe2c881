//! The clocks of the people at a table.
//!
//! Nothing ticks on the server: how much time is left follows from when a turn began, and
//! is looked at whenever a message comes. A page that sees a clock run out says so.

use std::time::Instant;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::message::Refusal;
use crate::store::StoredClocks;

/// How long people may think. Engines have their own time for each move.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// For the whole game.
    pub seconds: f64,
    /// What is added after each move.
    #[serde(default)]
    pub increment: f64,
}

impl TimeControl {
    /// The same, if it makes sense.
    pub(crate) fn checked(self) -> Result<Self, Refusal> {
        const SECONDS: std::ops::RangeInclusive<f64> = 1.0..=86_400.0;
        const INCREMENT: std::ops::RangeInclusive<f64> = 0.0..=3_600.0;
        if SECONDS.contains(&self.seconds) && INCREMENT.contains(&self.increment) {
            return Ok(self);
        }
        let message = "a clock has 1 to 86400 seconds and an increment of 0 to 3600";
        Err(Refusal::new("bad-clock", message))
    }
}

/// The clocks of all roles.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Clocks {
    control: TimeControl,
    /// What each role had left when the turn began or it last moved.
    left: Vec<f64>,
    /// When the turn began.
    since: Instant,
    /// When what is being dealt with happened.
    now: Instant,
    /// Whose time is over.
    fallen: Option<usize>,
}

impl Clocks {
    pub(super) fn restore(stored: &StoredClocks, n_roles: usize) -> Self {
        let StoredClocks { control, left, fallen } = stored;
        let mut left = left.clone();
        left.resize(n_roles, control.seconds);
        let now = Instant::now();
        Self { control: *control, left, since: now, now, fallen: *fallen }
    }

    pub(super) fn stored(&self) -> StoredClocks {
        StoredClocks { control: self.control, left: self.left.clone(), fallen: self.fallen }
    }

    /// Whose time is over, if somebody's is.
    pub(super) fn fallen(&self) -> Option<usize> {
        self.fallen
    }

    /// The clocks of all who have to move run from here on.
    pub(super) fn begin_turn(&mut self) {
        self.since = Instant::now();
    }

    /// How long the turn has taken when that happened which is being dealt with.
    fn elapsed(&self) -> f64 {
        self.now.saturating_duration_since(self.since).as_secs_f64()
    }

    /// A role has moved.
    pub(super) fn stop(&mut self, role: usize) {
        self.left[role] -= self.elapsed();
        self.left[role] += self.control.increment;
    }

    /// The clocks of these roles stand still until the next turn begins.
    pub(super) fn halt(&mut self, running: &[usize]) {
        let elapsed = self.elapsed();
        for &role in running {
            self.left[role] -= elapsed;
        }
        self.begin_turn();
    }

    /// Looks whether the time of one of these roles was over at a moment. Says whether it has
    /// just happened.
    pub(super) fn look(&mut self, running: &[usize], now: Instant) -> bool {
        self.now = now;
        if self.fallen.is_some() {
            return false;
        }
        let elapsed = self.elapsed();
        self.fallen = running.iter().copied().find(|&role| self.left[role] <= elapsed);
        self.fallen.is_some()
    }

    /// Takes back that somebody's time was over: the role has as much as after a move.
    pub(super) fn forgive(&mut self) -> bool {
        let Some(role) = self.fallen.take() else { return false };
        self.left[role] = self.control.increment.max(1.0);
        self.begin_turn();
        true
    }

    /// The clocks of the roles that people play.
    pub(super) fn view(&self, people: &[bool], running: &[usize]) -> ClocksView {
        let left = self.left.iter().zip(people);
        ClocksView {
            left: left.map(|(&left, is_person)| is_person.then_some(left)).collect(),
            running: (0..self.left.len()).map(|role| running.contains(&role)).collect(),
            since: self.since,
        }
    }
}

/// The clocks as a page gets them: what is left when the message is written.
#[derive(Clone, PartialEq, Debug)]
pub struct ClocksView {
    left: Vec<Option<f64>>,
    running: Vec<bool>,
    since: Instant,
}

impl Serialize for ClocksView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let elapsed = self.since.elapsed().as_secs_f64();
        let left = self.left.iter().zip(&self.running).map(|(&left, &is_running)| {
            let left = left.map(|left| if is_running { left - elapsed } else { left });
            left.map(|left| (left.max(0.0) * 10.0).round() / 10.0)
        });
        let mut clocks = serializer.serialize_struct("ClocksView", 2)?;
        clocks.serialize_field("left", &left.collect::<Vec<_>>())?;
        clocks.serialize_field("running", &self.running)?;
        clocks.end()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn clocks(seconds: f64) -> Clocks {
        let control = TimeControl { seconds, increment: 2.0 };
        Clocks::restore(&StoredClocks { control, left: Vec::new(), fallen: None }, 2)
    }

    #[test]
    fn time_passes_for_those_who_have_to_move() {
        let mut clocks = clocks(60.0);
        clocks.since -= Duration::from_secs(10);
        assert!(!clocks.look(&[0], Instant::now()));
        clocks.stop(0);
        assert_eq!(clocks.left.iter().map(|left| left.round()).collect::<Vec<_>>(), [52.0, 60.0]);
        clocks.halt(&[1]);
        clocks.since -= Duration::from_secs(49);
        assert!(!clocks.look(&[1], Instant::now()));
        clocks.since -= Duration::from_secs(2);
        assert!(clocks.look(&[1], Instant::now()));
        assert_eq!(clocks.fallen(), Some(1));
        assert!(clocks.forgive());
        assert!(!clocks.look(&[1], Instant::now()));
    }

    #[test]
    fn a_move_that_waits_for_the_server_is_not_late() {
        let mut clocks = clocks(60.0);
        let came = Instant::now();
        clocks.since = came.checked_sub(Duration::from_secs(59)).expect("a minute ago");
        // The server comes to it ten seconds later.
        clocks.since -= Duration::from_secs(10);
        let came = came.checked_sub(Duration::from_secs(10)).expect("a moment ago");
        assert!(!clocks.look(&[0], came));
        clocks.stop(0);
        assert!((2.9..=3.1).contains(&clocks.left[0]), "{}", clocks.left[0]);
    }

    #[test]
    fn a_page_sees_what_is_left_when_it_looks() {
        let mut clocks = clocks(60.0);
        clocks.since -= Duration::from_millis(1_500);
        let view = serde_json::to_value(clocks.view(&[false, true], &[1])).expect("it is JSON");
        assert_eq!(view, serde_json::json!({ "left": [null, 58.5], "running": [false, true] }));
    }

    #[test]
    fn senseless_clocks_are_refused() {
        for (seconds, increment) in [(0.0, 0.0), (f64::NAN, 0.0), (60.0, -1.0), (1e9, 0.0)] {
            assert!(TimeControl { seconds, increment }.checked().is_err());
        }
    }
}
