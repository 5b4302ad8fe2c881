//! Games for one.

use std::sync::Arc;

use stonegate_ground::{MoveId, RoleId};
use stonegate_search::{Game, Options, Search};

use crate::graph::{Graph, GraphState, best};
use crate::sheets::Sheet;

#[test]
fn the_best_line_is_played() {
    // A long way with one good end: random play finds it now and then.
    const LENGTH: usize = 8;
    let mut graph = Graph { n_roles: 1, ..Graph::default() };
    for step in 0..LENGTH {
        let state = graph.turn(0, &[step + 1, LENGTH + 1, LENGTH + 2]);
        graph.states.push(state);
    }
    graph.states.extend([100, 10, 20].map(|goal| GraphState::End(vec![goal])));
    let search = graph.search("iterations=20000");
    for _ in 0..LENGTH {
        assert_eq!(best(&search, 0), Some(0));
        search.advance(&[MoveId::new(0)]);
    }
    assert_eq!(search.game().outcome(&search.state()), Some(vec![100]));
}

#[test]
fn a_playout_in_the_lanes_can_be_followed() {
    let sheet = Sheet::own("lights-out");
    let options: Options = "iterations=5000".parse().expect("valid");
    let search = Search::new(Arc::clone(&sheet.game), options.clone());
    search.work(&mut sheet.reasoner(&options), &|| false);
    let report = search.report();
    for joint in &report.principal_variation {
        assert_eq!(search.best(RoleId::new(0)), joint.first().copied());
        search.advance(joint);
    }
    let goals = sheet.game.outcome(&search.state()).expect("the line goes to the end");
    assert_eq!(goals.first().copied(), report.line_goal);
    assert!(goals[0] >= 20);
}
