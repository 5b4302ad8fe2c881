//! How soon a move is acknowledged while hundreds of hostile sockets are open.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::json;
use tungstenite::{Message, WebSocket};

use super::tables::report;
use super::{Setup, megabytes, percentile, tell};
use crate::client::{Client, Server, Visitor};

const N_HOSTILE: usize = 500;

/// They come from so many addresses.
const N_ATTACKERS: u16 = 10;

/// People who play against each other meanwhile, at so many tables.
const N_TABLES: u16 = 8;

const TIME: Duration = Duration::from_secs(30);

/// 99 of 100 moves are acknowledged within this time.
const GOAL: Duration = Duration::from_millis(100);

/// Between two doings of all who attack.
const PAUSE: Duration = Duration::from_millis(20);

/// Messages that ask for much, and some that make no sense.
const MESSAGES: [&str; 5] = [
    r#"{"type": "analyze", "ply": 0, "seconds": 600}"#,
    r#"{"type": "hint", "role": "red"}"#,
    r#"{"type": "undo"}"#,
    "[[[[[[[[[[[[[[[[",
    r#"{"type": "move", "ply": 0, "role": "red", "move": "(drop 9)"}"#,
];

/// Requests that take work to answer.
const REQUESTS: [&str; 4] =
    ["/api/games/chess/circuit", "/api/tables", "/api/games", "/api/games/reversi"];

/// Somebody who means harm.
enum Hostile {
    /// Says nothing.
    Silent(#[expect(dead_code, reason = "it is only held")] TcpStream),
    /// Sends a request byte by byte, and never ends it.
    Slow(TcpStream),
    /// Asks for one thing after the other, and reads no answer.
    Asking(TcpStream, usize),
    /// Has a seat and sends as much as it can, and does not read.
    Flooding(Box<WebSocket<TcpStream>>, usize),
}

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let time = setup.time.unwrap_or(TIME);
    let server = Server::start(&setup.program)?;
    let seats = json!([{ "player": "human" }, { "player": "human" }]);
    let mut people = Vec::new();
    for number in 0..N_TABLES {
        let visitor = Visitor::numbered(&server.address, N_ATTACKERS + number);
        people.push(Client::sit_down(visitor, usize::from(number), "connect-four", &seats)?);
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let attack = {
        let (address, is_over) = (server.address.clone(), Arc::clone(&is_over));
        thread::spawn(move || attack(&address, &is_over))
    };
    let until = Instant::now() + time;
    let people = people.into_iter().map(|client| thread::spawn(move || client.play(until)));
    let people = people.collect::<Vec<_>>();
    let answers = people.into_iter().map(|client| client.join().expect("a client does not panic"));
    let answers = answers.collect::<Vec<_>>();
    is_over.store(true, Ordering::Relaxed);
    let n_hostile = attack.join().expect("the attack does not panic");
    let (times, is_sound) = report(time, answers);
    tell("hostile sockets", format_args!("{n_hostile} at a time in the end"));
    tell("memory", megabytes(server.memory().unwrap_or(0)));
    Ok(is_sound && percentile(&times, 99) < GOAL)
}

/// Attacks until it is over. Who is thrown out comes again. Gives how many are there in the end.
fn attack(address: &str, is_over: &AtomicBool) -> usize {
    let mut all = (0..N_HOSTILE).map(|_| None).collect::<Vec<Option<Hostile>>>();
    while !is_over.load(Ordering::Relaxed) {
        for (number, slot) in all.iter_mut().enumerate() {
            let is_there = slot.as_mut().is_some_and(|hostile| hostile.act().is_ok());
            if !is_there {
                let visitor = Visitor::numbered(address, number as u16 % N_ATTACKERS);
                *slot = Hostile::come(&visitor, number).ok();
            }
            if is_over.load(Ordering::Relaxed) {
                break;
            }
        }
        thread::sleep(PAUSE);
    }
    all.iter().flatten().count()
}

impl Hostile {
    fn come(visitor: &Visitor, number: usize) -> anyhow::Result<Self> {
        // Each attacker has all kinds.
        Ok(match number / usize::from(N_ATTACKERS) % 4 {
            0 => Self::Silent(impatient(visitor.connect()?)?),
            1 => {
                let mut stream = impatient(visitor.connect()?)?;
                write!(stream, "GET / HTTP/1.1\r\nHost: {}\r\nX: ", visitor.server)?;
                Self::Slow(stream)
            }
            2 => Self::Asking(impatient(visitor.connect()?)?, number),
            _ => {
                let seats = json!([{ "player": "human" }, { "player": "human" }]);
                let request = json!({ "game": "connect-four", "seats": seats }).to_string();
                let (table, host) = visitor.new_table(&request)?;
                let socket = visitor.join(&table, &host)?;
                socket.get_ref().set_nonblocking(true).context("not waiting")?;
                Self::Flooding(Box::new(socket), number)
            }
        })
    }

    /// Does harm. An error is the end of the connection.
    fn act(&mut self) -> anyhow::Result<()> {
        match self {
            Self::Silent(_) => Ok(()),
            Self::Slow(stream) => bear(stream.write(b"x")),
            Self::Asking(stream, n_asked) => {
                let target = REQUESTS[*n_asked % REQUESTS.len()];
                *n_asked += 1;
                let request = format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n");
                bear(stream.write(request.as_bytes()))
            }
            Self::Flooding(socket, n_sent) => {
                let message = MESSAGES[*n_sent % MESSAGES.len()];
                *n_sent += 1;
                match socket.send(Message::text(message)) {
                    Err(tungstenite::Error::Io(error)) => bear(Err(error)),
                    Err(tungstenite::Error::WriteBufferFull(_)) | Ok(()) => Ok(()),
                    Err(error) => Err(error.into()),
                }
            }
        }
    }
}

/// Nobody who attacks waits for an answer.
fn impatient(stream: TcpStream) -> anyhow::Result<TcpStream> {
    stream.set_nonblocking(true).context("not waiting")?;
    Ok(stream)
}

/// What cannot be sent at once is no loss.
fn bear(written: std::io::Result<usize>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::WouldBlock => Err(error.into()),
        _ => Ok(()),
    }
}
