//! The Gomoku engine as a brain for the managers of Gomocup.

mod limits;
mod session;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use stonegate_protocols::gomocup::{Answer, Command, Reader};

use session::Session;

/// Whether the program was called by a name that only brains have.
pub(crate) fn is_called_as_brain() -> bool {
    let name = std::env::args_os().next();
    let name = name.as_ref().and_then(|path| std::path::Path::new(path).file_name());
    name.is_some_and(|name| name.to_string_lossy().starts_with("pbrain-"))
}

/// What the reader of commands tells a thinking engine.
#[derive(Default)]
struct Signals {
    /// How many commands came that ask to stop thinking.
    n_interrupts: AtomicUsize,
    /// Whether the manager has said END, after which nobody listens.
    is_ended: AtomicBool,
}

/// Answers the commands of a manager until it ends the game or goes away. Commands are read while
/// the engine thinks, so that it can be interrupted.
pub(crate) fn serve(input: impl BufRead + Send + 'static) -> io::Result<()> {
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
fn read(mut input: impl BufRead, commands: &Sender<Command>, signals: &Signals) {
    /// What is longer is no line of this protocol.
    const MAX_LINE: u64 = 1 << 16;
    let mut reader = Reader::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        let n_bytes = io::Read::take(&mut input, MAX_LINE).read_until(b'\n', &mut line);
        if !n_bytes.is_ok_and(|n_bytes| n_bytes > 0) {
            return;
        }
        let Some(command) = reader.read(&String::from_utf8_lossy(&line)) else { continue };
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
}

fn say(answer: &Answer) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{answer}")?;
    out.flush()
}
