//! How long an engine takes for a move while others have positions analyzed.

use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::json;
use tungstenite::Message;

use super::{Setup, megabytes, milliseconds, percentile, tell};
use crate::client::{Client, Server, Visitor};

const N_ANALYSES: usize = 150;

/// The seconds that an analysis is asked for.
const ANALYSIS_SECONDS: u32 = 600;

/// The time that the engine has for a move.
const MOVE_TIME: Duration = Duration::from_millis(200);

/// The slowest move takes no longer than this, though the machine is busy.
const GOAL: Duration = Duration::from_millis(500);

const N_MOVES: usize = 10;

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let server = Server::start(&setup.program)?;
    let people = json!([{ "player": "human" }, { "player": "human" }]);
    let mut others = Vec::new();
    for number in 0..N_ANALYSES {
        let mut client = Client::sit_down(server.visitor(), number, "connect-four", &people)?;
        client.read("position", &|_| true)?;
        let analyze = json!({ "type": "analyze", "ply": 0, "seconds": ANALYSIS_SECONDS });
        client.socket.send(Message::text(analyze.to_string())).context("asking for an analysis")?;
        others.push(client);
    }
    let times = play(server.visitor());
    tell("memory", megabytes(server.memory().unwrap_or(0)));
    drop(others);
    let mut times = match times {
        Ok(times) => times,
        Err(error) => {
            tell("moves", format_args!("none: {error:#}"));
            return Ok(false);
        }
    };
    times.sort_unstable();
    for (name, percent) in [("median", 50), ("slowest", 100)] {
        let time = milliseconds(percentile(&times, percent));
        tell(name, format_args!("{time} for a move of {}", milliseconds(MOVE_TIME)));
    }
    Ok(percentile(&times, 100) < GOAL)
}

/// Plays against an engine, and gives the times that it took.
fn play(visitor: Visitor) -> anyhow::Result<Vec<Duration>> {
    let seats =
        json!([{ "player": "human" }, { "player": "mcts", "seconds": MOVE_TIME.as_secs_f64() }]);
    let mut client = Client::sit_down(visitor, 0, "connect-four", &seats)?;
    let mut position = client.read("position", &|_| true)?;
    let mut times = Vec::new();
    while times.len() < N_MOVES {
        let ply = position["position"]["ply"].as_u64().context("the number of a position")?;
        let Some((role, action)) = client.choose(&position["position"]) else { break };
        let start = Instant::now();
        let message = json!({ "type": "move", "ply": ply, "role": role, "move": action });
        client.socket.send(Message::text(message.to_string())).context("sending a move")?;
        position = client
            .read("position", &|message| message["position"]["ply"].as_u64() >= Some(ply + 2))?;
        times.push(start.elapsed());
    }
    Ok(times)
}
