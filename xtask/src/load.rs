//! `cargo xtask load`: many tables at once on a real server, on loopback.

mod analyses;
mod soak;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use crate::project::{cargo, root, say, succeeds, tool};

const N_TABLES: usize = 200;

/// A client makes a move, waits for the answer, and then rests for so long.
const REST: Duration = Duration::from_millis(250);

/// Nothing takes longer, unless it is lost.
const PATIENCE: Duration = Duration::from_secs(20);

/// What is played, in turn.
const GAMES: [&str; 4] = ["tic-tac-toe", "connect-four", "breakthrough", "reversi"];

/// 99 of 100 moves are answered within this time.
const GOAL: Duration = Duration::from_millis(100);

/// The server takes at most so many bytes.
const MAX_MEMORY: usize = 2 << 30;

pub(crate) use analyses::run as run_analyses;
pub(crate) use soak::run as run_soak;

/// Runs the load, prints what it measured, and says whether it is good enough.
pub(crate) fn run(seconds: u64) -> anyhow::Result<ExitCode> {
    let server = Server::start(&build()?)?;
    let until = Instant::now() + Duration::from_secs(seconds);
    let clients = (0..N_TABLES).map(|number| {
        let address = server.address.clone();
        thread::spawn(move || Client::open(&address, number)?.play(until))
    });
    let clients = clients.collect::<Vec<_>>();
    let mut memory = 0;
    while Instant::now() < until {
        thread::sleep(Duration::from_millis(500));
        memory = memory.max(server.memory().unwrap_or(0));
    }
    let mut times = Vec::new();
    let mut errors = Vec::new();
    for client in clients {
        match client.join().expect("a client does not panic") {
            Ok(answers) => times.extend(answers),
            Err(error) => errors.push(format!("{error:#}")),
        }
    }
    times.sort_unstable();
    report(N_TABLES, seconds, &times, memory, &errors);
    let is_good = errors.is_empty() && percentile(&times, 99) < GOAL && memory < MAX_MEMORY;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Builds the program, and says where it is.
fn build() -> anyhow::Result<PathBuf> {
    if !succeeds(&mut cargo(&["build", "--release", "--package", "stonegate"]))? {
        bail!("the program does not build");
    }
    Ok(target().join("release/stonegate"))
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from)
}

fn report(n_clients: usize, seconds: u64, times: &[Duration], memory: usize, errors: &[String]) {
    say(format_args!("clients     {n_clients}, for {seconds} s"));
    say(format_args!(
        "moves       {} ({:.0} a second)",
        times.len(),
        times.len() as f64 / seconds as f64
    ));
    for (name, percent) in [("median", 50), ("90 %", 90), ("99 %", 99), ("slowest", 100)] {
        let milliseconds = percentile(times, percent).as_secs_f64() * 1e3;
        say(format_args!("{name:<11} {milliseconds:.1} ms until a move is answered"));
    }
    say(format_args!("memory      {} MB at most", memory >> 20));
    say(format_args!("errors      {}", errors.len()));
    for error in errors.iter().take(5) {
        say(format_args!("  {error}"));
    }
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(index).copied().unwrap_or(Duration::MAX)
}

/// A server in a process of its own, with a store of its own.
struct Server {
    process: Child,
    folder: PathBuf,
    address: String,
}

impl Server {
    fn start(program: &Path) -> anyhow::Result<Self> {
        let folder = target().join(format!("load-{}", std::process::id()));
        fs::create_dir_all(&folder).context("making a folder for the tables")?;
        let store = folder.join("tables.sqlite");
        let args = ["serve", "--port", "0", "--store", &store.to_string_lossy()];
        let mut process = tool(&program.to_string_lossy(), &args)
            .stdout(Stdio::piped())
            .spawn()
            .context("starting the server")?;
        let mut line = String::new();
        let out = process.stdout.take().context("the output of the server")?;
        BufReader::new(out).read_line(&mut line).context("reading the address")?;
        let address = line.trim().rsplit("http://").next().unwrap_or_default().to_owned();
        Ok(Self { process, folder, address })
    }

    /// The memory that it takes, in bytes, where the system tells.
    fn memory(&self) -> Option<usize> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? << 10)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Whatever is left has no use any more.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A person who moves at random, against a machine that does so as well.
struct Client {
    socket: WebSocket<TcpStream>,
    number: usize,
    n_moves: usize,
    /// The roles to move for.
    roles: Value,
}

impl Client {
    fn open(address: &str, number: usize) -> anyhow::Result<Self> {
        let seats = json!([{ "player": "human" }, { "player": "random" }]);
        Self::sit_down(address, number, GAMES[number % GAMES.len()], &seats)
    }

    /// Opens a table with these seats.
    fn sit_down(address: &str, number: usize, game: &str, seats: &Value) -> anyhow::Result<Self> {
        let body = json!({ "game": game, "seats": seats }).to_string();
        let mut stream = connect(address)?;
        write!(
            stream,
            "POST /api/tables HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).context("reading the answer to a new table")?;
        let (_, created) = answer.split_once("\r\n\r\n").context("the answer has no body")?;
        let created: Value = serde_json::from_str(created).with_context(|| answer.clone())?;
        let text =
            |name: &str| created[name].as_str().map(str::to_owned).with_context(|| answer.clone());
        let (table, host) = (text("table")?, text("host")?);
        let url = format!("ws://{address}/api/tables/{table}/socket?token={host}");
        let (socket, _) = tungstenite::client(url, connect(address)?)
            .map_err(|error| anyhow::anyhow!("opening a websocket: {error}"))?;
        Ok(Self { socket, number, n_moves: 0, roles: Value::Null })
    }

    /// Plays game after game, and gives the times until moves were answered.
    fn play(mut self, until: Instant) -> anyhow::Result<Vec<Duration>> {
        let mut times = Vec::new();
        let mut position = self.read("position", &|_| true)?;
        // Not all begin at the same moment.
        thread::sleep(REST * self.number as u32 / N_TABLES as u32);
        while Instant::now() < until {
            let ply = position["position"]["ply"].as_u64().context("the number of a position")?;
            let message = match self.choose(&position["position"]) {
                Some((role, action)) => {
                    json!({ "type": "move", "ply": ply, "role": role, "move": action })
                }
                None if position["position"]["over"].is_null() => {
                    position = self.read("position", &|_| true)?;
                    continue;
                }
                None => json!({ "type": "restart" }),
            };
            let is_move = message["type"] == "move";
            let start = Instant::now();
            self.socket.send(Message::text(message.to_string())).context("sending a move")?;
            position = self.read("position", &|message| {
                let other = message["position"]["ply"].as_u64();
                if is_move { other > Some(ply) } else { other < Some(ply) }
            })?;
            if is_move {
                times.push(start.elapsed());
            }
            thread::sleep(REST);
        }
        Ok(times)
    }

    /// A move of a role that has to choose and is ours.
    fn choose(&mut self, position: &Value) -> Option<(Value, Value)> {
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
    fn read(&mut self, kind: &str, is_meant: &dyn Fn(&Value) -> bool) -> anyhow::Result<Value> {
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

fn connect(address: &str) -> anyhow::Result<TcpStream> {
    let stream = TcpStream::connect(address).context("connecting")?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}
