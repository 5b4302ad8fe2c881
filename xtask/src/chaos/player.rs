//! Somebody who plays on, whatever happens, and remembers what was shown.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use stonegate_stones::Random;
use tungstenite::Message;

use super::choose;
use super::site::{Address, Site};
use crate::client::Visitor;

/// A player waits so long before the server is called again.
const PAUSE: Duration = Duration::from_millis(50);

/// A person at a table.
pub(super) struct Player {
    random: Random,
    table: String,
    host: String,
    opponent: Opponent,
    /// Whether the opponent always has to find its own moves.
    insists: bool,
    seen: Seen,
}

/// Who sits on the other side.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Opponent {
    /// The same person.
    Human,
    /// One within the server.
    Engine,
    /// One that is a program of its own.
    Board,
}

/// What a table has shown, which is there for good.
pub(super) struct Seen {
    table: String,
    moves: Vec<Value>,
    is_over: bool,
}

impl Player {
    pub(super) fn sit_down(
        site: &Site,
        random: Random,
        game: &str,
        opponent: Opponent,
    ) -> anyhow::Result<Self> {
        let other = match opponent {
            Opponent::Human => json!({ "player": "human" }),
            Opponent::Engine => json!({ "player": "mcts", "seconds": 0.1 }),
            Opponent::Board => json!({ "player": "othello:board", "seconds": 0.1 }),
        };
        let request = json!({ "game": game, "seats": [{ "player": "human" }, other] });
        let (table, host) = Visitor::anybody(&site.address()).new_table(&request.to_string())?;
        let seen = Seen { table: table.clone(), moves: Vec::new(), is_over: false };
        // A board that is not there finds no moves.
        let insists = opponent != Opponent::Board;
        Ok(Self { random, table, host, opponent, insists, seen })
    }

    /// The same with a board that is there.
    pub(super) fn insisting(self) -> Self {
        Self { insists: true, ..self }
    }

    /// Plays until the end of the time. Then the table has to show one more move, and another one if
    /// somebody else answers, unless its game is over, within the time for recovery.
    pub(super) fn play(
        mut self,
        address: &Address,
        until: Instant,
        recovery: Duration,
    ) -> anyhow::Result<Seen> {
        let n_wanted = if self.opponent == Opponent::Human { 1 } else { 2 };
        let mut n_seen = None;
        let mut last = String::new();
        loop {
            let now = Instant::now();
            if now >= until {
                let n_before = *n_seen.get_or_insert(self.seen.moves.len());
                if self.seen.is_over || self.seen.moves.len() >= n_before + n_wanted {
                    return Ok(self.seen);
                }
                if now >= until + recovery {
                    let (table, n_moves) = (&self.table, self.seen.moves.len());
                    bail!("table {table} does not go on after {n_moves} moves: {last}");
                }
            }
            let address = address.lock().expect("nobody panics").clone();
            // Connections are lost, and moves are refused: then one begins again.
            if let Err(error) = self.visit(&address, until, n_wanted) {
                if error.is::<Violation>() {
                    return Err(error);
                }
                last = format!("{error:#}");
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Plays as long as a connection lasts.
    fn visit(&mut self, address: &str, until: Instant, n_wanted: usize) -> anyhow::Result<()> {
        let mut socket = Visitor::anybody(address).join(&self.table, &self.host)?;
        socket.get_ref().set_read_timeout(Some(Duration::from_secs(2)))?;
        let mut roles = Value::Null;
        let n_before = self.seen.moves.len();
        loop {
            let Message::Text(text) = socket.read()? else { continue };
            let message: Value = serde_json::from_str(&text)?;
            match message["type"].as_str() {
                Some("table") => {
                    roles = message["you"]["roles"].clone();
                    self.seen.note(&message)?;
                    let is_enough =
                        Instant::now() >= until && self.seen.moves.len() >= n_before + n_wanted;
                    if is_enough || self.seen.is_over {
                        return Ok(());
                    }
                }
                Some("position") => {
                    for answer in self.choose(&message["position"], &roles).unwrap_or_default() {
                        socket.send(Message::text(answer.to_string()))?;
                    }
                }
                Some("error") => match message["code"].as_str() {
                    Some("no-answer") if self.insists => {
                        let table = &self.table;
                        return Err(Violation(format!("table {table}: {message}")).into());
                    }
                    // A board may be gone, and a move may have been made before the last connection
                    // was lost.
                    Some("no-answer" | "already-moved") => {}
                    _ => bail!("{message}"),
                },
                _ => {}
            }
        }
    }

    /// A move of each role that is ours and has to choose.
    fn choose(&mut self, position: &Value, roles: &Value) -> Option<Vec<Value>> {
        let ours = roles.as_array()?;
        let choosing = position["choosing"].as_array()?.iter().filter(|role| ours.contains(role));
        let all_legal = position["legal"].as_array()?;
        let answer = |role: &Value| {
            let legal = all_legal.iter().find(|legal| legal["role"] == *role)?;
            let action = &choose(&mut self.random, legal["moves"].as_array()?)["move"];
            let ply = &position["ply"];
            Some(json!({ "type": "move", "ply": ply, "role": role, "move": action }))
        };
        choosing.map(answer).collect()
    }
}

/// Something that must not happen, such as that what was shown is no longer there.
#[derive(Debug)]
struct Violation(String);

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Violation {}

impl Seen {
    /// Compares what is shown with what was shown before.
    fn note(&mut self, table: &Value) -> anyhow::Result<()> {
        let moves = table["moves"].as_array().context("a table has moves")?;
        if !moves.starts_with(&self.moves) {
            let (table, before) = (&self.table, self.moves.len());
            let loss = format!("table {table} had {before} moves and now has {}", moves.len());
            return Err(Violation(loss).into());
        }
        self.moves.clone_from(moves);
        self.is_over = !table["over"].is_null();
        Ok(())
    }

    /// Whether a stranger sees the same; gives the number of moves.
    pub(super) fn check(mut self, address: &str) -> anyhow::Result<usize> {
        let mut socket = Visitor::anybody(address).join(&self.table, "")?;
        loop {
            let Message::Text(text) = socket.read().context("watching a table")? else { continue };
            let message: Value = serde_json::from_str(&text)?;
            if message["type"] == "table" {
                self.note(&message)?;
                ensure!(message["table"] == *self.table, "it is another table");
                return Ok(self.moves.len());
            }
        }
    }
}
