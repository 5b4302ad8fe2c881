//! What is special about plans.

use stonegate_clauses::Prover;
use stonegate_gdl::{RoleId, analyze};
use stonegate_reference::{Budget, EvaluateError};

fn prover(text: &str) -> Prover {
    Prover::new(&analyze(text).rules)
}

/// The initial legal moves of the first role, sorted.
fn legal(text: &str) -> Result<Vec<String>, EvaluateError> {
    let (mut prover, budget) = (prover(text), Budget::default());
    let state = prover.initial(&budget)?;
    let moves = prover.legal(&state, RoleId::new(0), &budget)?.to_vec();
    let mut texts = moves.iter().map(|&term| prover.display(term).to_string()).collect::<Vec<_>>();
    texts.sort();
    Ok(texts)
}

#[test]
fn a_variable_twice_in_a_condition_is_one_value() {
    let sheet = "(role r) (pair a a) (pair a b) (init (on a b)) (init (on b b))
                 (<= (legal r (go ?x)) (pair ?x ?x))
                 (<= (legal r (put ?x)) (true (on ?x ?x)))";
    assert_eq!(legal(sheet).expect("it is known"), ["(go a)", "(put b)"]);
}

#[test]
fn functions_are_taken_apart_and_put_together() {
    let sheet = "(role r) (init (at (pos 1 (deep b)))) (step 1 2)
                 (<= (legal r (to (pos ?y ?z))) (true (at (pos ?x ?z))) (step ?x ?y))
                 (<= (legal r (stay ?p)) (place ?p) (true (at ?p)))
                 (<= (place (pos ?x (deep b))) (step ?x ?y))
                 (<= (place (pos ?y (deep b))) (step ?x ?y))";
    assert_eq!(
        legal(sheet).expect("it is known"),
        ["(stay (pos 1 (deep b)))", "(to (pos 2 (deep b)))"]
    );
}

#[test]
fn rules_that_go_round_in_circles_mean_the_least_solution() {
    let sheet = "(role r) (init (link a b)) (init (link b c)) (init (link c a)) (init (link d e))
                 (<= (way ?x ?y) (true (link ?x ?y)))
                 (<= (way ?y ?x) (way ?x ?y))
                 (<= (way ?x ?z) (way ?x ?y) (way ?y ?z))
                 (<= (legal r (go ?x)) (way a ?x))
                 (<= (legal r none) (not (way a e)))";
    assert_eq!(legal(sheet).expect("it is known"), ["(go a)", "(go b)", "(go c)", "none"]);
}

#[test]
fn deep_recursion_takes_no_stack() {
    let n = 20_000;
    let chain = (0..n).map(|i| format!("(succ n{i} n{})", i + 1)).collect::<Vec<_>>().concat();
    let sheet = format!(
        "(role r) {chain} \
         (<= (reaches ?x) (succ ?x n{n})) (<= (reaches ?x) (succ ?x ?y) (reaches ?y)) \
         (<= (legal r go) (reaches n0))"
    );
    assert_eq!(legal(&sheet).expect("it is known"), ["go"]);
}

#[test]
fn what_depends_on_its_own_negation_is_an_error() {
    let sheet = "(role r) (init on) (<= (p ?x) (true ?x) (not (q ?x))) (<= (q ?x) (true ?x) (p ?x))
                 (<= (legal r go) (p on))";
    let error = legal(sheet).expect_err("it has no meaning");
    assert!(matches!(error, EvaluateError::NegativeLoop { .. }), "{error}");
}

#[test]
fn a_head_without_a_value_is_an_error() {
    let error = legal("(role r) (init on) (<= (legal r ?x) (true on))").expect_err("of what?");
    let EvaluateError::UnboundVariable { relation, clause } = error else { panic!("{error}") };
    assert_eq!((&*relation, clause), ("legal", 2));
}

#[test]
fn limits_end_a_question_and_do_not_spoil_the_next() {
    let text = "(role r) (init (at a)) (next (at b)) (<= (legal r (go ?x ?y)) (n ?x) (n ?y))
                (n 1) (n 2) (n 3) (n 4) (n 5) (n 6) (n 7) (n 8) (n 9)";
    let mut prover = prover(text);
    let state = prover.initial(&Budget::default()).expect("it is known");
    let few = Budget { max_steps: 20, ..Budget::default() };
    let stopped = Budget { stop: &|| true, ..Budget::default() };
    let role = RoleId::new(0);
    assert_eq!(prover.legal(&state, role, &few), Err(EvaluateError::OutOfSteps));
    assert_eq!(prover.legal(&state, role, &stopped), Err(EvaluateError::Stopped));
    assert_eq!(prover.legal(&state, role, &Budget::default()).map(<[_]>::len), Ok(81));
}
