//! Commands, read while the engine thinks.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use stonegate_players::Hangup;
use stonegate_protocols::gtp::{Command, Failure};
use stonegate_protocols::lines::LineReader;

/// A command, or the failure to answer a line with that is none.
pub(super) type Line = Result<Command, Failure>;

/// The commands of a controller, in order.
pub(super) struct Listener {
    lines: Receiver<Line>,
    n_read: Arc<AtomicUsize>,
    n_taken: usize,
}

impl Listener {
    /// Reads in a thread of its own. `hangup` is set when the input ends without a `quit`.
    pub(super) fn new(input: impl BufRead + Send + 'static, hangup: Hangup) -> Self {
        let (sender, lines) = channel();
        let n_read = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&n_read);
        thread::spawn(move || {
            if !read(input, &sender, &counter) {
                hangup.set();
            }
        });
        Self { lines, n_read, n_taken: 0 }
    }

    /// The next command, or `None` at the end.
    pub(super) fn next(&mut self) -> Option<Line> {
        let line = self.lines.recv().ok()?;
        self.n_taken += 1;
        Some(line)
    }

    /// Tells, whenever it is asked, whether the controller wants something else already.
    pub(super) fn interrupted(&self) -> impl Fn() -> bool + Sync + use<> {
        let (n_read, n_taken) = (Arc::clone(&self.n_read), self.n_taken);
        move || n_read.load(Ordering::Relaxed) > n_taken
    }
}

/// Passes commands on and counts them. Tells whether the controller has said `quit`, after which
/// the input may end while commands are still being answered.
fn read(input: impl BufRead, lines: &Sender<Line>, n_read: &AtomicUsize) -> bool {
    for line in LineReader::new(input).map_while(Result::ok) {
        let line = line.map_err(|_| Failure::SyntaxError);
        let Some(line) = line.and_then(|line| Command::parse(&line)).transpose() else { continue };
        let is_quit = line.as_ref().is_ok_and(|command| command.name == "quit");
        n_read.fetch_add(1, Ordering::Relaxed);
        if lines.send(line).is_err() || is_quit {
            return true;
        }
    }
    false
}
