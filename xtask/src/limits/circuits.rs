//! How long a question takes while others wait for circuits.

use std::io::Write;
use std::time::{Duration, Instant};

use super::{Setup, milliseconds, tell};
use crate::client::Server;

const N_REQUESTS: usize = 64;

/// No other game of ours takes as long to become a circuit.
const SLOW: &str = "chess";

const QUESTIONS: [&str; 3] = ["/api/games", "/api/tables", "/api/games/tic-tac-toe"];

const GOAL: Duration = Duration::from_secs(1);

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let server = Server::start(&setup.program)?;
    let visitor = server.visitor();
    // A server that has just begun draws its cards.
    for target in QUESTIONS {
        visitor.ask("GET", target, "")?;
    }
    let mut requests = Vec::new();
    for _ in 0..N_REQUESTS {
        let mut stream = visitor.connect()?;
        let address = &server.address;
        let target = format!("/api/games/{SLOW}/circuit");
        write!(stream, "GET {target} HTTP/1.1\r\nHost: {address}\r\n\r\n")?;
        requests.push(stream);
    }
    let mut slowest = Duration::ZERO;
    for target in QUESTIONS {
        let start = Instant::now();
        if let Err(error) = visitor.ask("GET", target, "") {
            tell(target, format_args!("no answer: {error:#}"));
        }
        slowest = slowest.max(start.elapsed());
    }
    tell("slowest of three questions", milliseconds(slowest));
    Ok(slowest < GOAL)
}
