use std::sync::Arc;

use super::*;
use crate::clocks::TimeControl;
use crate::fixture::{ROCK_PAPER_SCISSORS, SECOND, TIC_TAC_TOE, dedicated, sheet, status};
use crate::game::Game;
use crate::stored::{StoredClocks, StoredMove, StoredStatus};
use crate::token::TokenHash;
use crate::view::Reason;

const HOST: Guest = Guest { is_host: true, token: None };

/// A table with somebody who looks on, and the time.
struct Driver {
    table: Table,
    now: f64,
    is_watched: bool,
    is_storing: bool,
}

impl Driver {
    fn new(game: Arc<dyn Game>, status: &StoredStatus) -> Self {
        let play = Play::resume(game, status, Vec::new(), 1, 0.0);
        let table = Table::new(play.expect("the rules can be followed"));
        Self { table, now: 0.0, is_watched: true, is_storing: true }
    }

    /// What is to be done about an event, without the wish to go on, which is followed.
    fn handle(&mut self, event: Event) -> Vec<Effect> {
        let Self { now, is_watched, is_storing, .. } = *self;
        let circumstances = Circumstances { now, is_watched, is_storing };
        let mut effects = self.table.handle(event, circumstances);
        while effects.contains(&Effect::GoOn) {
            effects.retain(|effect| *effect != Effect::GoOn);
            effects.extend(self.table.handle(Event::GoOn, circumstances));
        }
        effects
    }

    fn say(&mut self, guest: Guest, command: Command) -> Vec<Effect> {
        let came = self.now;
        self.handle(Event::Command { guest, page: 7, command, came })
    }

    fn play(&mut self, guest: Guest, role: &str, action: &str) -> Vec<Effect> {
        let (ply, role, action) = (self.table.play().ply(), role.to_owned(), action.to_owned());
        self.say(guest, Command::Move { ply, role, action })
    }

    fn answer(&mut self, question: QuestionId, action: &str) -> Vec<Effect> {
        let answer =
            Answer { action: action.to_owned(), value: None, values: Some(vec![40.0, 60.0]) };
        self.handle(Event::Answer { question, answer: Ok(answer) })
    }
}

fn bearer(seat: usize) -> Guest {
    Guest { is_host: false, token: Some(TokenHash::of(&seat.to_string())) }
}

fn questions(effects: &[Effect]) -> Vec<&Question> {
    let questions = effects.iter().filter_map(|effect| match effect {
        Effect::Think(question) => Some(question),
        _ => None,
    });
    questions.collect()
}

fn refusals(effects: &[Effect]) -> Vec<&str> {
    let refusals = effects.iter().filter_map(|effect| match effect {
        Effect::Tell { page: 7, reply: Reply::Error(refusal) } | Effect::Complain(refusal) => {
            Some(refusal.code)
        }
        _ => None,
    });
    refusals.collect()
}

#[test]
fn an_engine_is_asked_and_its_answer_is_played() {
    let mut driver = Driver::new(sheet(TIC_TAC_TOE), &status(&["human", "mcts:c=0.7"]));
    assert!(driver.handle(Event::GoOn).is_empty(), "it is the turn of a person");
    let effects = driver.play(HOST, "xplayer", "(mark 2 2)");
    let asked = questions(&effects);
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].line, [["(mark 2 2)", "noop"]]);
    assert_eq!((asked[0].role, asked[0].player.as_deref()), (SECOND, Some("mcts:c=0.7")));
    assert!(!asked[0].is_hidden, "nobody else has to choose");
    let id = asked[0].id;
    let effects = driver.answer(id, "(mark 1 1)");
    let stored = effects.iter().find_map(|effect| match effect {
        Effect::Publish { keep, moves, .. } => Some((*keep, moves.clone())),
        _ => None,
    });
    let (keep, moves) = stored.expect("what happened is stored");
    assert_eq!((keep, moves.len()), (1, 1), "the first move was stored before");
    assert_eq!(moves[0].joint, ["noop", "(mark 1 1)"]);
    assert_eq!(moves[0].values, Some(vec![40.0, 60.0]));
    assert_eq!(driver.table.play().waiting(), ["xplayer"]);
    assert!(driver.answer(id, "(mark 3 3)").is_empty(), "nobody waits for a second answer");
}

#[test]
fn a_move_is_drawn_for_an_engine_without_an_answer() {
    for answer in [Err("no idea".to_owned()), Ok("(mark 2 2)"), Ok("dance")] {
        let mut driver = Driver::new(sheet(TIC_TAC_TOE), &status(&["human", "mcts"]));
        let effects = driver.play(HOST, "xplayer", "(mark 2 2)");
        let question = questions(&effects)[0].id;
        let answer =
            answer.map(|action| Answer { action: action.to_owned(), value: None, values: None });
        let effects = driver.handle(Event::Answer { question, answer });
        assert_eq!(refusals(&effects), ["no-answer"]);
        assert_eq!(driver.table.play().ply(), 2);
    }
}

#[test]
fn engines_play_for_those_who_look_on() {
    let mut driver = Driver::new(sheet(TIC_TAC_TOE), &status(&["mcts", "mcts"]));
    driver.is_watched = false;
    assert!(driver.handle(Event::GoOn).is_empty());
    driver.is_watched = true;
    let effects = driver.handle(Event::Came(HOST));
    let question = questions(&effects)[0].id;
    driver.is_watched = false;
    assert_eq!(driver.handle(Event::Left), [Effect::Cancel(question)]);
}

#[test]
fn what_cannot_be_stored_waits() {
    let mut driver = Driver::new(sheet(TIC_TAC_TOE), &status(&["human", "mcts"]));
    driver.is_storing = false;
    let effects = driver.play(HOST, "xplayer", "(mark 2 2)");
    assert!(matches!(effects[..], [Effect::Publish { .. }]), "{effects:?}");
    assert_eq!(driver.table.play().ply(), 0, "the move is chosen, and not yet made");
    driver.is_storing = true;
    let effects = driver.handle(Event::Stored);
    assert_eq!(driver.table.play().ply(), 1);
    assert_eq!(questions(&effects).len(), 1);
}

#[test]
fn thoughts_are_hidden_while_a_person_has_to_choose() {
    let mut driver = Driver::new(sheet(ROCK_PAPER_SCISSORS), &status(&["human", "mcts"]));
    let effects = driver.handle(Event::Came(HOST));
    let asked = questions(&effects);
    assert!(asked[0].is_hidden);
    let id = asked[0].id;
    assert!(driver.table.knows(id));
    let effects = driver.say(HOST, Command::Hint { role: "left".to_owned() });
    assert!(!questions(&effects)[0].is_hidden, "who asks may see the answer");
    assert!(driver.answer(id, "rock").iter().all(|effect| *effect != Effect::Reveal(id)));
    assert!(driver.table.knows(id), "what the engine thought may still be shown");
    let effects = driver.play(HOST, "left", "paper");
    assert_eq!(effects.iter().filter(|effect| **effect == Effect::Reveal(id)).count(), 1);
    assert!(!driver.table.knows(id));
    assert_eq!(driver.table.play().ply(), 1);
}

#[test]
fn nobody_helps_between_people_until_all_agree() {
    let mut driver = Driver::new(sheet(TIC_TAC_TOE), &status(&["human", "human"]));
    for seat in [0, 1] {
        driver.handle(Event::Came(bearer(seat)));
    }
    let hint = || Command::Hint { role: "xplayer".to_owned() };
    assert_eq!(refusals(&driver.say(bearer(0), hint())), ["no-help"]);
    driver.say(bearer(0), Command::Help { on: true });
    let request = driver.table.play().request_view().expect("the other is asked").id;
    assert_eq!(refusals(&driver.say(bearer(0), hint())), ["no-help"], "that was not enough");
    driver.say(bearer(1), Command::Accept { request });
    let effects = driver.say(bearer(0), hint());
    let question = questions(&effects)[0].id;
    assert!(driver.table.owes(7));
    let effects = driver.answer(question, "(mark 2 2)");
    let is_hint = |effect: &Effect| {
        matches!(effect, Effect::Tell { page: 7, reply: Reply::Hint { ply: 0, .. } })
    };
    assert!(effects.iter().any(is_hint), "{effects:?}");
    assert!(!driver.table.owes(7));
    let effects = driver.say(bearer(0), hint());
    let (question, refusal) = (questions(&effects)[0].id, Refusal::new("busy", "wait"));
    let effects = driver.handle(Event::Declined { question, refusal });
    assert_eq!(refusals(&effects), ["busy"]);
}

#[test]
fn to_take_a_move_back_needs_the_other_and_ends_thoughts() {
    let mut driver = Driver::new(sheet(TIC_TAC_TOE), &status(&["human", "mcts"]));
    let effects = driver.play(HOST, "xplayer", "(mark 2 2)");
    let question = questions(&effects)[0].id;
    let effects = driver.say(HOST, Command::Undo);
    assert!(effects.contains(&Effect::Cancel(question)), "{effects:?}");
    assert_eq!(driver.table.play().ply(), 0, "an engine is not asked");

    let mut driver = Driver::new(sheet(TIC_TAC_TOE), &status(&["human", "human"]));
    for seat in [0, 1] {
        driver.handle(Event::Came(bearer(seat)));
    }
    driver.play(bearer(0), "xplayer", "(mark 2 2)");
    driver.say(bearer(0), Command::Undo);
    assert_eq!(driver.table.play().ply(), 1);
    let request = driver.table.play().request_view().expect("the other is asked").id;
    driver.say(bearer(1), Command::Accept { request });
    assert_eq!(driver.table.play().ply(), 0);
}

#[test]
fn people_say_what_they_want_to_be_called() {
    let name = |text: &str| Command::Name { name: text.to_owned() };
    let names = |driver: &Driver| {
        let seats = driver.table.play().seat_views().into_iter();
        seats.map(|seat| seat.name.unwrap_or_default()).collect::<Vec<_>>()
    };
    let mut driver = Driver::new(sheet(TIC_TAC_TOE), &status(&["human", "human"]));
    for seat in [0, 1] {
        driver.handle(Event::Came(bearer(seat)));
    }
    driver.say(bearer(1), name("  Zoë "));
    driver.say(bearer(0), name("Ann"));
    assert_eq!(names(&driver), ["Ann", "Zoë"]);
    driver.say(HOST, Command::Swap);
    assert_eq!(names(&driver), ["Zoë", "Ann"], "names go with their people");
    for bad in ["x\ny", &"x".repeat(41)] {
        assert_eq!(refusals(&driver.say(bearer(0), name(bad))), ["bad-name"]);
    }
    assert_eq!(refusals(&driver.say(bearer(7), name("Eve"))), ["not-allowed"]);
    driver.say(bearer(0), name(""));
    assert_eq!(names(&driver), ["Zoë", ""]);
}

#[test]
fn people_agree_to_a_draw() {
    let mut driver = Driver::new(sheet(TIC_TAC_TOE), &status(&["human", "mcts"]));
    assert_eq!(refusals(&driver.say(HOST, Command::Draw)), ["no-draw"], "engines do not bargain");

    let mut driver = Driver::new(sheet(TIC_TAC_TOE), &status(&["human", "human"]));
    for seat in [0, 1] {
        driver.handle(Event::Came(bearer(seat)));
    }
    driver.play(bearer(0), "xplayer", "(mark 2 2)");
    driver.say(bearer(1), Command::Draw);
    let request = driver.table.play().request_view().expect("the other is asked");
    assert_eq!((request.what, &request.waiting[..]), ("draw", &["xplayer".to_owned()][..]));
    assert_eq!(driver.table.play().over(), None);
    driver.say(bearer(0), Command::Accept { request: request.id });
    let over = driver.table.play().over().expect("both have agreed");
    assert_eq!((over.goals, over.reason), (vec![Some(50), Some(50)], Reason::Agreed));
    assert_eq!(refusals(&driver.say(bearer(0), Command::Draw)), ["game-over"]);

    let status = driver.table.play().status();
    let moves =
        vec![StoredMove { joint: driver.table.play().moves[0].joint.clone(), values: None }];
    let again = Play::resume(sheet(TIC_TAC_TOE), &status, moves, 1, 0.0).expect("it is kept");
    assert_eq!(again.over().map(|over| over.reason), Some(Reason::Agreed));

    driver.say(bearer(0), Command::Undo);
    let request = driver.table.play().request_view().expect("the other is asked").id;
    driver.say(bearer(1), Command::Accept { request });
    assert_eq!((driver.table.play().over(), driver.table.play().ply()), (None, 1));
}

#[test]
fn time_runs_by_the_number_that_is_told() {
    let control = TimeControl { seconds: 10.0, ..TimeControl::default() };
    let clocks = Some(StoredClocks::full(control));
    let status = StoredStatus { clocks, ..status(&["human", "human"]) };
    let mut driver = Driver::new(sheet(TIC_TAC_TOE), &status);
    driver.now = 100.0;
    driver.play(HOST, "xplayer", "(mark 2 2)");
    let left = |driver: &Driver| driver.table.view("t", 1).clocks(driver.now).expect("clocks").left;
    assert_eq!(left(&driver), [Some(10.0), Some(10.0)], "the first move has no hurry");
    driver.now = 104.0;
    assert_eq!(left(&driver), [Some(10.0), Some(6.0)]);
    driver.is_storing = false;
    driver.now = 1_000.0;
    driver.say(HOST, Command::Time);
    assert_eq!(driver.table.play().over(), None, "nobody could see whose turn it is");
    driver.is_storing = true;
    driver.handle(Event::Stored);
    driver.now = 1_009.0;
    driver.say(HOST, Command::Time);
    assert_eq!(driver.table.play().over(), None);
    driver.now = 1_010.5;
    driver.say(HOST, Command::Time);
    let over = driver.table.play().over().expect("the time is over");
    assert_eq!(over.goals, [Some(100), Some(0)]);
}

#[test]
fn a_count_is_settled_at_the_table() {
    let mut driver = Driver::new(dedicated("go5:komi=0.5"), &status(&["human", "go"]));
    let effects = driver.play(HOST, "black", "C3");
    let question = questions(&effects)[0].id;
    driver.answer(question, "pass");
    driver.play(HOST, "black", "pass");
    assert!(driver.table.play().is_counting());
    let effects = driver.say(HOST, Command::Mark { stone: "A1".to_owned() });
    assert_eq!(refusals(&effects), ["unknown-stone"]);
    driver.say(HOST, Command::Agree { role: "black".to_owned() });
    assert_eq!(driver.table.play().over().map(|over| over.goals), Some(vec![Some(100), Some(0)]));
}
