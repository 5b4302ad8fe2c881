//! A secret is planted, and everything that a server says over its sockets is searched for it.

use serde_json::{Value, json};

use super::client::{Page, Server, text};
use crate::sandbox::Sandbox;

/// Alice hides a word that only she sees; Bob guesses which, by number.
const WORDS: &str = "
    (role alice) (role bob)
    (word 1 sesame) (word 2 abracadabra)
    (init (turn alice))
    (<= (legal alice (hide ?w)) (word ?n ?w) (true (turn alice)))
    (<= (legal bob (guess ?n)) (word ?n ?w) (true (turn bob)))
    (<= (legal alice noop) (not (true (turn alice))))
    (<= (legal bob noop) (not (true (turn bob))))
    (<= (next (hidden ?w)) (does alice (hide ?w)))
    (<= (next (hidden ?w)) (true (hidden ?w)))
    (<= (next (guessed ?n)) (does bob (guess ?n)))
    (<= (next (turn bob)) (true (turn alice)))
    (<= (sees alice (hidden ?w)) (does alice (hide ?w)))
    (<= (sees bob (turn bob)) (true (turn alice)))
    (<= terminal (true (guessed ?n)))
    (<= right (true (hidden ?w)) (true (guessed ?n)) (word ?n ?w))
    (<= (goal bob 100) right) (<= (goal alice 0) right)
    (<= (goal bob 0) (not right)) (<= (goal alice 100) (not right))";

const SECRET: &str = "sesame";

/// Leaves out what names all words: the rules, and the legal moves at the beginning.
fn leave_out_words(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("rules");
            if fields.get("ply").is_some_and(|ply| ply == 0) {
                fields.remove("legal");
            }
            fields.values_mut().for_each(leave_out_words);
        }
        Value::Array(values) => values.iter_mut().for_each(leave_out_words),
        _ => {}
    }
}

/// Everything that a page can get out of its table.
fn all_that_is_said(page: &mut Page) -> String {
    for question in [
        json!({ "type": "position", "ply": 0 }),
        json!({ "type": "position", "ply": 1 }),
        json!({ "type": "hint", "role": "bob" }),
        json!({ "type": "hint", "role": "alice" }),
        json!({ "type": "analyze", "ply": 1, "seconds": 1 }),
        json!({ "type": "undo" }),
        json!({ "type": "help", "on": true }),
        json!({ "type": "ping" }),
    ] {
        page.send(&question);
    }
    let mut said = String::new();
    while let Some(mut message) = page.next() {
        if message["type"] == "pong" {
            return said;
        }
        leave_out_words(&mut message);
        said += &message.to_string();
    }
    panic!("the connection lasts");
}

/// What the server tells whoever asks.
fn all_that_is_public(server: &Server, table: &Value) -> String {
    let table = text(&table["table"]);
    let paths = ["/api/tables", "/api/archive", &format!("/api/tables/{table}/record")];
    let told = paths.map(|path| {
        let mut told = server.get_json(path);
        leave_out_words(&mut told);
        told.to_string()
    });
    told.concat()
}

#[test]
fn nobody_else_hears_of_a_secret_until_the_game_is_over() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let reading = server.post("/api/rules", &json!({ "text": WORDS })).json();
    let game = text(&reading["game"]["id"]);
    let table = server.create(game, &["human", "human"]);
    let seat = |number: usize| {
        let token = Some(text(&table["seats"][number]));
        server.connect(text(&table["table"]), token, None).expect("a player may come in")
    };
    let (mut alice, mut bob) = (seat(0), seat(1));
    let (mut host, mut watcher) = (server.host(&table), server.watch(&table));
    for page in [&mut alice, &mut bob] {
        page.wait("table", |table| table["people"] == 2);
    }

    let action = format!("(hide {SECRET})");
    alice.send(&json!({ "type": "move", "ply": 0, "role": "alice", "move": action }));
    let own = alice.wait("position", |one| one["position"]["ply"] == 1);
    assert!(own.to_string().contains(SECRET), "who has chosen it knows it: {own}");
    let mut late = server.watch(&table);
    for page in [&mut bob, &mut host, &mut watcher, &mut late] {
        let said = all_that_is_said(page);
        assert!(said.contains("\"ply\":1"), "the move was made: {said}");
        assert!(!said.contains(SECRET), "{said}");
    }
    let public = all_that_is_public(&server, &table);
    assert!(!public.contains(SECRET), "{public}");

    bob.send(&json!({ "type": "move", "ply": 1, "role": "bob", "move": "(guess 2)" }));
    let end = watcher.wait("table", |table| !table["over"].is_null());
    assert_eq!(end["over"]["goals"], json!([100, 0]));
    let public = all_that_is_public(&server, &table);
    assert!(public.contains(SECRET), "when the game is over, all can be seen: {public}");
}
