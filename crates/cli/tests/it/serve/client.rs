//! A server in a process of its own, and a browser's side of the conversation.

use std::cell::Cell;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::net::TcpSocket;
use tokio::runtime;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

use crate::sandbox::Sandbox;

/// Nothing in these tests takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

const SERVE: &str = "serve --port 0 --store tables.sqlite";

/// Where a tournament prints its report.
pub(super) const REPORT: &str = "report.txt";

/// Where the last server of a sandbox says what is wrong.
pub(super) const ERRORS: &str = "errors.txt";

pub(crate) struct Server {
    process: Child,
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
    /// The last number of the address that connections come from.
    visitor: Cell<u8>,
}

impl Server {
    /// Starts a server with its store in a folder.
    pub(crate) fn start(sandbox: &Sandbox) -> Self {
        Self::start_with(sandbox, "")
    }

    /// Starts a server with more arguments.
    pub(crate) fn start_with(sandbox: &Sandbox, args: &str) -> Self {
        Self::start_as(sandbox, sandbox.command(&format!("{SERVE} {args}")))
    }

    /// Starts a server from a shell that does something before, such as to set a limit.
    #[cfg(unix)]
    pub(super) fn start_after(sandbox: &Sandbox, shell: &str) -> Self {
        let program = sandbox.command(SERVE);
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{shell}; exec \"$@\"")).arg("sh");
        command.arg(program.get_program()).args(program.get_args());
        command.current_dir(sandbox.folder.path());
        Self::start_as(sandbox, command)
    }

    /// Starts a server, and keeps what it says on standard error in a file.
    fn start_as(sandbox: &Sandbox, mut command: Command) -> Self {
        let folder = sandbox.folder.path();
        let errors = File::create(folder.join(ERRORS)).expect("the folder is writable");
        let mut process = command
            .env("XDG_CACHE_HOME", folder.join("cache"))
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .expect("the program starts");
        let out = BufReader::new(process.stdout.take().expect("was piped"));
        let line = out.lines().next();
        let line = line.unwrap_or_else(|| panic!("{}", sandbox.read(ERRORS))).expect("of text");
        let address = line.rsplit("http://").next().expect("the line has an address").to_owned();
        Self { process, address, visitor: Cell::new(1) }
    }

    /// Starts a tournament that is shown in the browser; its report goes into a file.
    pub(crate) fn of_tournament(sandbox: &Sandbox, args: &str) -> Self {
        let report = File::create(sandbox.folder.path().join(REPORT)).expect("it is writable");
        let mut process = sandbox
            .command(&format!("tournament {args} --no-cache --live 127.0.0.1:0"))
            .stdout(report)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(process.stderr.take().expect("was piped")).lines();
        let line = lines.by_ref().map_while(Result::ok).find(|line| line.contains("http://"));
        let line = line.expect("it says where it is");
        let address = line.rsplit("http://").next().expect("the line has an address").to_owned();
        // What it says later has to go somewhere.
        thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Self { process, address, visitor: Cell::new(1) }
    }

    /// Has later connections come from `127.0.0.NUMBER`: another visitor. All these addresses are
    /// this machine on Linux.
    #[cfg(target_os = "linux")]
    pub(super) fn become_visitor(&self, number: u8) {
        self.visitor.set(number);
    }

    /// A connection of the visitor at hand.
    pub(super) fn stream(&self) -> TcpStream {
        let runtime = runtime::Builder::new_current_thread().enable_io().build();
        let stream = runtime.expect("there is room").block_on(async {
            let socket = TcpSocket::new_v4().expect("there are sockets");
            let from = Ipv4Addr::new(127, 0, 0, self.visitor.get());
            socket.bind(SocketAddr::from((from, 0))).expect("the address is this machine");
            let to = self.address.parse().expect("an address");
            let stream = socket.connect(to).await.expect("the server listens");
            stream.into_std().expect("it can be used as any other")
        });
        stream.set_nonblocking(false).expect("reading can wait");
        stream.set_read_timeout(Some(PATIENCE)).expect("there is patience");
        stream
    }

    /// The number of the process.
    #[cfg(unix)]
    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Presses Ctrl-C, and gives the exit code.
    #[cfg(unix)]
    pub(super) fn interrupt(mut self) -> Option<i32> {
        let id = self.process.id().to_string();
        Command::new("kill").args(["-INT", &id]).status().expect("there is a kill command");
        self.process.wait().expect("it ends").code()
    }

    /// Ends the server in the midst of what it does.
    pub(super) fn kill(mut self) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it ends");
    }

    /// The memory that the server takes, in bytes, where the system tells.
    pub(super) fn memory(&self) -> Option<usize> {
        let path = Path::new("/proc").join(self.process.id().to_string()).join("status");
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? << 10)
    }

    /// A request with its headers, exactly as given.
    pub(super) fn request(&self, head: &str, body: &[u8]) -> Response {
        let mut stream = self.stream();
        let length = body.len();
        let head = head.replace("HOST", &self.address);
        let head = format!("{head}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("the server reads");
        // A server that refuses what is too large does not read all of it.
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Response::parse(&bytes)
    }

    pub(super) fn get(&self, path: &str) -> Response {
        self.request(&format!("GET {path} HTTP/1.1\r\nHost: HOST"), b"")
    }

    #[track_caller]
    pub(super) fn get_json(&self, path: &str) -> Value {
        let response = self.get(path);
        assert_eq!(response.status, 200, "{path}: {}", response.body);
        response.json()
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> Response {
        self.request(&format!("POST {path} HTTP/1.1\r\nHost: HOST"), body.to_string().as_bytes())
    }

    /// Makes a table with these players, and gives all that its creator gets.
    #[track_caller]
    pub(super) fn create(&self, game: &str, players: &[&str]) -> Value {
        let seats = players.iter().map(|player| json!({ "player": player, "seconds": 0.2 }));
        let body = json!({ "game": game, "seats": seats.collect::<Vec<_>>() });
        let response = self.post("/api/tables", &body);
        assert_eq!(response.status, 201, "{game}: {}", response.body);
        response.json()
    }

    #[track_caller]
    pub(super) fn watch(&self, table: &Value) -> Page {
        self.connect(text(&table["table"]), None, None).expect("anybody may watch")
    }

    #[track_caller]
    pub(super) fn host(&self, table: &Value) -> Page {
        let token = Some(text(&table["host"]));
        self.connect(text(&table["table"]), token, None).expect("the host may come in")
    }

    /// Opens a websocket; the status if it is refused.
    pub(super) fn connect(
        &self,
        table: &str,
        token: Option<&str>,
        origin: Option<&str>,
    ) -> Result<Page, u16> {
        let query = token.map(|token| format!("?token={token}")).unwrap_or_default();
        let address = format!("ws://{}/api/tables/{table}/socket{query}", self.address);
        let mut request = address.into_client_request().expect("an address");
        if let Some(origin) = origin {
            let origin = HeaderValue::from_str(origin).expect("a header");
            request.headers_mut().insert("Origin", origin);
        }
        self.open_socket(request)
    }

    /// Opens the websocket of a tournament.
    pub(super) fn watch_tournament(&self) -> Page {
        let address = format!("ws://{}/api/study/socket", self.address);
        let request = address.into_client_request().expect("an address");
        self.open_socket(request).expect("anybody may watch")
    }

    /// Opens the websocket of a camera; the status if it is refused.
    pub(super) fn camera(&self) -> Result<Page, u16> {
        let address = format!("ws://{}/api/camera", self.address);
        self.open_socket(address.into_client_request().expect("an address"))
    }

    fn open_socket(&self, request: tungstenite::handshake::client::Request) -> Result<Page, u16> {
        match tungstenite::client(request, self.stream()) {
            Ok((socket, _)) => Ok(Page { socket }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have been killed before.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

impl Response {
    fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Self { status: status.unwrap_or(0), head: head.to_lowercase(), body: body.to_owned() }
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The value of a header, in small letters.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// A page at a table.
pub(super) struct Page {
    pub(super) socket: WebSocket<TcpStream>,
}

impl Page {
    pub(super) fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).expect("the server reads");
    }

    /// The next message, if the connection lasts.
    pub(super) fn next(&mut self) -> Option<Value> {
        // Pings keep the connection alive when nothing else comes.
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    return Some(serde_json::from_str(&text).expect("messages are JSON"));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
        None
    }

    /// Reads on until a message of a type satisfies a condition.
    #[track_caller]
    pub(super) fn wait(&mut self, kind: &str, is_meant: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let message = self.next().expect("the connection lasts");
            if message["type"] == kind && is_meant(&message) {
                return message;
            }
        }
        panic!("there was no such message of type {kind}");
    }

    /// Reads on until a message of one of these types comes.
    #[track_caller]
    pub(super) fn wait_for_any(&mut self, kinds: &[&str]) -> Value {
        loop {
            let message = self.next().expect("the connection lasts");
            if kinds.contains(&text(&message["type"])) {
                return message;
            }
        }
    }

    /// Waits for an error and gives its code.
    #[track_caller]
    pub(super) fn error(&mut self) -> String {
        text(&self.wait("error", |_| true)["code"]).to_owned()
    }

    /// The next position in which something has to be done, or the last one.
    #[track_caller]
    pub(super) fn position(&mut self) -> Value {
        self.wait("position", |_| true)["position"].clone()
    }
}

#[track_caller]
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("this is no text: {value}"))
}

#[track_caller]
pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("this is no list: {value}"))
}
