//! How long a question takes while others wait for circuits.

use std::io::Write;
use std::time::{Duration, Instant};

use super::client::{Server, ask, connect};
use super::{Setup, milliseconds, tell};

const N_REQUESTS: usize = 64;

/// No other game of ours takes as long to become a circuit.
const SLOW: &str = "chess";

const GOAL: Duration = Duration::from_secs(1);

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let server = Server::start(&setup.program)?;
    let mut requests = Vec::new();
    for _ in 0..N_REQUESTS {
        let mut stream = connect(&server.address)?;
        let address = &server.address;
        let target = format!("/api/games/{SLOW}/circuit");
        write!(stream, "GET {target} HTTP/1.1\r\nHost: {address}\r\n\r\n")?;
        requests.push(stream);
    }
    let mut slowest = Duration::ZERO;
    for target in ["/api/games", "/api/tables", "/api/games/tic-tac-toe"] {
        let start = Instant::now();
        ask(&server.address, "GET", target, "")?;
        slowest = slowest.max(start.elapsed());
    }
    tell("slowest of three questions", milliseconds(slowest));
    Ok(slowest < GOAL)
}
