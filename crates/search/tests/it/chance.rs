//! A role that is played by chance.

use stonegate_ground::RoleId;

use crate::graph::{Graph, GraphState, best};

/// Role 0 chooses between a sure goal and a lottery with four tickets.
fn lottery(sure: u8, tickets: [u8; 4]) -> Graph {
    let mut graph = Graph { n_roles: 2, chance: Some(RoleId::new(1)), ..Graph::default() };
    graph.states = vec![graph.turn(0, &[1, 2]), GraphState::End(vec![sure, 0])];
    graph.states.push(graph.turn(1, &[3, 4, 5, 6]));
    graph.states.extend(tickets.map(|goal| GraphState::End(vec![goal, 0])));
    graph
}

#[test]
fn the_mean_counts() {
    let search = lottery(40, [100, 0, 0, 0]).search("iterations=5000");
    assert_eq!(best(&search, 0), Some(0));
    let search = lottery(40, [100, 100, 0, 0]).search("iterations=5000");
    assert_eq!(best(&search, 0), Some(1));
    let report = search.report();
    assert!((report.moves[0][0].mean - 50.0).abs() < 3.0, "{report:?}");
    assert_eq!(report.proven[0], None, "chance is not an opponent whose move is known");
}

#[test]
fn a_lottery_without_blanks_is_a_win() {
    let search = lottery(90, [100; 4]).search("iterations=5000");
    assert_eq!(best(&search, 0), Some(1));
    assert_eq!(search.report().proven[0], Some(100));
}
