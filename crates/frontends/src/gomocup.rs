//! The Gomoku engine as a brain for the managers of Gomocup.

mod limits;
mod session;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use stonegate_protocols::gomocup::{Answer, Command, Reader};
use stonegate_protocols::lines::LineReader;

use session::Session;

/// Whether the program was called by a name that only brains have.
pub fn is_called_as_brain() -> bool {
    let name = std::env::args_os().next();
    let name = name.as_ref().and_then(|path| std::path::Path::new(path).file_name());
    name.is_some_and(|name| name.to_string_lossy().starts_with("pbrain-"))
}

/// What the reader of commands tells a thinking engine.
#[derive(Default)]
struct Signals {
    /// How many commands came that ask to stop thinking. The end of the input counts as one.
    n_interrupts: AtomicUsize,
    /// Whether the manager has said END, after which nobody listens.
    is_ended: AtomicBool,
}

/// Answers the commands of a manager until it ends the game or goes away. Commands are read while
/// the engine thinks, so that it can be interrupted.
pub fn serve(input: impl BufRead + Send + 'static) -> io::Result<()> {
    let (sender, commands) = channel();
    let signals = Arc::new(Signals::default());
    let sent = Arc::clone(&signals);
    thread::spawn(move || read(input, &sender, &sent));
    let mut session = Session::new();
    // Interrupts that came before a question are not meant for it.
    let mut n_seen = 0;
    for command in commands {
        match command {
            Command::End => break,
            Command::Stop => n_seen += 1,
            command => {
                let is_interrupted = || signals.n_interrupts.load(Ordering::Relaxed) > n_seen;
                let answers = session.answer(command, &is_interrupted);
                let is_move = |answer: &Answer| {
                    matches!(answer, Answer::Move(_) | Answer::Moves(_) | Answer::Swap)
                };
                if signals.is_ended.load(Ordering::Relaxed) && answers.iter().any(is_move) {
                    break;
                }
                answers.iter().try_for_each(say)?;
            }
        }
    }
    Ok(())
}

/// Sends commands on, and tells of those that interrupt a thinking engine. After the last one
/// there is no sender any more.
fn read(input: impl BufRead, commands: &Sender<Command>, signals: &Signals) {
    let mut reader = Reader::default();
    for line in LineReader::new(input).map_while(Result::ok) {
        let command = match line {
            Ok(line) => reader.read(&line),
            Err(too_long) => Some(Command::Unknown(too_long.to_string())),
        };
        let Some(command) = command else { continue };
        let is_end = command == Command::End;
        if is_end {
            signals.is_ended.store(true, Ordering::Relaxed);
        }
        if is_end || command == Command::Stop {
            signals.n_interrupts.fetch_add(1, Ordering::Relaxed);
        }
        if commands.send(command).is_err() || is_end {
            return;
        }
    }
    signals.n_interrupts.fetch_add(1, Ordering::Relaxed);
}

fn say(answer: &Answer) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{answer}")?;
    out.flush()
}
