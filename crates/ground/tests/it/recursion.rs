//! Relations that depend on themselves.

use expect_test::{Expect, expect};

use crate::play::{compare, grounded, optimized};

/// Compares the loops of a game, which must also be right.
#[track_caller]
fn check(sheet: &str, expect: &Expect) {
    let (quick, optimized) = (grounded(sheet).machine, optimized(sheet));
    compare("", sheet, &[&quick, &optimized], 5, 12);
    let atoms =
        quick.circuit.loops().iter().map(|atom| format!("{}: {}", atom.component, atom.name));
    expect.assert_eq(&atoms.collect::<Vec<_>>().join("\n"));
}

/// Stones that are connected on a board: going back and forth is a loop.
#[test]
fn connection_is_a_loop() {
    check(
        "(role r) (init ready) (next ready)
         (<= (legal r (put ?x)) (cell ?x) (not (true (stone ?x)))) (legal r pass)
         (cell a) (cell b) (cell c)
         (joined a b) (joined b c) (joined b a) (joined c b)
         (<= (next (stone ?x)) (true (stone ?x))) (<= (next (stone ?x)) (does r (put ?x)))
         (<= (linked a) (true (stone a)))
         (<= (linked ?y) (linked ?x) (joined ?x ?y) (true (stone ?y)))
         (<= terminal (linked c))
         (<= (goal r 100) (linked c)) (<= (goal r 0) (not (linked b)))",
        &expect![[r#"
            0: linked c
            0: linked b"#]],
    );
}

/// Counting up ends somewhere, and so does a line on a board.
#[test]
fn a_line_is_no_loop() {
    check(
        "(role r) (<= (legal r (put ?x)) (cell ?x)) (legal r pass)
         (cell a) (cell b) (cell c) (right a b) (right b c)
         (<= (next (stone ?x)) (true (stone ?x))) (<= (next (stone ?x)) (does r (put ?x)))
         (<= (free ?x) (cell ?x) (not (true (stone ?x))))
         (<= (open ?x ?y) (right ?x ?y) (free ?y))
         (<= (open ?x ?z) (open ?x ?y) (right ?y ?z) (free ?z))
         (<= terminal (not (open a b)))
         (<= (goal r 100) (open a c)) (<= (goal r 0) (not (open a c)))",
        &expect![[""]],
    );
}

/// Two loops, of which one depends on what the other does not reach.
#[test]
fn loops_in_order() {
    check(
        "(role r) (cell a) (cell b) (cell c) (joined a b) (joined b a) (joined b c) (joined c b)
         (<= (legal r (flip ?x)) (cell ?x)) (init (on a)) (init (on b))
         (<= (next (on ?x)) (true (on ?x)) (not (does r (flip ?x))))
         (<= (next (on ?x)) (cell ?x) (not (true (on ?x))) (does r (flip ?x)))
         (<= (lit a) (true (on a))) (<= (lit ?y) (lit ?x) (joined ?x ?y) (true (on ?y)))
         (<= (dark c) (not (lit c))) (<= (dark ?y) (dark ?x) (joined ?x ?y) (not (lit ?y)))
         (<= (goal r 100) (dark a)) (<= (goal r 50) (lit b)) (<= (goal r 0) (dark b))",
        &expect![[r#"
            1: dark b
            0: lit b
            1: dark a
            0: lit c"#]],
    );
}

/// `goal` depends on its own negation, but no single goal does.
#[test]
fn negation_that_is_stratified_locally() {
    check(
        "(role x) (role o) (init (turn 1)) (<= (legal ?r (say ?n)) (role ?r) (word ?n)) (word 1) (word 2)
         (<= (next (turn ?n)) (does x (say ?n)) (does o (say ?n)))
         (<= (goal ?r 100) (role ?r) (true (turn 2)))
         (<= (goal ?r 50) (role ?r) (true (turn 1)) (not (goal ?r 100)))
         (<= (goal x 0) (not (goal x 100)) (not (goal x 50)))",
        &expect![[""]],
    );
}

/// Static recursion is worked out once, loops or not.
#[test]
fn what_is_the_same_in_every_state_needs_no_loop() {
    check(
        "(role r) (init (at a)) (edge a b) (edge b a) (edge b c)
         (<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))
         (<= (legal r (go ?y)) (true (at ?x)) (path ?x ?y))
         (<= (next (at ?y)) (does r (go ?y)))
         (<= terminal (true (at ?x)) (not (path ?x ?x)))",
        &expect![[""]],
    );
}
