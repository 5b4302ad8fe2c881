//! What stands behind the seam to the rules: all reasoners say the same.

use std::sync::Arc;

use stonegate_ground::{MoveId, RoleId};
use stonegate_search::{Game, Leaf, OneByOne, Options, Reasoner, random_move};

use crate::sheets::Sheet;

/// States of random play and a joint move in each.
fn steps<G: Game>(game: &G, n: usize) -> Vec<(G::State, Vec<MoveId>)> {
    let mut state = game.initial();
    let mut steps = Vec::new();
    while steps.len() < n {
        let draw =
            |role: RoleId| random_move(game, &state, role, (steps.len() * 2 + role.index()) as u64);
        let joint: Option<Vec<MoveId>> = RoleId::first(game.n_roles()).map(draw).collect();
        match joint.filter(|_| game.outcome(&state).is_none()) {
            Some(joint) => {
                let next = game.apply(&state, &joint);
                steps.push((std::mem::replace(&mut state, next), joint));
            }
            None => state = game.initial(),
        }
    }
    steps
}

/// Compares what two reasoners say of positions, and each with what it replays.
fn check<G: Game>(game: &G, reasoners: [&mut dyn Reasoner<G>; 2]) {
    let steps = steps(game, 700);
    let leaves = steps.iter().enumerate().map(|(number, (state, joint))| Leaf {
        state,
        joint,
        playouts: number as u32 % 3,
        stream: number as u64,
    });
    let leaves: Vec<Leaf<'_, G::State>> = leaves.collect();
    let n_roles = game.n_roles();
    let [one, other] = reasoners.map(|reasoner| {
        let evaluations = reasoner.evaluate(&leaves, &|| false).expect("nobody stops it");
        for (leaf, sums) in leaves.iter().zip(evaluations.goals.chunks(n_roles)).step_by(50) {
            let playouts: Vec<_> =
                (0..leaf.playouts).map(|playout| reasoner.replay(leaf, playout)).collect();
            for (role, &sum) in sums.iter().enumerate() {
                assert_eq!(playouts.iter().map(|it| u32::from(it.goals[role])).sum::<u32>(), sum);
            }
        }
        let positions = evaluations.positions.into_iter().map(|position| {
            let roles = RoleId::first(n_roles);
            let legal = roles.map(|role| position.legal.of_role(role).collect::<Vec<_>>());
            (position.state, legal.collect::<Vec<_>>(), position.outcome)
        });
        let positions: Vec<_> = positions.collect();
        if let Some(outcomes) = reasoner.outcomes(&leaves) {
            assert!(outcomes.iter().eq(positions.iter().map(|(.., outcome)| outcome)));
        }
        if let Some(moved) = reasoner.make_moves(&leaves) {
            assert!(moved.iter().map(|it| &it.state).eq(positions.iter().map(|it| &it.0)));
        }
        positions
    });
    assert!(one == other);
}

#[test]
fn the_lanes_and_the_game_itself_agree() {
    let options = Options::default();
    for name in ["tic-tac-toe", "connect-four", "tron", "eight-puzzle"] {
        let sheet = Sheet::own(name);
        let mut one_by_one = OneByOne::new(Arc::clone(&sheet.game), &options);
        check(&*sheet.game, [&mut sheet.reasoner(&options), &mut one_by_one]);
    }
}
