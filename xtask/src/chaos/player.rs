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

/// One of so many moves is taken back.
const TAKES_BACK: usize = 8;

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
    /// A move was to be taken back, and it is not known whether it was.
    is_taking_back: bool,
    n_taken_back: usize,
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
        let seen = Seen::new(table.clone());
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
                    if self.takes_back(&message["position"], until) {
                        self.seen.is_taking_back = true;
                        socket.send(Message::text(json!({ "type": "undo" }).to_string()))?;
                        continue;
                    }
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

    /// Whether the last move is taken back instead of another one being made.
    fn takes_back(&mut self, position: &Value, until: Instant) -> bool {
        let is_allowed = self.opponent != Opponent::Board && Instant::now() < until;
        let can_choose = position["choosing"].as_array().is_some_and(|roles| !roles.is_empty());
        let is_possible = !self.seen.is_taking_back && !self.seen.moves.is_empty() && can_choose;
        is_allowed && is_possible && self.random.below(TAKES_BACK) == 0
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
    fn new(table: String) -> Self {
        let (moves, is_over) = (Vec::new(), false);
        Self { table, moves, is_over, is_taking_back: false, n_taken_back: 0 }
    }

    /// Compares what is shown with what was shown before.
    fn note(&mut self, table: &Value) -> anyhow::Result<()> {
        let moves = table["moves"].as_array().context("a table has moves")?;
        if self.is_taking_back && moves.len() < self.moves.len() && self.moves.starts_with(moves) {
            self.is_taking_back = false;
            self.n_taken_back += 1;
        } else if !moves.starts_with(&self.moves) {
            let (table, before) = (&self.table, self.moves.len());
            let loss = format!("table {table} had {before} moves and now has {}", moves.len());
            return Err(Violation(loss).into());
        }
        self.moves.clone_from(moves);
        self.is_over = !table["over"].is_null();
        Ok(())
    }

    /// How many moves were taken back.
    pub(super) fn n_taken_back(&self) -> usize {
        self.n_taken_back
    }

    /// Whether the archive and the record have the same.
    fn check_archive(&self, visitor: &Visitor) -> anyhow::Result<()> {
        let Self { table, moves, .. } = self;
        let found = visitor.ask("GET", &format!("/api/archive?search={table}"), "")?;
        let found: Value = serde_json::from_str(&found).context("reading the archive")?;
        let n_archived = found["games"][0]["ply"].as_u64().unwrap_or(0);
        ensure!(
            n_archived >= moves.len() as u64,
            "table {table} has {n_archived} moves in {found}"
        );
        let record = visitor.ask("GET", &format!("/api/tables/{table}/record"), "")?;
        let record: Value = serde_json::from_str(&record).context("reading a record")?;
        let recorded = record["moves"].as_array().context("a record has moves")?;
        ensure!(recorded.starts_with(moves), "table {table} has a record of other moves");
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
                self.check_archive(&Visitor::anybody(address))?;
                return Ok(self.moves.len());
            }
        }
    }
}
