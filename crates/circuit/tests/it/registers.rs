//! The passes over registers.

use expect_test::{Expect, expect};
use proptest::prelude::*;
use stonegate_circuit::passes::{self, Sequential};
use stonegate_circuit::{Circuit, Pattern, random_play};

use crate::circuit;
use crate::compare::assert_same_play;
use crate::random::any_circuit;

type Pass = fn(&Circuit, &[Pattern], u32, &dyn Fn() -> bool) -> Option<Sequential>;

proptest! {
    #[test]
    fn constant_registers_is_sound(circuit in any_circuit(), steps in 0..4_usize) {
        check_play(passes::constant_registers, &circuit, steps);
    }

    #[test]
    fn equal_registers_is_sound(circuit in any_circuit(), steps in 0..4_usize) {
        check_play(passes::equal_registers, &circuit, steps);
    }
}

/// The fewer steps of play there are to look at, the more is left for the proof to refute.
#[track_caller]
fn check_play(pass: Pass, circuit: &Circuit, steps: usize) {
    let result = pass(circuit, &random_play(circuit, steps, 1, &|| false), 1000, &|| false);
    let result = result.expect("nobody stops it");
    assert_same_play(circuit, &result.rebuilt.circuit, &result.fates);
}

#[track_caller]
fn check(pass: Pass, text: &str, expect: Expect) {
    let circuit = circuit(text);
    let result = pass(&circuit, &random_play(&circuit, 8, 1, &|| false), 1000, &|| false);
    let result = result.expect("nobody stops it");
    assert_same_play(&circuit, &result.rebuilt.circuit, &result.fates);
    let rebuilt = passes::remove_dead(&result.rebuilt.circuit, &|| false).expect("nobody stops it");
    expect.assert_eq(&format!("{}{:?}\n", rebuilt.circuit, result.fates));
}

/// Each of the two stays false only because the other does.
#[test]
fn constant_by_mutual_induction() {
    check(
        passes::constant_registers,
        r#"
            i = input "i"
            r = register "r" init 0 next s
            s = register "s" init 0 next ri
            k = register "k" init 1 next i
            ri = and r i
            rk = and !r k
            output "o" rk
        "#,
        expect![[r#"
            n1 = input "i"
            n2 = register "r" init 0 next 0
            n3 = register "s" init 0 next 0
            n4 = register "k" init 1 next n1
            output "o" n4
            [Constant(false), Constant(false), Kept]
        "#]],
    );
}

#[test]
fn constant_under_a_constraint() {
    check(
        passes::constant_registers,
        r#"
            i = input "i"
            j = input "j"
            r = register "r" init 0 next ij
            ij = and i j
            output "r" r
            constrain at-most-one i j
        "#,
        expect![[r#"
            n1 = input "i"
            n2 = input "j"
            n3 = register "r" init 0 next 0
            output "r" 0
            constrain at-most-one n1 n2
            [Constant(false)]
        "#]],
    );
}

#[test]
fn complements_are_found() {
    check(
        passes::equal_registers,
        r#"
            pass = input "pass"
            white = register "control white" init 1 next nw
            black = register "control black" init 0 next nb
            w1 = and white pass
            w2 = and !white !pass
            nw = and !w1 !w2
            b1 = and black pass
            b2 = and !black !pass
            nb = and !b1 !b2
            both = and white black
            output "both" both
            output "black" black
        "#,
        expect![[r#"
            n1 = input "pass"
            n2 = register "control white" init 1 next n6
            n3 = register "control black" init 0 next !n6
            n4 = and n1 n2
            n5 = and !n1 !n2
            n6 = and !n4 !n5
            output "both" 0
            output "black" !n2
            [Kept, Equal { register: r0, inverted: true }]
        "#]],
    );
}

#[test]
fn read_registers_look_ahead() {
    let circuit = circuit(
        r#"
        i = input "i"
        shown = register "read by an output" init 0 next later
        later = register "read by the first" init 0 next i
        self = register "read by itself" init 0 next !self
        looped = register "read by a loop that nothing reads" init 0 next i
        a = loop "a" component 0 feed looped
        output "o" shown
    "#,
    );
    assert_eq!(passes::read_registers(&circuit), [true, true, false, false]);
}
