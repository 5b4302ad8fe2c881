//! How long a question may take, by a clock that the caller brings.

use std::time::Duration;

/// A clock: the time since some moment.
pub type Now = fn() -> Duration;

/// How long a question may take.
#[derive(Copy, Clone, Debug)]
pub struct Patience {
    pub limit: Duration,
    pub now: Now,
}

impl Patience {
    /// Says whether a question that is asked now has taken too long.
    pub(crate) fn start(self) -> impl Fn() -> bool {
        let start = (self.now)();
        move || (self.now)().saturating_sub(start) > self.limit
    }
}
