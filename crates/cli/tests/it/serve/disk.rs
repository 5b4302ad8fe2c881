//! Disks that are full, files that are damaged or may not be written.

use std::fs;
#[cfg(unix)]
use std::process::Command;

use rusqlite::Connection;
use serde_json::{Value, json};

use super::client::{ERRORS, Server, list, text};
use crate::sandbox::{Sandbox, transcript};

/// Bounds the size of all files that a process writes, or lets them grow again.
#[cfg(target_os = "linux")]
fn limit_files(server: &Server, bytes: Option<u64>) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let id = i32::try_from(server.id()).ok().and_then(Pid::from_raw);
    let limit = Rlimit { current: bytes, maximum: None };
    prlimit(id, Resource::Fsize, limit).expect("the process is ours");
}

#[cfg(target_os = "linux")]
fn wait_for_errors(sandbox: &Sandbox, expected: &str) {
    let start = std::time::Instant::now();
    while !sandbox.read(ERRORS).contains(expected) {
        let errors = sandbox.read(ERRORS);
        assert!(start.elapsed().as_secs() < 60, "{expected:?} is not in {errors:?}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

fn mark(ply: usize, role: &str, action: &str) -> Value {
    json!({ "type": "move", "ply": ply, "role": role, "move": action })
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_overcome() {
    let sandbox = Sandbox::new();
    // Who may write no further is told so instead of being killed.
    let server = Server::start_after(&sandbox, "trap '' XFSZ");
    let table = server.create("tic-tac-toe", &["human", "human"]);
    let other = server.create("tic-tac-toe", &["human", "human"]);
    let mut page = server.host(&table);
    page.position();
    page.send(&mark(0, "xplayer", "(mark 1 1)"));
    page.wait("table", |table| table["ply"] == 1);

    let log = sandbox.folder.path().join("tables.sqlite-wal");
    limit_files(&server, Some(fs::metadata(log).expect("there is a log").len()));
    page.send(&mark(1, "oplayer", "(mark 2 2)"));
    let told = page.wait("store", |_| true);
    assert!(text(&told["problem"]).contains("disk"), "{told}");
    wait_for_errors(&sandbox, "warning: tables.sqlite: the disk of the server");
    // Who comes sees what is safe, and is told as well; nothing new can be made.
    let mut watcher = server.watch(&table);
    assert_eq!(watcher.wait("table", |_| true)["ply"], 1);
    assert_eq!(watcher.wait("store", |_| true)["problem"], told["problem"]);
    let body = json!({ "game": "nim", "seats": [{ "player": "human" }, { "player": "human" }] });
    let refused = server.post("/api/tables", &body);
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (503, &json!("not-stored")));
    let health = server.get("/api/health");
    assert_eq!((health.status, &health.json()["ok"]), (503, &json!(false)));
    let mut waiting = server.host(&other);
    waiting.wait("store", |told| !told["problem"].is_null());
    waiting.send(&mark(0, "xplayer", "(mark 3 3)"));

    limit_files(&server, None);
    let (mut is_well, mut ply) = (false, 0);
    while !is_well || ply < 2 {
        let message = page.next().expect("the connection lasts");
        match text(&message["type"]) {
            "store" => is_well = message["problem"].is_null(),
            "table" => ply = message["ply"].as_u64().expect("a number"),
            _ => {}
        }
    }
    waiting.wait("table", |table| table["ply"] == 1);
    page.send(&mark(2, "xplayer", "(mark 1 2)"));
    page.wait("table", |table| table["ply"] == 3);
    assert_eq!(server.post("/api/tables", &body).status, 201);
    assert_eq!(server.get_json("/api/health")["ok"], true);
    wait_for_errors(&sandbox, "everything is stored again");
    server.kill();

    let server = Server::start(&sandbox);
    let moves = server.watch(&table).wait("table", |_| true)["moves"].clone();
    let expected = json!([["(mark 1 1)", "noop"], ["noop", "(mark 2 2)"], ["(mark 1 2)", "noop"]]);
    assert_eq!(moves, expected);
    assert_eq!(server.watch(&other).wait("table", |_| true)["ply"], 1);
}

/// A sandbox with a store that has two tables, all in one file, and these.
fn two_tables() -> (Sandbox, Connection, [Value; 2]) {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let tables = [(); 2].map(|()| server.create("tic-tac-toe", &["human", "human"]));
    server.kill();
    let store = Connection::open(sandbox.folder.path().join("tables.sqlite")).expect("it opens");
    store.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("it is written");
    (sandbox, store, tables)
}

#[test]
fn a_damaged_row_does_not_keep_the_server_from_starting() {
    let (sandbox, store, [damaged, sound]) = two_tables();
    let sql = "UPDATE tables SET status = 'nonsense' WHERE id = ?";
    assert_eq!(store.execute(sql, [text(&damaged["table"])]), Ok(1));
    drop(store);
    let server = Server::start(&sandbox);
    let errors = sandbox.read(ERRORS);
    let name = format!("table {}", text(&damaged["table"]));
    assert!(errors.contains("damaged") && errors.contains(&name), "{errors}");
    let listed = server.get_json("/api/tables");
    assert_eq!(list(&listed["tables"]).len(), 1);
    server.host(&sound).position();
    let aside = files(&sandbox, "damaged-");
    assert_eq!(aside.len(), 1, "{aside:?}");
    assert!(sandbox.read(&aside[0]).contains("nonsense"));
}

#[test]
fn a_damaged_page_does_not_keep_the_server_from_starting() {
    let (sandbox, store, [_, sound]) = two_tables();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'sheets'";
    let page: usize = store.query_row(sql, [], |row| row.get(0)).expect("there are sheets");
    let size: usize =
        store.pragma_query_value(None, "page_size", |row| row.get(0)).expect("a size");
    drop(store);
    let path = sandbox.folder.path().join("tables.sqlite");
    let mut bytes = fs::read(&path).expect("it is there");
    bytes[(page - 1) * size..page * size].fill(0x5a);
    sandbox.write("tables.sqlite", &bytes);
    let server = Server::start(&sandbox);
    let errors = sandbox.read(ERRORS);
    assert!(errors.contains("damaged"), "{errors}");
    server.host(&sound).position();
    let aside = files(&sandbox, "damaged-");
    let kept = fs::read(sandbox.folder.path().join(&aside[0])).expect("it is there");
    assert!(kept == bytes, "the damaged file is kept");
}

/// The files beside the store whose names contain something.
fn files(sandbox: &Sandbox, part: &str) -> Vec<String> {
    let files = fs::read_dir(sandbox.folder.path()).expect("it is readable").flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.contains(part)).collect()
}

#[test]
#[cfg(unix)]
fn a_store_that_may_not_be_written_is_explained() {
    let (sandbox, store, _) = two_tables();
    drop(store);
    // The one works for everybody but the administrator, the other for the administrator.
    let change = |command: &str| {
        let (program, mode) = command.split_once(' ').expect("two words");
        let mut command = Command::new(program);
        command.arg(mode).arg("tables.sqlite").current_dir(sandbox.folder.path());
        command.output().is_ok_and(|output| output.status.success())
    };
    change("chmod 400");
    change("chattr +i");
    let is_writable = fs::OpenOptions::new()
        .append(true)
        .open(sandbox.folder.path().join("tables.sqlite"))
        .is_ok();
    assert!(!is_writable, "the file could not be protected: this needs chattr, or no root");
    let output = sandbox.run("serve --port 0 --store tables.sqlite");
    // The sandbox is to be removed in the end.
    change("chattr -i");
    let message = transcript(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("tables.sqlite cannot be written"), "{message}");
    assert!(message.contains("--store") && !message.contains("I/O"), "{message}");
}

#[test]
#[cfg(unix)]
fn nobody_else_can_read_the_store() {
    use std::os::unix::fs::PermissionsExt;

    let sandbox = Sandbox::new();
    let server = Server::start_after(&sandbox, "umask 022");
    server.create("tic-tac-toe", &["human", "human"]);
    for name in files(&sandbox, "tables.sqlite") {
        let metadata = fs::metadata(sandbox.folder.path().join(&name)).expect("it is there");
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{name}");
    }
}
