//! Games, rules, circuits, records.

use serde_json::json;

use super::client::{Server, list, text};
use crate::sandbox::{LAMP, Sandbox, lamp_with_error, transcript};

#[test]
fn games_are_listed_and_described() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let games = server.get_json("/api/games");
    let games = list(&games["games"]);
    assert!(games.len() >= 24);
    let connect_four = games.iter().find(|game| game["id"] == "connect-four").expect("it is there");
    assert_eq!(connect_four["kind"], "rules");
    assert_eq!(connect_four["roles"], json!(["red", "yellow"]));
    assert_eq!(list(&connect_four["boards"][0]["columns"]).len(), 7);
    assert!(!text(&connect_four["about"]).is_empty());

    let game = server.get_json("/api/games/connect-four");
    assert!(text(&game["rules"]).contains("(role red)"));
    for player in ["human", "mcts", "random"] {
        assert!(list(&game["players"]).contains(&json!(player)));
    }
    assert_eq!(game["position"]["choosing"], json!(["red"]));
    assert_eq!(list(&game["position"]["legal"][0]["moves"]).len(), 7);

    let missing = server.get("/api/games/checquers");
    assert_eq!(missing.status, 404);
    assert_eq!(missing.json()["error"]["code"], "unknown-game");
    assert_eq!(server.get("/api/nothing").status, 404);
    assert_eq!(server.request("DELETE /api/games HTTP/1.1\r\nHost: HOST", b"").status, 405);
}

#[test]
fn a_circuit_and_its_cones_are_shown() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let circuit = server.get_json("/api/games/tic-tac-toe/circuit");
    assert!(circuit["gates"].as_u64() > Some(20) && circuit["levels"].as_u64() > Some(2));
    assert!(circuit["ready_ms"].as_f64() > Some(0.0));
    let legal = list(&circuit["relations"]).iter().find(|relation| relation["name"] == "legal");
    assert_eq!(list(&legal.expect("there are moves")["rules"][0]).len(), 4);
    let output = list(&circuit["outputs"])
        .iter()
        .find(|output| output["kind"] == "legal" && output["gates"].as_u64() > Some(0))
        .expect("some move depends on the state");
    let name = text(&output["name"]).replace(' ', "%20");
    let cone = server.get_json(&format!("/api/games/tic-tac-toe/cone?output={name}"));
    assert_eq!(cone["complete"], true);
    assert_eq!(cone["output"], output["name"]);
    let root = cone["root"]["id"].to_string();
    assert_ne!(cone["values"][root] == true, cone["root"]["inverted"] == true, "it is legal");

    let unknown = server.get("/api/games/tic-tac-toe/cone?output=perpetuum");
    assert_eq!((unknown.status, unknown.json()["error"]["code"] == "unknown-output"), (404, true));
}

#[test]
fn rules_are_read_and_played() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let wrong = server.post("/api/rules", &json!({ "text": lamp_with_error() })).json();
    let diagnostic = &wrong["diagnostics"][0];
    assert_eq!(diagnostic["severity"], "error");
    assert_eq!(diagnostic["code"], "unsafe-variable");
    assert_eq!(list(&diagnostic["place"])[0], 6);
    assert_eq!(wrong["verdict"], "errors");

    let broken = server.post("/api/rules", &json!({ "text": "(role robot" })).json();
    assert!(broken["game"].is_null() && !list(&broken["diagnostics"]).is_empty());
    assert_eq!(broken["verdict"], "unplayable");

    let right = server.post("/api/rules", &json!({ "text": LAMP })).json();
    assert_eq!((&right["diagnostics"], &right["verdict"]), (&json!([]), &json!("ready")));
    let id = text(&right["game"]["id"]);
    let table = server.create(id, &["human"]);
    let mut page = server.host(&table);
    assert_eq!(page.position()["choosing"], json!(["robot"]));
    page.send(&json!({ "type": "move", "ply": 0, "role": "robot", "move": "push" }));
    let end = page.wait("table", |table| !table["over"].is_null());
    assert_eq!(end["over"], json!({ "goals": [100], "reason": "terminal" }));
    let games = server.get_json("/api/games");
    assert!(list(&games["games"]).iter().any(|game| game["id"] == id));
}

/// The ids of all games.
fn ids(server: &Server) -> Vec<String> {
    let games = server.get_json("/api/games");
    list(&games["games"]).iter().map(|game| text(&game["id"]).to_owned()).collect()
}

#[test]
fn a_sheet_with_errors_becomes_a_game_only_for_who_insists() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let bring = |flags: &[&str]| {
        let mut body = json!({ "text": lamp_with_error() });
        for &flag in flags {
            body[flag] = json!(true);
        }
        server.post("/api/rules", &body).json()
    };
    let n_games = ids(&server).len();
    assert!(bring(&[])["game"].is_null());
    let draft = bring(&["draft"]);
    assert_eq!((&draft["verdict"], &draft["game"]["errors"]), (&json!("errors"), &json!(1)));
    let id = text(&draft["game"]["id"]);
    let seats = json!([{ "player": "human" }]);
    let table = json!({ "game": id, "seats": seats });
    assert_eq!(server.post("/api/tables", &table).json()["error"]["code"], "unknown-game");
    assert_eq!(ids(&server).len(), n_games, "reading keeps nothing");
    assert_eq!(server.get(&format!("/api/games/{id}")).status, 200, "a draft can be looked at");

    let kept = bring(&["insist"]);
    assert_eq!((&kept["game"]["id"], &kept["game"]["errors"]), (&json!(id), &json!(1)));
    assert!(ids(&server).contains(&id.to_owned()));
    assert_eq!(server.post("/api/tables", &table).status, 201);
}

#[test]
fn sheets_are_renamed_and_removed_by_who_brought_them() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let brought = server.post("/api/rules", &json!({ "text": LAMP })).json();
    let (id, key) = (text(&brought["game"]["id"]).to_owned(), text(&brought["key"]));
    let send = |method: &str, body: &serde_json::Value| {
        let head = format!("{method} /api/games/{id} HTTP/1.1\r\nHost: HOST");
        server.request(&head, body.to_string().as_bytes())
    };
    assert_eq!(send("DELETE", &json!({ "key": "guess" })).status, 403);
    assert_eq!(send("PATCH", &json!({ "key": "guess", "title": "Mine" })).status, 403);
    let renamed = send("PATCH", &json!({ "key": key, "title": "One lamp" }));
    assert_eq!(renamed.json()["title"], "One lamp", "{}", renamed.body);
    assert_eq!(server.get_json(&format!("/api/games/{id}"))["title"], "One lamp");
    let table = server.create(&id, &["human"]);
    assert_eq!(send("DELETE", &json!({ "key": key })).status, 200);
    assert!(!ids(&server).contains(&id));
    assert_eq!(server.host(&table).position()["choosing"], json!(["robot"]), "it goes on");
    server.kill();
    let server = Server::start(&sandbox);
    assert!(!ids(&server).contains(&id));
    assert_eq!(server.host(&table).position()["choosing"], json!(["robot"]), "it goes on");
}

#[test]
fn a_seat_is_offered_to_those_who_play_the_game() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let players = |game: &str| server.get_json(&format!("/api/games/{game}"))["players"].clone();
    assert_eq!(players("engine:othello"), json!(["human", "random", "othello"]));
    assert_eq!(players("nim"), json!(["human", "mcts", "alphabeta", "greedy", "random"]));
    // Alpha-beta is for two roles that take turns.
    for game in ["eight-puzzle", "tron", "rock-paper-scissors", "joint-connect-four"] {
        assert_eq!(players(game), json!(["human", "mcts", "greedy", "random"]), "{game}");
    }
}

#[test]
fn tables_are_listed_and_recorded() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("tic-tac-toe", &["random", "random"]);
    let id = text(&table["table"]);
    let mut page = server.watch(&table);
    let end = page.wait("table", |table| !table["over"].is_null());
    let tables = server.get_json("/api/tables");
    assert_eq!(tables["tables"][0]["table"], id);
    assert_eq!(tables["tables"][0]["over"], true);
    assert_eq!(tables["tables"][0]["seats"], json!(["random", "random"]));
    let record = server.get_json(&format!("/api/tables/{id}/record"));
    assert_eq!(record["moves"], end["moves"]);
    assert_eq!(record["goalValues"], end["over"]["goals"]);
    sandbox.write("game.json", record.to_string());
    let verified = sandbox.run("verify tic-tac-toe game.json");
    assert!(verified.status.success(), "{}", transcript(&verified));
    let as_text = server.get(&format!("/api/tables/{id}/record?format=text"));
    assert!(as_text.header("content-type").is_some_and(|kind| kind.starts_with("text/plain")));
    assert_eq!(server.get(&format!("/api/tables/{id}/record?format=morse")).status, 400);
    assert_eq!(server.get("/api/tables/nowhere/record").status, 404);
}

#[test]
fn records_are_opened_as_tables() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("tic-tac-toe", &["random", "random"]);
    let end = server.watch(&table).wait("table", |table| !table["over"].is_null());
    let address = format!("/api/tables/{}/record", text(&table["table"]));
    let record = server.get_json(&address);
    let opened = server.post("/api/records", &json!({ "text": record.to_string() }));
    assert_eq!(opened.status, 201, "{}", opened.body);
    let page = server.watch(&opened.json()).wait("table", |table| !table["over"].is_null());
    assert_eq!((&page["moves"], &page["over"]["goals"]), (&end["moves"], &end["over"]["goals"]));
    assert_eq!(page["game"]["id"], "tic-tac-toe", "the server knows these rules");

    let sgf = server.post("/api/records", &json!({ "text": "(;GM[1]SZ[9];B[ee];W[cc])" }));
    assert_eq!(sgf.status, 201, "{}", sgf.body);
    let page = server.watch(&sgf.json()).wait("table", |_| true);
    assert_eq!(page["moves"], json!([["E5", "noop"], ["noop", "C7"]]));
    let address = format!("/api/tables/{}/record?format=sgf", text(&sgf.json()["table"]));
    let written = server.get(&address).body;
    assert!(written.contains(";B[ee];W[cc])"), "{written}");

    let own = json!({ "text": "(push)", "game": "engine:othello4" });
    for body in [json!({ "text": "f5" }), json!({ "text": "(;SZ[9];B[ee];W[ee])" }), own] {
        let refused = server.post("/api/records", &body);
        assert_eq!(refused.json()["error"]["code"], "bad-record", "{body}");
    }
}

#[test]
fn wrong_tables_are_refused() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    for (body, status, code) in [
        (json!({ "game": "nothing", "seats": [] }), 404, "unknown-game"),
        (json!({ "game": "nim", "seats": [] }), 400, "wrong-seats"),
        (
            json!({ "game": "nim", "seats": [{ "player": "human" }, { "player": "pope" }] }),
            400,
            "bad-player",
        ),
        (json!({ "game": 7 }), 400, "bad-request"),
    ] {
        let response = server.post("/api/tables", &body);
        assert_eq!(response.status, status, "{body}");
        assert_eq!(response.json()["error"]["code"], code, "{body}");
    }
}

#[test]
fn the_editor_of_the_page_is_answered() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let ask = |text: &str, question: &str, at: usize| {
        let body = json!({ "text": text, "question": question, "at": at });
        server.post("/api/editor", &body).json()
    };
    let push = LAMP.find("push").expect("it is there");
    let hover = &ask(LAMP, "hover", push)["hover"];
    assert_eq!(hover["start"], push);
    assert!(text(&hover["text"]).starts_with("`push`: an object"), "{hover}");
    assert!(text(&hover["text"]).contains("It makes 1 move."), "{hover}");
    let half = format!("{LAMP}(<= terminal (true (lamp o");
    let items = ask(&half, "completions", half.len());
    let labels = list(&items["completions"]).iter().map(|item| text(&item["label"]));
    assert_eq!(labels.collect::<Vec<_>>(), ["off", "on"]);
    assert_eq!(ask(&half, "format", 0)["format"], json!(null));
    assert_eq!(ask("(role   robot)", "format", 0)["format"], "(role robot)\n");
    let fixes = ask(&LAMP.replace("goal robot", "goal ?who"), "fixes", 0);
    assert_eq!(fixes["fixes"][0][0]["title"], "Add the condition `(role ?who)`");

    for (body, code) in [
        (json!({ "text": "", "question": "weather" }), "bad-request"),
        (json!({ "text": "", "question": "hover" }), "bad-request"),
        (json!({ "text": " ".repeat(1 << 21), "question": "format" }), "too-large"),
    ] {
        let answer = server.post("/api/editor", &body);
        assert_eq!(answer.json()["error"]["code"], code);
    }
}
