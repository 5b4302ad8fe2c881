//! What others notice of one visitor who makes thousands of tables.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{Setup, megabytes, milliseconds, tell};
use crate::client::{Client, Server, Visitor};

const N_TABLES: usize = 5000;

/// A visitor gets no more than this: it is what the server promises.
const MAX_TABLES: usize = 1000;

/// The whole server stays below this, in bytes.
const MAX_MEMORY: usize = 512 << 20;

/// Another visitor sits down and has its first move answered within this time.
const GOAL: Duration = Duration::from_millis(500);

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let server = Server::start(&setup.program)?;
    let (hoarder, other) =
        (Visitor::numbered(&server.address, 1), Visitor::numbered(&server.address, 2));
    let people = json!([{ "player": "human" }, { "player": "human" }]);
    let engine = json!([{ "player": "human" }, { "player": "random" }]);
    // A table that was there before, and is played at afterwards.
    let mut before = Client::sit_down(other.clone(), 0, "tic-tac-toe", &engine)?;
    let mut position = before.read("position", &|_| true)?;
    let request = json!({ "game": "reversi", "seats": people }).to_string();
    let n_made = (0..N_TABLES).filter(|_| hoarder.new_table(&request).is_ok()).count();
    tell("tables made", format_args!("{n_made} of {N_TABLES}"));
    let start = Instant::now();
    before.make_move(&mut position)?;
    let mut new = Client::sit_down(other, 1, "tic-tac-toe", &engine)?;
    let mut first = new.read("position", &|_| true)?;
    new.make_move(&mut first)?;
    let time = start.elapsed();
    let memory = server.memory().unwrap_or(0);
    tell("a move, a new table, a move", milliseconds(time));
    tell("memory", megabytes(memory));
    Ok(n_made <= MAX_TABLES && time < GOAL && memory < MAX_MEMORY)
}
