//! An arena and a thinker without a browser: what the workers do, told by hand.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use stonegate_compile::BuiltIn;
use stonegate_page::{Arena, FromArena, FromThinker, Host, Order, Thinker, compile_built_in};

/// A clock that goes on whenever somebody looks, so that no test depends on how fast a machine is.
fn now() -> Duration {
    static TICKS: AtomicU64 = AtomicU64::new(0);
    Duration::from_micros(200 * TICKS.fetch_add(1, Ordering::Relaxed))
}

fn random() -> u64 {
    static STATE: AtomicU64 = AtomicU64::new(1);
    STATE.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed).wrapping_mul(0xd134_2543_de82_ef95)
}

const HOST: Host = Host { now, date: now, random, work: |lead, _| lead() };

/// Both workers, and what goes between them, the page and the storage.
struct Page {
    arena: Arena,
    thinkers: [Thinker; 2],
    n_requests: u64,
    /// What the arena is still to be told.
    waiting: VecDeque<Value>,
    /// What the page has heard: answers, and messages of sockets.
    answers: Vec<Value>,
    heard: Vec<Value>,
    /// What the browser keeps.
    tables: Vec<(String, Value)>,
    sheets: Vec<(String, Value)>,
}

impl Page {
    fn new() -> Self {
        let mut page = Self {
            arena: Arena::new(HOST),
            thinkers: [Thinker::new(HOST), Thinker::new(HOST)],
            n_requests: 0,
            waiting: VecDeque::new(),
            answers: Vec::new(),
            heard: Vec::new(),
            tables: Vec::new(),
            sheets: Vec::new(),
        };
        page.tell(
            &json!({"type": "start", "tables": [], "sheets": [], "cards": [], "thinkers": 2}),
        );
        page
    }

    /// The same browser, after the page was loaded again.
    fn reload(self) -> Self {
        let values = |kept: &[(String, Value)]| {
            kept.iter().map(|(_, value)| value.clone()).collect::<Vec<_>>()
        };
        let start = json!({
            "type": "start", "tables": values(&self.tables), "sheets": values(&self.sheets),
            "cards": [], "thinkers": 2,
        });
        let mut page = Self {
            arena: Arena::new(HOST),
            thinkers: [Thinker::new(HOST), Thinker::new(HOST)],
            answers: Vec::new(),
            heard: Vec::new(),
            ..self
        };
        page.tell(&start);
        page
    }

    /// Tells the arena something, and does what it says, one thing after the other.
    fn tell(&mut self, message: &Value) {
        self.waiting.push_back(message.clone());
        if self.waiting.len() > 1 {
            return;
        }
        while let Some(message) = self.waiting.front().cloned() {
            self.deal_with(&message);
            self.waiting.pop_front();
        }
    }

    fn deal_with(&mut self, message: &Value) {
        let read = serde_json::from_value(message.clone()).expect("it is a message");
        for effect in self.arena.receive(read) {
            match effect {
                FromArena::Need { game } => {
                    let machine = machine(&game);
                    self.deal_with(&json!({
                        "type": "machine", "game": game, "machine": machine, "problem": null,
                        "ms": 0.0,
                    }));
                    self.deal_with(message);
                }
                FromArena::Response { status, body, .. } => {
                    self.answers.push(json!({"status": status, "body": body}));
                }
                FromArena::Message { text, .. } => {
                    self.heard.push(serde_json::from_str(&text).expect("it is JSON"));
                }
                FromArena::Closed { .. } => self.heard.push(json!({"type": "closed"})),
                FromArena::StoreTable { id, table } => {
                    keep(&mut self.tables, id, table.map(|table| json!(table)));
                }
                FromArena::StoreSheet { id, sheet } => {
                    keep(&mut self.sheets, id, sheet.map(|sheet| json!(sheet)));
                }
                FromArena::GoOn { table } => self.tell(&json!({"type": "go-on", "table": table})),
                FromArena::Thinker(Order::Think { question }) => {
                    let thinker = question.thinker;
                    let message = json!({"type": "think", "question": question});
                    self.ask_thinker(thinker, &message);
                }
                FromArena::Thinker(Order::Compile { .. }) => self.ask_thinker(0, &json!(effect)),
                FromArena::Thinker(Order::Cancel { .. } | Order::Forget { .. }) => {
                    for thinker in 0..self.thinkers.len() {
                        self.ask_thinker(thinker, &json!(effect));
                    }
                }
            }
        }
    }

    fn ask_thinker(&mut self, number: usize, message: &Value) {
        let message = serde_json::from_value(message.clone()).expect("it is a message");
        let mut said = Vec::new();
        let thinker = &mut self.thinkers[number];
        thinker.receive(message, &mut |message| said.push(message));
        while thinker.work(&mut |message| said.push(message)) {}
        for message in said {
            if let FromThinker::Need { game } = message {
                let machine = machine(&game);
                let message = json!({"type": "machine", "game": game, "machine": machine});
                self.ask_thinker(number, &message);
            } else {
                self.tell(&json!(message));
            }
        }
    }

    fn request(&mut self, method: &str, path: &str, body: &Value) -> Value {
        self.n_requests += 1;
        self.tell(&json!({
            "type": "request", "id": self.n_requests, "method": method, "path": path, "body": body,
        }));
        self.answers.pop().expect("every request is answered")
    }

    fn say(&mut self, message: &Value) {
        self.tell(&json!({"type": "message", "socket": 1, "text": message.to_string()}));
    }

    /// The last message of a kind.
    fn last(&self, kind: &str) -> &Value {
        let mut heard = self.heard.iter().rev();
        heard.find(|message| message["type"] == kind).expect("it was said")
    }

    /// Opens a table, and looks at it.
    fn open(&mut self, game: &str, players: [&str; 2]) -> String {
        let seats = players.map(|player| json!({"player": player, "seconds": 0.1}));
        let body = json!({"game": game, "seats": seats, "clock": null});
        let answer = self.request("POST", "tables", &body);
        assert_eq!(answer["status"], 200, "{answer}");
        let table = answer["body"]["table"].as_str().expect("it has an id").to_owned();
        let token = answer["body"]["host"].as_str().expect("it has a host").to_owned();
        self.join(&table, &token);
        format!("{table} {token}")
    }

    fn join(&mut self, table: &str, token: &str) {
        let path = format!("tables/{table}/socket?token={token}");
        self.tell(&json!({"type": "open", "socket": 1, "path": path}));
    }

    /// Makes the first legal move of who has to choose.
    fn make_a_move(&mut self) {
        let position = self.last("position")["position"].clone();
        let role = position["choosing"][0].clone();
        let legal = position["legal"].as_array().expect("a list").iter();
        let mine = legal.clone().find(|legal| legal["role"] == role).expect("it can move");
        let action = mine["moves"][0]["move"].clone();
        let ply = position["ply"].clone();
        self.say(&json!({"type": "move", "ply": ply, "role": role, "move": action}));
    }

    fn is_over(&self) -> bool {
        !self.last("table")["over"].is_null()
    }
}

fn keep(kept: &mut Vec<(String, Value)>, id: String, value: Option<Value>) {
    kept.retain(|(other, _)| *other != id);
    kept.extend(value.map(|value| (id, value)));
}

fn machine(game: &str) -> String {
    let game = BuiltIn::find(game).expect("only built-in games come compiled");
    compile_built_in(game).expect("it can be compiled").0
}

#[test]
fn a_game_against_the_search_is_played_to_its_end() {
    let mut page = Page::new();
    page.open("tic-tac-toe", ["human", "mcts"]);
    let mut n_moves = 0;
    while !page.is_over() {
        page.make_a_move();
        n_moves += 1;
        assert!(n_moves < 10, "it ends");
    }
    let has_played = |heard: &Value| heard["playouts"].as_u64() > Some(0);
    assert!(page.heard.iter().any(has_played), "it thinks by playing");
    // Whoever plays the first legal square each time loses against somebody who searches, or draws.
    assert_ne!(page.last("table")["over"]["goals"][0], 100);
}

#[test]
fn every_dedicated_engine_answers() {
    for game in ["engine:go9", "engine:othello6", "engine:gomoku", "engine:connect6"] {
        let mut page = Page::new();
        let name = game["engine:".len()..].trim_end_matches(|char: char| char.is_ascii_digit());
        let name = if name == "connect" { "connect6" } else { name };
        page.open(game, ["human", name]);
        page.make_a_move();
        assert!(page.last("table")["ply"].as_u64() >= Some(2), "{game}: {:?}", page.heard.last());
        assert!(page.heard.iter().all(|message| message["type"] != "error"), "{:?}", page.heard);
    }
}

#[test]
fn engines_play_at_levels() {
    for (game, player) in [("tic-tac-toe", "mcts:level=1"), ("engine:othello", "othello:level=2")] {
        let mut page = Page::new();
        page.open(game, ["human", player]);
        page.make_a_move();
        assert_eq!(page.last("table")["ply"], 2, "{game}: {:?}", page.heard.last());
    }
    let mut page = Page::new();
    let seats = json!([{"player": "human"}, {"player": "mcts:level=8"}]);
    let refused = page.request("POST", "tables", &json!({"game": "tic-tac-toe", "seats": seats}));
    assert!(refused["body"].to_string().contains("a number from 1 to 7"), "{refused}");
}

#[test]
fn games_with_hidden_information_are_played_by_percepts() {
    for (game, players) in [("kuhn-poker", 3), ("krieg-tic-tac-toe", 2)] {
        let mut page = Page::new();
        let offered = page.request("GET", &format!("games/{game}"), &Value::Null);
        assert_eq!(offered["body"]["players"], json!(["human", "mcts", "random"]), "{offered}");
        let roles = offered["body"]["roles"].as_array().expect("a list").clone();
        assert_eq!(roles.len(), players, "{game}");
        let mut people = 0;
        let seats = roles.iter().map(|role| {
            people += u32::from(role != "random");
            let player = match people {
                _ if role == "random" => "random",
                1 => "human",
                _ => "mcts",
            };
            json!({"player": player, "seconds": 0.1})
        });
        let seats = seats.collect::<Vec<_>>();
        let made = page.request("POST", "tables", &json!({"game": game, "seats": seats}));
        page.join(made["body"]["table"].as_str().expect("it has an id"), "");
        let mut n_moves = 0;
        while !page.is_over() {
            page.make_a_move();
            n_moves += 1;
            assert!(n_moves < 20, "{game}: {:?}", page.heard.last());
        }
        assert!(page.heard.iter().all(|message| message["type"] != "error"), "{:?}", page.heard);
    }
}

#[test]
fn helpers_search_in_the_tree_of_a_thinker() {
    static N_HELPED: AtomicU64 = AtomicU64::new(0);
    let host = Host {
        work: |lead, help| {
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    N_HELPED.fetch_add(1, Ordering::Relaxed);
                    help(1);
                });
                lead();
            });
        },
        ..HOST
    };
    let mut page = Page::new();
    page.thinkers = [Thinker::new(host), Thinker::new(host)];
    page.open("connect-four", ["human", "mcts"]);
    page.make_a_move();
    assert_eq!(page.last("table")["ply"], 2, "{:?}", page.heard.last());
    assert!(N_HELPED.load(Ordering::Relaxed) > 0);
    let mut page = Page::new();
    page.thinkers = [Thinker::new(host), Thinker::new(host)];
    page.open("engine:go9", ["human", "go"]);
    page.make_a_move();
    assert_eq!(page.last("table")["ply"], 2, "{:?}", page.heard.last());
}

#[test]
fn games_are_archived_and_gone_on_from() {
    let mut page = Page::new();
    let table = page.open("tic-tac-toe", ["human", "mcts"]);
    let (id, _) = table.split_once(' ').expect("both");
    page.make_a_move();
    page.make_a_move();
    let names = page.last("table")["names"].clone();
    assert!(names[0][0].as_str().is_some_and(|name| name.len() == 2), "{names}");
    assert_eq!(names[0][1], "");
    let found = page.request("GET", "archive?search=tac%20mcts&state=left&skip=0", &Value::Null);
    assert_eq!(found["body"]["games"][0]["table"], id, "{found}");
    let none = page.request("GET", "archive?search=chess", &Value::Null);
    assert_eq!(none["body"]["total"], 0, "{none}");
    let branch = page.request("POST", &format!("tables/{id}/branch"), &json!({"ply": 2}));
    let other = branch["body"]["table"].as_str().expect("it has an id").to_owned();
    page.join(&other, branch["body"]["host"].as_str().expect("it has a host"));
    assert_eq!(page.last("table")["ply"], 2);
    assert_eq!(page.last("table")["names"][0], names[0]);
    let refused = page.request("POST", &format!("tables/{id}/branch"), &json!({"ply": 99}));
    assert_eq!(refused["body"]["error"]["code"], "unknown-position", "{refused}");
}

#[test]
fn tables_and_sheets_survive() {
    let mut page = Page::new();
    let sheet = stonegate_oracles::own_game("tic-tac-toe").replace("mark", "draw");
    let reading = page.request("POST", "rules", &json!({"text": sheet}));
    assert_eq!(reading["body"]["verdict"], "ready", "{reading}");
    let game = reading["body"]["game"]["id"].as_str().expect("it has an id").to_owned();
    let table = page.open(&game, ["human", "mcts"]);
    page.make_a_move();
    assert_eq!(page.last("table")["engine"], "optimized", "the thinker has compiled it");
    let ply = page.last("table")["ply"].clone();
    assert_eq!(ply, 2);
    let (id, _) = table.split_once(' ').expect("both");

    // Whoever opens the page again goes on, also without the token.
    let mut page = page.reload();
    page.join(id, "");
    assert_eq!(page.last("table")["ply"], ply);
    assert_eq!(page.last("table")["you"]["roles"], json!(["xplayer"]));
    page.make_a_move();
    assert_eq!(page.last("table")["ply"], 4);
    let listed = page.request("GET", "tables", &Value::Null);
    assert_eq!(listed["body"]["tables"][0]["ply"], 4, "{listed}");

    // A record takes its rules along.
    let record = page.request("GET", &format!("tables/{id}/record"), &Value::Null);
    let text = record["body"].to_string();
    let mut other = Page::new();
    let opened = other.request("POST", "records", &json!({"text": text}));
    assert_eq!(opened["status"], 200, "{opened}");
    let table = opened["body"]["table"].as_str().expect("it has an id");
    other.join(table, opened["body"]["host"].as_str().expect("it has a host"));
    assert_eq!(other.last("table")["ply"], 4);
}

#[test]
fn what_is_wrong_is_said() {
    let mut page = Page::new();
    for (method, path, body, code) in [
        ("GET", "games/checquers", Value::Null, "unknown-game"),
        ("GET", "nothing", Value::Null, "unknown-request"),
        ("POST", "tables", json!({}), "bad-request"),
        ("POST", "records", json!({"text": "(;GM[1])"}), "bad-record"),
        ("GET", "tables/none/record", Value::Null, "unknown-table"),
        (
            "POST",
            "tables",
            json!({"game": "tic-tac-toe", "seats": [{"player": "pope"}, {"player": "human"}]}),
            "bad-player",
        ),
    ] {
        let answer = page.request(method, path, &body);
        assert_eq!(answer["body"]["error"]["code"], code, "{method} {path}: {answer}");
    }
    page.join("none", "");
    assert_eq!(page.heard.last(), Some(&json!({"type": "closed"})));
}

#[test]
fn the_editor_and_the_circuit_answer() {
    let mut page = Page::new();
    let circuit = page.request("GET", "games/tic-tac-toe/circuit", &Value::Null);
    assert!(circuit["body"]["gates"].as_u64() > Some(50), "{circuit}");
    let path = "games/tic-tac-toe/cone?output=terminal";
    let cone = page.request("GET", path, &Value::Null);
    assert_eq!(cone["body"]["output"], "terminal", "{cone}");
    let question = json!({"text": "(role white)", "question": "format"});
    let answer = page.request("POST", "editor", &question);
    assert_eq!(answer["body"]["format"], "(role white)\n", "{answer}");
    // Who asks for the circuit of a sheet that is still being compiled gets it all the same.
    let sheet = stonegate_oracles::own_game("tic-tac-toe").replace("mark", "draw");
    let reading = page.request("POST", "rules", &json!({"text": sheet, "draft": true}));
    let id = reading["body"]["game"]["id"].as_str().expect("it has an id").to_owned();
    let circuit = page.request("GET", &format!("games/{id}/circuit"), &Value::Null);
    assert!(circuit["body"]["gates"].as_u64() > Some(50), "{circuit}");
    let game = page.request("GET", "games/engine%3Aothello6", &Value::Null);
    assert_eq!(game["body"]["players"], json!(["human", "othello", "random"]), "{game}");
}
