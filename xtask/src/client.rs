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

/// A client makes a move, waits for the answer, and then rests for so long.
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

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// The memory that it takes, in bytes, where the system tells.
    pub(crate) fn memory(&self) -> Option<usize> {
        usage::memory(self.process.id())
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

/// Connections come from so many addresses in turn.
const N_VISITORS: u8 = 16;

static N_CONNECTIONS: AtomicU8 = AtomicU8::new(0);

/// Multiples of it, without their whole parts, are spread evenly.
const GOLDEN: f64 = 0.618_034;

/// A person who moves at random, against a machine that does so as well.
pub(crate) struct Client {
    address: String,
    /// What to ask for when a table is wanted.
    request: String,
    /// The table and the key of its host.
    table: String,
    host: String,
    pub(crate) socket: WebSocket<TcpStream>,
    number: usize,
    n_moves: usize,
    /// The roles to move for.
    roles: Value,
}

impl Client {
    /// Opens a table with these seats.
    pub(crate) fn sit_down(
        address: &str,
        number: usize,
        game: &str,
        seats: &Value,
    ) -> anyhow::Result<Self> {
        let request = json!({ "game": game, "seats": seats }).to_string();
        let (table, host) = new_table(address, &request)?;
        let socket = join(address, &table, &host)?;
        let (address, roles) = (address.to_owned(), Value::Null);
        Ok(Self { address, request, table, host, socket, number, n_moves: 0, roles })
    }

    /// Removes the table, and sits down at another one.
    fn move_on(&mut self) -> anyhow::Result<()> {
        let target = format!("/api/tables/{}?token={}", self.table, self.host);
        ask(&self.address, "DELETE", &target, "").context("removing a table")?;
        (self.table, self.host) = new_table(&self.address, &self.request)?;
        self.socket = join(&self.address, &self.table, &self.host)?;
        Ok(())
    }

    /// Plays game after game, and gives the times until moves were answered.
    pub(crate) fn play(mut self, until: Instant) -> anyhow::Result<Vec<Duration>> {
        let mut times = Vec::new();
        let mut position = self.read("position", &|_| true)?;
        // Not all begin at the same moment.
        thread::sleep(REST.mul_f64(self.number as f64 * GOLDEN % 1.0));
        while Instant::now() < until {
            let ply = position["position"]["ply"].as_u64().context("the number of a position")?;
            let Some((role, action)) = self.choose(&position["position"]) else {
                if !position["position"]["over"].is_null() {
                    self.move_on()?;
                }
                position = self.read("position", &|_| true)?;
                continue;
            };
            let message = json!({ "type": "move", "ply": ply, "role": role, "move": action });
            let start = Instant::now();
            self.socket.send(Message::text(message.to_string())).context("sending a move")?;
            position =
                self.read("position", &|message| message["position"]["ply"].as_u64() > Some(ply))?;
            times.push(start.elapsed());
            thread::sleep(REST);
        }
        Ok(times)
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

/// Asks for a table, and gives its name and the key of its host.
pub(crate) fn new_table(address: &str, request: &str) -> anyhow::Result<(String, String)> {
    let answer = ask(address, "POST", "/api/tables", request).context("asking for a table")?;
    let created: Value = serde_json::from_str(&answer).with_context(|| answer.clone())?;
    let text =
        |name: &str| created[name].as_str().map(str::to_owned).with_context(|| answer.clone());
    Ok((text("table")?, text("host")?))
}

/// The websocket of a table.
pub(crate) fn join(address: &str, table: &str, host: &str) -> anyhow::Result<WebSocket<TcpStream>> {
    let url = format!("ws://{address}/api/tables/{table}/socket?token={host}");
    let joined = tungstenite::client(url, connect(address)?);
    Ok(joined.map_err(|error| anyhow::anyhow!("opening a websocket: {error}"))?.0)
}

/// The body of an answer.
pub(crate) fn ask(address: &str, method: &str, target: &str, body: &str) -> anyhow::Result<String> {
    let mut stream = connect(address)?;
    write!(
        stream,
        "{method} {target} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).context("reading an answer")?;
    let (_, body) = answer.split_once("\r\n\r\n").context("the answer has no body")?;
    Ok(body.to_owned())
}

pub(crate) fn connect(address: &str) -> anyhow::Result<TcpStream> {
    // One visitor has only a part of the places, and addresses tell visitors apart: all of these
    // are this machine.
    let number = N_CONNECTIONS.fetch_add(1, Ordering::Relaxed) % N_VISITORS;
    let from = SocketAddr::from((Ipv4Addr::new(127, 0, 0, number + 1), 0));
    let to = address.parse::<SocketAddr>().context("the address of the server")?;
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).context("making a socket")?;
    socket.bind(&from.into()).context("having an address")?;
    socket.connect(&to.into()).context("connecting")?;
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}
