//! One step ahead.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use stonegate_gdl::RoleId;
use stonegate_search::greedy_move;

use crate::mind::{Mind, NoMove};
use crate::texts::{Texts, find_moves};
use crate::thoughts::Thoughts;

/// Takes a win that is one step away, and otherwise plays at random.
pub(crate) struct GreedyMind<G: Texts> {
    game: Arc<G>,
    state: Mutex<G::State>,
    seed: u64,
}

impl<G: Texts> GreedyMind<G> {
    pub(crate) fn new(game: Arc<G>, seed: u64) -> Self {
        Self { state: Mutex::new(game.initial()), game, seed }
    }

    fn state(&self) -> G::State {
        self.state.lock().clone()
    }
}

impl<G: Texts> Mind for GreedyMind<G> {
    fn advance(&self, joint: &[String]) -> bool {
        let state = self.state();
        let Some(moves) = find_moves(&*self.game, &state, joint) else { return false };
        let next = self.game.apply(&state, &moves);
        *self.state.lock() = next;
        true
    }

    /// All is done when it is asked for.
    fn work(&self, _stop: &(dyn Fn() -> bool + Sync)) {}

    fn set_deadline(&self, deadline: Duration) {
        self.game.set_deadline(deadline);
    }

    fn is_cut_short(&self) -> bool {
        self.game.is_interrupted()
    }

    fn best(&self, role: RoleId) -> Result<String, NoMove> {
        let action = greedy_move(&*self.game, &self.state(), role, self.seed);
        Ok(self.game.move_text(role, action.ok_or(NoMove::Over)?))
    }

    fn n_moves(&self, role: RoleId) -> usize {
        self.game.legal(&self.state(), role).len()
    }

    fn bytes(&self) -> usize {
        0
    }

    fn thoughts(&self, _role: RoleId) -> Thoughts {
        Thoughts::default()
    }
}

impl<G: Texts> fmt::Debug for GreedyMind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GreedyMind").field("seed", &self.seed).finish_non_exhaustive()
    }
}
