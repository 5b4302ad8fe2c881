//! What a player tells about its day, one line for each message.

use std::io::Write;
use std::time::{Duration, Instant};

use stonegate_players::Thoughts;

/// Writes to standard error, with the time since the program began to listen.
#[derive(Debug)]
pub(super) struct Log {
    start: Instant,
}

/// A line longer than this is cut.
const MAX_CHARS: usize = 400;

impl Log {
    pub(super) fn new() -> Self {
        Self { start: Instant::now() }
    }

    pub(super) fn line(&self, text: &str) {
        let text = text.chars().take(MAX_CHARS).collect::<String>();
        let seconds = self.start.elapsed().as_secs_f64();
        // Where standard error is closed, there is nobody left to tell.
        let _ = writeln!(anstream::stderr(), "{seconds:9.2} {text}");
    }

    /// A question, its answer, and how long the answer took.
    pub(super) fn exchange(&self, question: &str, answer: &str, time: Duration) {
        self.line(&format!("{question} -> {answer} ({:.2} s)", time.as_secs_f64()));
    }
}

/// How much a player thought about its move, and what it had to do without.
pub(super) fn summary(thoughts: &Thoughts) -> String {
    let mut summary = String::new();
    let mut add = |text: String| {
        summary.push_str(", ");
        summary.push_str(&text);
    };
    if thoughts.iterations > 0 {
        let Thoughts { iterations, playouts, depth, .. } = thoughts;
        add(format!("{iterations} iterations, {playouts} playouts, depth {depth}"));
    }
    if let Some(best) = thoughts.opinions.first() {
        add(format!("value {:.0}", best.value));
    }
    if !thoughts.fault.is_empty() {
        add(format!("without its board: {}", thoughts.fault));
    }
    if !thoughts.gap.is_empty() {
        add(format!("although {}", thoughts.gap));
    }
    summary
}
