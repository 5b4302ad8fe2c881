//! Servers that end and begin again.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::Message;

use super::client::{ERRORS, Page, Server, list, text};
use crate::sandbox::{LAMP, Sandbox};

/// Takes a move back after so many that were made, which lets no game come to its end too soon.
const TAKES_BACK: usize = 3;

/// Somebody who plays until the server is gone.
struct Guest {
    table: Value,
    page: Page,
    /// The last that was shown of the table.
    seen: Value,
    n_made: usize,
    n_taken_back: usize,
    /// A move is to be taken back, and nothing was shown since.
    is_asking: bool,
    /// The joint move that was taken back last, and its place.
    taken_back: Option<(usize, Value)>,
}

impl Guest {
    fn play(mut self) -> Self {
        while let Some(message) = self.page.next() {
            let answer = match text(&message["type"]) {
                "table" => {
                    self.note(message);
                    continue;
                }
                "position" => self.answer(&message["position"]),
                _ => None,
            };
            let Some(answer) = answer else { continue };
            self.is_asking = answer["type"] == "undo";
            if self.page.socket.send(Message::text(answer.to_string())).is_err() {
                break;
            }
        }
        self
    }

    fn note(&mut self, table: Value) {
        let (before, after) = (list(&self.seen["moves"]).len(), list(&table["moves"]).len());
        if after < before {
            assert!(self.is_asking, "moves are gone that nobody took back");
            self.taken_back = Some((after, self.seen["moves"][after].clone()));
            self.n_taken_back += 1;
        }
        self.seen = table;
    }

    /// Another move than the one that was taken back, or none any more.
    fn answer(&mut self, position: &Value) -> Option<Value> {
        let choosing = list(&position["choosing"]);
        let role = choosing.iter().find(|role| is_human(&self.seen, role))?;
        // What is known of the table may be older.
        if position["ply"] != self.seen["ply"] || !self.seen["over"].is_null() {
            return None;
        }
        self.n_made += 1;
        if self.n_made.is_multiple_of(TAKES_BACK) && position["ply"] != 0 {
            return Some(json!({ "type": "undo" }));
        }
        let mut legal = list(&position["legal"]).iter();
        let moves = list(&legal.find(|legal| legal["role"] == *role).expect("moves")["moves"]);
        let action = &moves[self.n_taken_back % moves.len()]["move"];
        let ply = &position["ply"];
        Some(json!({ "type": "move", "ply": ply, "role": role, "move": action }))
    }

    /// Whether the table has all that was acknowledged, and nothing that was taken back.
    fn check(&self, now: &Value) {
        let (before, after) = (list(&self.seen["moves"]), list(&now["moves"]));
        // There may be moves that were stored and not told any more, or taken back.
        let is_kept = after.starts_with(before) || self.is_asking && before.starts_with(after);
        assert!(is_kept, "{before:?} became {after:?}");
        if let Some((ply, action)) = &self.taken_back
            && before.len() <= *ply
        {
            assert_ne!(after.get(*ply), Some(action), "a move that was taken back is there again");
        }
    }
}

#[test]
fn a_killed_server_has_all_that_was_acknowledged_when_it_is_back() {
    let n_tables = if stonegate_oracles::is_slow_run() { 200 } else { 50 };
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let games = ["tic-tac-toe", "connect-four", "breakthrough", "nim", "joint-connect-four"];
    let guests = games.iter().cycle().take(n_tables).map(|game| {
        let table = server.create(game, &["human", "random"]);
        let (page, seen) = (server.host(&table), json!({ "moves": [] }));
        let (n_made, n_taken_back, is_asking, taken_back) = (0, 0, false, None);
        Guest { table, page, seen, n_made, n_taken_back, is_asking, taken_back }
    });
    let guests = guests.collect::<Vec<_>>().into_iter();
    let guests = guests.map(|guest| thread::spawn(move || guest.play())).collect::<Vec<_>>();
    thread::sleep(n_tables as u32 * Duration::from_millis(14));
    server.kill();
    let guests = guests.into_iter().map(|guest| guest.join().expect("it ends by itself"));
    let guests = guests.collect::<Vec<_>>();

    let server = Server::start(&sandbox);
    let listed = server.get_json("/api/tables");
    assert_eq!(list(&listed["tables"]).len(), n_tables);
    let (mut n_moves, mut n_taken_back) = (0, 0);
    for guest in guests {
        let now = server.watch(&guest.table).wait("table", |_| true);
        guest.check(&now);
        n_moves += list(&guest.seen["moves"]).len();
        n_taken_back += guest.n_taken_back;
        // The archive and the record say the same.
        let table = text(&guest.table["table"]);
        let found = server.get_json(&format!("/api/archive?search={table}"));
        let found = list(&found["games"]);
        assert_eq!(found.len(), usize::from(now["ply"] != 0), "{table}");
        for game in found {
            // Where somebody watches, the opponent plays on.
            assert!(game["ply"].as_u64() >= now["ply"].as_u64(), "{game}");
        }
        let record = server.get_json(&format!("/api/tables/{table}/record"));
        assert!(list(&record["moves"]).starts_with(list(&now["moves"])), "{table}");
    }
    assert!(n_moves >= n_tables, "only {n_moves} moves were made");
    assert!(n_taken_back >= n_tables / 10, "only {n_taken_back} moves were taken back");
}

fn is_human(table: &Value, role: &Value) -> bool {
    list(&table["you"]["roles"]).contains(role)
}

#[test]
fn reload_and_restart_leave_a_table_as_it_was() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let game = server.post("/api/rules", &json!({ "text": LAMP })).json();
    let lamp = server.create(text(&game["game"]["id"]), &["human"]);
    let table = server.create("rock-paper-scissors", &["human", "human"]);
    let mut page = server.host(&table);
    let position = page.position();
    let action = &position["legal"][0]["moves"][0]["move"];
    let role = &position["legal"][0]["role"];
    page.send(&json!({ "type": "move", "ply": 0, "role": role, "move": action }));
    let waiting = page.wait("table", |table| list(&table["waiting"]).len() == 1);
    drop(page);
    let reloaded = server.host(&table).wait("table", |_| true);
    assert_eq!(reloaded["waiting"], waiting["waiting"]);
    server.kill();

    let server = Server::start(&sandbox);
    // A move that others have not seen is not forgotten either.
    let restarted = server.host(&table).wait("table", |_| true);
    assert_eq!(restarted["waiting"], waiting["waiting"]);
    assert_eq!(restarted["you"], waiting["you"]);
    let mut page = server.host(&lamp);
    page.send(&json!({ "type": "move", "ply": 0, "role": "robot", "move": "push" }));
    page.wait("table", |table| !table["over"].is_null());
}

#[test]
fn a_wrong_host_is_no_taken_port() {
    let sandbox = Sandbox::new();
    for (host, expected) in [
        // An address for examples, which nobody has.
        ("192.0.2.1", "is not an address of this machine"),
        ("no-such-host.invalid", "there is no host `no-such-host.invalid`"),
    ] {
        let output = sandbox.run(&format!("serve --port 0 --store x.sqlite --host {host}"));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2));
        assert!(message.contains(expected), "{message}");
        assert!(!message.contains("running already"), "{message}");
    }
}

#[test]
fn a_server_for_everybody_says_so_and_has_an_address_that_can_be_opened() {
    let sandbox = Sandbox::new();
    let server = Server::start_with(&sandbox, "--host 0.0.0.0");
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    assert_eq!(server.get("/").status, 200);
    // It is told before the first answer, and read by then.
    let errors = sandbox.read(ERRORS);
    assert!(errors.contains("warning: everybody who can reach this machine"), "{errors}");
    assert!(errors.contains("--tls"), "{errors}");
    drop(server);
    let server = Server::start(&sandbox);
    assert_eq!(server.get("/").status, 200);
    assert_eq!(sandbox.read(ERRORS), "");
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_server_with_130() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.interrupt(), Some(130));
}

#[test]
fn a_taken_port_and_a_taken_store_are_explained() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let port = server.address.rsplit(':').next().expect("there is a port");
    let output = sandbox.run(&format!("serve --port {port} --store other.sqlite"));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("--port") && message.contains("running already"), "{message}");
    let output = sandbox.run("serve --port 0 --store tables.sqlite");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("in use") && message.contains("--store"), "{message}");
}
