//! Signs of life while something takes long.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line or several on standard error that are written over and over, and only where
/// somebody can see them.
#[derive(Debug)]
pub struct Progress {
    next: Option<Instant>,
    /// How many lines are shown.
    n_lines: usize,
}

const INTERVAL: Duration = Duration::from_millis(200);
const CLEAR_LINE: &str = "\r\x1b[K";
const LINE_UP: &str = "\x1b[A";

impl Default for Progress {
    fn default() -> Self {
        let next = io::stderr().is_terminal().then(|| Instant::now() + INTERVAL);
        Self { next, n_lines: 0 }
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
            let text = text();
            let clear = self.take_away();
            self.n_lines = text.lines().count().max(1);
            // There is nothing to do about a sign of life that is not seen.
            let _ = write!(io::stderr(), "{clear}{text}");
        }
    }

    /// Takes the lines away, to make room for something that stays.
    pub fn clear(&mut self) {
        if self.n_lines > 0 {
            let _ = write!(io::stderr(), "{}", self.take_away());
        }
    }

    /// What has to be written to take away what is shown.
    fn take_away(&mut self) -> String {
        let n_above = std::mem::take(&mut self.n_lines).saturating_sub(1);
        CLEAR_LINE.to_owned() + &format!("{LINE_UP}{CLEAR_LINE}").repeat(n_above)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
