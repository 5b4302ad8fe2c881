//! What strangers cannot do.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::Message;

use super::client::{Server, text};
use crate::sandbox::Sandbox;

#[test]
fn the_page_comes_with_a_strict_policy() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").expect("there is a policy");
    assert!(policy.contains("script-src 'self'") && policy.contains("style-src 'self'"));
    assert!(!policy.contains("unsafe"));
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("cross-origin-opener-policy"), Some("same-origin"));
    let permissions = page.header("permissions-policy").expect("there is a policy");
    assert!(permissions.contains("camera=(self)") && permissions.contains("microphone=()"));
    for needle in ["<style", "style=\"", "onclick", "onload", "javascript:"] {
        assert!(!page.body.contains(needle), "the page has {needle}");
    }
    let scripts = page.body.split("<script").skip(1);
    for script in scripts {
        let (tag, rest) = script.split_once('>').expect("the tag ends");
        assert!(tag.contains("src=") && rest.starts_with("</script>"), "{tag}");
    }
    // Every answer has the headers, also an error.
    assert!(server.get("/api/nothing").header("content-security-policy").is_some());
}

#[test]
fn files_are_cached_by_their_tags() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let script = server.get("/js/main.js");
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    let tag = script.header("etag").expect("there is a tag");
    let head = format!("GET /js/main.js HTTP/1.1\r\nHost: HOST\r\nIf-None-Match: {tag}");
    let again = server.request(&head, b"");
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}

#[test]
fn paths_do_not_lead_out_of_the_page() {
    let sandbox = Sandbox::new();
    sandbox.write("secret.txt", "secret");
    let server = Server::start(&sandbox);
    for path in [
        "/../Cargo.toml",
        "/js/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/js/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/js",
        "/js/",
        "/.",
        "/tables.sqlite",
        "/secret.txt",
        "/%00",
    ] {
        let response = server.get(path);
        assert!([400, 404].contains(&response.status), "{path}: {}", response.status);
        assert!(!response.body.contains("secret"), "{path}");
    }
}

#[test]
fn pages_of_other_sites_are_refused() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("tic-tac-toe", &["human", "random"]);
    let id = text(&table["table"]);
    let connect = |origin: &str| server.connect(id, None, Some(origin)).err();
    assert_eq!(connect("http://evil.example"), Some(403));
    assert_eq!(connect("null"), Some(403));
    assert_eq!(connect(&format!("http://{}", server.address)), None);
    let head = "POST /api/tables HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example";
    assert_eq!(server.request(head, b"{}").status, 403);
    for name in ["evil.example", "evil.local", "evil"] {
        let rebound = format!("GET /api/tables HTTP/1.1\r\nHost: {name}");
        assert_eq!(server.request(&rebound, b"").status, 403, "{name}");
    }
    let get = |path: &str, fetch: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: {fetch}");
        server.request(&head, b"").status
    };
    // An image or a script of another page needs no origin to look at a table.
    assert_eq!(get("/api/tables", "cross-site\r\nSec-Fetch-Mode: no-cors"), 403);
    assert_eq!(get("/api/tables", "same-site\r\nSec-Fetch-Mode: cors"), 403);
    assert_eq!(get("/api/tables", "same-origin\r\nSec-Fetch-Mode: cors"), 200);
    let link = "cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document";
    assert_eq!(get("/", link), 200);
}

/// A connection from one of the addresses of this machine.
#[cfg(target_os = "linux")]
fn connect_from(address: &str, server: &Server) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let runtime = runtime.expect("a runtime");
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
        let address = format!("{address}:0").parse().expect("an address");
        socket.bind(address).expect("the address is of this machine");
        let server = server.address.parse().expect("an address");
        socket.connect(server).await.expect("the server listens")
    });
    let stream = stream.into_std().expect("a socket");
    stream.set_nonblocking(false).expect("it can wait");
    stream
}

#[test]
#[cfg(target_os = "linux")]
fn one_address_cannot_hold_all_places() {
    const ENOUGH_FOR_ALL_PLACES: usize = 600;
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let hold = |_| {
        let mut stream = TcpStream::connect(&server.address).expect("the server listens");
        // One that is turned away may know already.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHo");
        stream
    };
    let held = (0..ENOUGH_FOR_ALL_PLACES).map(hold).collect::<Vec<_>>();
    let mut other = connect_from("127.0.0.2", &server);
    // Less than the time that a request may take to arrive.
    other.set_read_timeout(Some(Duration::from_secs(20))).expect("there is patience");
    let head = format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
    other.write_all(head.as_bytes()).expect("the server reads");
    let mut answer = String::new();
    other.read_to_string(&mut answer).expect("there is an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    drop(held);
}

#[test]
#[cfg(target_os = "linux")]
fn there_are_fewer_places_than_files() {
    let limit = |server: &Server| {
        let path = format!("/proc/{}/limits", server.id());
        let limits = std::fs::read_to_string(path).expect("it runs");
        let line = limits.lines().find(|line| line.starts_with("Max open files"));
        let soft = line.expect("there is a limit").split_whitespace().nth(3);
        soft.and_then(|soft| soft.parse::<usize>().ok()).expect("a number")
    };
    let sandbox = Sandbox::new();
    // A limit that can be raised is raised: there are 2,012 places.
    let server = Server::start_after(&sandbox, "ulimit -Sn 256");
    let hard = limit(&Server::start_after(&Sandbox::new(), "ulimit -Sn $(ulimit -Hn)"));
    assert!(limit(&server) >= hard.min(2_012), "{} of {hard}", limit(&server));
    drop(server);

    // One that cannot leaves fewer places.
    let server = Server::start_after(&sandbox, "ulimit -n 60");
    let sources = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"];
    let sources = sources.iter().cycle().take(100);
    let held = sources.map(|source| connect_from(source, &server)).collect::<Vec<_>>();
    let folder = format!("/proc/{}/fd", server.id());
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(500) {
        let n_open = std::fs::read_dir(&folder).expect("it runs").count();
        assert!(n_open < 55, "{n_open} files are open");
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(held);
}

#[test]
fn sizes_are_bounded() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let sheet = "(role robot) ".repeat(100_000);
    let reading = server.post("/api/rules", &json!({ "text": sheet })).json();
    assert!(text(&reading["problem"]).contains("bytes"), "{reading}");
    let huge = vec![b' '; 4 << 20];
    let head = "POST /api/rules HTTP/1.1\r\nHost: HOST";
    assert!([413, 0].contains(&server.request(head, &huge).status));
    let long = format!("GET /{} HTTP/1.1\r\nHost: HOST", "x".repeat(200_000));
    assert!([414, 431, 0].contains(&server.request(&long, b"").status));

    let table = server.create("tic-tac-toe", &["human", "random"]);
    let mut page = server.host(&table);
    // The server hangs up, perhaps before all has been sent.
    let _ = page.socket.send(Message::text("x".repeat(100_000)));
    while page.next().is_some() {}
    assert_eq!(server.get("/api/tables").status, 200);
}

#[test]
fn a_flood_does_not_drown_others() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("tic-tac-toe", &["human", "random"]);
    let other = server.create("tic-tac-toe", &["human", "random"]);
    let mut flooder = server.host(&table);
    let sent = Instant::now();
    // The server stops reading; the flooder must not wait for it for ever.
    let stream = flooder.socket.get_ref();
    stream.set_write_timeout(Some(Duration::from_millis(200))).expect("there is a timeout");
    let message = Message::text(json!({ "type": "position", "ply": 0 }).to_string());
    let mut n_sent = 0;
    while n_sent < 20_000 && flooder.socket.send(message.clone()).is_ok() {
        n_sent += 1;
    }
    let mut page = server.host(&other);
    page.position();
    let start = Instant::now();
    page.send(&json!({ "type": "move", "ply": 0, "role": "xplayer", "move": "(mark 1 1)" }));
    page.wait("table", |table| table["ply"] == 2);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert!(sent.elapsed() < Duration::from_secs(30), "{:?}", sent.elapsed());
    let memory = server.memory();
    assert!(memory.is_none_or(|memory| memory < 1 << 30), "{memory:?}");
}

#[test]
fn idle_connections_do_not_keep_others_out() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let idle = (0..100).map(|_| {
        let mut stream = TcpStream::connect(&server.address).expect("the server listens");
        stream.write_all(b"GET / HTTP/1.1\r\nHo").expect("the server reads");
        stream
    });
    let idle = idle.collect::<Vec<_>>();
    assert_eq!(server.get("/").status, 200);
    drop(idle);
}

#[test]
fn garbage_is_no_request() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    for bytes in [&b"\0\0\0\0\r\n\r\n"[..], b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\xff\xfe"]
    {
        let mut stream = TcpStream::connect(&server.address).expect("the server listens");
        stream.write_all(bytes).expect("the server reads");
        stream.shutdown(std::net::Shutdown::Write).expect("the connection is open");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 200"));
    }
    assert_eq!(server.get("/").status, 200);
}

/// A million facts: too many to ground in the time that a server has.
pub(super) const EXPLODING: &str = "
    (role robot)
    (digit 0) (digit 1) (digit 2) (digit 3) (digit 4)
    (digit 5) (digit 6) (digit 7) (digit 8) (digit 9)
    (init (cell 0 0 0 0 0 0 0 0))
    (<= (legal robot (write ?a ?b ?c ?d ?e ?f ?g ?h))
        (true (cell ?a ?b ?c ?d ?e ?f ?g ?h)))
    (legal robot rest)
    (<= (next (cell ?a ?b ?c ?d ?e ?f ?g ?h))
        (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e) (digit ?f) (digit ?g) (digit ?h)
        (does robot (write ?h ?g ?f ?e ?d ?c ?b ?a)))
    (<= (next (cell ?b ?c ?d ?e ?f ?g ?h ?i))
        (true (cell ?a ?b ?c ?d ?e ?f ?g ?h)) (digit ?i))
    (<= terminal (true (cell 9 9 9 9 9 9 9 9)))
    (goal robot 100)
";

#[test]
fn exploding_rules_do_not_stall_other_tables() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    for number in 0..6 {
        let sheet = format!("{EXPLODING} (number {number})");
        let reading = server.post("/api/rules", &json!({ "text": sheet })).json();
        let id = text(&reading["game"]["id"]).to_owned();
        let table = server.create(&id, &["random"]);
        // The table goes on growing by itself while others want to play.
        drop(server.host(&table).next());
    }
    let start = Instant::now();
    let table = server.create("tic-tac-toe", &["human", "random"]);
    let mut page = server.host(&table);
    page.position();
    page.send(&json!({ "type": "move", "ply": 0, "role": "xplayer", "move": "(mark 1 1)" }));
    page.wait("table", |table| table["ply"] == 2);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}
