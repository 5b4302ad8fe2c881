//! A secret is planted, and everything that a table says is searched for it.

use std::fmt::Write;

use serde_json::to_string;

use super::*;
use crate::event::{Circumstances, Effect, Event};
use crate::fixture::{sheet, status};
use crate::message::{Command, SeatRequest};
use crate::people::Guest;
use crate::table::Table;
use crate::token::TokenHash;

/// Alice chooses a word that only she sees; Bob guesses.
const WORDS: &str = "
    (role alice) (role bob)
    (word sesame) (word abracadabra)
    (init (turn alice))
    (<= (legal alice (hide ?w)) (word ?w) (true (turn alice)))
    (<= (legal bob (guess ?w)) (word ?w) (true (turn bob)))
    (<= (legal alice noop) (not (true (turn alice))))
    (<= (legal bob noop) (not (true (turn bob))))
    (<= (next (hidden ?w)) (does alice (hide ?w)))
    (<= (next (hidden ?w)) (true (hidden ?w)))
    (<= (next (guessed ?w)) (does bob (guess ?w)))
    (<= (next (turn bob)) (true (turn alice)))
    (<= (sees alice (hidden ?w)) (does alice (hide ?w)))
    (<= (sees bob (turn bob)) (true (turn alice)))
    (<= terminal (true (guessed ?w)))
    (<= (goal bob 100) (true (hidden ?w)) (true (guessed ?w)))
    (<= (goal bob 0) (true (hidden ?w)) (not (true (guessed ?w))))
    (<= (goal alice 100) (goal bob 0))
    (<= (goal alice 0) (goal bob 100))";

const SECRET: &str = "sesame";

const CIRCUMSTANCES: Circumstances = Circumstances { now: 0.0, is_watched: true, is_storing: true };

fn bearer(seat: usize) -> Guest {
    Guest { is_host: false, token: Some(TokenHash::of(&seat.to_string())) }
}

/// Says something to a table, and gives all that it says to that page.
fn say(table: &mut Table, guest: &Guest, command: Command) -> Vec<Effect> {
    let event = Event::Command { guest: guest.clone(), page: 7, command, came: 0.0 };
    let mut effects = table.handle(event, CIRCUMSTANCES);
    while effects.contains(&Effect::GoOn) {
        effects.retain(|effect| *effect != Effect::GoOn);
        effects.extend(table.handle(Event::GoOn, CIRCUMSTANCES));
    }
    effects
}

/// Everything that a guest can get out of a table. The legal moves of Bob name all words, and so
/// do those that he is offered: what is left without them must not name the secret.
fn all_that_is_said(table: &mut Table, guest: &Guest) -> String {
    let view = table.view("table", 1);
    let mut said = to_string(&view.message(guest, 0.0)).expect("it is JSON");
    let roles = view.roles_of(guest);
    let position = |mut position: PositionView| {
        for legal in &mut position.legal {
            legal.moves.retain(|one| !one.action.starts_with("(guess "));
        }
        to_string(&position).expect("it is JSON")
    };
    said += &position(table.play().view_for(&roles));
    said += &table.play().facts_for(&roles).join(" ");
    write!(said, "{:?}", table.play().moves_for(&roles)).expect("a string takes all");
    for ply in 0..=table.play().ply() {
        for effect in say(table, guest, Command::Position { ply }) {
            if let Effect::Tell { reply: crate::Reply::Position { position: view }, .. } = effect {
                said += &position(*view);
            }
        }
    }
    let analyze = Command::Analyze { ply: table.play().ply(), seconds: 1.0 };
    let role = || "bob".to_owned();
    let take = SeatRequest { player: "human".to_owned(), seconds: None };
    let others = [
        analyze,
        Command::Hint { role: role() },
        Command::Seat { role: "alice".to_owned(), seat: take },
        Command::Swap,
        Command::Help { on: true },
    ];
    for command in others {
        let effects = say(table, guest, command);
        let shown = effects.iter().filter(|effect| !matches!(effect, Effect::Publish { .. }));
        write!(said, "{:?}", shown.collect::<Vec<_>>()).expect("a string takes all");
    }
    said
}

fn table(players: [&str; 2]) -> Table {
    let play = Play::resume(sheet(WORDS), &status(&players), Vec::new(), 1, 0.0);
    let mut table = Table::new(play.expect("the rules can be followed"));
    for seat in 0..2 {
        table.handle(Event::Came(bearer(seat)), CIRCUMSTANCES);
    }
    table
}

fn hide(table: &mut Table) {
    let (role, action) = ("alice".to_owned(), format!("(hide {SECRET})"));
    say(table, &bearer(0), Command::Move { ply: 0, role, action });
    assert_eq!(table.play().ply(), 1);
}

#[test]
fn nobody_else_hears_of_a_secret_until_the_game_is_over() {
    let mut table = table(["human", "human"]);
    hide(&mut table);
    let stranger = Guest { is_host: false, token: None };
    let host = Guest { is_host: true, token: None };
    for guest in [bearer(1), stranger, host] {
        let said = all_that_is_said(&mut table, &guest);
        assert!(!said.contains(SECRET), "{said}");
    }
    let own = all_that_is_said(&mut table, &bearer(0));
    assert!(own.contains(SECRET), "who has chosen it knows it: {own}");
    assert!(table.play().check_no_secrets().is_err());

    let (role, action) = ("bob".to_owned(), "(guess abracadabra)".to_owned());
    say(&mut table, &bearer(1), Command::Move { ply: 1, role, action });
    assert!(table.play().over().is_some());
    let after = all_that_is_said(&mut table, &bearer(1));
    assert!(after.contains(SECRET), "when the game is over, all can be seen: {after}");
}

#[test]
fn an_engine_is_told_what_its_role_perceives() {
    let mut table = table(["human", "mcts"]);
    let (role, action) = ("alice".to_owned(), format!("(hide {SECRET})"));
    let effects = say(&mut table, &bearer(0), Command::Move { ply: 0, role, action });
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Think(question) => Some(question),
        _ => None,
    });
    let asked = asked.expect("it is the engine's turn");
    assert!(!format!("{asked:?}").contains(SECRET), "{asked:?}");
    let expected = Sight { action: "noop".to_owned(), percepts: vec!["(turn bob)".to_owned()] };
    assert_eq!(asked.sights, Some(vec![expected]));
    assert!(asked.is_hidden, "its thoughts would tell the person what it knows");
}

#[test]
fn a_game_of_machines_is_open_to_all() {
    let mut table = table(["random", "random"]);
    table.handle(Event::GoOn, CIRCUMSTANCES);
    let stranger = Guest { is_host: false, token: None };
    assert!(!table.play().keeps_secrets());
    let said = all_that_is_said(&mut table, &stranger);
    assert!(said.contains("(hide "), "{said}");
}
