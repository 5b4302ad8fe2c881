//! How long players may think.

use std::time::Duration;

/// The clocks of a match.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Clock {
    /// For thinking about the rules before the first move.
    pub start: Duration,
    /// For each move.
    pub play: Duration,
}

/// How much later an answer may arrive than it is due, for the way that it takes
/// over a network.
pub const GRACE: Duration = Duration::from_secs(1);

impl Clock {
    pub fn from_secs(start: u32, play: u32) -> Self {
        let seconds = |seconds| Duration::from_secs(u64::from(seconds));
        Self { start: seconds(start), play: seconds(play) }
    }
}

/// What a player should not use of its time, so that its answer is not late: an
/// eighth, within reason.
pub fn safety_margin(time: Duration) -> Duration {
    (time / 8).clamp(Duration::from_millis(150), Duration::from_millis(1500))
}
