//! Proofs against exhaustive search on random games.

use proptest::prelude::*;
use stonegate_ground::{MoveId, RoleId};

use crate::graph::{Graph, GraphState, best};

/// What a role gets if it moves first, sees nothing, and all others are against it; and the most
/// that any play gives it. A play without end gives nothing, and no bound.
fn bounds(graph: &Graph, state: usize, role: RoleId, depth: usize) -> (u8, u8) {
    let (counts, _) = match &graph.states[state] {
        GraphState::End(goals) => return (goals[role], goals[role]),
        GraphState::Moves(..) if depth == 0 => return (0, 100),
        GraphState::Moves(counts, next) => (counts.clone(), next),
    };
    let mut by_move = vec![(100, 0); counts[role] as usize];
    let n_joint: u32 = counts.iter().product();
    for mut index in 0..n_joint {
        let mut joint = vec![MoveId::new(0); counts.len()];
        for (action, n) in joint.iter_mut().zip(&counts).rev() {
            *action = MoveId::from(index % n);
            index /= n;
        }
        let (lower, upper) = bounds(graph, graph.next(state, &joint), role, depth - 1);
        let worst: &mut (u8, u8) = &mut by_move[joint[role]];
        *worst = (worst.0.min(lower), worst.1.max(upper));
    }
    let lower = if graph.chance == Some(role) {
        by_move.iter().map(|bounds| bounds.0).min()
    } else {
        by_move.iter().map(|bounds| bounds.0).max()
    };
    (lower.unwrap_or(0), by_move.iter().map(|bounds| bounds.1).max().unwrap_or(100))
}

/// The value of a zero-sum game of turns for role 0.
fn minimax(graph: &Graph, state: usize) -> u8 {
    match &graph.states[state] {
        GraphState::End(goals) => goals[0],
        GraphState::Moves(counts, next) => {
            let values = next.iter().map(|&next| minimax(graph, next));
            if counts[0] > 1 { values.max() } else { values.min() }.expect("there are moves")
        }
    }
}

/// States whose moves lead to later ones; the last few are ends. Different moves may lead to the
/// same state.
fn acyclic(
    n_roles: usize,
    max_moves: u32,
    zero_sum: bool,
    turns: bool,
) -> impl Strategy<Value = Graph> {
    const N_STATES: usize = 24;
    const N_ENDS: usize = 8;
    let goals = prop::collection::vec(prop::sample::select(vec![0_u8, 30, 50, 100]), n_roles);
    let ends = prop::collection::vec(goals, N_ENDS);
    let inner = prop::collection::vec(
        (prop::collection::vec(1..=max_moves, n_roles), 0..n_roles, any::<u64>()),
        N_STATES - N_ENDS,
    );
    (inner, ends).prop_map(move |(inner, ends)| {
        let mut states = Vec::new();
        for (index, (mut counts, mover, mut seed)) in inner.into_iter().enumerate() {
            if turns {
                let n = counts[mover].max(2);
                counts = vec![1; n_roles];
                counts[mover] = n;
            }
            let n_joint = counts.iter().product::<u32>();
            let next = (0..n_joint).map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                index + 1 + (seed >> 33) as usize % (N_STATES - index - 1)
            });
            let next = next.collect();
            states.push(GraphState::Moves(counts, next));
        }
        for mut goals in ends {
            if zero_sum {
                goals[1] = 100 - goals[0];
            }
            states.push(GraphState::End(goals));
        }
        Graph { n_roles, chance: None, is_zero_sum: zero_sum, states }
    })
}

const OPTIONS: &str = "iterations=10000";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn games_of_turns_are_solved(graph in acyclic(2, 3, true, true)) {
        let value = minimax(&graph, 0);
        let search = graph.search(OPTIONS);
        let report = search.report();
        prop_assert_eq!(&report.proven, &[Some(value), Some(100 - value)]);
        for role in RoleId::first(2) {
            let best = search.best(role).expect("there are moves");
            if report.moves[role].len() > 1 {
                let mut joint = [MoveId::new(0); 2];
                joint[role] = best;
                let after = minimax(search.game(), search.game().next(0, &joint));
                prop_assert_eq!(after, value, "role {} plays {}", role, best);
            }
        }
    }

    #[test]
    fn what_is_proven_holds(graph in acyclic(3, 3, false, true)) {
        check_bounds(graph)?;
    }

    #[test]
    fn simultaneous_proofs_hold(graph in acyclic(2, 3, true, false)) {
        check_bounds(graph)?;
    }

    #[test]
    fn simultaneous_proofs_of_three_hold(graph in acyclic(3, 2, false, false)) {
        check_bounds(graph)?;
    }

    #[test]
    fn chance_is_nobodys_friend(mut graph in acyclic(3, 2, false, false)) {
        graph.chance = Some(RoleId::new(2));
        check_bounds(graph)?;
    }
}

/// A proven goal is what the role can enforce, and what it cannot exceed unless the others help.
fn check_bounds(graph: Graph) -> Result<(), TestCaseError> {
    let search = graph.search(OPTIONS);
    let graph = search.game();
    let report = search.report();
    for report in report.moves.iter().flatten() {
        prop_assert!(report.lower <= report.upper);
    }
    for role in RoleId::first(graph.n_roles).filter(|&role| graph.chance != Some(role)) {
        let (lower, _) = bounds(graph, 0, role, 30);
        if let Some(goal) = report.proven[role] {
            prop_assert_eq!(goal, lower, "role {}", role);
        }
    }
    Ok(())
}

#[test]
fn a_cycle_does_not_hang() {
    // Role 0 may go round in circles, or leave.
    let mut graph = Graph { n_roles: 2, is_zero_sum: true, ..Graph::default() };
    graph.states = vec![
        graph.turn(0, &[1, 3]),
        graph.turn(1, &[2, 0]),
        graph.turn(0, &[0, 1]),
        GraphState::End(vec![30, 70]),
    ];
    let search = graph.search("iterations=5000,step-limit=100");
    assert_eq!(search.report().iterations, 5000);
    assert_eq!(search.report().nodes, 4);
}

#[test]
fn a_role_without_moves_ends_the_line() {
    let mut graph = Graph { n_roles: 2, ..Graph::default() };
    graph.states = vec![
        graph.turn(0, &[1, 2]),
        GraphState::Moves(vec![2, 0], Vec::new()),
        GraphState::End(vec![0, 100]),
    ];
    let search = graph.search("iterations=200");
    assert_eq!(search.report().proven[0], Some(50));
    assert_eq!(best(&search, 0), Some(0));
}

#[test]
fn a_lost_game_is_delayed() {
    // Both moves lose, the first at once, the second two steps later.
    let mut graph = Graph { n_roles: 2, is_zero_sum: true, ..Graph::default() };
    graph.states = vec![
        graph.turn(0, &[1, 2]),
        graph.turn(1, &[6, 7]),
        graph.turn(1, &[3, 3]),
        graph.turn(0, &[4, 5]),
        graph.turn(1, &[6, 7]),
        graph.turn(1, &[7, 6]),
        GraphState::End(vec![0, 100]),
        GraphState::End(vec![100, 0]),
    ];
    let search = graph.search("iterations=1000");
    let report = search.report();
    assert_eq!(report.proven, [Some(0), Some(100)]);
    assert_eq!(best(&search, 0), Some(1));
    assert_eq!(report.moves[0][0].steps_to_end, Some(4));
    // The winner takes the short way.
    search.advance(&[MoveId::new(0); 2]);
    assert_eq!((best(&search, 1), search.report().moves[1][0].steps_to_end), (Some(0), Some(1)));
}
