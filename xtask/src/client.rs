//! A server in a process of its own, and those who play on it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};
use socket2::{Domain, Socket, Type};
use tungstenite::{Message, WebSocket};

use crate::project::{target, tool};
use crate::usage;

/// How long a client rests before its next move, unless it has more patience.
const REST: Duration = Duration::from_millis(250);

/// Nothing takes longer, unless it is lost.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server in a process of its own.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: String,
    /// Where it keeps what goes with it.
    own_folder: Option<PathBuf>,
}

impl Server {
    /// Starts a server with a store of its own.
    pub(crate) fn start(program: &Path) -> anyhow::Result<Self> {
        let folder = target().join(format!("load-{}", std::process::id()));
        fs::create_dir_all(&folder).context("making a folder for the tables")?;
        let store = folder.join("tables.sqlite");
        let mut server = Self::start_as(command(program, &store))?;
        server.own_folder = Some(folder);
        Ok(server)
    }

    /// Starts a server by a command.
    pub(crate) fn start_as(mut command: Command) -> anyhow::Result<Self> {
        let mut process = command.stdout(Stdio::piped()).spawn().context("starting the server")?;
        let mut line = String::new();
        let out = process.stdout.take().context("the output of the server")?;
        BufReader::new(out).read_line(&mut line).context("reading the address")?;
        let address = line.trim().rsplit("http://").next().unwrap_or_default().to_owned();
        Ok(Self { process, address, own_folder: None })
    }

    /// Somebody who comes to it.
    pub(crate) fn visitor(&self) -> Visitor {
        Visitor::anybody(&self.address)
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// The memory that it takes, in bytes, where the system tells.
    pub(crate) fn memory(&self) -> Option<usize> {
        usage::memory(self.process.id())
    }

    /// All memory that it has reserved, in bytes, where the system tells.
    pub(crate) fn address_space(&self) -> Option<usize> {
        usage::address_space(self.process.id())
    }

    /// Whether it has ended by itself.
    pub(crate) fn has_ended(&mut self) -> anyhow::Result<bool> {
        Ok(self.process.try_wait().context("looking at the server")?.is_some())
    }

    /// How many files and sockets it has open, where the system tells.
    pub(crate) fn n_files(&self) -> Option<usize> {
        usage::n_files(self.process.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Whatever is left has no use any more.
        let _ = self.process.kill();
        let _ = self.process.wait();
        if let Some(folder) = &self.own_folder {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// A server that takes any port.
fn command(program: &Path, store: &Path) -> Command {
    let store = store.to_string_lossy();
    tool(&program.to_string_lossy(), &["serve", "--port", "0", "--store", &store])
}

/// Somebody who comes to a server, by the address that connections come from: one visitor has only
/// a part of the places. All these addresses are this machine.
#[derive(Clone)]
pub(crate) struct Visitor {
    /// The address of the server.
    pub(crate) server: String,
    from: Option<Ipv4Addr>,
}

/// Connections of nobody in particular come from so many addresses in turn.
const N_ANYBODY: u8 = 16;

static N_CONNECTIONS: AtomicU8 = AtomicU8::new(0);

impl Visitor {
    /// Nobody in particular.
    pub(crate) fn anybody(server: &str) -> Self {
        Self { server: server.to_owned(), from: None }
    }

    /// The one with a number.
    pub(crate) fn numbered(server: &str, number: u16) -> Self {
        let [high, low] = number.to_be_bytes();
        Self { server: server.to_owned(), from: Some(Ipv4Addr::new(127, 1, high, low)) }
    }

    pub(crate) fn connect(&self) -> anyhow::Result<TcpStream> {
        let from = self.from.unwrap_or_else(|| {
            let number = N_CONNECTIONS.fetch_add(1, Ordering::Relaxed) % N_ANYBODY;
            Ipv4Addr::new(127, 0, 0, number + 1)
        });
        let to = self.server.parse::<SocketAddr>().context("the address of the server")?;
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).context("making a socket")?;
        socket.bind(&SocketAddr::from((from, 0)).into()).context("having an address")?;
        socket.connect(&to.into()).context("connecting")?;
        let stream = TcpStream::from(socket);
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// The body of an answer.
    pub(crate) fn ask(&self, method: &str, target: &str, body: &str) -> anyhow::Result<String> {
        let mut stream = self.connect()?;
        write!(
            stream,
            "{method} {target} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.server,
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).context("reading an answer")?;
        let (_, body) = answer.split_once("\r\n\r\n").context("the answer has no body")?;
        Ok(body.to_owned())
    }

    /// Asks for a table, and gives its name and the key of its host.
    pub(crate) fn new_table(&self, request: &str) -> anyhow::Result<(String, String)> {
        let answer = self.ask("POST", "/api/tables", request).context("asking for a table")?;
        let created: Value = serde_json::from_str(&answer).with_context(|| answer.clone())?;
        let text =
            |name: &str| created[name].as_str().map(str::to_owned).with_context(|| answer.clone());
        Ok((text("table")?, text("host")?))
    }

    /// The websocket of a table.
    pub(crate) fn join(&self, table: &str, host: &str) -> anyhow::Result<WebSocket<TcpStream>> {
        let url = format!("ws://{}/api/tables/{table}/socket?token={host}", self.server);
        let joined = tungstenite::client(url, self.connect()?);
        Ok(joined.map_err(|error| anyhow::anyhow!("opening a websocket: {error}"))?.0)
    }
}

/// Multiples of it, without their whole parts, are spread evenly.
const GOLDEN: f64 = 0.618_034;

/// A person who moves at random, against a machine that does so as well.
pub(crate) struct Client {
    visitor: Visitor,
    /// What to ask for when a table is wanted.
    request: String,
    /// The table and the key of its host.
    table: String,
    host: String,
    pub(crate) socket: WebSocket<TcpStream>,
    number: usize,
    n_moves: usize,
    /// A move is made so long after the answer to the last one.
    rest: Duration,
    /// The roles to move for.
    roles: Value,
}

impl Client {
    /// Opens a table with these seats.
    pub(crate) fn sit_down(
        visitor: Visitor,
        number: usize,
        game: &str,
        seats: &Value,
    ) -> anyhow::Result<Self> {
        let request = json!({ "game": game, "seats": seats }).to_string();
        let (table, host) = visitor.new_table(&request)?;
        let socket = visitor.join(&table, &host)?;
        let (n_moves, rest, roles) = (0, REST, Value::Null);
        Ok(Self { visitor, request, table, host, socket, number, n_moves, rest, roles })
    }

    /// The same with more patience.
    pub(crate) fn resting(self, rest: Duration) -> Self {
        Self { rest, ..self }
    }

    /// Removes the table, and sits down at another one.
    fn move_on(&mut self) -> anyhow::Result<()> {
        let target = format!("/api/tables/{}?token={}", self.table, self.host);
        self.visitor.ask("DELETE", &target, "").context("removing a table")?;
        (self.table, self.host) = self.visitor.new_table(&self.request)?;
        self.socket = self.visitor.join(&self.table, &self.host)?;
        Ok(())
    }

    /// Plays game after game, and gives the times until moves were answered.
    pub(crate) fn play(mut self, until: Instant) -> anyhow::Result<Vec<Duration>> {
        let mut times = Vec::new();
        let mut position = self.read("position", &|_| true)?;
        // Not all begin at the same moment.
        thread::sleep(self.rest.mul_f64(self.number as f64 * GOLDEN % 1.0));
        while Instant::now() < until {
            if let Some(time) = self.make_move(&mut position)? {
                times.push(time);
                thread::sleep(self.rest);
                continue;
            }
            if !position["position"]["over"].is_null() {
                self.move_on()?;
            }
            position = self.read("position", &|_| true)?;
        }
        Ok(times)
    }

    /// Makes a move if there is one to make, and waits for the position after it. Gives the time
    /// that this took.
    pub(crate) fn make_move(&mut self, position: &mut Value) -> anyhow::Result<Option<Duration>> {
        let ply = position["position"]["ply"].as_u64().context("the number of a position")?;
        let Some((role, action)) = self.choose(&position["position"]) else { return Ok(None) };
        let message = json!({ "type": "move", "ply": ply, "role": role, "move": action });
        let start = Instant::now();
        self.socket.send(Message::text(message.to_string())).context("sending a move")?;
        *position =
            self.read("position", &|message| message["position"]["ply"].as_u64() > Some(ply))?;
        Ok(Some(start.elapsed()))
    }

    /// A move of a role that has to choose and is ours.
    pub(crate) fn choose(&mut self, position: &Value) -> Option<(Value, Value)> {
        let ours = self.roles.as_array()?;
        let choosing = position["choosing"].as_array()?;
        let role = choosing.iter().find(|role| ours.contains(role))?.clone();
        let mut legal = position["legal"].as_array()?.iter();
        let moves = legal.find(|legal| legal["role"] == role)?["moves"].as_array()?;
        self.n_moves += 1;
        let random = (self.number * 7919 + self.n_moves).wrapping_mul(0x9e37_79b9) >> 7;
        Some((role, moves.get(random % moves.len().max(1))?["move"].clone()))
    }

    /// Reads on until a message is the one that is meant. An error is the end.
    pub(crate) fn read(
        &mut self,
        kind: &str,
        is_meant: &dyn Fn(&Value) -> bool,
    ) -> anyhow::Result<Value> {
        loop {
            let message = self.socket.read().context("waiting for an answer")?;
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text).context("reading a message")?;
            match message["type"].as_str() {
                Some("error") => bail!("{message}"),
                Some("table") => self.roles = message["you"]["roles"].clone(),
                _ => {}
            }
            if message["type"] == kind && is_meant(&message) {
                return Ok(message);
            }
        }
    }
}
