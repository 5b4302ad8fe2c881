//! Which terms are told to grow.

use stonegate_gdl::{Code, analyze};

/// A game without a flaw, to add rules to.
const GAME: &str = "
(role robot)
(init (count zero))
(legal robot push)
(<= terminal (true (count ?n)))
(<= (goal robot 100) (true (count ?n)))
";

/// The rules that are found to grow, as they are written.
#[track_caller]
fn check(rules: &str, growing: &[&str]) {
    let text = format!("{GAME}{rules}");
    let found = analyze(&text).diagnostics;
    let found = found.iter().filter(|found| found.code == Code::GrowingTerm);
    let heads = found.map(|it| &text[it.span.start as usize..it.span.end as usize]);
    assert_eq!(heads.collect::<Vec<_>>(), growing, "{rules}");
}

#[test]
fn facts_grow_from_state_to_state() {
    check("(<= (next (count (s ?n))) (true (count ?n)))", &["(next (count (s ?n)))"]);
    check("(<= (next (count (s (s ?n)))) (true (count (s ?n))))", &["(next (count (s (s ?n))))"]);
    check("(<= (next (was ?fact)) (true ?fact))", &["(next (was ?fact))"]);
    check(
        "(<= (longer (cons ?m ?l)) (true (count ?l)) (does robot ?m))
         (<= (next (count ?l)) (longer ?l))",
        &["(longer (cons ?m ?l))"],
    );
}

#[test]
fn moves_grow_with_them() {
    check(
        "(<= (next (last ?m)) (does robot ?m)) (<= (legal robot (again ?m)) (true (last ?m)))",
        &["(legal robot (again ?m))"],
    );
}

#[test]
fn what_something_bounds_does_not_grow() {
    check("(<= (next (count (s ?n))) (true (count ?n)) (small ?n)) (small zero)", &[]);
    check("(<= (next (count ?n)) (true (count (s ?n))))", &[]);
    check("(<= (next (at ?x (s ?y))) (true (at ?y (s ?x))))", &[]);
    check("(<= (next (total (s ?n))) (true (count ?n)))", &[]);
    check("(<= (next (count (s zero))) (true (count ?n)))", &[]);
    check("(<= (next ?fact) (true ?fact) (not (gone ?fact)))", &[]);
    // The recursion restriction bounds what happens within a state.
    check("(r 0 0) (q 0) (<= (r ?v (f ?v)) (r ?w ?v) (q ?w)) (<= (legal robot ?v) (r ?v 0))", &[]);
}
