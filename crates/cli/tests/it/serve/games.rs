//! Every game can be opened, drawn and played to the end.

use std::fs;

use serde_json::{Value, json};

use super::client::{Page, Server, list, text};
use crate::sandbox::Sandbox;

/// Sheets of many kinds: simultaneous, for one player and for six, with and without a
/// board, with chance, large and small.
const SHARED: [&str; 30] = [
    "biddingTicTacToe_10coins",
    "blocker",
    "blocks",
    "blocks2player",
    "buttons",
    "breakthroughHoles",
    "cubicup_3player",
    "chickentictactoe",
    "chineseCheckers6",
    "chomp",
    "connectFourSimultaneous",
    "dotsAndBoxes",
    "eightPuzzle",
    "gt_two_thirds_6p",
    "gt_ultimatum",
    "guess",
    "hanoi",
    "kalaha_2009",
    "knightsTour",
    "lightsOut",
    "maze",
    "merrills",
    "minichess",
    "nineBoardTicTacToe",
    "numbertictactoe",
    "pacman3p",
    "pawnWhopping",
    "peg",
    "queens",
    "snake_2009",
];

/// Plays to the end by the first moves that there are, as a person for all roles but
/// the last one, which plays at random.
fn play_to_the_end(page: &mut Page, max_plies: u64) -> Value {
    let mut you = Value::Null;
    // A position may come again when the game runs on something better.
    let mut answered = Value::Null;
    let mut has_agreed = false;
    loop {
        let message = page.next().expect("the connection lasts");
        match text(&message["type"]) {
            "table" if !message["over"].is_null() || message["ply"].as_u64() >= Some(max_plies) => {
                return message;
            }
            "table" => {
                you = message["you"]["roles"].clone();
                if !message["count"].is_null() && !std::mem::replace(&mut has_agreed, true) {
                    for role in list(&you) {
                        page.send(&json!({ "type": "agree", "role": role }));
                    }
                }
            }
            "position" if message["position"]["ply"] == answered => {}
            "position" => {
                let position = &message["position"];
                answered = position["ply"].clone();
                assert!(draws(position), "{position}");
                for role in list(&position["choosing"]) {
                    if !list(&you).contains(role) {
                        continue;
                    }
                    let mut legal = list(&position["legal"]).iter();
                    let legal = legal.find(|legal| legal["role"] == *role).expect("its moves");
                    let moves = list(&legal["moves"]);
                    let ply = position["ply"].as_u64().expect("a number");
                    let action = &moves[(ply as usize * 7) % moves.len()]["move"];
                    page.send(&json!({ "type": "move", "ply": ply, "role": role, "move": action }));
                }
            }
            "error" => panic!("{message}"),
            _ => {}
        }
    }
}

/// Whether there is something to look at.
fn draws(position: &Value) -> bool {
    let boards = list(&position["boards"]);
    let is_whole = |board: &Value| {
        let rows = list(&board["cells"]);
        let n_columns = list(&board["columns"]).len();
        rows.len() == list(&board["rows"]).len()
            && rows.iter().all(|row| list(row).len() == n_columns)
    };
    boards.iter().all(is_whole) && (!boards.is_empty() || position["outside"].is_array())
}

fn open_and_play(server: &Server, game: &Value, max_plies: u64) {
    let id = text(&game["id"]);
    let roles = list(&game["roles"]);
    let mut players = vec!["human"; roles.len()];
    if roles.len() > 1 {
        players[roles.len() - 1] = "random";
    }
    let table = server.create(id, &players);
    let end = play_to_the_end(&mut server.host(&table), max_plies);
    let record = server.get_json(&format!("/api/tables/{}/record", text(&table["table"])));
    assert_eq!(record["moves"], end["moves"], "{id}");
    if !end["over"].is_null() {
        assert_eq!(end["over"]["reason"], "terminal", "{id}");
        assert_eq!(list(&end["over"]["goals"]).len(), roles.len(), "{id}");
    }
}

#[test]
fn all_built_in_games_are_played_to_the_end() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let games = server.get_json("/api/games");
    for game in list(&games["games"]) {
        assert!(!list(&game["boards"]).is_empty() || game["id"] != "chess", "{game}");
        open_and_play(&server, game, 5_000);
    }
}

#[test]
fn thirty_shared_sheets_are_played_to_the_end() {
    let Some(folder) = stonegate_oracles::shared("games") else { return };
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    for name in SHARED {
        let path = folder.join(format!("{name}.kif"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let reading = server.post("/api/rules", &json!({ "text": text })).json();
        assert!(!reading["game"].is_null(), "{name}: {reading}");
        open_and_play(&server, &reading["game"], 400);
    }
}
