//! From the sheet as written to flat rules.

use std::fmt::Write;

use expect_test::{Expect, expect};
use stonegate_gdl::{Literal, Rules, Sentence, parse};

#[track_caller]
fn check(sheet: &str, expect: Expect) {
    let (sheet, errors) = parse(sheet);
    assert_eq!(errors, []);
    let (rules, too_large) = Rules::new(&sheet);
    assert_eq!(too_large, []);
    let mut actual = String::new();
    for rule in &rules.rules {
        actual += &sentence(&rules, &rule.head);
        for (index, literal) in rule.body.iter().enumerate() {
            actual += if index == 0 { " :- " } else { ", " };
            match literal {
                Literal::Positive(inner) => actual += &sentence(&rules, inner),
                Literal::Negative(inner) => {
                    let _ = write!(actual, "not {}", sentence(&rules, inner));
                }
                Literal::Distinct(left, right) => {
                    let (left, right) = (rules.display(*left), rules.display(*right));
                    let _ = write!(actual, "{left} != {right}");
                }
            }
        }
        actual.push('\n');
    }
    expect.assert_eq(&actual);
}

fn sentence(rules: &Rules, sentence: &Sentence) -> String {
    let args = sentence.args.iter().map(|&arg| format!(" {}", rules.display(arg)));
    format!("{}{}", rules.relation_name(sentence.relation), args.collect::<String>())
}

#[test]
fn facts_and_rules() {
    check(
        "(p (f a) b) (<= (p ?x ?y) (q ?x) (not (r ?y)) (distinct ?x ?y)) (<= s)",
        expect![[r"
            p (f a) b
            p ?x ?y :- q ?x, not r ?y, ?x != ?y
            s
        "]],
    );
}

#[test]
fn parentheses_around_a_proposition_mean_nothing() {
    check(
        "(p) (<= q (p) (not (s)) (r (a)))",
        expect![[r"
            p
            q :- p, not s, r a
        "]],
    );
}

#[test]
fn alternatives_multiply() {
    check(
        "(<= p (or a b) c (or d e))",
        expect![[r"
            p :- a, c, d
            p :- a, c, e
            p :- b, c, d
            p :- b, c, e
        "]],
    );
}

#[test]
fn alternatives_nest() {
    check(
        "(<= p (or a (and b (or c d)) (or e)))",
        expect![[r"
            p :- a
            p :- b, c
            p :- b, d
            p :- e
        "]],
    );
}

#[test]
fn no_alternative_is_no_rule() {
    check(
        "(<= p (or a b) (or)) (<= q (or (and a (or)) b))",
        expect![[r"
            q :- b
        "]],
    );
}

#[test]
fn conjunctions_are_flat() {
    check(
        "(<= p (and a (and b c)) d (and))",
        expect![[r"
            p :- a, b, c, d
        "]],
    );
}

#[test]
fn negation_moves_inwards() {
    check(
        "(<= p (not (or a b))) (<= q (not (and a (not b))))",
        expect![[r"
            p :- not a, not b
            q :- not a
            q :- b
        "]],
    );
}

#[test]
fn terms_that_are_not_distinct_are_one() {
    check(
        "(<= (p ?x ?y) (q ?x) (q ?y) (not (distinct ?x ?y)))
         (<= (p ?x) (q ?x) (not (distinct ?x a)))
         (<= (p ?x ?y) (q ?x ?y) (not (distinct (f ?x b) (f a ?y))))
         (<= (p ?x ?y ?z) (q ?x ?y ?z) (not (distinct ?x (f ?y))) (not (distinct ?y ?z)))",
        expect![[r"
            p ?y ?y :- q ?y, q ?y
            p a :- q a
            p a b :- q a b
            p (f ?z) ?z ?z :- q (f ?z) ?z ?z
        "]],
    );
}

#[test]
fn terms_that_must_differ_are_never_one() {
    check(
        "(<= p q (not (distinct a b)))
         (<= (p ?x) (q ?x) (not (distinct ?x (f ?x))))
         (<= (p ?x) (q ?x) (not (distinct (f ?x) (f ?x ?x))))
         (<= (p ?x) (q ?x) (not (distinct ?x a)) (not (distinct b ?x)))
         (<= p q (or r (not (distinct a b))))",
        expect![[r"
            p :- q, r
        "]],
    );
}
