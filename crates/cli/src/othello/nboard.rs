//! `stonegate nboard`: the engine for boards that speak the NBoard protocol.
//!
//! One thread reads, so that a board is heard while the engine thinks; another one does what the
//! board asks for, in order. Questions that nobody waits for any more are canceled: all of them by a
//! `ping`, hints and analyses by any further command.

mod session;

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use stonegate_protocols::nboard::{Command, ParseError, Reply};

pub(crate) use session::{Session, Settings};

/// Something for the engine to do.
struct Task {
    what: What,
    /// Set when nobody waits for it any more.
    canceled: Arc<AtomicBool>,
}

enum What {
    Obey(Command),
    /// A line that has a mistake.
    Complain(ParseError),
}

/// Serves a board until it says `quit` or says no more.
pub(crate) fn serve(
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
                    What::Complain(error) => say(&Reply::Status(format!("error: {error}")))?,
                }
            }
            Ok(())
        });
        let heard = listen(input, &tasks);
        // The engine finishes what it was asked for, and waits for no more.
        drop(tasks);
        let served = engine.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        heard.and(served)
    })
}

/// Turns lines into tasks.
fn listen(input: impl BufRead, tasks: &Sender<Task>) -> anyhow::Result<()> {
    // Each task in flight, and whether any further command cancels it.
    let mut in_flight = Vec::<(Arc<AtomicBool>, bool)>::new();
    for line in input.split(b'\n') {
        let line = line?;
        let what = match String::from_utf8_lossy(&line).parse() {
            Ok(command) => What::Obey(command),
            Err(ParseError::Unknown(_)) => continue,
            Err(error) => What::Complain(error),
        };
        let is_urgent = matches!(what, What::Obey(Command::Ping(_) | Command::Quit));
        in_flight.retain(|(canceled, _)| Arc::strong_count(canceled) > 1);
        for (canceled, _) in in_flight.iter().filter(|(_, is_idle)| is_urgent || *is_idle) {
            canceled.store(true, Ordering::Relaxed);
        }
        let is_idle = matches!(what, What::Obey(Command::Hint(_) | Command::Analyze));
        let canceled = Arc::new(AtomicBool::new(false));
        in_flight.push((Arc::clone(&canceled), is_idle));
        let is_quit = matches!(what, What::Obey(Command::Quit));
        if tasks.send(Task { what, canceled }).is_err() || is_quit {
            break;
        }
    }
    Ok(())
}
