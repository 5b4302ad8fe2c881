//! Signs of life while something takes long.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line on standard error that is written over and over, and only where
/// somebody can see it.
#[derive(Debug)]
pub struct Progress {
    next: Option<Instant>,
    is_shown: bool,
}

const INTERVAL: Duration = Duration::from_millis(200);
const CLEAR_LINE: &str = "\r\x1b[K";

impl Default for Progress {
    fn default() -> Self {
        let next = io::stderr().is_terminal().then(|| Instant::now() + INTERVAL);
        Self { next, is_shown: false }
    }
}

impl Progress {
    pub fn new() -> Self {
        Self::default()
    }

    /// Shows how far the work is, if it is time to.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.next.is_some_and(|next| now >= next) {
            self.next = Some(now + INTERVAL);
            self.is_shown = true;
            // There is nothing to do about a sign of life that is not seen.
            let _ = write!(io::stderr(), "{CLEAR_LINE}{}", text());
        }
    }

    /// Takes the line away, to make room for something that stays.
    pub fn clear(&mut self) {
        if self.is_shown {
            self.is_shown = false;
            let _ = write!(io::stderr(), "{CLEAR_LINE}");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
