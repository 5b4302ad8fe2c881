//! Players that do not search: for tests, and as the least that a search has to beat.

use stonegate_ground::{MoveId, RoleId};

use crate::game::Game;
use crate::random::Random;

/// A legal move of a role, each as likely as the others. None if there is none.
pub fn random_move<G: Game>(game: &G, state: &G::State, role: RoleId, seed: u64) -> Option<MoveId> {
    let legal = game.legal(state, role);
    let drawn = Random::new(seed, game.hash(state)).below(legal.len() as u32);
    legal.get(drawn as usize).copied()
}

/// The move that looks best one step ahead, if the others move at random: one that ends the game
/// with a good goal is taken, one that ends it with a bad goal is avoided, and the others are as
/// good as the game knows them to be.
pub fn greedy_move<G: Game>(game: &G, state: &G::State, role: RoleId, seed: u64) -> Option<MoveId> {
    /// How often each move is tried if others have a choice as well.
    const SAMPLES: usize = 8;
    let roles = RoleId::first(game.n_roles());
    let legal: Vec<Vec<MoveId>> = roles.clone().map(|role| game.legal(state, role)).collect();
    let is_alone = roles.clone().all(|other| other == role || legal[other].len() == 1);
    let n_samples = if is_alone { 1 } else { SAMPLES };
    let mut random = Random::new(seed, game.hash(state));
    let mut best = None;
    for &action in &legal[role] {
        let mut sum = 0.0;
        for _ in 0..n_samples {
            let drawn = legal.iter().map(|moves| {
                let drawn = random.below(moves.len() as u32);
                moves.get(drawn as usize).copied()
            });
            let mut joint = drawn.collect::<Option<Vec<MoveId>>>()?;
            joint[role] = action;
            let next = game.apply(state, &joint);
            sum += match game.outcome(&next) {
                Some(goals) => f32::from(goals[role]),
                None => 100.0 * game.worth(&next, role),
            };
        }
        // Equals are drawn from, so that the greedy player does not play the same game again.
        let value = (sum, random.next());
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, action));
        }
    }
    best.map(|(_, action)| action)
}
