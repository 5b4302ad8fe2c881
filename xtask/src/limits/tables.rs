//! Many tables at once on a real server, on loopback.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Setup, megabytes, milliseconds, percentile, tell};
use crate::client::{Client, Server};

const N_TABLES: usize = 200;

/// What is played, in turn.
pub(super) const GAMES: [&str; 4] = ["tic-tac-toe", "connect-four", "breakthrough", "reversi"];

/// 99 of 100 moves are answered within this time.
const GOAL: Duration = Duration::from_millis(100);

const TIME: Duration = Duration::from_mins(1);

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let time = setup.time.unwrap_or(TIME);
    let server = Server::start(&setup.program)?;
    let until = Instant::now() + time;
    let clients = (0..N_TABLES).map(|number| {
        let visitor = server.visitor();
        thread::spawn(move || {
            let seats = json!([{ "player": "human" }, { "player": "random" }]);
            let game = GAMES[number % GAMES.len()];
            Client::sit_down(visitor, number, game, &seats)?.play(until)
        })
    });
    let clients = clients.collect::<Vec<_>>();
    Ok(is_prompt(&server, clients, time, until))
}

/// Waits for those who play until the end of their time, tells how it went, and whether 99 of 100
/// moves were answered soon.
pub(super) fn is_prompt(
    server: &Server,
    clients: Vec<JoinHandle<anyhow::Result<Vec<Duration>>>>,
    time: Duration,
    until: Instant,
) -> bool {
    let mut memory = 0;
    while Instant::now() < until {
        thread::sleep(Duration::from_millis(500));
        memory = memory.max(server.memory().unwrap_or(0));
    }
    let answers = clients.into_iter().map(|client| client.join().expect("a client does not panic"));
    let (times, is_sound) = report(time, answers);
    tell("memory", megabytes(memory));
    is_sound && percentile(&times, 99) < GOAL
}

/// Tells how long moves took, and what went wrong. Gives the times, and whether all went well.
pub(super) fn report(
    time: Duration,
    answers: impl IntoIterator<Item = anyhow::Result<Vec<Duration>>>,
) -> (Vec<Duration>, bool) {
    let mut times = Vec::new();
    let mut errors = Vec::new();
    for answer in answers {
        match answer {
            Ok(answers) => times.extend(answers),
            Err(error) => errors.push(error),
        }
    }
    times.sort_unstable();
    let rate = times.len() as f64 / time.as_secs_f64();
    tell("moves", format_args!("{} ({rate:.0} a second)", times.len()));
    for (name, percent) in [("median", 50), ("99 %", 99), ("slowest", 100)] {
        tell(name, format_args!("{} to an answer", milliseconds(percentile(&times, percent))));
    }
    tell("errors", errors.len());
    for error in errors.iter().take(5) {
        tell("", format_args!("{error:#}"));
    }
    let is_sound = errors.is_empty() && !times.is_empty();
    (times, is_sound)
}
