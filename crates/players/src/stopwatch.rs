//! How much a thread has done, whatever else the machine does.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// When this program began to look at the clock.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The clock on the wall: the time since the program first looked at it.
pub fn now() -> Duration {
    time_of(Instant::now())
}

/// The time of a moment by that clock.
pub fn time_of(moment: Instant) -> Duration {
    moment.saturating_duration_since(*START)
}

/// The time that the calling thread has had a processor, where the system tells.
///
/// Other programs slow down what is measured by the clock on the wall, but hardly what is measured
/// by this one.
#[cfg(unix)]
pub fn cpu_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).ok()
}

#[cfg(not(unix))]
pub fn cpu_time() -> Option<Duration> {
    None
}

/// Measures the work of one thread: by the time that it has had a processor, or by the clock on the
/// wall where the system does not tell.
#[derive(Copy, Clone, Debug)]
pub struct Stopwatch {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
    pub fn start() -> Self {
        Self { wall: Instant::now(), cpu: cpu_time() }
    }

    /// The work since the start, of which only the thread that started it can ask.
    pub fn elapsed(&self) -> Duration {
        self.cpu().unwrap_or_else(|| self.wall.elapsed())
    }

    /// The same where the system tells the time that a thread has had a processor.
    pub fn cpu(&self) -> Option<Duration> {
        cpu_time().zip(self.cpu).map(|(end, start)| end.saturating_sub(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn waiting_is_no_work() {
        let stopwatch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(100));
        assert!(stopwatch.elapsed() < Duration::from_millis(50), "{:?}", stopwatch.elapsed());
        while stopwatch.elapsed() < Duration::from_millis(60) {
            std::hint::spin_loop();
        }
        assert!(stopwatch.cpu() >= Some(Duration::from_millis(60)));
    }
}
