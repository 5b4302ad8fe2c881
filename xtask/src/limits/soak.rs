//! What a server takes in memory while games of many kinds come and go.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::json;

use super::tables::report;
use super::{Setup, megabytes, tell};
use crate::client::{Client, Server};

const GAMES: [&str; 8] = [
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "reversi",
    "pentago",
    "knightthrough",
    "checkers",
    "hex",
];

const N_CLIENTS: usize = 8;

/// After this time, a client goes on to a table of another game.
const STAY: Duration = Duration::from_secs(45);

/// The time that an engine has for a move.
const MOVE_SECONDS: f64 = 0.1;

const TIME: Duration = Duration::from_mins(10);

/// How often the memory is told.
const TELLING: Duration = Duration::from_mins(1);

/// The server takes at most so many bytes, and in the second half of the time at most so many more
/// than in the first.
const MAX_MEMORY: usize = 1 << 30;
const MAX_GROWTH: usize = 64 << 20;

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let time = setup.time.unwrap_or(TIME);
    let server = Server::start(&setup.program)?;
    let start = Instant::now();
    let until = start + time;
    let clients = (0..N_CLIENTS).map(|number| {
        let address = server.address.clone();
        thread::spawn(move || wander(&address, number, until))
    });
    let clients = clients.collect::<Vec<_>>();
    let (mut first_half, mut second_half) = (0, 0);
    let mut next_telling = start + TELLING;
    while Instant::now() < until {
        thread::sleep(Duration::from_millis(500));
        let memory = server.memory().unwrap_or(0);
        let half = if start.elapsed() < time / 2 { &mut first_half } else { &mut second_half };
        *half = memory.max(*half);
        if Instant::now() >= next_telling {
            let minutes = start.elapsed().as_secs() / 60;
            tell(&format!("memory after {minutes} min"), megabytes(memory));
            next_telling += TELLING;
        }
    }
    let answers = clients.into_iter().map(|client| client.join().expect("a client does not panic"));
    let (_, is_sound) = report(time, answers);
    tell("most memory", megabytes(first_half.max(second_half)));
    let is_flat = second_half < first_half + MAX_GROWTH;
    Ok(is_sound && is_flat && second_half.max(first_half) < MAX_MEMORY)
}

/// Plays one game after the other against an engine; gives the times until it answered.
fn wander(address: &str, number: usize, until: Instant) -> anyhow::Result<Vec<Duration>> {
    let engine = json!({ "player": "mcts", "seconds": MOVE_SECONDS });
    let seats = json!([{ "player": "human" }, engine]);
    let mut times = Vec::new();
    for game in GAMES.iter().cycle().skip(number) {
        let now = Instant::now();
        if now >= until {
            break;
        }
        let played = Client::sit_down(address, number, game, &seats)
            .and_then(|client| client.play(until.min(now + STAY)));
        times.extend(played.context(*game)?);
    }
    Ok(times)
}
