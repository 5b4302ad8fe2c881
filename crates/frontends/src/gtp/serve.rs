//! The conversation about Go.

use std::io::{self, BufRead, Write};

use stonegate_protocols::gtp::Response;

use super::analyze::{self, analyze};
use super::listen::Listener;
use super::session::Session;

/// Answers commands until the controller quits or goes away.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut session: Session,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut listener = Listener::new(input, session.hangup.clone());
    while let Some(line) = listener.next() {
        match line {
            Err(failure) => write!(out, "{}", Response::failure(None, &failure))?,
            Ok(command) if analyze::NAMES.contains(&command.name.as_str()) => {
                analyze(&mut session, &command, &listener.interrupted(), out)?;
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
