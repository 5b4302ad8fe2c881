//! How long this thread has been running.

use std::time::Duration;

/// The time that the calling thread has had a processor, where the system tells.
///
/// Other programs slow down what is measured by the clock on the wall, but hardly
/// what is measured by this one.
#[cfg(unix)]
pub(crate) fn cpu_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).ok()
}

#[cfg(not(unix))]
pub(crate) fn cpu_time() -> Option<Duration> {
    None
}

/// How long this thread has had a processor since an earlier [`cpu_time`].
pub(crate) fn since(start: Option<Duration>) -> Option<Duration> {
    cpu_time().zip(start).map(|(end, start)| end.saturating_sub(start))
}
