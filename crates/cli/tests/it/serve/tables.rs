//! Playing over the websocket.

use std::time::{Duration, Instant};

use serde_json::json;

use super::client::{Server, list, text};
use crate::sandbox::Sandbox;

#[test]
fn two_browsers_play_and_a_third_one_watches() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("tic-tac-toe", &["human", "human"]);
    let id = text(&table["table"]);
    let seat = |number: usize| {
        let token = Some(text(&table["seats"][number]));
        server.connect(id, token, None).expect("a player may come in")
    };
    let (mut x, mut o, mut spectator) = (seat(0), seat(1), server.watch(&table));
    let first = spectator.wait("table", |_| true);
    assert_eq!(first["you"], json!({ "host": false, "roles": [] }));
    let moves = [(0, "1 1"), (1, "2 1"), (0, "2 2"), (1, "3 1"), (0, "3 3")];
    for (ply, (role, square)) in moves.into_iter().enumerate() {
        let (page, name) = if role == 0 { (&mut x, "xplayer") } else { (&mut o, "oplayer") };
        let action = format!("(mark {square})");
        page.send(&json!({ "type": "move", "ply": ply, "role": name, "move": action }));
        for page in [&mut x, &mut o, &mut spectator] {
            page.wait("table", |table| table["ply"] == ply + 1);
            let position = page.wait("position", |one| one["position"]["ply"] == ply + 1);
            assert_eq!(list(&position["position"]["changed"]).len(), 1);
        }
    }
    let end = server.watch(&table).wait("table", |_| true);
    assert_eq!(end["over"], json!({ "goals": [100, 0], "reason": "terminal" }));

    spectator.send(&json!({ "type": "position", "ply": 2 }));
    let past = spectator.wait("position", |one| one["position"]["ply"] == 2);
    assert_eq!(past["position"]["choosing"], json!(["xplayer"]));
    x.send(&json!({ "type": "undo" }));
    let asked = o.wait("table", |table| table["wish"]["what"] == "undo");
    o.send(&json!({ "type": "accept", "wish": asked["wish"]["id"] }));
    spectator.wait("table", |table| table["ply"] == 4 && table["over"].is_null());
}

#[test]
fn the_machine_answers_within_its_time_and_shows_its_thoughts() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("connect-four", &["human", "mcts"]);
    let mut page = server.host(&table);
    page.position();
    let start = Instant::now();
    page.send(&json!({ "type": "move", "ply": 0, "role": "red", "move": "(drop 4)" }));
    let thoughts = page.wait("thoughts", |_| true);
    assert_eq!(thoughts["for"], "move");
    assert_eq!(thoughts["role"], "yellow");
    assert_eq!(list(&thoughts["values"]).len(), 2);
    let answer = page.wait("table", |table| table["ply"] == 2);
    // The seat has 0.2 s; the rest is for a busy machine.
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(list(&answer["values"])[0], json!(null));
    assert_eq!(list(&answer["values"][1]).len(), 2);

    page.send(&json!({ "type": "hint", "role": "red" }));
    let hint = page.wait("hint", |_| true);
    assert!(text(&hint["move"]).starts_with("(drop "));
    page.send(&json!({ "type": "analyze", "ply": 0, "seconds": 30 }));
    page.wait("thoughts", |thoughts| thoughts["for"] == "analysis" && thoughts["ply"] == 0);
    page.send(&json!({ "type": "analyze", "ply": 0, "seconds": 0 }));
    page.send(&json!({ "type": "resign", "role": "red" }));
    let end = page.wait("table", |table| !table["over"].is_null());
    assert_eq!(end["over"], json!({ "goals": [0, 100], "reason": "resigned" }));
}

#[test]
fn a_thinking_machine_can_be_interrupted() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("connect-four", &["human", "human"]);
    let mut page = server.host(&table);
    let slow = json!({ "type": "seat", "role": "red", "player": "mcts", "seconds": 500 });
    page.send(&slow);
    page.wait("thoughts", |_| true);
    let start = Instant::now();
    page.send(&json!({ "type": "pause", "paused": true }));
    page.wait("table", |table| table["paused"] == true);
    page.send(&json!({ "type": "swap" }));
    page.wait("table", |table| table["seats"][1]["player"] == "mcts");
    page.send(&json!({ "type": "pause", "paused": false }));
    page.send(&json!({ "type": "move", "ply": 0, "role": "red", "move": "(drop 1)" }));
    page.wait("thoughts", |thoughts| thoughts["ply"] == 1);
    page.send(&json!({ "type": "undo" }));
    let again = page.wait("table", |table| table["ply"] == 0);
    assert_eq!(again["waiting"], json!(["red"]));
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn wrong_messages_are_answered_and_change_nothing() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("tic-tac-toe", &["human", "random"]);
    let mut page = server.host(&table);
    for (message, code) in [
        (json!({ "type": "dance" }), "bad-message"),
        (json!([1, 2]), "bad-message"),
        (
            json!({ "type": "move", "ply": 0, "role": "xplayer", "move": "(mark 9 9)" }),
            "illegal-move",
        ),
        (json!({ "type": "move", "ply": 0, "role": "xplayer", "move": "((((" }), "illegal-move"),
        (json!({ "type": "move", "ply": 5, "role": "xplayer", "move": "(mark 1 1)" }), "wrong-ply"),
        (json!({ "type": "move", "ply": 0, "role": "oplayer", "move": "noop" }), "not-allowed"),
        (json!({ "type": "undo" }), "nothing-to-undo"),
        (json!({ "type": "position", "ply": 9 }), "unknown-position"),
        (json!({ "type": "hint", "role": "nobody" }), "unknown-role"),
        (
            json!({ "type": "seat", "role": "xplayer", "player": "http://127.0.0.1:1" }),
            "bad-player",
        ),
    ] {
        page.send(&message);
        assert_eq!(page.error(), code, "{message}");
    }
    page.send(&json!({ "type": "ping" }));
    page.wait("pong", |_| true);
    assert_eq!(server.watch(&table).wait("table", |_| true)["ply"], 0);
}

#[test]
fn those_who_watch_are_counted() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("tic-tac-toe", &["human", "human"]);
    let mut page = server.host(&table);
    let others = [server.watch(&table), server.watch(&table)];
    page.wait("table", |table| table["watchers"] == 3);
    drop(others);
    page.wait("table", |table| table["watchers"] == 1);
}
