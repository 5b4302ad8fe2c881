//! The Othello engine for boards that speak the NBoard protocol.
//!
//! One thread reads, so that a board is heard while the engine thinks; another one does what the
//! board asks for, in order. Questions that nobody waits for any more are canceled: all of them by a
//! `ping` or the end of the input, hints and analyses by any further command.

mod session;

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use stonegate_protocols::lines::LineReader;
use stonegate_protocols::nboard::{Command, ParseError, Reply};

pub use session::{Session, Settings};

/// Something for the engine to do.
struct Task {
    what: What,
    /// Set when nobody waits for it any more.
    canceled: Arc<AtomicBool>,
}

enum What {
    Obey(Command),
    /// A line has this mistake.
    Complain(String),
}

/// Serves a board until it says `quit` or says no more.
pub fn serve(
    input: impl BufRead,
    mut session: Session,
    mut say: impl FnMut(&Reply) -> std::io::Result<()> + Send,
) -> anyhow::Result<()> {
    let (tasks, queue) = channel::<Task>();
    thread::scope(|scope| {
        let engine = scope.spawn(move || {
            for task in queue {
                match task.what {
                    What::Obey(Command::Quit) => break,
                    What::Obey(command) => session.obey(command, &task.canceled, &mut say)?,
                    What::Complain(mistake) => say(&Reply::Status(format!("error: {mistake}")))?,
                }
            }
            Ok(())
        });
        let heard = listen(input, &tasks);
        // The engine answers what is left in the queue, and waits for no more.
        drop(tasks);
        let served = engine.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        heard.and(served)
    })
}

/// Turns lines into tasks.
fn listen(input: impl BufRead, tasks: &Sender<Task>) -> anyhow::Result<()> {
    let mut in_flight = InFlight::default();
    let mut heard = Ok(());
    for line in LineReader::new(input) {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                heard = Err(error.into());
                break;
            }
        };
        let what = match line {
            Err(too_long) => What::Complain(too_long.to_string()),
            Ok(line) => match line.parse() {
                Ok(command) => What::Obey(command),
                Err(ParseError::Unknown(_)) => continue,
                Err(error) => What::Complain(error.to_string()),
            },
        };
        let is_quit = matches!(what, What::Obey(Command::Quit));
        let canceled = in_flight.add(&what);
        if tasks.send(Task { what, canceled }).is_err() || is_quit {
            break;
        }
    }
    in_flight.cancel_all();
    heard
}

/// Flags of the tasks that may be waiting or running.
#[derive(Default)]
struct InFlight(Vec<Flight>);

struct Flight {
    canceled: Arc<AtomicBool>,
    /// Whether any further command cancels it.
    is_idle: bool,
}

impl InFlight {
    /// Adds a task, and cancels those that it makes superfluous.
    fn add(&mut self, what: &What) -> Arc<AtomicBool> {
        let is_urgent = matches!(what, What::Obey(Command::Ping(_)));
        self.0.retain(|flight| Arc::strong_count(&flight.canceled) > 1);
        for flight in self.0.iter().filter(|flight| is_urgent || flight.is_idle) {
            flight.canceled.store(true, Ordering::Relaxed);
        }
        let is_idle = matches!(what, What::Obey(Command::Hint(_) | Command::Analyze));
        let canceled = Arc::new(AtomicBool::new(false));
        self.0.push(Flight { canceled: Arc::clone(&canceled), is_idle });
        canceled
    }

    fn cancel_all(&self) {
        self.0.iter().for_each(|flight| flight.canceled.store(true, Ordering::Relaxed));
    }
}
