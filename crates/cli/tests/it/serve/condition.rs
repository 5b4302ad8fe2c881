//! What a server tells of itself, and what is done with its file from outside.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};

use serde_json::json;

use super::client::{ERRORS, Server};
use crate::sandbox::{Sandbox, stdout, transcript};

#[test]
fn the_numbers_of_a_server_have_an_address_of_their_own() {
    let sandbox = Sandbox::new();
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
    let address = free.local_addr().expect("it has one");
    drop(free);
    let server = Server::start_with(&sandbox, &format!("--metrics {address}"));
    server.create("nim", &["human", "human"]);
    assert_eq!(server.get("/api/unknown").status, 404);
    let ask = |path: &str| {
        let mut stream = TcpStream::connect(address).expect("it listens");
        let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    };
    let numbers = ask("/metrics");
    for line in [
        "stonegate_tables 1",
        "stonegate_sockets 0",
        "stonegate_answers_total{status=\"4xx\"} 1",
        "stonegate_store_changes_total 1",
        "stonegate_store_trouble 0",
    ] {
        assert!(numbers.lines().any(|found| found == line), "{line}: {numbers}");
    }
    assert!(ask("/health").contains("\"ok\":true"));
    assert_eq!(server.get("/metrics").status, 404, "pages have no use for it");
}

#[test]
fn the_log_tells_what_it_is_asked_for_and_no_keys() {
    let sandbox = Sandbox::new();
    let server = Server::start_with(&sandbox, "--log debug");
    let table = server.create("nim", &["human", "human"]);
    let mut page = server.host(&table);
    page.position();
    let text = |name: &str| table[name].as_str().expect("it is a text");
    let target = format!("/api/tables/{}?token={}", text("table"), text("host"));
    server.request(&format!("DELETE {target} HTTP/1.1\r\nHost: HOST"), b"");
    server.kill();
    let log = sandbox.read(ERRORS);
    for told in ["a table was made", "a page came", "a table was removed", "method=DELETE", "INFO"]
    {
        assert!(log.contains(told), "{told}: {log}");
    }
    assert!(!log.contains(text("host")), "{log}");

    let server = Server::start_with(&sandbox, "--log warn");
    server.create("nim", &["human", "human"]);
    server.kill();
    assert_eq!(sandbox.read(ERRORS), "");
    let refused = transcript(&sandbox.run("serve --log loud"));
    assert!(refused.contains("the levels are off, error, warn, info, debug"), "{refused}");
}

#[test]
fn a_store_is_checked_and_copied_while_it_is_in_use() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("tic-tac-toe", &["human", "human"]);
    let mut page = server.host(&table);
    page.position();
    let first = json!({ "type": "move", "ply": 0, "role": "xplayer", "move": "(mark 1 1)" });
    page.send(&first);
    page.wait("table", |table| table["ply"] == 1);
    let counts = "tables 1 moves 1 sheets 0";
    let checked = sandbox.run("store check --store tables.sqlite");
    assert_eq!(stdout(&checked), format!("tables.sqlite: sound; {counts}\n"));
    let copied = sandbox.run("store backup --store tables.sqlite copy.sqlite");
    assert_eq!(stdout(&copied), format!("copy.sqlite: {counts}\n"));
    let repaired = transcript(&sandbox.run("store repair --store tables.sqlite"));
    assert!(repaired.contains("in use"), "{repaired}");
    server.kill();
    assert!(sandbox.run("store repair --store tables.sqlite").status.success());

    let restored = sandbox.folder.path().join("tables.sqlite");
    std::fs::remove_file(restored.with_extension("sqlite-wal")).ok();
    std::fs::copy(sandbox.folder.path().join("copy.sqlite"), restored).expect("it is writable");
    let server = Server::start(&sandbox);
    assert_eq!(server.watch(&table).wait("table", |_| true)["ply"], 1);
}
