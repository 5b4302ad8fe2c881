//! A thousand visitors at once, each with a table of its own.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Setup;
use super::tables::{GAMES, is_prompt};
use crate::client::{Client, Server, Visitor};

const N_VISITORS: u16 = 1000;

/// People look at the board before they move.
const REST: Duration = Duration::from_secs(3);

/// They do not all come in the same moment.
const ARRIVAL: Duration = Duration::from_millis(10);

const TIME: Duration = Duration::from_mins(2);

/// Those who wait for a thousand others need little room themselves.
const STACK_BYTES: usize = 256 << 10;

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let time = setup.time.unwrap_or(TIME);
    let server = Server::start(&setup.program)?;
    let until = Instant::now() + time;
    let mut clients = Vec::new();
    for number in 0..N_VISITORS {
        let visitor = Visitor::numbered(&server.address, number);
        let visit = move || {
            let seats = json!([{ "player": "human" }, { "player": "random" }]);
            let number = usize::from(number);
            let game = GAMES[number % GAMES.len()];
            Client::sit_down(visitor, number, game, &seats)?.resting(REST).play(until)
        };
        clients.push(thread::Builder::new().stack_size(STACK_BYTES).spawn(visit)?);
        thread::sleep(ARRIVAL);
    }
    Ok(is_prompt(&server, clients, time, until))
}
