//! Moves at the same time.

use crate::graph::{Graph, GraphState, best};
use crate::sheets::Sheet;

#[test]
fn matching_pennies_is_fair() {
    let sheet = Sheet::new(
        "(role even) (role odd) (init start)
        (<= (legal ?role (show ?hand)) (role ?role) (hand ?hand) (true start))
        (hand left) (hand right)
        (<= (next (shown ?role ?hand)) (does ?role (show ?hand)))
        (<= same (true (shown even ?hand)) (true (shown odd ?hand)))
        (<= terminal (not (true start)))
        (<= (goal even 100) same) (<= (goal even 0) (not same))
        (<= (goal odd 100) (not same)) (<= (goal odd 0) same)",
    );
    let options: stonegate_search::Options = "iterations=20000".parse().expect("valid");
    let search = stonegate_search::Search::new(std::sync::Arc::clone(&sheet.game), options.clone());
    search.work(&mut sheet.reasoner(&options), &|| false);
    let report = search.report();
    assert_eq!((report.iterations, report.nodes), (20_000, 5));
    for role in 0..2 {
        assert!(report.values[role].is_some_and(|value| (value - 50.0).abs() < 5.0), "{report:?}");
        for report in &report.moves[role] {
            assert!((6_000..14_000).contains(&report.visits), "{report:?}");
        }
        assert_eq!(report.proven[role], None);
    }
}

#[test]
fn a_dominant_move_is_found() {
    // The prisoners' dilemma: to defect is better whatever the other does.
    let mut graph = Graph { n_roles: 2, ..Graph::default() };
    graph.states = vec![
        GraphState::Moves(vec![2, 2], vec![1, 2, 3, 4]),
        GraphState::End(vec![60, 60]),
        GraphState::End(vec![0, 100]),
        GraphState::End(vec![100, 0]),
        GraphState::End(vec![20, 20]),
    ];
    let search = graph.search("iterations=3000");
    assert_eq!((best(&search, 0), best(&search, 1)), (Some(1), Some(1)));
    assert_eq!(search.report().proven, [None, None]);
}

#[test]
fn a_move_is_won_if_it_wins_against_everything() {
    let mut graph = Graph { n_roles: 2, is_zero_sum: true, ..Graph::default() };
    graph.states = vec![
        GraphState::Moves(vec![3, 2], vec![1, 2, 2, 1, 1, 1]),
        GraphState::End(vec![100, 0]),
        GraphState::End(vec![0, 100]),
    ];
    let search = graph.search("iterations=1000");
    assert_eq!(best(&search, 0), Some(2));
    assert_eq!(search.report().proven, [Some(100), Some(0)]);
}
