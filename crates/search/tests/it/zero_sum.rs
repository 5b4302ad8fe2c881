//! Which sheets are known to be zero-sum.

use stonegate_search::Game;

use crate::sheets::Sheet;

/// Two roles take turns for three moves, with these goals at the end.
fn three_moves(goals: &str) -> Sheet {
    Sheet::new(&format!(
        "(role a) (role b) (init (step 1)) (init (control a))
         (succ 1 2) (succ 2 3) (succ 3 4)
         (<= (legal ?r left) (true (control ?r))) (<= (legal ?r right) (true (control ?r)))
         (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
         (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
         (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
         (<= terminal (true (step 4))) {goals}"
    ))
}

#[test]
fn a_role_without_goals_has_nothing_to_lose() {
    for goals in ["", "(<= (goal a 100) terminal)"] {
        assert!(!three_moves(goals).game.is_zero_sum(), "{goals}");
    }
}

/// Nobody moves at the end, so constraints on moves prove anything there.
#[test]
fn roles_that_win_and_lose_together_are_no_opponents() {
    let sheet = three_moves(
        "(<= (next good) (does a left) (true (step 1))) (<= (next good) (true good))
         (<= (goal ?r 100) (role ?r) (true good)) (<= (goal ?r 0) (role ?r) (not (true good)))",
    );
    assert!(!sheet.game.is_zero_sum());
}

#[test]
fn what_one_gets_the_other_loses() {
    let sheet = three_moves("(<= (goal a 70) terminal) (<= (goal b 30) terminal)");
    assert!(sheet.game.is_zero_sum());
    for name in ["tic-tac-toe", "connect-four", "breakthrough", "reversi"] {
        assert!(Sheet::own(name).game.is_zero_sum(), "{name}");
    }
}
