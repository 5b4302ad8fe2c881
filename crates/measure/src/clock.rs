//! How long this thread has been running.

use std::time::Duration;

pub use stonegate_players::cpu_time;

/// How long this thread has had a processor since an earlier [`cpu_time`].
pub fn since(start: Option<Duration>) -> Option<Duration> {
    cpu_time().zip(start).map(|(end, start)| end.saturating_sub(start))
}
