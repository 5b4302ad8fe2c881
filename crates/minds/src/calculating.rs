//! Alpha-beta.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use stonegate_gdl::RoleId;
use stonegate_search::{AlphaBeta, Unsuitable, Verdict};

use crate::mind::{Mind, NoMove};
use crate::texts::{Texts, find_moves};
use crate::thoughts::{Opinion, Thoughts};

/// What the table needs for a position beside the bits of its state.
const ENTRY_BYTES: usize = 64;

/// Calculates with one thread, however many there are.
pub(crate) struct CalculatingMind<G: Texts> {
    game: Arc<G>,
    state: Mutex<G::State>,
    search: Mutex<AlphaBeta<G>>,
    /// What the table takes.
    bytes: usize,
    /// Of the position, if it has been searched.
    verdict: Mutex<Option<Result<Verdict, Unsuitable>>>,
}

impl<G: Texts> CalculatingMind<G> {
    pub(crate) fn new(game: Arc<G>, memory: usize) -> Self {
        let state = game.initial();
        let n_entries = memory / (ENTRY_BYTES + game.heap_bytes(&state));
        Self {
            search: Mutex::new(AlphaBeta::new(Arc::clone(&game), n_entries)),
            bytes: memory,
            state: Mutex::new(state),
            verdict: Mutex::new(None),
            game,
        }
    }

    fn state(&self) -> G::State {
        self.state.lock().clone()
    }
}

impl<G: Texts> Mind for CalculatingMind<G> {
    fn advance(&self, joint: &[String]) -> bool {
        let state = self.state();
        let Some(moves) = find_moves(&*self.game, &state, joint) else { return false };
        *self.state.lock() = self.game.apply(&state, &moves);
        *self.verdict.lock() = None;
        true
    }

    fn work(&self, stop: &(dyn Fn() -> bool + Sync)) {
        let Some(mut search) = self.search.try_lock() else { return };
        let verdict = search.best(&self.state(), stop);
        *self.verdict.lock() = Some(verdict);
    }

    fn set_deadline(&self, deadline: Duration) {
        self.game.set_deadline(deadline);
    }

    fn is_cut_short(&self) -> bool {
        self.game.is_interrupted()
    }

    fn best(&self, role: RoleId) -> Result<String, NoMove> {
        let action = match self.game.legal(&self.state(), role)[..] {
            [] => return Err(NoMove::Over),
            [only] => only,
            [first, ..] => match &*self.verdict.lock() {
                Some(Ok(verdict)) => verdict.action,
                Some(Err(reason)) => return Err(NoMove::Unsuitable(*reason)),
                None => first,
            },
        };
        Ok(self.game.move_text(role, action))
    }

    fn n_moves(&self, role: RoleId) -> usize {
        self.game.legal(&self.state(), role).len()
    }

    fn bytes(&self) -> usize {
        self.bytes
    }

    fn thoughts(&self, role: RoleId) -> Thoughts {
        let Some(Ok(verdict)) = self.verdict.lock().clone() else { return Thoughts::default() };
        let is_at_move = self.n_moves(role) > 1;
        let opinion = is_at_move.then(|| Opinion {
            action: self.game.move_text(role, verdict.action),
            value: verdict.goal.into(),
            visits: verdict.positions,
            is_proven: verdict.proven,
        });
        Thoughts {
            iterations: verdict.depth.into(),
            states: verdict.positions,
            depth: verdict.depth.into(),
            opinions: opinion.into_iter().collect(),
            ..Thoughts::default()
        }
    }
}

impl<G: Texts> fmt::Debug for CalculatingMind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CalculatingMind")
            .field("verdict", &*self.verdict.lock())
            .finish_non_exhaustive()
    }
}
