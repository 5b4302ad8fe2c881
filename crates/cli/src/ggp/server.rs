//! The player's ear: connections in, replies out.

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::http::{ReadError, Request, Response, Status, read_request, respond};
use super::session::Session;

/// Managers open one connection at a time. Whoever opens this many at once must wait.
const MAX_CONNECTIONS: usize = 128;

const SHORT_WAIT: Duration = Duration::from_millis(1);

/// How often to look for a match that its manager has left.
const TIDY_INTERVAL: Duration = Duration::from_millis(500);

/// Answers messages for ever.
pub(crate) fn serve(listener: &TcpListener, session: &Arc<Session>) -> ! {
    let tidied = Arc::clone(session);
    thread::spawn(move || {
        loop {
            thread::sleep(TIDY_INTERVAL);
            tidied.forget_abandoned();
        }
    });
    // Every connection has a clone.
    let connections = Arc::new(());
    loop {
        while Arc::strong_count(&connections) > MAX_CONNECTIONS {
            thread::sleep(SHORT_WAIT);
        }
        let Ok((mut stream, _)) = listener.accept() else {
            // The connection is broken, or the system has no room for it.
            thread::sleep(SHORT_WAIT);
            continue;
        };
        let connection = Arc::clone(&connections);
        let session = Arc::clone(session);
        let serving = thread::Builder::new().spawn(move || {
            answer(&mut stream, &session);
            drop(connection);
        });
        // Where the system has no room for a thread, the client sees its connection closed.
        drop(serving);
    }
}

fn answer(stream: &mut TcpStream, session: &Session) {
    let response = match read_request(stream) {
        Ok(Request::Options) => Response { status: Status::Ok, body: String::new() },
        Ok(Request::Message(message)) => match session.answer(&message) {
            Ok(body) => Response { status: Status::Ok, body },
            Err(error) => Response { status: Status::BadRequest, body: error.to_string() },
        },
        Err(ReadError::Refused(status, reason)) => {
            session.note_refusal(reason);
            Response { status, body: reason.to_owned() }
        }
        Err(ReadError::Closed) => return,
    };
    respond(stream, &response);
}
