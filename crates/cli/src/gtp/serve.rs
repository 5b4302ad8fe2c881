//! Reading commands while the engine thinks.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use stonegate_protocols::gtp::{Command, CommandReader, Failure, Response};

use super::analyze::{self, analyze};
use super::session::Session;

type Line = Result<Command, Failure>;

/// Answers commands until the controller quits or goes away.
pub(crate) fn serve(
    input: impl Read + Send + 'static,
    mut session: Session,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (sender, lines) = channel();
    let n_read = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&n_read);
    thread::spawn(move || read(input, &sender, &counter));
    let mut n_taken = 0;
    while let Ok(line) = lines.recv() {
        n_taken += 1;
        match line {
            Err(failure) => write!(out, "{}", Response::failure(None, &failure))?,
            Ok(command) if analyze::NAMES.contains(&command.name.as_str()) => {
                let interrupted = || n_read.load(Ordering::Relaxed) > n_taken;
                analyze(&mut session, &command, &interrupted, out)?;
            }
            Ok(command) => {
                let response = match session.run(&command) {
                    Ok(text) => Response::success(command.id, text),
                    Err(failure) => Response::failure(command.id, &failure),
                };
                write!(out, "{response}")?;
            }
        }
        out.flush()?;
        if session.is_done() {
            break;
        }
    }
    Ok(())
}

/// Passes commands on and counts them. The end of the input counts as one more.
fn read(mut input: impl Read, lines: &Sender<Line>, n_read: &AtomicUsize) {
    let mut reader = CommandReader::default();
    let send = |line: Option<Line>| {
        let is_sent = line.is_none_or(|line| {
            n_read.fetch_add(1, Ordering::Relaxed);
            lines.send(line).is_ok()
        });
        is_sent.then_some(())
    };
    let mut bytes = [0; 4096];
    while let Ok(n_bytes @ 1..) = input.read(&mut bytes) {
        for &byte in &bytes[..n_bytes] {
            if send(reader.push(byte)).is_none() {
                return;
            }
        }
    }
    send(reader.finish());
    n_read.fetch_add(1, Ordering::Relaxed);
}
