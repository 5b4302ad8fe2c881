//! Alpha-beta.

use std::sync::Arc;

use stonegate_search::{AlphaBeta, Unsuitable};

use crate::graph::{Graph, GraphState};
use crate::sheets::Sheet;

#[test]
fn tic_tac_toe_is_a_draw() {
    let sheet = Sheet::own("tic-tac-toe");
    let mut search = AlphaBeta::new(Arc::clone(&sheet.game), 1 << 14);
    let fork = sheet.after(&["(mark 1 1)", "(mark 1 2)", "(mark 2 2)", "(mark 3 3)"]);
    let verdict = search.best(&fork, &|| false).expect("it is suitable");
    assert_eq!((verdict.goal, verdict.proven), (100, true));
    let corner = sheet.after(&["(mark 1 1)"]);
    let verdict = search.best(&corner, &|| false).expect("it is suitable");
    assert_eq!((verdict.goal, verdict.proven), (50, true));
    assert_eq!(sheet.machine.roles[1].moves[verdict.action], "(mark 2 2)");
}

#[test]
fn stop_is_heard() {
    let sheet = Sheet::own("connect-four");
    let mut search = AlphaBeta::new(Arc::clone(&sheet.game), 1 << 10);
    let verdict = search.best(&sheet.machine.initial(), &|| true).expect("it is suitable");
    assert!(!verdict.proven && verdict.depth >= 1);
}

#[test]
fn unsuitable_games_are_refused() {
    let sheet = Sheet::own("rock-paper-scissors");
    let mut search = AlphaBeta::new(Arc::clone(&sheet.game), 16);
    assert!(search.best(&sheet.machine.initial(), &|| false).is_err());
    let mut graph = Graph { n_roles: 2, is_zero_sum: true, ..Graph::default() };
    graph.states =
        vec![GraphState::Moves(vec![2, 2], vec![1, 1, 1, 1]), GraphState::End(vec![100, 0])];
    let mut search = AlphaBeta::new(Arc::new(graph), 16);
    assert_eq!(search.best(&0, &|| false), Err(Unsuitable::Simultaneous));
    assert_eq!(search.best(&1, &|| false), Err(Unsuitable::Over));
}
