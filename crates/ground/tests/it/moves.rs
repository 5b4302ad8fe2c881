//! Roles, their moves and the phases of a step.

use std::fmt::Write;

use expect_test::{Expect, expect};
use stonegate_circuit::Node;

use crate::play::{Board, compare, grounded, optimized};

/// Compares the roles of a game, with their moves and goal values.
#[track_caller]
fn check_roles(sheet: &str, expect: &Expect) {
    let machine = grounded(sheet).machine;
    let mut text = String::new();
    for role in &machine.roles {
        let _ = writeln!(text, "{}: {} {:?}", role.name, role.moves.join(" "), role.goals);
    }
    expect.assert_eq(&text);
}

/// Compares the facts after joint moves, one move for each role.
#[track_caller]
fn check_next(sheet: &str, joint_moves: &[&[&str]], expect: &Expect) {
    let mut text = String::new();
    for machine in [grounded(sheet).machine, optimized(sheet)] {
        let mut found = String::new();
        for moves in joint_moves {
            let mut board = Board::new(&machine);
            board.make_move(&moves.iter().map(|&action| action.to_owned()).collect::<Vec<_>>());
            let facts = board.view().facts.into_iter().collect::<Vec<_>>().join(" ");
            let _ = writeln!(found, "{}: {facts}", moves.join(", "));
        }
        assert!(text.is_empty() || text == found, "{text}instead of {found}");
        text = found;
    }
    expect.assert_eq(&text);
}

#[test]
fn moves_stand_in_the_order_of_their_text_and_numbers() {
    check_roles(
        "(role zoe) (role adam) (number 1) (number 2) (number 10) (number 9)
         (<= (legal zoe (take ?n)) (number ?n)) (legal zoe noop) (legal zoe (take all))
         (<= (legal adam (put ?n ?m)) (number ?n) (number ?m) (distinct ?n 2) (distinct ?m 9))
         (goal zoe 100) (goal zoe 5) (goal zoe 50)",
        &expect![[r#"
            zoe: (take 1) (take 2) (take 9) (take 10) (take all) noop [5, 50, 100]
            adam: (put 1 1) (put 1 2) (put 1 10) (put 9 1) (put 9 2) (put 9 10) (put 10 1) (put 10 2) (put 10 10) []
        "#]],
    );
}

/// Neither what is legal for others nor what is worth no number counts.
#[test]
fn roles_that_are_none() {
    check_roles(
        "(role r) (legal r wait) (legal ghost scare) (goal ghost 100) (goal r much) (goal r 7)
         (<= (legal ?x (greet ?y)) (role ?y))",
        &expect![[r#"
            r: (greet r) wait [7]
        "#]],
    );
}

/// Tests on a variable that no condition binds are left out, even if the variable
/// is a role: that is what provers do with rules that the language forbids.
#[test]
fn roles_that_only_heads_name() {
    let sheet = "(role a) (role b) (init (at 1)) (listed a)
        (<= (legal ?p wait) (true (at 1)))
        (<= (next (at 2)) (true (at 1)))
        (<= (goal ?p 100) (true (at 1)) (listed ?p))
        (<= (goal ?p 0) (true (at 1)) (not (listed ?p)))
        (<= terminal (true (at 2)))";
    let machine = optimized(sheet);
    compare("", sheet, &[&grounded(sheet).machine, &machine], 1, 5);
    let view = Board::new(&machine).view();
    assert_eq!(view.goals, [vec![0, 100], vec![0]]);
}

#[test]
fn several_roles_move_at_once() {
    check_next(
        "(role a) (role b) (role c) (init (pot 0)) (bid 1) (bid 2)
         (<= (legal ?r (bid ?n)) (role ?r) (bid ?n)) (<= (legal ?r pass) (role ?r))
         (<= (next (high ?r)) (does ?r (bid 2)) (not (rival ?r)))
         (<= (next (high ?r)) (does ?r (bid 1)) (not (rival ?r)) (not (does a (bid 2))))
         (<= (rival ?r) (does ?r (bid ?n)) (does ?s (bid ?n)) (distinct ?r ?s))
         (<= (next quiet) (does a pass) (does b pass) (does c pass))",
        &[
            &["pass", "pass", "pass"],
            &["(bid 2)", "(bid 2)", "(bid 1)"],
            &["(bid 2)", "(bid 1)", "pass"],
            &["pass", "(bid 2)", "(bid 1)"],
        ],
        &expect![[r#"
            pass, pass, pass: quiet
            (bid 2), (bid 2), (bid 1): 
            (bid 2), (bid 1), pass: (high a)
            pass, (bid 2), (bid 1): (high b) (high c)
        "#]],
    );
}

/// One role makes one move: two conditions on it are about the same move.
#[test]
fn does_twice_in_one_rule() {
    check_next(
        "(role r) (n 1) (n 2) (n 3)
         (<= (legal r (pair ?x ?y)) (n ?x) (n ?y))
         (<= (next (never ?x ?y)) (does r (pair ?x 1)) (does r (pair ?y 1)) (distinct ?x ?y))
         (<= (next (both ?x ?y)) (does r (pair ?x ?z)) (does r (pair ?w ?y)))
         (<= (next mixed) (does r (pair ?x ?y)) (not (does r (pair ?y ?x))))
         (<= (next (spared ?x)) (n ?x) (does r (pair ?a ?b)) (distinct ?a ?x) (distinct ?b ?x))",
        &[&["(pair 1 1)"], &["(pair 2 1)"], &["(pair 1 3)"]],
        &expect![[r#"
            (pair 1 1): (both 1 1) (spared 2) (spared 3)
            (pair 2 1): (both 2 1) (spared 3) mixed
            (pair 1 3): (both 1 3) (spared 2) mixed
        "#]],
    );
}

/// What is legal and terminal is a function of the state alone.
#[test]
fn the_first_phase_does_not_look_at_moves() {
    let machine = optimized(
        "(role r) (init (at 1)) (succ 1 2) (succ 2 3) (succ 3 1)
         (<= (legal r (go ?y)) (true (at ?x)) (succ ?x ?y)) (legal r stay)
         (<= (next (at ?y)) (does r (go ?y)))
         (<= (next (at ?x)) (true (at ?x)) (does r stay))
         (<= (next (seen ?x)) (true (at ?x))) (<= (next (seen ?x)) (true (seen ?x)))
         (<= terminal (true (seen 1)) (true (seen 2)) (true (seen 3)))
         (<= (goal r 100) (true (at 1))) (<= (goal r 0) (not (true (at 1))))",
    );
    let reads_moves = |roots| {
        let cone = machine.circuit.cone(roots);
        cone.into_iter().any(|node| matches!(machine.circuit.node(node), Node::Input(_)))
    };
    assert!(!reads_moves(machine.phase1_roots()));
    assert!(!reads_moves(machine.goal_roots()));
    assert!(reads_moves(machine.phase2_roots()));
}

/// Which relation the gates of a quick circuit come from.
#[test]
fn gates_know_their_rules() {
    let sheet = "(role r) (init (p 1)) (init (p 2)) (n 1) (n 2)
        (<= (legal r (take ?x)) (true (p ?x)) (not lonely))
        (<= lonely (true (p 1)) (not (true (p 2))))
        (<= (next (p ?x)) (true (p ?x)) (not (does r (take ?x))) (true (p 2)))
        (<= terminal (not (true (p 1))) (not (true (p 2))))";
    let machine = grounded(sheet).machine;
    let mut lines = Vec::new();
    for (gate, ..) in machine.circuit.ands() {
        let provenance = machine.provenance(gate).expect("every gate comes from a rule");
        let span = provenance.span.start as usize..provenance.span.end as usize;
        lines.push(format!("{}: {}", provenance.relation, &sheet[span]));
    }
    lines.dedup();
    expect![[r#"
        lonely: lonely
        legal: (legal r (take ?x))
        next: (next (p ?x))
        terminal: terminal"#]]
    .assert_eq(&lines.join("\n"));
    for input in machine.circuit.inputs() {
        assert_eq!(machine.provenance(input.node), None);
    }
}
