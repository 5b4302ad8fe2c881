//! Questions that cost too much, and that the evaluator survives them.

use std::cell::Cell;

use stonegate_gdl::RoleId;
use stonegate_reference::{Budget, EvaluateError};

use crate::play::{evaluator, texts};

const ENDLESS: &str = "
    (role r) (init 0) (legal r stay) (p 0)
    (<= (p (f ?x)) (p ?x))
    (<= (goal r 100) (p ?x))";

#[test]
fn steps_run_out() {
    let mut evaluator = evaluator(ENDLESS);
    let state = evaluator.initial(&Budget::default()).expect("there is nothing to prove");
    let budget = Budget { max_steps: 1000, ..Budget::default() };
    assert_eq!(evaluator.goals(&state, RoleId::new(0), &budget), Err(EvaluateError::OutOfSteps));
}

#[test]
fn memory_runs_out() {
    let mut evaluator = evaluator(ENDLESS);
    let state = evaluator.initial(&Budget::default()).expect("there is nothing to prove");
    let budget = Budget { max_bytes: 1 << 20, ..Budget::default() };
    assert_eq!(evaluator.goals(&state, RoleId::new(0), &budget), Err(EvaluateError::OutOfMemory));
}

#[test]
fn patience_runs_out() {
    let mut evaluator = evaluator(ENDLESS);
    let state = evaluator.initial(&Budget::default()).expect("there is nothing to prove");
    let patience = Cell::new(5);
    let stop = || {
        patience.set(patience.get() - 1);
        patience.get() == 0
    };
    let budget = Budget { stop: &stop, ..Budget::default() };
    assert_eq!(evaluator.goals(&state, RoleId::new(0), &budget), Err(EvaluateError::Stopped));
}

#[test]
fn other_questions_are_answered_afterwards() {
    let mut evaluator = evaluator(
        "(role r) (init 0) (n 1) (n 2) (n 3)
         (<= (legal r (pick ?x ?y ?z)) (some ?x) (some ?y) (some ?z))
         (<= (some ?x) (n ?x))",
    );
    let state = evaluator.initial(&Budget::default()).expect("there is nothing to prove");
    for max_steps in 0..50 {
        let budget = Budget { max_steps, ..Budget::default() };
        assert_eq!(
            evaluator.legal(&state, RoleId::new(0), &budget),
            Err(EvaluateError::OutOfSteps)
        );
    }
    let legal =
        evaluator.legal(&state, RoleId::new(0), &Budget::default()).expect("the budget is large");
    assert_eq!(legal.len(), 27);
    assert_eq!(texts(&evaluator, &legal[..2]), ["(pick 1 1 1)", "(pick 1 1 2)"]);
}

#[test]
fn deep_recursion_needs_no_deep_stack() {
    let n = 20_000;
    let chain = (0..n).map(|n| format!("(succ {n} {})", n + 1)).collect::<Vec<_>>().join(" ");
    let mut evaluator = evaluator(&format!(
        "(role r) (init 0) {chain} (<= (leads ?x {n}) (succ ?x {n}))
         (<= (leads ?x ?z) (succ ?x ?y) (leads ?y ?z))
         (<= terminal (leads 0 {n}))"
    ));
    let state = evaluator.initial(&Budget::default()).expect("there is nothing to prove");
    assert_eq!(evaluator.is_terminal(&state, &Budget::default()), Ok(true));
}
