//! A tournament that is watched: `stonegate tournament --live`.

use serde_json::{Value, json};

use super::client::{REPORT, Server};
use crate::sandbox::Sandbox;

/// Ten games of a player that thinks against one that does not.
const STUDY: &str = "--game connect-four --opening 2 --rounds 5 --concurrency 1 \
                     --player mcts:iterations=300 --player random";

#[test]
fn a_tournament_is_told_while_it_is_played_and_afterwards() {
    let sandbox = Sandbox::new();
    let server = Server::of_tournament(&sandbox, STUDY);
    let mut page = server.watch_tournament();
    // Which of them are seen depends on the moment, but a board is among them.
    let mut boards = Vec::new();
    let study = loop {
        let message = page.next().expect("the connection lasts");
        match message["type"].as_str() {
            Some("boards") => boards.extend(message["boards"].as_array().cloned().expect("a list")),
            Some("study") if message["state"] == "complete" => break message,
            _ => {}
        }
    };
    let is_drawn = |board: &Value| board["position"]["boards"][0]["style"] == "columns";
    assert!(!boards.is_empty() && boards.iter().all(is_drawn), "{boards:?}");
    let report = &study["report"];
    assert_eq!((&report["games"], &study["most_units"]), (&json!(10), &json!(5)));
    assert_eq!(report["players"][0]["player"], "mcts:iterations=300");
    let games = server.get_json("/api/study/games");
    assert_eq!((&games["total"], &games["games"][0]["table"]), (&json!(10), &json!("10")));

    let mut game = server.connect("10", None, None).expect("anybody may watch");
    let table = game.next().expect("the table comes first");
    assert_eq!((&table["type"], &table["over"]["reason"]), (&json!("table"), &json!("terminal")));
    assert_eq!(game.next().expect("then the position")["position"]["ply"], table["ply"]);
    game.send(&json!({ "type": "position", "ply": 2 }));
    assert_eq!(game.next().expect("an answer")["position"]["ply"], 2);
    game.send(&json!({ "type": "undo" }));
    assert_eq!(game.next().expect("an answer")["code"], "not-allowed");
    let record = server.get_json("/api/tables/10/record");
    assert_eq!(record["moves"].as_array().map(Vec::len), table["moves"].as_array().map(Vec::len));
    assert_eq!(server.connect("11", None, None).err(), Some(404), "there are ten games");
    assert_eq!(server.get("/api/games").status, 404, "this is no arena");
    assert!(server.get("/").body.contains("study-main.js"));

    assert_eq!(server.interrupt(), Some(130), "it stays until Ctrl-C");
    let report = sandbox.read(REPORT);
    assert!(report.starts_with("study: 5 units, 10 games\n"), "{report}");
}

#[test]
fn pages_of_others_see_nothing_of_a_tournament() {
    let sandbox = Sandbox::new();
    let server = Server::of_tournament(&sandbox, STUDY);
    for path in ["/api/study/games", "/"] {
        let head = format!("GET {path} HTTP/1.1\r\nHost: evil.example");
        assert_eq!(server.request(&head, b"").status, 403, "{path}");
    }
    let foreign = server.connect("1", None, Some("http://evil.example"));
    assert_eq!(foreign.err(), Some(403));
}
