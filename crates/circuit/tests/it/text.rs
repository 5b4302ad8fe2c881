//! The text form: printing and parsing are inverses, and mistakes are named.

use expect_test::{Expect, expect};
use proptest::prelude::*;
use stonegate_circuit::Circuit;

use crate::circuit;
use crate::random::any_circuit;

proptest! {
    #[test]
    fn prints_what_it_parses(circuit in any_circuit()) {
        prop_assert_eq!(circuit.to_string().parse(), Ok(circuit));
    }

    #[test]
    fn any_name_survives(name in any::<String>()) {
        let mut circuit = Circuit::new();
        let lit = circuit.input(name.as_str());
        circuit.output(name, lit);
        prop_assert_eq!(circuit.to_string().parse(), Ok(circuit));
    }

    #[test]
    fn nonsense_does_not_panic(text in "[a-z0-9!@=\" \n]{0,60}") {
        let _ = text.parse::<Circuit>();
    }
}

#[test]
fn everything() {
    let text = r#"
        # Any names will do for nodes.
        go = input "does red (mark 1 1)"
        on = register "control \"red\"" init 1 next !on
        a = loop "reaches" component 0 feed step
        step = and go a @7
        output "terminal" !step
        output "true" 1
        constrain at-most-one go on
        constrain exactly-one go !on
        constrain implies step a
    "#;
    let circuit = circuit(text);
    expect![[r#"
        n1 = input "does red (mark 1 1)"
        n2 = register "control \"red\"" init 1 next !n2
        n3 = loop "reaches" component 0 feed n4
        n4 = and n1 n3 @7
        output "terminal" !n4
        output "true" 1
        constrain at-most-one n1 n2
        constrain exactly-one n1 !n2
        constrain implies n4 n3
    "#]]
    .assert_eq(&circuit.to_string());
}

#[track_caller]
fn check_error(text: &str, expect: Expect) {
    let error = text.parse::<Circuit>().expect_err("malformed");
    expect.assert_eq(&error.to_string());
}

#[test]
fn unknown_node() {
    check_error("a = input \"a\"\nb = and a c", expect!["line 2: no node c is defined above"]);
}

#[test]
fn unknown_next() {
    check_error("r = register \"r\" init 0 next s", expect!["line 1: no node s is defined above"]);
}

#[test]
fn defined_twice() {
    check_error("a = input \"a\"\na = input \"b\"", expect!["line 2: node a is defined twice"]);
}

#[test]
fn open_quote() {
    check_error("a = input \"a", expect!["line 1: expected a closing quote"]);
}

#[test]
fn bad_escape() {
    check_error(r#"a = input "\t""#, expect![[r#"line 1: expected n, " or \ after \"#]]);
}

#[test]
fn bad_init() {
    check_error("r = register \"r\" init 2 next r", expect!["line 1: expected 0 or 1"]);
}

#[test]
fn trailing_word() {
    check_error("output \"o\" 1 0", expect!["line 1: expected the end of the line"]);
}

#[test]
fn implication_of_three() {
    check_error(
        "constrain implies 0 1 1",
        expect!["line 1: expected at-most-one, exactly-one or implies with its literals"],
    );
}

#[test]
fn feed_from_a_later_component() {
    check_error(
        "a = loop \"a\" component 0 feed b\nb = loop \"b\" component 1 feed b",
        expect!["line 1: a feed depends on a later component"],
    );
}
