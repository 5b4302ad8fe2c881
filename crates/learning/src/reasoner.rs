//! A reasoner that knows what positions are worth.

use stonegate_ground::State;
use stonegate_search::{
    Evaluation, Evaluations, LanesReasoner, Leaf, MachineGame, Options, Playout, Reasoner,
};

use crate::evaluator::Evaluator;

/// How much random games count beside weights, unless somebody says otherwise.
pub const PLAYOUTS: f32 = 0.0;

/// The parameters of a search that knows what positions are worth. That is a number with little
/// chance in it, so that one visit tells as much as many random games.
pub fn options(options: &Options) -> Options {
    Options { exploration: 0.2, playouts: 16, visits_per_leaf: 16, ..options.clone() }
}

/// Evaluates leaves by weights, and by random games as far as these count.
#[derive(Debug)]
pub struct LearnedReasoner {
    lanes: LanesReasoner,
    evaluator: Evaluator,
    /// How much the random games count, 0 to 1.
    playouts: f32,
    n_roles: usize,
}

impl LearnedReasoner {
    /// `playouts` is how much random games count, 0 to 1: without them, none are played.
    pub fn new(lanes: LanesReasoner, evaluator: Evaluator, playouts: f32, n_roles: usize) -> Self {
        Self { lanes, evaluator, playouts, n_roles }
    }
}

impl Reasoner<MachineGame> for LearnedReasoner {
    fn evaluate(
        &mut self,
        leaves: &[Leaf<'_, State>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Evaluations<State>> {
        let mut evaluations = if self.playouts > 0.0 {
            self.lanes.evaluate(leaves, stop)?
        } else {
            Evaluations { positions: self.lanes.make_moves(leaves)?, ..Evaluations::default() }
        };
        evaluations.goals.resize(leaves.len() * self.n_roles, 0);
        let mut worth = vec![0.0; self.n_roles];
        let goals = evaluations.goals.chunks_exact_mut(self.n_roles);
        for ((leaf, position), goals) in leaves.iter().zip(&evaluations.positions).zip(goals) {
            if let Some(outcome) = &position.outcome {
                for (sum, &goal) in goals.iter_mut().zip(outcome) {
                    *sum = u32::from(goal) * leaf.playouts;
                }
                continue;
            }
            self.evaluator.evaluate(position.state.words(), &mut worth);
            for (sum, &worth) in goals.iter_mut().zip(&worth) {
                let learned = 100.0 * worth * leaf.playouts as f32;
                let mixed = learned + self.playouts * (*sum as f32 - learned);
                *sum = mixed.round() as u32;
            }
        }
        Some(evaluations)
    }

    fn make_moves(&mut self, leaves: &[Leaf<'_, State>]) -> Option<Vec<Evaluation<State>>> {
        self.lanes.make_moves(leaves)
    }

    fn outcomes(&mut self, leaves: &[Leaf<'_, State>]) -> Option<Vec<Option<Box<[u8]>>>> {
        self.lanes.outcomes(leaves)
    }

    fn replay(&mut self, leaf: &Leaf<'_, State>, playout: u32) -> Playout {
        self.lanes.replay(leaf, playout)
    }
}
