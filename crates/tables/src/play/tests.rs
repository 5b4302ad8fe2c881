use super::*;
use crate::fixture::{self, FIRST, ROCK_PAPER_SCISSORS, SECOND, TIC_TAC_TOE, dedicated, sheet};
use crate::message::Command;
use crate::people::Guest;
use crate::people::Party;
use crate::token::TokenHash;

fn play(text: &str, players: &[&str]) -> Play {
    settled(fixture::play(sheet(text), players))
}

fn settled(mut play: Play) -> Play {
    play.settle(true);
    play
}

fn bearer(token: &TokenHash) -> Guest {
    Guest { is_host: false, token: Some(token.clone()) }
}

const HOST: Guest = Guest { is_host: true, token: None };

/// Makes a move, and all that follow from it.
#[track_caller]
fn make(play: &mut Play, role: RoleId, action: &str) {
    play.choose(role, play.ply(), action).expect("the move is legal");
    go_on(play);
}

fn go_on(play: &mut Play) {
    play.settle(true);
    while play.advance(None).expect("the rules can be followed") {
        play.settle(true);
    }
}

#[test]
fn a_person_moves_and_the_waiting_role_waits_by_itself() {
    let mut play = play(TIC_TAC_TOE, &["human", "human"]);
    assert_eq!(play.waiting(), ["xplayer"]);
    make(&mut play, FIRST, "(mark 2 2)");
    assert_eq!(play.ply(), 1);
    assert_eq!(play.moves[0].joint, ["(mark 2 2)", "noop"]);
    assert_eq!(play.waiting(), ["oplayer"]);
    let refusal = play.choose(SECOND, 1, "(mark 2 2)").expect_err("the square is taken");
    assert_eq!(refusal.code, "illegal-move");
    let refusal = play.choose(SECOND, 0, "(mark 1 1)").expect_err("that move is long past");
    assert_eq!(refusal.code, "wrong-ply");
}

#[test]
fn moves_made_together_are_hidden_until_all_are_there() {
    let mut play = play(ROCK_PAPER_SCISSORS, &["human", "human"]);
    let mut waiting = play.waiting();
    assert_eq!(waiting.len(), 2);
    let action = play.any_move(FIRST).expect("there is a move");
    make(&mut play, FIRST, &action);
    assert_eq!(play.ply(), 0);
    assert_eq!(play.waiting(), waiting.split_off(1));
    let refusal = play.choose(FIRST, 0, &action).expect_err("once is enough");
    assert_eq!(refusal.code, "already-moved");
    // Who has second thoughts while others think can have them.
    play.undo(Party::Host).expect("the move is taken back");
    assert_eq!(play.waiting().len(), 2);
}

#[test]
fn random_players_play_to_the_end() {
    for text in [TIC_TAC_TOE, ROCK_PAPER_SCISSORS] {
        let mut play = play(text, &["random", "random"]);
        go_on(&mut play);
        let over = play.over().expect("the game is over");
        assert_eq!(over.reason, Reason::Terminal);
        assert!(over.goals.iter().all(Option::is_some));
        assert!(play.waiting().is_empty());
        let view = play.full_view();
        assert!(view.legal.is_empty() && view.choosing.is_empty());
        let refusal = play.choose(FIRST, play.ply(), "noop").expect_err("the game is over");
        assert_eq!(refusal.code, "game-over");
    }
}

#[test]
fn undo_goes_back_to_the_last_choice_of_a_person() {
    let mut play = play(TIC_TAC_TOE, &["human", "random"]);
    assert_eq!(play.undo(Party::Host).expect_err("nothing has happened").code, "nothing-to-undo");
    make(&mut play, FIRST, "(mark 1 1)");
    assert_eq!(play.ply(), 2, "the engine has answered");
    let action = play.any_move(FIRST).expect("there is a move");
    make(&mut play, FIRST, &action);
    assert!(play.ply() >= 3);
    play.undo(Party::Host).expect("there is a choice to go back to");
    assert_eq!(play.ply(), 2);
    play.undo(Party::Host).expect("there is another");
    assert_eq!(play.ply(), 0);
    assert!(play.full_view().changed.is_empty());
}

#[test]
fn the_first_of_two_stones_is_taken_back_alone() {
    let mut play = fixture::play(dedicated("connect6"), &["random", "human"]);
    go_on(&mut play);
    assert_eq!((play.ply(), play.waiting()), (1, vec!["white".to_owned()]));
    let action = play.any_move(SECOND).expect("there is a move");
    make(&mut play, SECOND, &action);
    assert_eq!((play.ply(), play.waiting()), (2, vec!["white".to_owned()]), "one stone is left");
    play.undo(Party::Host).expect("the stone is taken back");
    assert_eq!((play.ply(), play.waiting()), (1, vec!["white".to_owned()]));
}

#[test]
fn engines_alone_go_back_one_move() {
    let mut play = play(TIC_TAC_TOE, &["random", "random"]);
    go_on(&mut play);
    let ply = play.ply();
    play.undo(Party::Host).expect("there is a move");
    assert_eq!(play.ply(), ply - 1);
}

#[test]
fn whoever_gives_up_loses_and_may_take_it_back() {
    let mut play = play(TIC_TAC_TOE, &["human", "human"]);
    play.resign(SECOND).expect("the game is running");
    let over = Over { goals: vec![Some(100), Some(0)], reason: Reason::Resigned, points: None };
    assert_eq!(play.over(), Some(over));
    assert_eq!(play.resign(FIRST).expect_err("it is over").code, "game-over");
    play.undo(Party::Host).expect("resigning can be taken back");
    assert_eq!(play.over(), None);
}

#[test]
fn persons_keep_their_tokens_when_they_swap() {
    let mut play = play(TIC_TAC_TOE, &["human", "random"]);
    let token = play.seats[0].key.token.clone();
    let guest = bearer(&token);
    assert_eq!(play.rights(&guest).roles, ["xplayer"]);
    play.swap();
    assert_eq!(play.rights(&guest).roles, ["oplayer"]);
    let chairs = play.seat_views().iter().map(|seat| seat.chair).collect::<Vec<_>>();
    assert_eq!(chairs, [1, 0], "the page finds the token of each seat");
    let stranger = bearer(&TokenHash::of("guess"));
    assert!(play.rights(&stranger).roles.is_empty());
    assert_eq!(play.rights(&HOST).roles, ["oplayer"], "the host moves for persons only");
}

/// A game of two people who have come to their seats.
fn between_people(text: &str) -> Play {
    let mut play = play(text, &["human", "human"]);
    for number in 0..2 {
        let guest = bearer(&play.seats[number].key.token);
        assert!(play.welcome(&guest));
        assert!(!play.welcome(&guest), "once is enough");
    }
    play
}

#[test]
fn a_seat_belongs_to_whoever_has_come_to_it() {
    let mut play = play(TIC_TAC_TOE, &["human", "human"]);
    assert_eq!(play.rights(&HOST).roles, ["xplayer", "oplayer"]);
    assert!(!play.is_between_people());
    let guest = bearer(&play.seats[1].key.token);
    play.welcome(&guest);
    assert_eq!(play.rights(&HOST).roles, ["xplayer"]);
    assert!(play.is_between_people() && !play.may_help());
    let back = Play::resume(Arc::clone(&play.game), &play.status(), Vec::new(), 1, 0.0);
    assert!(back.expect("it is a game").is_between_people(), "a restart changes nothing");
    play.resign(FIRST).expect("the game is running");
    assert!(play.may_help(), "what is over may be looked at");
}

#[test]
fn a_request_is_done_when_the_other_accepts() {
    let mut play = between_people(TIC_TAC_TOE);
    let (x, o) = (Party::Chair(0), Party::Chair(1));
    make(&mut play, FIRST, "(mark 1 1)");
    make(&mut play, SECOND, "(mark 2 2)");
    assert!(play.needs_consent(&Command::Undo, x) && play.needs_consent(&Command::Swap, x));
    play.ask_for(Command::Undo, x);
    let view = play.request_view().expect("there is a request");
    assert_eq!(
        (view.what, view.by, view.waiting),
        ("undo", roles(&["xplayer"]), roles(&["oplayer"]))
    );
    assert_eq!(play.accept(view.id, x), Ok(None), "one's own consent is not enough");
    assert_eq!(play.accept(7, o).expect_err("there is no such request").code, "no-wish");
    assert_eq!(play.accept(view.id, o), Ok(Some((Command::Undo, x))));
    play.undo(x).expect("there is a move");
    assert_eq!(play.ply(), 0, "it is the asker's move that is taken back");

    play.ask_for(Command::Help { on: true }, o);
    let id = play.request_view().expect("there is a request").id;
    make(&mut play, FIRST, "(mark 1 1)");
    assert_eq!(play.decline(id).expect_err("it has lapsed").code, "no-wish");
}

#[test]
fn a_hidden_move_is_taken_back_alone() {
    let mut play = between_people(ROCK_PAPER_SCISSORS);
    let action = play.any_move(FIRST).expect("there is a move");
    make(&mut play, FIRST, &action);
    assert!(!play.needs_consent(&Command::Undo, Party::Chair(0)), "nobody has seen it");
    let refusal = play.undo(Party::Chair(1)).expect_err("it is not theirs");
    assert_eq!(refusal.code, "nothing-to-undo");
    assert_eq!(play.waiting().len(), 1);
    play.undo(Party::Chair(0)).expect("it is theirs");
    assert_eq!(play.waiting().len(), 2);
}

fn roles(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn a_game_is_taken_up_where_it_was_left() {
    let mut before = play(TIC_TAC_TOE, &["human", "human"]);
    make(&mut before, FIRST, "(mark 1 1)");
    make(&mut before, SECOND, "(mark 2 2)");
    let (keep, moves) = before.take_unstored();
    assert_eq!((keep, moves.len()), (0, 2));
    let after = Play::resume(Arc::clone(&before.game), &before.status(), moves, 1, 0.0);
    let mut after = after.expect("the moves are legal");
    assert_eq!(after.full_view(), before.full_view());
    assert_eq!(after.take_unstored(), (2, Vec::new()));
    after.undo(Party::Host).expect("there is a move");
    assert_eq!(after.take_unstored(), (1, Vec::new()));
}

#[test]
fn positions_of_the_past_are_as_they_were() {
    let mut play = play(TIC_TAC_TOE, &["human", "human"]);
    let mut views = vec![play.full_view()];
    for (role, action) in [(FIRST, "(mark 1 1)"), (SECOND, "(mark 2 2)"), (FIRST, "(mark 3 3)")] {
        make(&mut play, role, action);
        views.push(play.full_view());
    }
    for (ply, view) in views.iter().enumerate() {
        assert_eq!(play.full_view_at(ply).as_ref(), Ok(view), "{ply}");
    }
    assert_eq!(views[1].changed.len(), 1);
    assert_eq!(play.full_view_at(4).expect_err("it is in the future").code, "unknown-position");
}

#[test]
fn seats_can_be_given_to_others() {
    let mut play = play(TIC_TAC_TOE, &["human", "human"]);
    let request = SeatRequest { player: "mcts:c=0.7".to_owned(), seconds: Some(0.5) };
    play.set_seat(FIRST, &request).expect("the player exists");
    let asked = play.asked();
    assert_eq!(asked, [0]);
    play.paused = true;
    assert!(play.asked().is_empty());
    let request = SeatRequest { player: "mcts:gates=64".to_owned(), seconds: None };
    assert_eq!(
        play.set_seat(FIRST, &request).expect_err("there is no such option").code,
        "bad-player"
    );
}
