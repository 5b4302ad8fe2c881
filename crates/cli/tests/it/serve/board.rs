//! The board of the house at a table, and its screen.

use std::fs;

use serde_json::json;

use super::client::{Server, list, text};
use crate::sandbox::{Sandbox, transcript};

const GAME: &str = "engine:gomoku16";

#[test]
fn a_board_sits_at_a_table_and_shows_its_screen() {
    let sandbox = Sandbox::new();
    let args = "--board gomoku:board=/dev/ttyNONE --screen screen.png";
    let server = Server::start_with(&sandbox, args);
    let game = server.get_json(&format!("/api/games/{GAME}"));
    assert!(list(&game["players"]).contains(&json!("gomoku:board")), "{}", game["players"]);
    let other = server.get_json("/api/games/connect-four");
    assert!(!list(&other["players"]).contains(&json!("gomoku:board")), "it plays one game only");

    let table = server.create(GAME, &["human", "gomoku:board"]);
    let path = format!("/api/tables/{}/screen", text(&table["table"]));
    let missing = server.get(&path);
    assert_eq!(missing.status, 404, "the board has not drawn anything");
    assert_eq!(missing.json()["error"]["code"], "unknown-screen");
    fs::write(sandbox.folder.path().join("screen.png"), "a picture").expect("the disk has room");
    let screen = server.get(&path);
    assert_eq!((screen.status, screen.body.as_str()), (200, "a picture"));
    assert_eq!(screen.header("content-type"), Some("image/png"));
    assert_eq!(screen.header("cache-control"), Some("no-store"));

    let table = server.create(GAME, &["human", "gomoku"]);
    let path = format!("/api/tables/{}/screen", text(&table["table"]));
    assert_eq!(server.get(&path).status, 404, "no board plays there");
}

/// A board of Go plays at tables of any size; its own size and color are told when it is asked.
#[test]
fn a_go_board_sits_at_tables_of_go() {
    let sandbox = Sandbox::new();
    let args = "--board go:board=/dev/ttyNONE --buttons buttons";
    let server = Server::start_with(&sandbox, args);
    for game in ["engine:go9", "engine:go19", "engine:go9:rules=fpga"] {
        let game = server.get_json(&format!("/api/games/{game}"));
        assert!(list(&game["players"]).contains(&json!("go:board")), "{}", game["players"]);
    }

    // Who has opened a table may press the buttons of the board that plays there.
    let file = sandbox.folder.path().join("buttons");
    fs::write(&file, "").expect("the disk has room");
    let table = server.create("engine:go9", &["human", "go:board"]);
    let path = format!("/api/tables/{}/buttons", text(&table["table"]));
    let press = |token: &str, button: &str| {
        server.post(&path, &json!({"token": token, "button": button})).status
    };
    let host = text(&table["host"]);
    assert_eq!(press(host, "up"), 200);
    assert_eq!(press(host, "centre"), 200);
    assert_eq!(press(host, "bot"), 404, "that is nothing for guests");
    assert_eq!(press("somebody", "down"), 403);
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "up\ncentre\n");
}

/// Where a board is, is nothing that guests may say.
#[test]
fn guests_name_no_ports() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    for player in ["gomoku:board", "gomoku:board=/dev/ttyUSB0"] {
        let seats = json!([{"player": "human"}, {"player": player}]);
        let answer = server.post("/api/tables", &json!({"game": GAME, "seats": seats}));
        assert_eq!(answer.status, 400, "{player}: {}", answer.body);
        assert_eq!(answer.json()["error"]["code"], "bad-player");
    }
}

#[test]
fn only_boards_are_boards() {
    let sandbox = Sandbox::new();
    let output = sandbox.run("serve --port 0 --board gomoku:pattern");
    assert!(!output.status.success());
    assert!(transcript(&output).contains("`gomoku:pattern` plays on no board"));
}
