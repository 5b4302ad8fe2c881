//! Puzzles in which a SAT solver finds the way.

use std::cell::Cell;
use std::collections::BTreeSet;

use stonegate_gdl::RoleId;
use stonegate_oracles::{may_be_slow, own_game};
use stonegate_search::{Game, plan};

use crate::sheets::Sheet;

/// A corridor of nine doors, of which only the one with the right key opens, and a wrong key ends the
/// game: the n-th key is the third of three if n is even, and else the first.
const DOORS: &str = "
    (role thief) (key 1) (key 2) (key 3) (init (door 1))
    (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9)
    (even 2) (even 4) (even 6) (even 8)
    (<= (opens ?door 3) (even ?door))
    (<= (opens ?door 1) (succ ?door ?next) (not (even ?door)))
    (<= (legal thief (turn ?key)) (key ?key))
    (<= (next (door ?next)) (true (door ?door)) (does thief (turn ?key))
        (opens ?door ?key) (succ ?door ?next))
    (<= (next caught) (true (door ?door)) (does thief (turn ?key)) (not (opens ?door ?key)))
    (<= terminal (true (door 9))) (<= terminal (true caught))
    (<= (goal thief 100) (true (door 9))) (<= (goal thief 0) (not (true (door 9))))";

/// Plays what is planned from the start, and tells after how many moves the game is over and what
/// has come of it.
fn end(sheet: &Sheet) -> Option<(usize, u8)> {
    let game = &sheet.game;
    let moves = plan(game, &game.initial(), &|| false)?;
    let mut state = game.initial();
    for (number, &action) in moves.iter().enumerate() {
        assert!(game.outcome(&state).is_none(), "it is over after {number} moves");
        assert!(game.legal(&state, RoleId::new(0)).contains(&action));
        state = game.apply(&state, &[action]);
    }
    Some((moves.len(), game.outcome(&state).expect("it is over")[0]))
}

/// Lights out from the board that these presses make of a dark one, and so put out again.
fn lights_out_after(presses: &[(i32, i32)]) -> String {
    let mut on = BTreeSet::new();
    for &(x, y) in presses {
        for light in [(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            let is_there = (1..=5).contains(&light.0) && (1..=5).contains(&light.1);
            if is_there && !on.remove(&light) {
                on.insert(light);
            }
        }
    }
    let all_on = "(<= (init (on ?x ?y))\n  (light ?x ?y))";
    let rules = own_game("lights-out");
    assert!(rules.contains(all_on));
    let on = on.iter().map(|(x, y)| format!("(init (on {x} {y}))")).collect::<Vec<_>>();
    rules.replace(all_on, &on.join("\n"))
}

#[test]
fn lights_are_put_out() {
    let rules = lights_out_after(&[(1, 1), (3, 3), (4, 3), (2, 5), (5, 1), (5, 5), (4, 2)]);
    let (n_moves, goal) = end(&Sheet::new(&rules)).expect("there is a way");
    assert_eq!(goal, 100);
    assert!(n_moves <= 20);
}

#[test]
fn lights_out_has_more_positions_than_can_be_looked_at() {
    if !may_be_slow() {
        return;
    }
    let (n_moves, goal) = end(&Sheet::own("lights-out")).expect("there is a way");
    assert_eq!(goal, 100);
    assert!((15..=20).contains(&n_moves), "fifteen presses can do it, and there are twenty");
}

#[test]
fn a_narrow_way_is_found() {
    assert_eq!(end(&Sheet::new(DOORS)), Some((8, 100)));
}

#[test]
fn there_may_be_no_way() {
    // The guard comes too soon.
    let watched = format!(
        "{DOORS} (init (hour 1)) (<= terminal (true (hour 6)))
        (<= (next (hour ?next)) (true (hour ?hour)) (succ ?hour ?next))"
    );
    assert_eq!(end(&Sheet::new(&watched)), None);
}

#[test]
fn what_is_no_puzzle_is_not_planned() {
    assert_eq!(end(&Sheet::own("tic-tac-toe")), None);
    let idle = "(role player) (init begun) (<= (next ended) (true begun))
        (<= (legal player wait) (true never)) (<= terminal (true ended))
        (<= (goal player 100) (true ended)) (<= (goal player 0) (not (true ended)))";
    assert_eq!(end(&Sheet::new(idle)), None, "there are no moves");
}

#[test]
fn stop_is_heard() {
    let sheet = Sheet::own("lights-out");
    let n_asked = Cell::new(0);
    let stop = || {
        n_asked.set(n_asked.get() + 1);
        n_asked.get() > 3
    };
    assert_eq!(plan(&sheet.game, &sheet.game.initial(), &stop), None);
}
