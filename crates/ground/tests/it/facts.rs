//! Facts and what they are shown by.

use std::fmt::Write;

use expect_test::{Expect, expect};
use stonegate_ground::FactValue;

use crate::play::{Board, compare, optimized};

/// Compares what the facts of an optimized machine are shown by, and the facts
/// along a game in which every role makes its first legal move.
#[track_caller]
fn check(sheet: &str, expect: &Expect) {
    let machine = optimized(sheet);
    let mut text = String::new();
    for fact in &machine.facts {
        let value = match fact.value {
            FactValue::Constant(value) => format!("always {value}"),
            FactValue::Register { register, inverted: false } => format!("{register}"),
            FactValue::Register { register, inverted: true } => format!("not {register}"),
        };
        let _ = writeln!(text, "{}: {value}", fact.name);
    }
    compare("", sheet, &[&machine], 1, 5);
    let mut board = Board::new(&machine);
    for _ in 0..3 {
        let view = board.view();
        let _ = writeln!(text, "{}", view.facts.into_iter().collect::<Vec<_>>().join(" "));
        let moves = view.legal.iter().filter_map(|legal| legal.first().cloned());
        board.make_move(&moves.collect::<Vec<_>>());
    }
    expect.assert_eq(&text);
}

#[test]
fn facts_that_never_change() {
    check(
        "(role r) (legal r wait)
         (init (wall 1)) (<= (next (wall 1)) (true (wall 1)))
         (init off) (<= (next on) (true off)) (<= (next off) (true on))
         (<= (next ghost) (true ghost)) (<= (next ghost) (true on) (true off))
         (<= terminal (true (wall 2)))",
        &expect![[r#"
            (wall 1): always true
            ghost: always false
            off: r0
            on: not r0
            (wall 1) off
            (wall 1) on
            (wall 1) off
        "#]],
    );
}

#[test]
fn facts_that_equal_others() {
    check(
        "(role r) (legal r wait) (legal r flip)
         (init up) (init high) (init (side left))
         (<= (next up) (true up) (does r wait)) (<= (next up) (not (true up)) (does r flip))
         (<= (next high) (true high) (does r wait)) (<= (next high) (not (true high)) (does r flip))
         (<= (next low) (not (true high)) (does r wait)) (<= (next low) (true high) (does r flip))
         (<= (next (side ?s)) (true (side ?s)))
         (<= terminal (true up) (true low))
         (<= (goal r 100) (true high)) (<= (goal r 0) (not (true up)))",
        &expect![[r#"
            (side left): always true
            high: r0
            low: not r0
            up: r0
            (side left) high up
            (side left) low
            (side left) high up
        "#]],
    );
}

/// Nothing depends on the last move, but it is part of the state.
#[test]
fn facts_that_nothing_reads() {
    check(
        "(role r) (legal r (say a)) (legal r (say b))
         (init (step 1)) (<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))
         (<= (next (last ?word)) (does r (say ?word)))
         (<= terminal (true (step 3)))",
        &expect![[r#"
            (last a): r0
            (last b): r1
            (step 1): r2
            (step 2): r3
            (step 3): r4
            (step 1)
            (last a) (step 2)
            (last a) (step 3)
        "#]],
    );
}

/// A fact that equals a constant one: constants are found first, one at a time.
#[test]
fn facts_that_equal_constant_ones() {
    check(
        "(role red) (init flag) (init (q c c)) (init (at b))
         (<= (legal ?r noop) (role ?r))
         (<= (next (q ?x b)) (does ?r (go ?x)) (true (q ?x ?y)) (distinct ?y b))
         (<= (next (at ?where)) (true (at ?where)) (not (hit b)))
         (<= (legal red (go c)) (not (true flag)))",
        &expect![[r#"
            (at b): always true
            (q c b): always false
            (q c c): r0
            flag: r0
            (at b) (q c c) flag
            (at b)
            (at b)
        "#]],
    );
}

/// A fact that is always true because of how others take turns, found only after
/// the constant ones.
#[test]
fn facts_that_are_constant_because_of_equal_ones() {
    check(
        "(role r) (legal r wait) (init flag) (init (p a)) (init (p b)) (init (at b))
         (<= (next (at ?where)) (true (at ?where)))
         (next (p c))
         (<= (next flag) (true (p ?x)))
         (<= (goal r 30) (true flag))",
        &expect![[r#"
            (at b): always true
            (p a): r0
            (p b): r0
            (p c): not r0
            flag: always true
            (at b) (p a) (p b) flag
            (at b) (p c) flag
            (at b) (p c) flag
        "#]],
    );
}
