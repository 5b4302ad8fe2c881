//! Chess by its rule sheet, for boards, match runners and servers that speak UCI.
//!
//! One thread reads, so that a board is heard while the player thinks; another one does what the
//! board asks for, in order. Who plays is any of our players.

mod alarm;
mod session;
mod time;

#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use parking_lot::Mutex;
use stonegate_protocols::lines::LineReader;
use stonegate_protocols::uci::{Command, Info, ParseError, Reply};

use alarm::Alarm;
use session::Session;

pub use session::Settings;

/// Something for the session to do.
enum Task {
    Obey(Command),
    /// To think, until the alarm at the latest.
    Go(Arc<Alarm>),
}

/// What several threads say things to.
pub(crate) struct Board<W>(Mutex<W>);

impl<W: Write> Board<W> {
    fn say(&self, reply: &Reply) -> io::Result<()> {
        let mut out = self.0.lock();
        writeln!(out, "{reply}")?;
        out.flush()
    }

    /// Says something in words.
    fn tell(&self, text: &impl ToString) -> io::Result<()> {
        self.say(&Reply::Info(Info { text: text.to_string(), ..Info::default() }))
    }
}

/// Serves a board until it says `quit` or says no more.
pub fn serve(
    input: impl BufRead,
    settings: Settings,
    output: impl Write + Send,
) -> anyhow::Result<()> {
    let board = Board(Mutex::new(output));
    let (tasks, queue) = channel::<Task>();
    thread::scope(|scope| {
        let board = &board;
        let worker = scope.spawn(move || {
            let mut session = Session::new(settings);
            queue.into_iter().try_for_each(|task| match task {
                Task::Obey(command) => session.obey(command, board),
                Task::Go(alarm) => session.go(&alarm, board),
            })
        });
        let heard = listen(input, &tasks, board);
        // What is left in the queue is answered.
        drop(tasks);
        let served = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        heard.and(served)?;
        Ok(())
    })
}

/// Passes commands on, but for those that a thinking player has to hear.
fn listen(input: impl BufRead, tasks: &Sender<Task>, board: &Board<impl Write>) -> io::Result<()> {
    // The last thought that was asked for.
    let mut thought = Arc::new(Alarm::default());
    let is_thinking = |thought: &Arc<Alarm>| Arc::strong_count(thought) > 1;
    let mut heard = Ok(());
    for line in LineReader::new(input) {
        let line = match line {
            Ok(Ok(line)) => line,
            Ok(Err(too_long)) => {
                board.tell(&too_long)?;
                continue;
            }
            Err(error) => {
                heard = Err(error);
                break;
            }
        };
        let task = match line.parse() {
            Ok(Command::Quit) => break,
            Ok(Command::Stop) => {
                thought.ring();
                continue;
            }
            Ok(Command::PonderHit) => {
                thought.start_clock();
                continue;
            }
            Ok(Command::IsReady) if is_thinking(&thought) => {
                board.say(&Reply::ReadyOk)?;
                continue;
            }
            Ok(Command::Go(go)) => {
                thought.ring();
                thought = Arc::new(Alarm::new(go));
                Task::Go(Arc::clone(&thought))
            }
            Ok(command) => Task::Obey(command),
            Err(ParseError::Unknown(_)) => continue,
            Err(error) => {
                board.tell(&error)?;
                continue;
            }
        };
        if tasks.send(task).is_err() {
            break;
        }
    }
    // Nobody waits for more than what has been found so far.
    thought.ring();
    heard
}
