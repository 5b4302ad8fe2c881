//! The games and tables of a page, told messages one at a time.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};
use stonegate_tables::{Refusal, StoredMove, StoredStatus, StoredTable, TokenHash, new_seats};

use crate::desk::Desk;
use crate::editor::Editor;
use crate::games::{Games, read_machine};
use crate::host::Host;
use crate::message::{
    CompiledGame, Conclusion, Failure, FromArena, Interim, Order, Sheet, ToArena,
};
use crate::rest::{self, CreateTable};

/// Keeps games and tables, and answers as a server would.
pub struct Arena {
    pub(crate) host: Host,
    pub(crate) games: Games,
    pub(crate) editor: Editor,
    /// All tables, as they are kept.
    pub(crate) stored: BTreeMap<String, StoredTable>,
    /// Those that somebody looks at.
    desks: BTreeMap<String, Desk>,
    /// The table of each socket.
    sockets: BTreeMap<u64, String>,
    /// The games that are being compiled, and requests that wait for that.
    compiling: Vec<String>,
    waiting: Vec<(String, ToArena)>,
    n_thinkers: usize,
}

impl Arena {
    pub fn new(host: Host) -> Self {
        Self {
            host,
            games: Games::new(host, Vec::new(), Vec::new()),
            editor: Editor::default(),
            stored: BTreeMap::new(),
            desks: BTreeMap::new(),
            sockets: BTreeMap::new(),
            compiling: Vec::new(),
            waiting: Vec::new(),
            n_thinkers: 1,
        }
    }

    /// Deals with a message, and says what is to be done about it, in this order.
    pub fn receive(&mut self, message: ToArena) -> Vec<FromArena> {
        let mut out = Vec::new();
        match message {
            ToArena::Start { tables, sheets, cards, thinkers } => {
                self.n_thinkers = thinkers.max(1);
                // What an other version has kept, or somebody has damaged, is left alone.
                let read = |value| serde_json::from_value::<StoredTable>(value).ok();
                let tables = tables.into_iter().filter_map(read);
                self.stored = tables.map(|table| (table.id.clone(), table)).collect();
                let sheets = sheets.into_iter().filter_map(|one| serde_json::from_value(one).ok());
                self.games = Games::new(self.host, cards, sheets.collect());
            }
            ToArena::Request { id, method, path, body } => {
                let question = body.clone().unwrap_or(Value::Null);
                match rest::answer(self, &method, &path, question, &mut out) {
                    Err(Failure::Waits(game)) => {
                        self.waiting.push((game, ToArena::Request { id, method, path, body }));
                    }
                    Ok(body) => out.push(FromArena::Response { id, status: 200, body }),
                    Err(Failure::Needs(game)) => out.push(FromArena::Need { game }),
                    Err(Failure::Refused(Refusal { code, message })) => {
                        let body = json!({ "error": { "code": code, "message": message } });
                        out.push(FromArena::Response { id, status: 400, body });
                    }
                }
            }
            ToArena::Open { socket, path } => match self.join(socket, &path, &mut out) {
                Ok(()) => {}
                Err(Failure::Needs(game)) => out.push(FromArena::Need { game }),
                Err(Failure::Refused(_) | Failure::Waits(_)) => {
                    out.push(FromArena::Closed { socket });
                }
            },
            ToArena::Message { socket, text } => {
                if let Some(desk) = self.desk_of(socket) {
                    desk.say(socket, &text, &mut out);
                }
            }
            ToArena::Close { socket } => self.leave(socket, &mut out),
            ToArena::Machine(CompiledGame { game, machine, problem, ms }) => {
                self.take_machine(&game, machine.as_deref(), problem, ms, &mut out);
            }
            ToArena::Thoughts(Interim { table, question, thinker, text }) => {
                if let Some(desk) = self.desks.get_mut(&table) {
                    desk.take_thoughts(question, thinker, &text, &mut out);
                }
            }
            ToArena::Answer(Conclusion { table, question, thinker, answer, problem }) => {
                // The others only help the first.
                if let Some(desk) = self.desks.get_mut(&table).filter(|_| thinker == 0) {
                    desk.take_answer(question, answer, problem, &mut out);
                }
            }
            ToArena::GoOn { table } => {
                if let Some(desk) = self.desks.get_mut(&table) {
                    desk.go_on(&mut out);
                }
            }
        }
        self.note(&out);
        out
    }

    /// Notes what is to be kept.
    fn note(&mut self, out: &[FromArena]) {
        for effect in out {
            match effect {
                FromArena::StoreTable { id, table: Some(table) } => {
                    self.stored.insert(id.clone(), table.clone());
                }
                FromArena::StoreTable { id, table: None } => {
                    self.stored.remove(id);
                }
                _ => {}
            }
        }
    }

    fn desk_of(&mut self, socket: u64) -> Option<&mut Desk> {
        self.desks.get_mut(self.sockets.get(&socket)?)
    }

    /// Opens the table of a socket's path: `tables/ID/socket?token=TOKEN`.
    fn join(&mut self, socket: u64, path: &str, out: &mut Vec<FromArena>) -> Result<(), Failure> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let id = path.strip_prefix("tables/").and_then(|rest| rest.strip_suffix("/socket"));
        let id = id.ok_or_else(|| unknown_table(path))?;
        self.open(id, out)?;
        let desk = self.desks.get_mut(id).ok_or_else(|| unknown_table(id))?;
        self.sockets.insert(socket, id.to_owned());
        desk.join(socket, query.strip_prefix("token="), out);
        Ok(())
    }

    /// A table that somebody looks at from here on.
    pub(crate) fn open(
        &mut self,
        id: &str,
        out: &mut Vec<FromArena>,
    ) -> Result<&mut Desk, Failure> {
        if !self.desks.contains_key(id) {
            let stored = self.stored.get(id).ok_or_else(|| unknown_table(id))?.clone();
            let game = self.games.get(&stored.game)?;
            self.compile(&game, out);
            let rules = |error| Refusal::new("rules", format!("{error}"));
            let desk = Desk::open(stored, game, self.n_thinkers, self.host).map_err(rules)?;
            self.desks.insert(id.to_owned(), desk);
        }
        self.desks.get_mut(id).ok_or_else(|| unknown_table(id).into())
    }

    fn leave(&mut self, socket: u64, out: &mut Vec<FromArena>) {
        let Some(id) = self.sockets.remove(&socket) else { return };
        if let Some(desk) = self.desks.get_mut(&id) {
            desk.leave(socket, out);
            if !desk.is_watched() {
                self.desks.remove(&id);
            }
        }
    }

    /// Has a sheet compiled that somebody has brought, unless it is.
    pub(crate) fn compile(&mut self, game: &crate::game::PageGame, out: &mut Vec<FromArena>) {
        if let Sheet::Text(text) = game.sheet()
            && !game.is_settled()
            && !self.compiling.contains(&game.id)
        {
            self.compiling.push(game.id.clone());
            out.push(FromArena::Thinker(Order::Compile { game: game.id.clone(), text }));
        }
    }

    fn take_machine(
        &mut self,
        id: &str,
        machine: Option<&str>,
        problem: Option<String>,
        ms: f64,
        out: &mut Vec<FromArena>,
    ) {
        self.compiling.retain(|other| other != id);
        let (machine, problem) = match machine.map(read_machine) {
            Some(Ok(machine)) => (Some(machine), None),
            Some(Err(problem)) => (None, Some(problem)),
            None => (None, problem),
        };
        let playing = self.desks.values().map(|desk| desk.game.clone());
        let games = playing.chain(self.games.opened(id)).filter(|game| game.id == id);
        for game in games.collect::<Vec<_>>() {
            game.set_machine(machine.clone(), problem.clone(), ms);
        }
        for desk in self.desks.values_mut().filter(|desk| desk.game.id == id) {
            desk.improve(out);
        }
        let waiting = self.waiting.extract_if(.., |(game, _)| game == id).collect::<Vec<_>>();
        for (_, request) in waiting {
            out.extend(self.receive(request));
        }
    }

    /// Makes a table for a game, with somebody on each seat, after some moves.
    pub(crate) fn create(
        &mut self,
        request: CreateTable,
        moves: Vec<StoredMove>,
        out: &mut Vec<FromArena>,
    ) -> Result<Value, Failure> {
        let CreateTable { game, seats, clock } = request;
        let control = clock.map(stonegate_tables::TimeControl::checked).transpose()?;
        let game = self.games.get(&game)?;
        let tokens = seats.iter().map(|_| self.host.token()).collect::<Vec<_>>();
        let hashes = tokens.iter().map(|token| TokenHash::of(token)).collect::<Vec<_>>();
        let seats_kept = new_seats(&*game, &seats, &hashes)?;
        let token = self.host.token();
        let created = self.host.milliseconds();
        let table = StoredTable {
            id: self.host.id(),
            game: game.id.clone(),
            host: TokenHash::of(&token),
            created,
            touched: created,
            status: StoredStatus::new(seats_kept, control),
            moves,
        };
        self.compile(&game, out);
        let id = table.id.clone();
        out.push(FromArena::StoreTable { id: id.clone(), table: Some(table) });
        Ok(json!({ "table": id, "host": token, "seats": tokens }))
    }

    /// Removes a table for good.
    pub(crate) fn remove(&mut self, id: &str, out: &mut Vec<FromArena>) {
        if let Some(desk) = self.desks.remove(id) {
            desk.close(out);
        }
        out.push(FromArena::StoreTable { id: id.to_owned(), table: None });
    }
}

pub(crate) fn unknown_table(id: &str) -> Refusal {
    Refusal::new("unknown-table", format!("there is no table `{id}`"))
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena").field("n_tables", &self.stored.len()).finish_non_exhaustive()
    }
}
