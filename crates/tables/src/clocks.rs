//! The clocks of the people at a table.
//!
//! Nothing ticks here: how much time is left follows from when a turn began, and is looked at
//! whenever something happens. A page that sees a clock run out says so. All times are seconds since
//! some moment that the driver of the table has chosen.

use serde::{Deserialize, Serialize};
use stonegate_gdl::RoleId;

use crate::message::Refusal;
use crate::stored::StoredClocks;

/// How long people may think. Engines have their own time for each move.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TimeControl {
    /// For the whole game.
    pub seconds: f64,
    /// What is added after each move.
    #[serde(default)]
    pub increment: f64,
    /// After that there are so many periods of so many seconds: byo-yomi. One that a move did not
    /// use up begins anew with the next.
    #[serde(default)]
    pub periods: u8,
    #[serde(default)]
    pub period: f64,
}

impl TimeControl {
    /// The same, if it makes sense.
    pub fn checked(self) -> Result<Self, Refusal> {
        const SECONDS: std::ops::RangeInclusive<f64> = 1.0..=86_400.0;
        const INCREMENT: std::ops::RangeInclusive<f64> = 0.0..=3_600.0;
        const PERIOD: std::ops::RangeInclusive<f64> = 1.0..=3_600.0;
        let has_periods = self.periods > 0;
        let is_period =
            if has_periods { PERIOD.contains(&self.period) } else { self.period == 0.0 };
        if SECONDS.contains(&self.seconds) && INCREMENT.contains(&self.increment) && is_period {
            return Ok(self);
        }
        let message = "a clock has 1 to 86400 seconds, an increment of 0 to 3600 and perhaps \
                       periods of 1 to 3600";
        Err(Refusal::new("bad-clock", message))
    }

    /// What all periods take together.
    fn in_periods(&self) -> f64 {
        f64::from(self.periods) * self.period
    }

    /// What there is after a move that has left so much: a period that was begun is whole again.
    fn renewed(&self, left: f64) -> f64 {
        if left < self.in_periods() { (left / self.period).ceil() * self.period } else { left }
    }
}

/// The clocks of all roles.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Clocks {
    control: TimeControl,
    /// What each role had left when the turn began or it last moved, with all its periods.
    left: Vec<f64>,
    /// When the turn began.
    since: f64,
    /// When what is being dealt with happened. It may have had to wait.
    happened: f64,
    now: f64,
    /// Whose time is over.
    fallen: Option<RoleId>,
}

impl Clocks {
    pub(crate) fn restore(stored: &StoredClocks, n_roles: usize, now: f64) -> Self {
        let StoredClocks { control, left, fallen } = stored;
        let fallen = fallen.map(RoleId::new);
        let mut left = left.clone();
        left.resize(n_roles, control.seconds + control.in_periods());
        Self { control: *control, left, since: now, happened: now, now, fallen }
    }

    pub(crate) fn stored(&self) -> StoredClocks {
        let fallen = self.fallen.map(RoleId::index);
        StoredClocks { control: self.control, left: self.left.clone(), fallen }
    }

    /// Whose time is over, if somebody's is.
    pub(crate) fn fallen(&self) -> Option<RoleId> {
        self.fallen
    }

    /// Tells the time.
    pub(crate) fn set_now(&mut self, now: f64) {
        self.now = now;
    }

    /// The clocks of all who have to move run from here on.
    pub(crate) fn begin_turn(&mut self) {
        self.since = self.now;
    }

    /// How long the turn has taken when that happened which is being dealt with.
    fn elapsed(&self) -> f64 {
        (self.happened - self.since).max(0.0)
    }

    /// A role has moved.
    pub(crate) fn stop(&mut self, role: RoleId) {
        let left = self.left[role] - self.elapsed();
        self.left[role] = self.control.renewed(left) + self.control.increment;
    }

    /// Counts the time of these roles so far. It goes on from now.
    pub(crate) fn halt(&mut self, running: &[RoleId]) {
        let elapsed = self.elapsed();
        for &role in running {
            self.left[role] -= elapsed;
        }
        self.begin_turn();
    }

    /// Looks whether the time of one of these roles was over at a moment. Says whether it has
    /// just happened.
    pub(crate) fn look(&mut self, running: &[RoleId], moment: f64) -> bool {
        self.happened = moment;
        if self.fallen.is_some() {
            return false;
        }
        let elapsed = self.elapsed();
        self.fallen = running.iter().copied().find(|&role| self.left[role] <= elapsed);
        self.fallen.is_some()
    }

    /// Takes back that somebody's time was over: the role has as much as after a move.
    pub(crate) fn forgive(&mut self) -> bool {
        let Some(role) = self.fallen.take() else { return false };
        self.left[role] = self.control.increment.max(self.control.period).max(1.0);
        self.begin_turn();
        true
    }

    /// What the roles that people play have left at a moment.
    pub(crate) fn view(&self, people: &[bool], running: &[RoleId]) -> RunningClocks {
        let left = self.left.iter().zip(people);
        RunningClocks {
            left: left.map(|(&left, is_person)| is_person.then_some(left)).collect(),
            running: RoleId::first(self.left.len()).map(|role| running.contains(&role)).collect(),
            since: self.since,
            control: self.control,
        }
    }
}

/// The clocks of the roles that people play, and since when they run.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RunningClocks {
    left: Vec<Option<f64>>,
    running: Vec<bool>,
    since: f64,
    control: TimeControl,
}

impl RunningClocks {
    /// What is left at a moment.
    pub(crate) fn at(&self, now: f64) -> ClocksView {
        let elapsed = (now - self.since).max(0.0);
        let left = self.left.iter().zip(&self.running).map(|(&left, &is_running)| {
            let left = left.map(|left| if is_running { left - elapsed } else { left });
            left.map(|left| (left.max(0.0) * 10.0).round() / 10.0)
        });
        let TimeControl { periods, period, .. } = self.control;
        ClocksView { left: left.collect(), running: self.running.clone(), periods, period }
    }
}

/// The clocks as a page gets them: what is left when the message is written, with all periods.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClocksView {
    pub left: Vec<Option<f64>>,
    pub running: Vec<bool>,
    pub periods: u8,
    pub period: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: RoleId = RoleId::new(0);
    const SECOND: RoleId = RoleId::new(1);

    fn clocks(seconds: f64) -> Clocks {
        let control = TimeControl { seconds, increment: 2.0, ..TimeControl::default() };
        Clocks::restore(&StoredClocks { control, left: Vec::new(), fallen: None }, 2, 0.0)
    }

    #[test]
    fn time_passes_for_those_who_have_to_move() {
        let mut clocks = clocks(60.0);
        clocks.set_now(10.0);
        assert!(!clocks.look(&[FIRST], 10.0));
        clocks.stop(FIRST);
        assert_eq!(clocks.left, [52.0, 60.0]);
        clocks.halt(&[SECOND]);
        assert_eq!(clocks.left, [52.0, 50.0]);
        assert!(!clocks.look(&[SECOND], 59.0));
        assert!(clocks.look(&[SECOND], 61.0));
        assert_eq!(clocks.fallen(), Some(SECOND));
        assert!(!clocks.look(&[SECOND], 62.0), "it happens once");
        clocks.set_now(62.0);
        assert!(clocks.forgive());
        assert!(!clocks.look(&[SECOND], 63.0));
    }

    #[test]
    fn a_move_that_waits_for_the_server_is_not_late() {
        let mut clocks = clocks(60.0);
        // The server comes to it ten seconds later, when the turn of the other begins.
        clocks.set_now(69.0);
        assert!(!clocks.look(&[FIRST], 59.0));
        clocks.stop(FIRST);
        clocks.begin_turn();
        assert_eq!(clocks.left, [3.0, 60.0]);
        assert!(!clocks.look(&[SECOND], 128.0));
    }

    #[test]
    fn a_period_begins_anew_unless_it_is_used_up() {
        let control =
            TimeControl { seconds: 60.0, periods: 3, period: 30.0, ..TimeControl::default() };
        let mut clocks = Clocks::restore(&StoredClocks::full(control), 1, 0.0);
        let mut now = 0.0;
        // How long each move takes, and what is left: the time for all, then three periods, then
        // two, since one was used up.
        for (seconds, left) in [(50.0, 100.0), (15.0, 90.0), (29.9, 90.0), (31.0, 60.0)] {
            now += seconds;
            assert!(!clocks.look(&[FIRST], now));
            clocks.stop(FIRST);
            clocks.set_now(now);
            clocks.begin_turn();
            assert_eq!(clocks.left, [left]);
        }
        assert!(!clocks.look(&[FIRST], now + 59.0));
        assert!(clocks.look(&[FIRST], now + 61.0), "that was the last one");
    }

    #[test]
    fn a_page_sees_what_is_left_when_it_looks() {
        let clocks = clocks(60.0);
        let view = clocks.view(&[false, true], &[SECOND]);
        let json = serde_json::to_value(view.at(1.5)).expect("it is JSON");
        let expected = serde_json::json!(
            { "left": [null, 58.5], "running": [false, true], "periods": 0, "period": 0.0 });
        assert_eq!(json, expected);
    }

    #[test]
    fn senseless_clocks_are_refused() {
        let none = TimeControl::default();
        for (seconds, increment) in [(0.0, 0.0), (f64::NAN, 0.0), (60.0, -1.0), (1e9, 0.0)] {
            assert!(TimeControl { seconds, increment, ..none }.checked().is_err());
        }
        for (periods, period) in [(3, 0.0), (3, f64::NAN), (1, 1e9), (0, 30.0)] {
            let control = TimeControl { seconds: 60.0, periods, period, ..none };
            assert!(control.checked().is_err(), "{control:?}");
        }
    }
}
