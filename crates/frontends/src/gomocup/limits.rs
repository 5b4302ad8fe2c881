//! How long a brain may think.

use std::time::Duration;

use stonegate_protocols::gomocup::Info;

/// What the manager said of time and search, in milliseconds.
#[derive(Clone, Debug)]
pub(super) struct TimeLimits {
    turn: u64,
    game: u64,
    left: Option<i64>,
}

/// The clock says this if there is no limit for the game.
const NO_LIMIT: i64 = 2_147_483_647;

/// Who does not say how long a move may take gets one after this time.
const DEFAULT_TURN: u64 = 5000;

/// A game is expected to take so many more moves.
const MOVES_TO_GO: u64 = 20;

impl TimeLimits {
    pub(super) const fn new() -> Self {
        Self { turn: DEFAULT_TURN, game: 0, left: None }
    }

    /// Whether the information is about time.
    pub(super) fn take(&mut self, info: &Info) -> bool {
        match info {
            Info::TimeoutTurn(time) => self.turn = *time,
            Info::TimeoutMatch(time) => self.game = *time,
            Info::TimeLeft(time) => self.left = Some(*time),
            _ => return false,
        }
        true
    }

    /// How long to think about the next move. The answer takes some time as well, the more so where
    /// other programs keep the processor busy.
    pub(super) fn next(&self) -> Duration {
        let left = match (self.left, self.game) {
            (Some(NO_LIMIT..), _) | (None, 0) => u64::MAX,
            (Some(left), _) => u64::try_from(left).unwrap_or(0),
            (None, game) => game,
        };
        let time = self.turn.min(left / MOVES_TO_GO);
        let reserve = (time / 10).clamp(50, 300);
        Duration::from_millis(time.saturating_sub(reserve))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(infos: &[Info], expected: u64) {
        let mut limits = TimeLimits::new();
        assert!(infos.iter().all(|info| limits.take(info)));
        assert_eq!(limits.next(), Duration::from_millis(expected));
    }

    #[test]
    fn the_time_for_a_move() {
        check(&[], 4700);
        check(&[Info::TimeoutTurn(1000)], 900);
        check(&[Info::TimeoutTurn(0)], 0);
        check(&[Info::TimeoutTurn(10)], 0);
        check(&[Info::TimeoutTurn(1000), Info::TimeLeft(NO_LIMIT)], 900);
        check(&[Info::TimeoutTurn(1000), Info::TimeLeft(10_000)], 450);
        check(&[Info::TimeoutTurn(1000), Info::TimeLeft(-5)], 0);
        check(&[Info::TimeoutTurn(1000), Info::TimeoutMatch(4000)], 150);
    }
}
