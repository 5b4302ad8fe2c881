//! The dependency graph: components, strata, phases.

use std::fmt::Write;

use expect_test::{Expect, expect};
use stonegate_gdl::analyze;

/// Shows one component in a line, each after those it depends on.
#[track_caller]
fn check(sheet: &str, expect: Expect) {
    let analysis = analyze(sheet);
    let graph = &analysis.rules.dependencies;
    let mut actual = String::new();
    for members in graph.components() {
        let first = members[0];
        let names = members.iter().map(|&member| analysis.rules.relation_name(member));
        let recursive = if graph.is_recursive(first) { ", recursive" } else { "" };
        let _ = writeln!(
            actual,
            "{}: stratum {}, {:?}{recursive}",
            names.collect::<Vec<_>>().join(" "),
            graph.stratum(first),
            graph.phase(first),
        );
    }
    expect.assert_eq(&actual);
}

#[test]
fn phases_follow_true_and_does() {
    check(
        "
        (size 3)
        (<= (edge ?n) (size ?n))
        (<= (open ?x) (true (cell ?x b)) (edge ?x))
        (<= (legal ?r (mark ?x)) (role ?r) (open ?x))
        (<= (marked ?x) (does ?r (mark ?x)) (open ?x))
        (<= (next (cell ?x x)) (marked ?x))
        ",
        expect![[r"
            size: stratum 0, Static
            edge: stratum 0, Static
            true: stratum 0, State
            open: stratum 0, State
            role: stratum 0, Static
            legal: stratum 0, State
            does: stratum 0, Moves
            marked: stratum 0, Moves
            next: stratum 0, Moves
        "]],
    );
}

#[test]
fn a_negation_starts_a_stratum() {
    check(
        "
        (<= line (true x))
        (<= open (true b))
        (<= draw (not line) (not open))
        (<= (goal ?r 50) (role ?r) draw)
        (<= (goal ?r 0) (role ?r) (not draw))
        ",
        expect![[r"
            true: stratum 0, State
            line: stratum 0, State
            open: stratum 0, State
            draw: stratum 1, State
            role: stratum 0, Static
            goal: stratum 2, State
        "]],
    );
}

#[test]
fn mutual_recursion_is_one_component() {
    check(
        "
        (<= (even 0) start)
        (<= (even ?n) (odd ?m) (succ ?m ?n))
        (<= (odd ?n) (even ?m) (succ ?m ?n))
        (<= (path ?x ?y) (edge ?x ?y))
        (<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))
        (<= cut (not (odd 3)))
        ",
        expect![[r"
            start: stratum 0, Static
            succ: stratum 0, Static
            even odd: stratum 0, Static, recursive
            edge: stratum 0, Static
            path: stratum 0, Static, recursive
            cut: stratum 1, Static
        "]],
    );
}

#[test]
fn relations_of_different_arity_are_different() {
    check(
        "(p a) (<= (p a b) (not (p a)))",
        expect![[r"
            p: stratum 0, Static
            p: stratum 1, Static
        "]],
    );
}

#[test]
fn distinct_is_no_dependency() {
    check(
        "(<= (p ?x) (q ?x) (distinct ?x a))",
        expect![[r"
            q: stratum 0, Static
            p: stratum 0, Static
        "]],
    );
}
