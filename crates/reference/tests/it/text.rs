//! Terms from text and to text.

use stonegate_reference::{Budget, ParseTermError};

use crate::play::{evaluator, texts};

#[test]
fn terms_are_read_and_printed() {
    let mut evaluator = evaluator("(role r)");
    let terms = evaluator.parse_terms(" (mark 1 (f\ta) )  noop (stop) ; bye").expect("terms");
    assert_eq!(texts(&evaluator, &terms), ["(mark 1 (f a))", "noop", "stop"]);
    assert_eq!(evaluator.parse_terms(""), Ok(Vec::new()));
}

#[test]
fn bad_terms_are_refused() {
    let mut evaluator = evaluator("(role r)");
    for text in ["(", ")", "a) (b", "()", "((mark) 1)", "a)(terms b"] {
        assert_eq!(evaluator.parse_terms(text), Err(ParseTermError::Malformed), "{text}");
    }
    assert_eq!(evaluator.parse_terms("(mark ?x)"), Err(ParseTermError::HasVariable));
}

#[test]
fn states_do_not_depend_on_the_order_of_facts() {
    let mut evaluator = evaluator("(role r) (init (b 2)) (init (a 10)) (init z) (init (a 2 1))");
    let state = evaluator.initial(&Budget::default()).expect("these are facts");
    assert_eq!(texts(&evaluator, state.facts()), ["(a 10)", "(a 2 1)", "(b 2)", "z"]);
    let facts = evaluator.parse_terms("z (a 2 1) (b 2) (a 10) z").expect("terms");
    assert_eq!(evaluator.state(facts), state);
}
