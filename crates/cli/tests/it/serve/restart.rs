//! Servers that end and begin again.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{ERRORS, Server, list, text};
use crate::sandbox::{LAMP, Sandbox};

#[test]
fn a_killed_server_has_every_acknowledged_move_when_it_is_back() {
    const N_TABLES: usize = 50;
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let games = ["tic-tac-toe", "connect-four", "breakthrough", "nim", "joint-connect-four"];
    let mut tables = Vec::new();
    for game in games.iter().cycle().take(N_TABLES) {
        let table = server.create(game, &["human", "random"]);
        let page = server.host(&table);
        tables.push((table, page));
    }
    let players = tables.into_iter().map(|(table, mut page)| {
        // Plays until the server is gone, and tells the last that it has seen.
        thread::spawn(move || {
            let mut seen = Value::Null;
            while let Some(message) = page.next() {
                match text(&message["type"]) {
                    "table" => seen = message,
                    "position" => {
                        let position = &message["position"];
                        let choosing = list(&position["choosing"]);
                        let Some(role) = choosing.iter().find(|role| is_human(&seen, role)) else {
                            continue;
                        };
                        let mut legal = list(&position["legal"]).iter();
                        let legal = legal.find(|legal| legal["role"] == *role).expect("moves");
                        let answer = json!({
                            "type": "move",
                            "ply": position["ply"],
                            "role": role,
                            "move": legal["moves"][0]["move"],
                        });
                        let text = tungstenite::Message::text(answer.to_string());
                        if page.socket.send(text).is_err() {
                            break;
                        }
                    }
                    _ => {}
                }
            }
            (table, seen)
        })
    });
    let players = players.collect::<Vec<_>>();
    thread::sleep(Duration::from_millis(700));
    server.kill();
    let seen = players.into_iter().map(|player| player.join().expect("it ends by itself"));
    let seen = seen.collect::<Vec<_>>();

    let server = Server::start(&sandbox);
    let listed = server.get_json("/api/tables");
    assert_eq!(list(&listed["tables"]).len(), N_TABLES);
    let mut n_moves = 0;
    for (table, last) in seen {
        let now = server.watch(&table).wait("table", |_| true);
        let before = list(&last["moves"]);
        // There may be moves that were stored and not told any more.
        let after = list(&now["moves"]);
        assert!(after.starts_with(before), "{before:?} became {after:?}");
        n_moves += before.len();
    }
    assert!(n_moves >= N_TABLES, "only {n_moves} moves were made");
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
