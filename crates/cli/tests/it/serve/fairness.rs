//! What one visitor cannot take from another. Visitors are told apart by their addresses.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::num::NonZeroUsize;
use std::thread;

use serde_json::{Value, json};
use tungstenite::Message;

use super::client::{Page, Server, list, text};
use super::security::EXPLODING;
use crate::sandbox::Sandbox;

/// The numbers of two visitors.
const GREEDY: u8 = 2;
const MODEST: u8 = 1;

/// More than the server has threads for, of any kind.
fn many() -> usize {
    2 * thread::available_parallelism().map_or(2, NonZeroUsize::get) + 4
}

/// Makes a move against an engine and waits for its answer.
#[track_caller]
fn play_against_an_engine(server: &Server) {
    let table = server.create("tic-tac-toe", &["human", "mcts"]);
    let mut page = server.host(&table);
    page.position();
    page.send(&json!({ "type": "move", "ply": 0, "role": "xplayer", "move": "(mark 1 1)" }));
    page.wait("table", |table| table["ply"] == 2);
}

/// Begins an analysis that takes as long as one may.
fn analyze(page: &mut Page) {
    page.send(&json!({ "type": "analyze", "ply": 0, "seconds": 600 }));
}

#[test]
fn analyses_hold_up_neither_moves_nor_the_analyses_of_others() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    server.become_visitor(GREEDY);
    let mut pages = Vec::new();
    for _ in 0..many() {
        let table = server.create("connect-four", &["human", "human"]);
        let mut page = server.host(&table);
        analyze(&mut page);
        pages.push(page);
    }
    pages[0].wait("thoughts", |thoughts| thoughts["for"] == "analysis");
    server.become_visitor(MODEST);
    play_against_an_engine(&server);
    let table = server.create("tic-tac-toe", &["human", "human"]);
    let mut page = server.host(&table);
    analyze(&mut page);
    page.wait("thoughts", |thoughts| thoughts["for"] == "analysis");
    // The greedy one's analyses take turns as well.
    let mut last = pages.into_iter().nth(1).expect("there are several");
    last.wait("thoughts", |thoughts| thoughts["for"] == "analysis");
}

/// The code of the error that a page is told because of what it asked for, if there is one.
fn code_of_refusal(page: &mut Page) -> Value {
    let mut code = Value::Null;
    // A refusal of the engines comes back to the table, behind the first ping but before the second.
    for _ in 0..2 {
        page.send(&json!({ "type": "ping" }));
        loop {
            let answer = page.wait_for_any(&["error", "pong"]);
            if answer["type"] == "pong" {
                break;
            }
            code = answer["code"].clone();
        }
    }
    code
}

#[test]
fn who_asks_for_too_many_analyses_is_told_so() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let mut codes = Vec::new();
    let mut pages = Vec::new();
    for _ in 0..many() + 12 {
        let table = server.create("connect-four", &["human", "human"]);
        let mut page = server.host(&table);
        analyze(&mut page);
        codes.push(code_of_refusal(&mut page));
        pages.push(page);
    }
    assert!(codes.contains(&json!("busy")), "{codes:?}");
    assert_eq!(codes[0], Value::Null, "{codes:?}");
}

#[test]
fn engines_that_think_for_minutes_hold_up_nobody() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    server.become_visitor(GREEDY);
    let mut pages = Vec::new();
    for _ in 0..many() {
        let seat = json!({ "player": "mcts", "seconds": 600 });
        let body = json!({ "game": "connect-four", "seats": [seat, seat] });
        let table = server.post("/api/tables", &body).json();
        pages.push(server.host(&table));
    }
    for page in pages.iter_mut().take(3) {
        page.wait("thoughts", |thoughts| thoughts["for"] == "move");
    }
    server.become_visitor(MODEST);
    play_against_an_engine(&server);
}

#[test]
fn no_move_is_drawn_because_games_of_others_are_compiled() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let bring = |sheet: &str, players: &[&str]| {
        let reading = server.post("/api/rules", &json!({ "text": sheet })).json();
        server.host(&server.create(text(&reading["game"]["id"]), players))
    };
    server.become_visitor(GREEDY);
    let sheets = (0..2).map(|number| format!("{EXPLODING} (number {number})"));
    let pages = sheets.map(|sheet| bring(&sheet, &["human"])).collect::<Vec<_>>();
    server.become_visitor(MODEST);
    let sheet = include_str!("../../../../../games/tic-tac-toe.kif");
    let mut page = bring(&format!("; Mine\n{sheet}"), &["human", "mcts"]);
    page.position();
    page.send(&json!({ "type": "move", "ply": 0, "role": "xplayer", "move": "(mark 1 1)" }));
    loop {
        let message = page.wait_for_any(&["table", "error"]);
        assert_eq!(message["type"], "table", "{message}");
        if message["ply"] == 2 {
            assert!(message["values"][1].is_array(), "the engine has thought: {message}");
            break;
        }
    }
    drop(pages);
}

#[test]
fn options_that_cost_the_house_are_refused() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    for player in ["mcts:step-limit=4294967295", "mcts:wave=65536", "mcts:memory=64G"] {
        let body = json!({ "game": "nim", "seats": [{ "player": "human" }, { "player": player }] });
        let refusal = server.post("/api/tables", &body);
        assert_eq!(refusal.status, 400, "{player}: {}", refusal.body);
        let error = refusal.json()["error"].clone();
        assert_eq!(error["code"], "bad-player", "{player}");
        assert!(text(&error["message"]).contains("the server decides on"), "{error}");
    }
    let table = server.create("tic-tac-toe", &["human", "mcts:c=0.7"]);
    let mut page = server.host(&table);
    let seat = json!({ "type": "seat", "role": "oplayer", "player": "mcts:step-limit=9999999" });
    page.send(&seat);
    assert_eq!(page.error(), "bad-player");
}

/// A picture of noise, which is more work than any board.
fn picture(number: u32) -> Message {
    let (width, height) = (640_u16, 360_u16);
    let mut bytes = number.to_le_bytes().to_vec();
    bytes.extend([width, height].map(u16::to_le_bytes).concat());
    bytes.extend(f64::from(number).to_le_bytes());
    let n_bytes = usize::from(width) * usize::from(height) * 3 / 2;
    let noise = (0..n_bytes as u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8);
    bytes.extend(noise);
    Message::binary(bytes)
}

#[test]
fn cameras_are_few_and_every_picture_is_answered() {
    const N_PICTURES: u32 = 12;
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    server.become_visitor(GREEDY);
    let mut cameras = (0..4).map(|_| server.camera().expect("there is room")).collect::<Vec<_>>();
    assert_eq!(server.camera().err(), Some(429), "one visitor has four cameras");
    for camera in &mut cameras {
        for number in 0..N_PICTURES {
            camera.socket.send(picture(number)).expect("the server reads");
        }
    }
    server.become_visitor(MODEST);
    assert_eq!(server.get("/api/tables").status, 200);
    assert!(server.camera().is_ok(), "others have places of their own");
    for camera in &mut cameras {
        let mut answered = Vec::new();
        while answered.len() < N_PICTURES as usize {
            let answer = camera.next().expect("the connection lasts");
            assert!(["view", "skipped"].contains(&text(&answer["type"])), "{answer}");
            answered.push((answer["frame"].as_u64(), answer["type"] == "view"));
        }
        let newest = (Some(u64::from(N_PICTURES) - 1), true);
        assert!(answered.contains(&newest), "the newest is looked at: {answered:?}");
    }
}

#[test]
fn tables_belong_to_those_who_made_them() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("tic-tac-toe", &["human", "human"]);
    let id = text(&table["table"]);
    server.become_visitor(GREEDY);
    let delete = |token: &str| {
        let head = format!("DELETE /api/tables/{id}?token={token} HTTP/1.1\r\nHost: HOST");
        server.request(&head, b"").status
    };
    assert_eq!(delete("guess"), 403);
    assert_eq!(delete(text(&table["seats"][0])), 403);
    assert_eq!(list(&server.get_json("/api/tables")["tables"]).len(), 1);
    assert_eq!(delete(text(&table["host"])), 204);
    assert_eq!(list(&server.get_json("/api/tables")["tables"]).len(), 0);
    assert_eq!(delete(text(&table["host"])), 404);
}

#[test]
fn circuits_that_are_not_ready_hold_up_nobody() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    server.become_visitor(GREEDY);
    let requests = (0..64).map(|_| {
        let mut stream = server.stream();
        // No other game of ours takes as long to become a circuit.
        let head =
            format!("GET /api/games/chess/circuit HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        stream.write_all(head.as_bytes()).expect("the server reads");
        stream
    });
    let requests = requests.collect::<Vec<_>>();
    server.become_visitor(MODEST);
    assert_eq!(server.get("/api/games/tic-tac-toe").status, 200);
    assert_eq!(server.get("/api/games/tic-tac-toe/circuit").status, 200);
    let n_answered = requests.iter().filter(|stream| is_answered(stream)).count();
    assert_eq!(n_answered, 0, "others were answered while these wait");
}

fn is_answered(mut stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("reading need not wait");
    let read = stream.read(&mut [0]);
    !read.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}
