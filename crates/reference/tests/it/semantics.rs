//! What rules mean.

use expect_test::{Expect, expect};
use stonegate_gdl::RoleId;
use stonegate_reference::Budget;

use crate::play::{evaluator, texts, transcript};

#[track_caller]
fn check(sheet: &str, expect: &Expect) {
    expect.assert_eq(&transcript(sheet));
}

/// Compares the values of `?x` for which a condition holds.
#[track_caller]
fn check_answers(condition: &str, rules: &str, expect: &Expect) {
    let sheet = format!("(role r) (<= (legal r ?x) {condition}) {rules}");
    let mut evaluator = evaluator(&sheet);
    let budget = Budget::default();
    let answers = evaluator
        .initial(&budget)
        .and_then(|state| evaluator.legal(&state, RoleId::new(0), &budget))
        .map_or_else(|error| error.to_string(), |legal| texts(&evaluator, &legal).join(" "));
    expect.assert_eq(&answers);
}

#[test]
fn a_game_is_played() {
    check(
        "(role left) (role right)
         (init (step 1)) (succ 1 2) (succ 2 3)
         (<= (legal ?r (raise ?n)) (role ?r) (true (step ?m)) (succ ?m ?n))
         (<= (legal right wait) (true (step 1)))
         (<= (next (step ?n)) (does left (raise ?n)))
         (<= (next (alone ?n)) (does left (raise ?n)) (not (does right (raise ?n))))
         (<= (next (both ?m)) (does left ?m) (does right ?m))
         (<= terminal (true (step 3)))
         (<= (goal left 100) (true (step 3)))
         (<= (goal ?r 50) (role ?r) (not (true (step 3))))",
        &expect![[r#"
            state: (step 1)
              left: (raise 2) [50]
              right: (raise 2) wait [50]
            state: (both (raise 2)) (step 2)
              left: (raise 3) [50]
              right: (raise 3) [50]
            end: (both (raise 3)) (step 3)
              left: [100]
              right: []
        "#]],
    );
}

#[test]
fn undefined_relations_are_false() {
    check_answers("(never ?x)", "", &expect![""]);
    check_answers("(p ?x) (not (never ?x))", "(p 1)", &expect!["1"]);
    check(
        "(role r) (legal r a) (<= terminal (not (never 1)))",
        &expect![[r#"
            end:
              r: a []
        "#]],
    );
}

#[test]
fn keywords_of_odd_arity_are_relations() {
    check_answers("(goal ?x) (legal ?x)", "(goal 1) (goal 2) (legal 2)", &expect!["2"]);
}

#[test]
fn facts_and_rules_add_up() {
    check_answers("(p ?x)", "(p 1) (<= (p ?x) (q ?x)) (q 2) (q 1)", &expect!["1 2"]);
    check_answers("(p ?x) (p 1)", "(p 1) (<= (p ?x) (q ?x)) (q 2)", &expect!["1 2"]);
}

#[test]
fn variables_stand_for_terms() {
    check_answers("(p ?y) (q ?x ?y)", "(p (f a b)) (q 1 (f a b)) (q 2 (f b a))", &expect!["1"]);
    check_answers("(p (f ?x b))", "(p (f a b)) (p (f a c)) (p (g a b)) (p b)", &expect!["a"]);
    check_answers("(p (f ?x ?x))", "(p (f a b)) (p (f c c))", &expect!["c"]);
}

#[test]
fn heads_are_matched_against_calls() {
    // A function in the call meets a variable in the head, and the other way round.
    let rules = "(<= (p ?y ?y) (q ?y)) (q (f 1)) (q (g 2)) (q 3)";
    check_answers("(p (f ?x) ?z)", rules, &expect!["1"]);
    check_answers("(p ?x (f ?z))", rules, &expect!["(f 1)"]);
    check_answers("(p ?x ?x)", rules, &expect!["(f 1) (g 2) 3"]);
    let rules = "(<= (p (f ?y) ?z) (q ?y) (q ?z)) (q 1) (q 2)";
    check_answers("(p (f 1) ?x)", rules, &expect!["1 2"]);
    check_answers("(p ?x 1)", rules, &expect!["(f 1) (f 2)"]);
    check_answers("(p (g ?x) 1)", rules, &expect![""]);
    check_answers("(p (f ?x) ?x)", rules, &expect!["1 2"]);
}

#[test]
fn tests_wait_for_their_variables() {
    let facts = "(p 1) (p 2) (p 3) (q 2)";
    check_answers("(not (q ?x)) (distinct ?x 3) (p ?x)", facts, &expect!["1"]);
    check_answers("(distinct (f ?x) (f 1)) (p ?x)", facts, &expect!["2 3"]);
}

#[test]
fn tests_of_unbound_variables_are_left_out() {
    check_answers("(p ?x) (not (q ?x ?any))", "(p 1) (p 2) (q 1 1)", &expect!["1 2"]);
    check(
        "(role r) (role s) (listed r) terminal
         (<= (goal ?p 100) (listed ?p))
         (<= (goal ?p 0) (not (listed ?p)))",
        &expect![[r#"
            end:
              r: [0, 100]
              s: [0]
        "#]],
    );
}

#[test]
fn calls_bind_the_variables_of_heads() {
    check(
        "(role r) (cell 1) terminal (<= (legal ?p ?p) (cell 1))",
        &expect![[r#"
            end:
              r: r []
        "#]],
    );
}

#[test]
fn a_free_variable_in_a_conclusion_is_an_error() {
    check(
        "(role r) (cell 1) (<= (legal r ?x) (cell 1))",
        &expect![[r#"
            state:
            error: a rule for `legal` leaves a variable of its head without a value
        "#]],
    );
}

#[test]
fn recursion_with_the_call_first() {
    let facts = "(succ 0 1) (succ 1 2) (succ 2 3)
         (<= (less ?x ?y) (succ ?x ?y))
         (<= (less ?x ?y) (less ?z ?y) (succ ?x ?z))";
    check_answers("(less ?x 3)", facts, &expect!["0 1 2"]);
    check_answers("(less 1 ?x)", facts, &expect!["2 3"]);
    check_answers("(less ?x ?y)", facts, &expect!["0 1 2"]);
    check_answers("(succ ?x 1) (less 0 3)", facts, &expect!["0"]);
    check_answers("(succ ?x 1) (less 3 0)", facts, &expect![""]);
}

#[test]
fn recursion_in_circles() {
    let rules = "(edge a b) (edge b c) (edge c a) (edge c d) (edge e a)
         (<= (path ?x ?y) (edge ?x ?y))
         (<= (path ?x ?y) (path ?x ?z) (path ?z ?y))";
    check_answers("(path a ?x)", rules, &expect!["a b c d"]);
    check_answers("(path ?x d)", rules, &expect!["a b c e"]);
    check_answers("(edge ?x ?y) (not (path ?y ?x))", rules, &expect!["c e"]);
}

#[test]
fn circles_without_a_beginning_are_false() {
    let rules = "(<= (p left) (p up)) (<= (p up) (p left)) (<= (p ?x) (p ?x) (q ?x)) (q up)";
    check_answers("(p ?x)", rules, &expect![""]);
    check_answers("(q ?x) (not (p ?x))", rules, &expect!["up"]);
}

#[test]
fn recursion_through_several_relations() {
    let rules = "(<= (r ?x ?y) (s ?x ?y)) (<= (s ?x ?y) (r ?y ?x)) (r 1 2)";
    check_answers("(r ?x ?y)", rules, &expect!["1 2"]);
    check_answers("(s 1 ?x)", rules, &expect!["2"]);
}

#[test]
fn a_call_can_wait_for_another_through_a_third() {
    // `third` reads what `second` knows before `first` has its answer.
    let rules = "(base 1) (<= (second ?x) (first ?x)) (<= (third ?x) (second ?x))
         (<= (first ?x) (second ?x)) (<= (first ?x) (third ?x)) (<= (first ?x) (base ?x))";
    check_answers("(first ?y) (third ?x)", rules, &expect!["1"]);
}

#[test]
fn recursion_that_builds_terms() {
    let rules = "(r 0 0) (q 0) (<= (r ?a (f ?a)) (r ?b ?a) (q ?b))";
    check_answers("(r ?y ?x)", rules, &expect!["(f (f 0)) (f 0) 0"]);
}

#[test]
fn sentences_may_negate_others_of_their_relation() {
    check(
        "(role r) (role s) (init (won s)) terminal
         (<= (goal ?r 100) (role ?r) (true (won ?r)))
         (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))",
        &expect![[r#"
            end: (won s)
              r: [0]
              s: [100]
        "#]],
    );
}

#[test]
fn sentences_may_not_negate_themselves() {
    check_answers(
        "(p ?x)",
        "(q 1) (<= (p ?x) (q ?x) (not (p ?x)))",
        &expect!["`p` depends on its own negation"],
    );
    check_answers(
        "(p ?x)",
        "(q 1) (<= (p ?x) (q ?x) (not (s ?x))) (<= (s ?x) (q ?x) (p ?x))",
        &expect!["`s` depends on its own negation"],
    );
}

#[test]
fn moves_may_be_constants_or_nested() {
    check(
        "(role r) (init (at 0)) (legal r (go (to 1))) (legal r stay) (legal r (go))
         (<= (next (at ?x)) (does r (go (to ?x)))) (<= terminal (true (at 1)))",
        &expect![[r#"
            state: (at 0)
              r: (go (to 1)) go stay []
            end: (at 1)
              r: (go (to 1)) go stay []
        "#]],
    );
}

#[test]
fn whole_facts_may_be_bound() {
    check(
        "(role r) (init a) (init (f b)) (legal r stay)
         (<= (next ?fact) (true ?fact) (keep ?fact)) (keep (f b)) (keep a)
         (<= (next done) (true a) (does r stay))
         (<= terminal (true done))",
        &expect![[r#"
            state: (f b) a
              r: stay []
            end: (f b) a done
              r: stay []
        "#]],
    );
}
