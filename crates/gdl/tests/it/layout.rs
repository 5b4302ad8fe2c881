//! Infix sheets without full stops, or with some `&` left out.

use expect_test::{Expect, expect};
use stonegate_gdl::{Syntax, parse_as};

/// Shows the clauses in KIF.
#[track_caller]
fn check(infix: &str, expect: Expect) {
    let (sheet, errors) = parse_as(infix, Syntax::Infix);
    assert_eq!(errors, []);
    expect.assert_eq(&sheet.print(Syntax::Kif));
}

#[test]
fn full_stops() {
    check(
        "p(a). q(b). r :- p(X), q(Y) & ~s(X,Y). t.",
        expect![[r"
            (p a)
            (q b)
            (<= r (p ?x) (q ?y) (not (s ?x ?y)))
            t
        "]],
    );
}

#[test]
fn facts_need_no_full_stop() {
    check(
        "role(white) role(black)\ninit(control(white))",
        expect![[r"
            (role white)
            (role black)
            (init (control white))
        "]],
    );
}

#[test]
fn a_line_at_the_left_starts_a_clause() {
    check(
        "p(X) :-\n  q(X)\n  r(X)\ns(a)\nt(X) :- q(X)\n",
        expect![[r"
            (<= (p ?x) (q ?x) (r ?x))
            (s a)
            (<= (t ?x) (q ?x))
        "]],
    );
}

#[test]
fn left_is_where_the_head_stands() {
    check(
        "    p(X) :-\n      q(X)\n    s(a)\n    t(X) :-\n    true(X)\n",
        expect![[r"
            (<= (p ?x) (q ?x))
            (s a)
            (<= (t ?x) (true ?x))
        "]],
    );
}

#[test]
fn a_sentence_with_conditions_starts_a_clause_anywhere() {
    check(
        "p :- q r :- s t(f(a,b)) :- u",
        expect![[r"
            (<= p q)
            (<= r s)
            (<= (t (f a b)) u)
        "]],
    );
}

#[test]
fn a_trailing_and_means_nothing() {
    check(
        "p(X) :-\n  q(X) &\n\np(X) :- r(X) &. s :- t &",
        expect![[r"
            (<= (p ?x) (q ?x))

            (<= (p ?x) (r ?x))
            (<= s t)
        "]],
    );
}

#[test]
fn an_and_goes_on_wherever_the_next_line_starts() {
    check(
        "p(X) :-\nq(X) &\nr(X) &\nnext(a) & s\nt(a)",
        expect![[r"
            (<= (p ?x) (q ?x) (r ?x) (next a) s)
            (t a)
        "]],
    );
}

#[test]
fn next_and_init_are_no_conditions() {
    check(
        "p :- q next(a) :- r init(b)",
        expect![[r"
            (<= p q)
            (<= (next a) r)
            (init b)
        "]],
    );
}

#[test]
fn no_conditions_at_all() {
    check(
        "p :-. q :- r :- s.",
        expect![[r"
            (<= p)
            (<= q)
            (<= r s)
        "]],
    );
}

#[test]
fn alternatives_bind_less_than_conjunctions() {
    check(
        "p :- a & b | c. q :- a & (b | ~(c & d)). r :- or(a, b | c, (d & e)) & not(f) & and(g, h).",
        expect![[r"
            (<= p (or (and a b) c))
            (<= q a (or b (not (and c d))))
            (<= r (or a (or b c) (and d e)) (not f) g h)
        "]],
    );
}

#[test]
fn every_underscore_is_a_variable_of_its_own() {
    check(
        "p(X) :- q(X,_,_) & r(_1,_).",
        expect![[r"
            (<= (p ?x) (q ?x ?_2 ?_3) (r ?_1 ?_4))
        "]],
    );
}

#[test]
fn comments_and_blanks() {
    check(
        "% a\r\np(a). ; b\r\n\r\n\tq(\u{a0}b ,\n c ). % c\r\n",
        expect![[r"
            ; a
            (p a) ; b

            (q b c) ; c
        "]],
    );
}
