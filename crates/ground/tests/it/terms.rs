//! Terms with structure.

use expect_test::{Expect, expect};
use stonegate_ground::compare_texts;

use crate::play::{compare, grounded, optimized};

/// Compares facts and moves of a game, which must also be right.
#[track_caller]
fn check(sheet: &str, expect: &Expect) {
    let (quick, optimized) = (grounded(sheet).machine, optimized(sheet));
    compare("", sheet, &[&quick, &optimized], 5, 12);
    let facts = quick.facts.iter().map(|fact| fact.name.clone());
    let moves = quick.roles.iter().flat_map(|role| role.moves.iter().cloned());
    expect.assert_eq(&facts.chain(moves).collect::<Vec<_>>().join("\n"));
}

#[test]
fn functions_are_built_and_taken_apart() {
    check(
        "(role r) (init (piece (king white) (square a 1))) (file a b) (file b a)
         (<= (legal r (move ?from (square ?g ?n))) (true (piece ?p ?from)) (part ?from ?f ?n) (file ?f ?g))
         (<= (part (square ?f ?n) ?f ?n) (true (piece ?any (square ?f ?n))))
         (<= (next (piece ?p ?to)) (does r (move ?from ?to)) (true (piece ?p ?from)))
         (<= terminal (true (piece (king black) ?square)))",
        &expect![[r#"
            (piece (king white) (square a 1))
            (piece (king white) (square b 1))
            (move (square a 1) (square b 1))
            (move (square b 1) (square a 1))"#]],
    );
}

#[test]
fn nested_functions_match_from_outside_in() {
    check(
        "(role r) (init (stack (on a (on b (on c table)))))
         (<= (legal r (pop ?x)) (true (stack (on ?x ?rest)))) (<= (legal r wait) (true (stack table)))
         (<= (next (stack ?rest)) (does r (pop ?x)) (true (stack (on ?x ?rest))))
         (<= terminal (true (stack table)))
         (<= (goal r 100) (true (stack (on ?x (on ?y table))))) (<= (goal r 0) (true (stack table)))",
        &expect![[r#"
            (stack (on a (on b (on c table))))
            (stack (on b (on c table)))
            (stack (on c table))
            (stack table)
            (pop a)
            (pop b)
            (pop c)
            wait"#]],
    );
}

/// The same name with different numbers of arguments, and equal arguments.
#[test]
fn names_and_variables_that_occur_twice() {
    check(
        "(role r) (init f) (init (f a)) (init (f a a)) (init (f a b))
         (<= (legal r (same ?x)) (true (f ?x ?x))) (<= (legal r (both ?x)) (true (f ?x)) (true (f ?x b)))
         (legal r (same)) (legal r same)
         (<= (next (f ?x ?x)) (true (f ?x ?y)) (distinct (g ?x ?y) (g ?x ?x)) (distinct ?y (g ?x)))
         (<= (next (f ?x)) (does r (both ?x)))
         (<= (next f) (does r same))
         (<= terminal (not (true f)))",
        &expect![[r#"
            (f a a)
            (f a b)
            (f a)
            f
            (both a)
            (same a)
            same"#]],
    );
}

#[test]
fn numbers_sort_by_value() {
    let mut texts = ["(b 10)", "(b 9)", "(a 2)", "noop", "(b 09)", "(b 10 1)", "(b x)"];
    texts.sort_by(|left, right| compare_texts(left, right));
    assert_eq!(texts, ["(a 2)", "(b 9)", "(b 09)", "(b 10 1)", "(b 10)", "(b x)", "noop"]);
}
