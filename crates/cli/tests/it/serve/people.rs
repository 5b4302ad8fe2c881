//! What people at the same table see of each other, and what they have to agree to.

use serde_json::{Value, json};

use super::client::{Page, Server, list, text};
use crate::sandbox::Sandbox;

/// A table of two people, who have both come to their seats.
fn two_people(server: &Server, game: &str) -> (Value, Page, Page) {
    let table = server.create(game, &["human", "human"]);
    let seat = |number: usize| {
        let token = Some(text(&table["seats"][number]));
        server.connect(text(&table["table"]), token, None).expect("a player may come in")
    };
    let (mut first, mut second) = (seat(0), seat(1));
    for page in [&mut first, &mut second] {
        page.wait("table", |table| table["people"] == 2);
    }
    (table, first, second)
}

/// All messages up to one of a type that satisfies a condition.
#[track_caller]
fn until(page: &mut Page, kind: &str, is_meant: impl Fn(&Value) -> bool) -> Vec<Value> {
    let mut seen = Vec::new();
    loop {
        let message = page.next().expect("the connection lasts");
        let is_last = message["type"] == kind && is_meant(&message);
        seen.push(message);
        if is_last {
            return seen;
        }
    }
}

fn thoughts(messages: &[Value]) -> usize {
    messages.iter().filter(|message| message["type"] == "thoughts").count()
}

#[test]
fn thoughts_are_hidden_from_who_has_still_to_choose() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("rock-paper-scissors", &["human", "mcts"]);
    let (mut person, mut spectator) = (server.host(&table), server.watch(&table));
    let roles = person.wait("table", |_| true)["game"]["roles"].clone();
    let (own, other) = (roles[0].clone(), roles[1].clone());
    // The machine thinks, and has chosen.
    for page in [&mut person, &mut spectator] {
        let seen = until(page, "table", |table| table["waiting"] == json!([own]));
        assert_eq!(thoughts(&seen), 0, "{seen:?}");
    }
    // Who comes late does not see more.
    let mut late = server.watch(&table);
    late.send(&json!({ "type": "ping" }));
    assert_eq!(thoughts(&until(&mut late, "pong", |_| true)), 0);
    // What the machine would do on the other seat is nobody's business either.
    person.send(&json!({ "type": "hint", "role": other }));
    assert_eq!(person.error(), "not-allowed");

    let position = server.watch(&table).position();
    let action = position["legal"][0]["moves"][0]["move"].clone();
    person.send(&json!({ "type": "move", "ply": 0, "role": own, "move": action }));
    for page in [&mut person, &mut spectator] {
        page.wait("thoughts", |thoughts| thoughts["ply"] == 0 && thoughts["role"] == other);
    }
}

#[test]
fn a_move_is_taken_back_when_the_other_agrees() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let (table, mut x, mut o) = two_people(&server, "tic-tac-toe");
    x.send(&json!({ "type": "move", "ply": 0, "role": "xplayer", "move": "(mark 1 1)" }));
    o.wait("table", |table| table["ply"] == 1);
    o.send(&json!({ "type": "undo" }));
    let wish = x.wait("table", |table| table["wish"]["what"] == "undo")["wish"].clone();
    assert_eq!((&wish["by"], &wish["waiting"]), (&json!(["oplayer"]), &json!(["xplayer"])));
    // Nothing has happened yet, and who asks cannot answer.
    o.send(&json!({ "type": "accept", "wish": wish["id"] }));
    let asked = o.wait("table", |table| table["wish"]["what"] == "undo");
    assert_eq!(asked["ply"], 1);
    let mut stranger = server.watch(&table);
    stranger.send(&json!({ "type": "accept", "wish": wish["id"] }));
    assert_eq!(stranger.error(), "not-allowed");
    x.send(&json!({ "type": "decline", "wish": wish["id"] }));
    let declined = o.wait("table", |table| table["wish"].is_null());
    assert_eq!(declined["ply"], 1);
    x.send(&json!({ "type": "accept", "wish": wish["id"] }));
    assert_eq!(x.error(), "no-wish");

    x.send(&json!({ "type": "undo" }));
    let wish = o.wait("table", |table| table["wish"]["what"] == "undo")["wish"].clone();
    assert_eq!(wish["by"], json!(["xplayer"]));
    o.send(&json!({ "type": "accept", "wish": wish["id"] }));
    let back = x.wait("table", |table| table["ply"] == 0);
    assert!(back["wish"].is_null());
}

#[test]
fn the_host_is_one_of_the_players() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let table = server.create("tic-tac-toe", &["human", "human"]);
    let mut host = server.host(&table);
    let alone = host.wait("table", |_| true);
    assert_eq!(alone["you"]["roles"], json!(["xplayer", "oplayer"]), "nobody else has come");
    assert_eq!((&alone["people"], &alone["help"]), (&json!(1), &json!(true)));
    let token = Some(text(&table["seats"][1]));
    let mut guest = server.connect(text(&table["table"]), token, None).expect("it has a seat");
    let both = host.wait("table", |table| table["people"] == 2);
    assert_eq!(both["you"]["roles"], json!(["xplayer"]));
    host.send(&json!({ "type": "move", "ply": 0, "role": "xplayer", "move": "(mark 1 1)" }));
    host.wait("table", |table| table["ply"] == 1);
    host.send(&json!({ "type": "move", "ply": 1, "role": "oplayer", "move": "(mark 2 2)" }));
    assert_eq!(host.error(), "not-allowed");
    // In the midst of a game, seats are not the host's alone.
    host.send(&json!({ "type": "seat", "role": "oplayer", "player": "random" }));
    let wish = guest.wait("table", |table| table["wish"]["what"] == "seat");
    assert_eq!(wish["seats"][1]["player"], "human");
    guest.send(&json!({ "type": "move", "ply": 1, "role": "oplayer", "move": "(mark 2 2)" }));
    let played = host.wait("table", |table| table["ply"] == 2);
    assert!(played["wish"].is_null(), "a wish lapses with the next move");
}

#[test]
fn hints_are_off_between_people_until_both_agree() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let (_, mut red, mut yellow) = two_people(&server, "connect-four");
    for message in [
        json!({ "type": "hint", "role": "red" }),
        json!({ "type": "analyze", "ply": 0, "seconds": 5 }),
    ] {
        red.send(&message);
        assert_eq!(red.error(), "no-help", "{message}");
    }
    red.send(&json!({ "type": "help", "on": true }));
    let asked = yellow.wait("table", |table| table["wish"]["what"] == "help");
    assert_eq!(asked["help"], false);
    yellow.send(&json!({ "type": "accept", "wish": asked["wish"]["id"] }));
    red.wait("table", |table| table["help"] == true);
    red.send(&json!({ "type": "hint", "role": "red" }));
    let hint = red.wait("hint", |_| true);
    assert!(text(&hint["move"]).starts_with("(drop "));
    // Either of them may end it.
    red.send(&json!({ "type": "analyze", "ply": 0, "seconds": 60 }));
    yellow.wait("thoughts", |thoughts| thoughts["for"] == "analysis");
    yellow.send(&json!({ "type": "help", "on": false }));
    red.wait("table", |table| table["help"] == false);
    red.send(&json!({ "type": "hint", "role": "red" }));
    assert_eq!(red.error(), "no-help");
    // A game that is over may be looked at.
    red.send(&json!({ "type": "resign", "role": "red" }));
    let end = red.wait("table", |table| !table["over"].is_null());
    assert_eq!(end["help"], true);
}

#[test]
fn another_game_leaves_the_old_one_where_it_is() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let (table, mut x, mut o) = two_people(&server, "tic-tac-toe");
    x.send(&json!({ "type": "move", "ply": 0, "role": "xplayer", "move": "(mark 1 1)" }));
    o.wait("table", |table| table["ply"] == 1);
    let id = text(&table["table"]);
    let again =
        |token: &str| server.post(&format!("/api/tables/{id}/again"), &json!({ "token": token }));
    assert_eq!(again("guess").status, 403);
    let made = again(text(&table["seats"][1]));
    assert_eq!(made.status, 201, "{}", made.body);
    let next = made.json()["table"].clone();
    assert_eq!(again(text(&table["host"])).json()["table"], next, "all meet at one table");
    let told = x.wait("table", |table| table["next"] == next);
    assert_eq!(told["ply"], 1);
    let token = Some(text(&table["seats"][1]));
    let mut o = server.connect(text(&next), token, None).expect("the token is the same");
    let fresh = o.wait("table", |_| true);
    assert_eq!((&fresh["ply"], &fresh["you"]["roles"]), (&json!(0), &json!(["oplayer"])));
    assert_eq!(list(&server.get_json("/api/tables")["tables"]).len(), 2);
    o.send(&json!({ "type": "restart" }));
    assert_eq!(o.error(), "bad-message", "no message throws a game away");
}

#[test]
fn people_have_names_and_agree_to_a_draw() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let (table, mut red, mut yellow) = two_people(&server, "connect-four");
    red.send(&json!({ "type": "name", "name": "Ann" }));
    yellow.wait("table", |table| table["seats"][0]["name"] == "Ann");
    red.send(&json!({ "type": "move", "ply": 0, "role": "red", "move": "(drop 4)" }));
    yellow.wait("table", |table| table["ply"] == 1);
    yellow.send(&json!({ "type": "draw" }));
    let asked = red.wait("table", |table| table["wish"]["what"] == "draw");
    red.send(&json!({ "type": "accept", "wish": asked["wish"]["id"] }));
    let end = yellow.wait("table", |table| !table["over"].is_null());
    assert_eq!(end["over"], json!({ "goals": [50, 50], "reason": "agreed" }));
    let archive = server.get_json("/api/archive?search=ann");
    assert_eq!(archive["total"], 1, "{archive}");
    assert_eq!(archive["games"][0]["goals"], json!([50, 50]));

    // Both are kept.
    server.kill();
    let server = Server::start(&sandbox);
    let again = server.watch(&table).wait("table", |_| true);
    assert_eq!(
        (&again["over"]["reason"], &again["seats"][0]["name"]),
        (&json!("agreed"), &json!("Ann"))
    );
}
