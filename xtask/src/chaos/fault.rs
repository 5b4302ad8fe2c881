//! What happens to a server.

use std::fmt;
use std::io::Write;
use std::net::Shutdown;
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::json;
use stonegate_stones::Random;
use tungstenite::Message;

use super::choose;
use super::site::Site;
use crate::client::Visitor;

/// So many sockets of one kind come at once.
const N_HOSTILE: u64 = 40;

/// A fault is over after at most so many milliseconds.
const MAX_DURATION: usize = 1200;

/// Something that can happen to a server.
#[derive(Copy, Clone)]
pub(super) enum Fault {
    /// It is killed and started again.
    Kill,
    /// The power fails: it ends, and so does all that was written and not synced.
    PowerFailure,
    /// Its disk takes nothing for a while.
    FullDisk,
    /// Its disk takes nothing for a while, and then it is killed: what it has shown meanwhile and
    /// did not write would be lost.
    KillWithoutDisk,
    /// It gets no processor for a while: when it goes on, all clocks have jumped.
    Stop,
    /// Its clock on the wall jumps, back or forth.
    ClockJump,
    /// It gets no more memory for a while. It may end of that, and is started again then.
    NoMemory,
    /// An engine at its tables is killed, and started again after a while.
    KilledEngine,
    /// An engine at its tables is silent for a while.
    SilentEngine,
    /// Connections that say nothing, or half of something, or garbage.
    Connections,
    /// Websockets that send what makes no sense or asks for much, and do not read.
    Websockets,
    /// More tables than one visitor may have.
    Tables,
    /// Rule sheets that are wrong, or endless.
    Sheets,
}

const ALL: [Fault; 13] = [
    Fault::Kill,
    Fault::PowerFailure,
    Fault::FullDisk,
    Fault::KillWithoutDisk,
    Fault::Stop,
    Fault::ClockJump,
    Fault::NoMemory,
    Fault::KilledEngine,
    Fault::SilentEngine,
    Fault::Connections,
    Fault::Websockets,
    Fault::Tables,
    Fault::Sheets,
];

/// The clock is wrong by at most so many seconds. Tables that nobody has played at are kept for a
/// day.
const MAX_JUMP: usize = 6 * 60 * 60;

/// What is left to a server without memory: less than this, in bytes.
const MAX_ROOM: usize = 8 << 20;

/// Heads of requests that are no requests.
const GARBAGE: [&[u8]; 6] = [
    b"",
    b"GET /api/tab",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n{",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: \xff\xff\r\n\r\n",
    b"DELETE /api/tables/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
];

/// Messages that are none, and some that ask for much.
const MESSAGES: [&str; 7] = [
    "",
    "{",
    r#"{"type": "move", "ply": -1, "role": [], "move": null}"#,
    r#"{"type": "analyze", "ply": 99999999999999999999}"#,
    r#"{"type": "seat", "role": "red", "player": "mcts:step-limit=4294967295"}"#,
    r#"{"type": "undo"}"#,
    r#"{"type": "analyze", "ply": 0, "seconds": 600}"#,
];

/// A game that never ends, and one that is none.
const SHEETS: [&str; 3] = [
    "(role a) (init (n 0)) (legal a go) (<= (next (n (s ?x))) (true (n ?x))) (<= (goal a 0) (true (n ?x)))",
    "((((((((((((((((",
    "(role ?x) (<= terminal (not terminal))",
];

impl Fault {
    pub(super) fn any(random: &mut Random) -> Self {
        *choose(random, &ALL)
    }

    /// Lets it happen, and be over.
    pub(super) fn happen(self, site: &mut Site, random: &mut Random) -> anyhow::Result<()> {
        let pause = Duration::from_millis(random.below(MAX_DURATION) as u64);
        match self {
            Self::Kill => {
                site.kill();
                site.start()
            }
            Self::PowerFailure => {
                site.cut_power()?;
                site.start()
            }
            Self::FullDisk => {
                limit_files(site, &site.log_length().to_string())?;
                thread::sleep(pause);
                limit_files(site, "unlimited")
            }
            Self::KillWithoutDisk => {
                limit_files(site, &site.log_length().to_string())?;
                thread::sleep(pause);
                site.kill();
                site.start()
            }
            Self::Stop => halt(&site.process()?, pause),
            Self::ClockJump => {
                let wrong = random.below(2 * MAX_JUMP) as i64 - MAX_JUMP as i64;
                site.set_clock(wrong)
            }
            Self::KilledEngine => {
                site.board.kill();
                thread::sleep(pause);
                site.board.revive()
            }
            Self::SilentEngine => halt(&site.board.process()?, pause),
            Self::NoMemory => {
                let room = random.below(MAX_ROOM);
                let process = site.process()?;
                limit_memory(&process, &site.address_space().saturating_add(room).to_string())?;
                thread::sleep(pause);
                // Where it has ended, there is nothing left to lift.
                let lifted = limit_memory(&process, "unlimited");
                if site.has_ended()? { site.start() } else { lifted }
            }
            Self::Connections => {
                let visitor = Visitor::anybody(&site.address());
                let mut held = Vec::new();
                for _ in 0..N_HOSTILE {
                    // Who is turned away has reached its aim as well.
                    let Ok(mut stream) = visitor.connect() else { continue };
                    let _ = stream.write_all(choose::<&[u8]>(random, &GARBAGE));
                    if random.below(2) == 0 {
                        let _ = stream.shutdown(Shutdown::Both);
                    } else {
                        held.push(stream);
                    }
                }
                thread::sleep(pause);
                Ok(())
            }
            Self::Websockets => {
                let visitor = Visitor::anybody(&site.address());
                let request = request("connect-four");
                let Ok((table, host)) = visitor.new_table(&request) else { return Ok(()) };
                let mut held = Vec::new();
                for _ in 0..N_HOSTILE {
                    let Ok(mut socket) = visitor.join(&table, &host) else { continue };
                    for _ in 0..random.below(8) {
                        let _ = socket.send(Message::text(*choose(random, &MESSAGES)));
                    }
                    let _ = socket.send(Message::binary(vec![0xff; 99]));
                    held.push(socket);
                }
                thread::sleep(pause);
                Ok(())
            }
            Self::Tables => {
                let (visitor, request) = (Visitor::anybody(&site.address()), request("nim"));
                for _ in 0..N_HOSTILE {
                    let _ = visitor.ask("POST", "/api/tables", &request);
                }
                Ok(())
            }
            Self::Sheets => {
                let body = json!({ "text": choose(random, &SHEETS), "insist": true });
                let visitor = Visitor::anybody(&site.address());
                let _ = visitor.ask("POST", "/api/rules", &body.to_string());
                Ok(())
            }
        }
    }
}

/// Gives a process no processor for a while.
fn halt(process: &str, pause: Duration) -> anyhow::Result<()> {
    command("kill", &["-STOP", process])?;
    thread::sleep(pause);
    command("kill", &["-CONT", process])
}

/// Bounds the length of the files that the server writes.
fn limit_files(site: &Site, bytes: &str) -> anyhow::Result<()> {
    let (process, limit) = (site.process()?, format!("--fsize={bytes}:unlimited"));
    command("prlimit", &["--pid", &process, &limit])
}

/// Bounds the memory that the server has, with all that it has only reserved.
fn limit_memory(process: &str, bytes: &str) -> anyhow::Result<()> {
    command("prlimit", &["--pid", process, &format!("--as={bytes}:unlimited")])
}

fn request(game: &str) -> String {
    json!({ "game": game, "seats": [{ "player": "human" }, { "player": "human" }] }).to_string()
}

fn command(program: &str, args: &[&str]) -> anyhow::Result<()> {
    let status = Command::new(program).args(args).status();
    let status = status.with_context(|| format!("starting {program}"))?;
    ensure!(status.success(), "{program} {} fails", args.join(" "));
    Ok(())
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kill => "a kill",
            Self::PowerFailure => "a power failure",
            Self::FullDisk => "a full disk",
            Self::KillWithoutDisk => "a kill with a full disk",
            Self::Stop => "a standstill",
            Self::NoMemory => "no memory",
            Self::ClockJump => "a jump of the clock",
            Self::KilledEngine => "a killed engine",
            Self::SilentEngine => "a silent engine",
            Self::Connections => "hostile connections",
            Self::Websockets => "hostile websockets",
            Self::Tables => "too many tables",
            Self::Sheets => "bad sheets",
        })
    }
}
