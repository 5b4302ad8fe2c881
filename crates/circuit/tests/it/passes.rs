//! Each pass: the law that it changes nothing, and what it does to a few small circuits.

use expect_test::{Expect, expect};
use proptest::prelude::*;
use stonegate_circuit::passes::{self, Rebuilt};
use stonegate_circuit::{Circuit, Constraint, random_play, scramble};

use crate::circuit;
use crate::compare::assert_equal;
use crate::random::any_circuit;

const NEVER: &dyn Fn() -> bool = &|| false;

/// Why a pass gives a result.
const UNSTOPPED: &str = "nobody stops it";

fn fold(circuit: &Circuit) -> Rebuilt {
    passes::fold(circuit, NEVER).expect(UNSTOPPED)
}

fn remove_unused(circuit: &Circuit) -> Rebuilt {
    passes::remove_dead_and_unused_constraints(circuit, NEVER).expect(UNSTOPPED)
}

fn balance(circuit: &Circuit) -> Rebuilt {
    passes::balance(circuit, NEVER).expect(UNSTOPPED)
}

fn factor(circuit: &Circuit) -> Rebuilt {
    passes::factor(circuit, NEVER).expect(UNSTOPPED)
}

fn rewrite(circuit: &Circuit) -> Rebuilt {
    passes::rewrite(circuit, false, NEVER).expect(UNSTOPPED)
}

fn refactor(circuit: &Circuit) -> Rebuilt {
    passes::refactor(circuit, false, NEVER).expect(UNSTOPPED)
}

fn resubstitute(circuit: &Circuit) -> Rebuilt {
    passes::resubstitute(circuit, NEVER).expect(UNSTOPPED)
}

fn onehot(circuit: &Circuit) -> Rebuilt {
    passes::onehot(circuit, NEVER).expect(UNSTOPPED)
}

fn merge(circuit: &Circuit) -> Rebuilt {
    let mut patterns = random_play(circuit, 4, 1, NEVER);
    patterns.extend(scramble(circuit, &patterns, 2, NEVER));
    passes::merge(circuit, &patterns, 1000, NEVER).expect(UNSTOPPED)
}

proptest! {
    #[test]
    fn fold_is_sound(circuit in any_circuit()) {
        assert_equal(&circuit, &fold(&circuit).circuit);
    }

    #[test]
    fn remove_dead_is_sound(circuit in any_circuit()) {
        assert_equal(&circuit, &passes::remove_dead(&circuit, NEVER).expect(UNSTOPPED).circuit);
        assert_equal(&circuit, &remove_unused(&circuit).circuit);
    }

    #[test]
    fn balance_is_sound(circuit in any_circuit()) {
        assert_equal(&circuit, &balance(&circuit).circuit);
    }

    #[test]
    fn factor_is_sound(circuit in any_circuit()) {
        assert_equal(&circuit, &factor(&circuit).circuit);
    }

    #[test]
    fn rewrite_is_sound(circuit in any_circuit(), even_if_equal: bool) {
        assert_equal(&circuit, &passes::rewrite(&circuit, even_if_equal, NEVER).expect(UNSTOPPED).circuit);
    }

    #[test]
    fn refactor_is_sound(circuit in any_circuit(), even_if_equal: bool) {
        assert_equal(&circuit, &passes::refactor(&circuit, even_if_equal, NEVER).expect(UNSTOPPED).circuit);
    }

    #[test]
    fn resubstitute_is_sound(circuit in any_circuit()) {
        assert_equal(&circuit, &resubstitute(&circuit).circuit);
    }

    #[test]
    fn merge_is_sound(circuit in any_circuit()) {
        assert_equal(&circuit, &merge(&circuit).circuit);
    }

    #[test]
    fn onehot_is_sound(circuit in any_circuit()) {
        assert_equal(&circuit, &onehot(&circuit).circuit);
    }

    #[test]
    fn no_pass_needs_more_gates(circuit in any_circuit()) {
        let gates = |circuit: &Circuit| circuit.gates(circuit.roots());
        let before = gates(&circuit);
        prop_assert!(gates(&fold(&circuit).circuit) <= before);
        prop_assert!(gates(&factor(&circuit).circuit) <= before);
        prop_assert!(gates(&rewrite(&circuit).circuit) <= before);
        prop_assert!(gates(&refactor(&circuit).circuit) <= before);
        prop_assert!(gates(&resubstitute(&circuit).circuit) <= before);
        prop_assert!(gates(&merge(&circuit).circuit) <= before);
    }

    /// What a map says of a literal is true: as an output of its own it is what it was.
    #[test]
    fn maps_are_right(circuit in any_circuit()) {
        for pass in [fold, balance, onehot, merge] {
            let rebuilt = pass(&circuit);
            let (mut old, mut new) = (circuit.clone(), rebuilt.circuit);
            for (gate, ..) in circuit.ands() {
                if let Some(image) = rebuilt.map.get(gate.into()) {
                    old.output(gate.to_string(), gate.into());
                    new.output(gate.to_string(), image);
                }
            }
            assert_equal(&old, &new);
        }
    }
}

/// Runs a pass on gates over inputs of one letter each, and prints what is left that something
/// reads, without the inputs, which stay.
#[track_caller]
fn check(pass: fn(&Circuit) -> Rebuilt, inputs: &str, gates: &str, expect: Expect) {
    let inputs = inputs.chars().map(|name| format!("{name} = input \"{name}\"\n"));
    let circuit = circuit(&(inputs.collect::<String>() + gates));
    let rebuilt = pass(&circuit);
    assert_equal(&circuit, &rebuilt.circuit);
    let printed = remove_unused(&rebuilt.circuit).circuit.to_string();
    let is_input = |line: &&str| line.contains(" = input ");
    let lines = printed.lines().filter(|line| !is_input(line)).map(|line| format!("{line}\n"));
    expect.assert_eq(&lines.collect::<String>());
}

#[test]
fn balance_makes_a_tree_of_a_chain() {
    check(
        balance,
        "abcd",
        r#"
            ab = and a b
            abc = and ab c
            abcd = and abc d
            output "all" abcd
        "#,
        expect![[r#"
            n5 = and n1 n2
            n6 = and n3 n4
            n7 = and n5 n6
            output "all" n7
        "#]],
    );
}

#[test]
fn factor_shares_a_pair() {
    check(
        factor,
        "abcd",
        r#"
            ab = and a b
            abc = and ab c
            ad = and a d
            abd = and ad b
            output "abc" abc
            output "abd" abd
        "#,
        expect![[r#"
            n5 = and n1 n2
            n6 = and n3 n5
            n7 = and n4 n5
            output "abc" n6
            output "abd" n7
        "#]],
    );
}

#[test]
fn rewrite_takes_out_a_common_operand() {
    check(
        rewrite,
        "abc",
        r#"
            ab = and a b
            ac = and a c
            neither = and !ab !ac
            output "either" !neither
        "#,
        expect![[r#"
            n4 = and !n2 !n3
            n5 = and n1 !n4
            output "either" n5
        "#]],
    );
}

#[test]
fn refactor_collapses_what_four_leaves_do_not_show() {
    check(
        refactor,
        "abcde",
        r#"
            ab = and a b
            cd = and c d
            abcd = and ab cd
            abe = and ab e
            abcde = and abe cd
            neither = and !abcd !abcde
            output "o" !neither
        "#,
        expect![[r#"
            n6 = and n1 n2
            n7 = and n3 n6
            n8 = and n4 n7
            output "o" n8
        "#]],
    );
}

#[test]
fn resubstitute_uses_what_is_there() {
    check(
        resubstitute,
        "abc",
        r#"
            ab = and a b
            nor = and !a !b
            xor = and !ab !nor
            output "xor" xor
            x = and a !b
            y = and !a b
            same = and !x !y
            f = and same c
            output "f" f
        "#,
        expect![[r#"
            n4 = and n1 !n2
            n5 = and !n1 n2
            n6 = and !n4 !n5
            n7 = and n3 n6
            output "xor" !n6
            output "f" n7
        "#]],
    );
}

#[test]
fn merge_needs_the_constraint() {
    check(
        merge,
        "abc",
        r#"
            ab = and a b
            abc = and ab c
            ac = and a c
            output "abc" abc
            output "ac" ac
            constrain implies a b
        "#,
        expect![[r#"
            n4 = and n1 n3
            output "abc" n4
            output "ac" n4
            constrain implies n1 n2
        "#]],
    );
}

/// Under the constraint the register equals the input, but the output must not depend on that.
#[test]
fn merge_keeps_functions_of_the_state() {
    check(
        merge,
        "i",
        r#"
            r = register "r" init 0 next s
            s = register "s" init 0 next i
            rs = and r s
            is = and i s
            output "state" rs
            output "input" is
            constrain implies i r
            constrain implies r i
        "#,
        expect![[r#"
            n2 = register "r" init 0 next n3
            n3 = register "s" init 0 next n1
            n4 = and n2 n3
            output "state" n4
            output "input" n4
            constrain implies n1 n2
            constrain implies n2 n1
        "#]],
    );
}

#[test]
fn onehot_products_vanish() {
    check(
        onehot,
        "abc",
        r#"
            x = and a !b
            f = and x c
            g = and a b
            output "f" f
            output "g" g
            constrain at-most-one a b
        "#,
        expect![[r#"
            n4 = and n1 n3
            output "f" n4
            output "g" 0
            constrain at-most-one n1 n2
        "#]],
    );
}

/// A frame axiom: "some move other than d" is "not d" if there is always exactly one.
#[test]
fn onehot_takes_the_smaller_side() {
    check(
        onehot,
        "abcd",
        r#"
            r = register "r" init 0 next stay
            ab = and !a !b
            abc = and ab !c
            stay = and r !abc
            constrain exactly-one a b c d
        "#,
        expect![[r#"
            n5 = register "r" init 0 next n6
            n6 = and !n4 n5
            constrain exactly-one n1 n2 n3 n4
        "#]],
    );
}

/// Constraints on loop atoms fail on the way to the fixpoint: nothing may rely on them.
#[test]
fn onehot_leaves_loops_alone() {
    check(
        onehot,
        "s",
        r#"
            a = loop "a" component 0 feed a
            b = loop "b" component 0 feed nb
            f = and a !b
            nb = and s !f
            output "a" f
            constrain at-most-one a b
        "#,
        expect![[r#"
            n2 = loop "a" component 0 feed n2
            n3 = loop "b" component 0 feed n5
            n4 = and n2 !n3
            n5 = and n1 !n4
            output "a" n4
            constrain at-most-one n2 n3
        "#]],
    );
}

/// Whatever a pass is in the middle of, it comes to an end.
#[test]
fn every_long_pass_asks_whether_to_stop() {
    let mut circuit = Circuit::new();
    let lits = (0..40).map(|n| circuit.input(n.to_string())).collect::<Vec<_>>();
    circuit.constrain(Constraint::ExactlyOne(lits[..20].to_vec()));
    for pair in lits.windows(2) {
        let gate = circuit.xor(pair[0], pair[1]);
        circuit.output("xor", gate);
    }
    let always: &dyn Fn() -> bool = &|| true;
    assert_eq!(random_play(&circuit, 4, 1, always), []);
    let patterns = random_play(&circuit, 4, 1, NEVER);
    assert_eq!(scramble(&circuit, &patterns, 1, always), []);
    for rebuilt in [
        passes::fold(&circuit, always),
        passes::remove_dead(&circuit, always),
        passes::balance(&circuit, always),
        passes::onehot(&circuit, always),
        passes::factor(&circuit, always),
        passes::rewrite(&circuit, false, always),
        passes::refactor(&circuit, false, always),
        passes::resubstitute(&circuit, always),
        passes::merge(&circuit, &patterns, 1000, always),
    ] {
        assert!(rebuilt.is_none());
    }
}
