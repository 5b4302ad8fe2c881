//! Counting a game of Go over the websocket.

use serde_json::json;

use super::client::{Server, list, text};
use crate::sandbox::Sandbox;

#[test]
fn people_say_which_stones_are_dead() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("engine:go5:komi=0.5", &["human", "human"]);
    let id = text(&table["table"]);
    let seat = |server: &Server, number: usize| {
        let token = Some(text(&table["seats"][number]));
        server.connect(id, token, None).expect("a player may come in")
    };
    let mut pages = [seat(&server, 0), seat(&server, 1)];
    // Black has the left side, with a stone of White in it, and White the right side.
    let moves = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 B2 A4 pass pass".split(' ');
    for (ply, action) in moves.enumerate() {
        let role = ["black", "white"][ply % 2];
        let page = &mut pages[ply % 2];
        page.send(&json!({ "type": "move", "ply": ply, "role": role, "move": action }));
        for page in &mut pages {
            page.wait("table", |table| table["ply"] == ply + 1);
        }
    }
    let [mut black, mut white] = pages;
    let position = black.wait("position", |one| one["position"]["ply"] == 14);
    assert_eq!(list(&position["position"]["stones"]).len(), 12);

    let mut spectator = server.watch(&table);
    let counted = spectator.wait("table", |_| true);
    assert_eq!(counted["count"], json!({ "points": [15.0, 10.5], "agreed": [] }));
    assert!(counted["over"].is_null());
    spectator.send(&json!({ "type": "mark", "stone": "A4" }));
    assert_eq!(spectator.wait("error", |_| true)["code"], "not-allowed");
    black.send(&json!({ "type": "agree", "role": "white" }));
    assert_eq!(black.wait("error", |_| true)["code"], "not-allowed");

    black.send(&json!({ "type": "agree", "role": "black" }));
    spectator.wait("table", |table| table["count"]["agreed"] == json!(["black"]));
    white.send(&json!({ "type": "mark", "stone": "A4" }));
    let marked = json!({ "points": [6.0, 11.5], "agreed": [] });
    spectator.wait("table", |table| table["count"] == marked);

    // What was marked is still marked when the server comes back.
    server.kill();
    let server = Server::start(&sandbox);
    let (mut black, mut white) = (seat(&server, 0), seat(&server, 1));
    assert_eq!(black.wait("table", |_| true)["count"], marked);
    black.send(&json!({ "type": "propose" }));
    white.wait("table", |table| table["count"]["points"] == json!([15.0, 10.5]));
    white.send(&json!({ "type": "agree", "role": "white" }));
    black.send(&json!({ "type": "agree", "role": "black" }));
    let end = json!({ "goals": [100, 0], "reason": "terminal", "points": [15.0, 10.5] });
    white.wait("table", |table| table["over"] == end);
    white.send(&json!({ "type": "mark", "stone": "A4" }));
    assert_eq!(white.wait("error", |_| true)["code"], "not-counting");
}
