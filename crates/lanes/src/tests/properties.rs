//! What is proven of a game: who moves when, what goals sum up to, how long it lasts.

use super::{compile, own_game};
use crate::census::Census;
use crate::{Backend, Engine};

fn engine(rules: &str) -> Engine {
    Engine::new(compile(rules).expect("the sheet compiles"), Backend::Portable)
}

fn own_engine(name: &str) -> Engine {
    Engine::new(own_game(name), Backend::Portable)
}

/// A game that ends after three steps.
fn three_steps(roles: &str, rules: &str) -> Engine {
    engine(&format!(
        "{roles} {rules} (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3)
         (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m)) (<= terminal (true (step 3)))"
    ))
}

#[test]
fn a_game_lasts_as_long_as_there_is_something_to_mark() {
    for (name, length) in [("tic-tac-toe", 9), ("connect-four", 42)] {
        assert_eq!(own_engine(name).max_length(), Some(length), "{name}");
    }
}

#[test]
fn a_game_lasts_as_long_as_it_counts() {
    for (name, length) in [("eight-puzzle", 50), ("mastermind", 6)] {
        assert_eq!(own_engine(name).max_length(), Some(length), "{name}");
    }
    let endless = "(role robot) (init on) (legal robot wait) (legal robot flip)
        (<= (next on) (true on) (does robot wait)) (<= (next on) (not (true on)) (does robot flip))
        (<= terminal (not (true on)) (true on)) (goal robot 100)";
    assert_eq!(engine(endless).max_length(), None);
}

#[test]
fn players_take_turns_if_no_two_can_choose_at_once() {
    for (name, takes_turns) in [
        ("tic-tac-toe", true),
        ("breakthrough-6x6", true),
        ("nim", true),
        ("rock-paper-scissors", false),
        ("joint-connect-four", false),
    ] {
        assert_eq!(own_engine(name).takes_turns(), takes_turns, "{name}");
    }
}

#[test]
fn chance_is_no_player() {
    let rules = "(legal random heads) (legal random tails) (legal white call) (legal white pass)
        (goal white 50) (goal random 50)";
    let engine = three_steps("(role white) (role random)", rules);
    assert!(engine.takes_turns());
}

#[test]
fn a_small_game_is_looked_at_state_by_state() {
    let rules = "(even 0) (even 2) (odd 1) (word talk) (word cry)
        (<= (legal white ?word) (true (step ?n)) (even ?n) (word ?word))
        (<= (legal white noop) (true (step ?n)) (odd ?n))
        (<= (legal black ?word) (true (step ?n)) (odd ?n) (word ?word))
        (<= (legal black noop) (true (step ?n)) (even ?n))
        (<= (next loud) (true loud)) (<= (next loud) (does white cry))
        (<= (goal white 100) (true loud)) (<= (goal white 0) (not (true loud)))
        (<= (goal black 0) (true loud)) (<= (goal black 100) (not (true loud)))";
    let census = |rules: &str| Census::take(&three_steps("(role white) (role black)", rules));
    assert_eq!(census(rules), Some(Census { takes_turns: true, is_zero_sum: true }));
    let shared = rules.replace("(goal black 100)", "(goal black 90)");
    assert_eq!(census(&shared), Some(Census { takes_turns: true, is_zero_sum: false }));
    let at_once = rules.replace("(<= (legal black noop) (true (step ?n)) (even ?n))", "")
        + "(<= (legal black ?word) (true (step ?n)) (even ?n) (word ?word))";
    assert_eq!(census(&at_once), Some(Census { takes_turns: false, is_zero_sum: true }));
    assert_eq!(Census::take(&own_engine("connect-four")), None, "there are too many states");
}

/// Three goals may sum up to more than a byte holds.
#[test]
fn three_players_have_no_opposite_goals() {
    let rules = "(<= (legal ?role wait) (role ?role)) (<= (legal ?role cry) (role ?role))
        (<= (goal ?role 100) (role ?role))";
    let engine = three_steps("(role white) (role black) (role red)", rules);
    assert!(!engine.is_zero_sum() && !engine.takes_turns());
    assert_eq!(engine.max_length(), Some(3));
}
