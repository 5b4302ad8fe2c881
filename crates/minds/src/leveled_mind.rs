//! A mind that plays below its strength.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use stonegate_compile::Interruption;
use stonegate_gdl::RoleId;
use stonegate_stones::Random;

use crate::level::Level;
use crate::mind::{Mind, NoMove};
use crate::thoughts::Thoughts;

/// A mind that thinks as another one does and then chooses as a level does.
#[derive(Debug)]
pub struct LeveledMind {
    mind: Arc<dyn Mind>,
    level: Level,
    seed: u64,
    n_moves: AtomicU64,
}

impl LeveledMind {
    /// The mind is one that has no more iterations than the level.
    pub fn new(mind: Arc<dyn Mind>, level: Level, seed: u64) -> Self {
        Self { mind, level, seed, n_moves: AtomicU64::new(0) }
    }
}

impl Mind for LeveledMind {
    fn advance(&self, joint: &[String]) -> bool {
        self.n_moves.fetch_add(1, Ordering::Relaxed);
        self.mind.advance(joint)
    }

    fn work(&self, stop: &(dyn Fn() -> bool + Sync)) {
        self.mind.work(stop);
    }

    fn set_deadline(&self, deadline: Duration) {
        self.mind.set_deadline(deadline);
    }

    fn interrupt(&self) -> Option<Interruption<'_>> {
        self.mind.interrupt()
    }

    fn is_cut_short(&self) -> bool {
        self.mind.is_cut_short()
    }

    /// The same move whenever it is asked in the same position.
    fn best(&self, role: RoleId) -> Result<String, NoMove> {
        let best = self.mind.best(role)?;
        let opinions = self.mind.thoughts(role).opinions;
        let mut random = Random::new(self.seed, self.n_moves.load(Ordering::Relaxed));
        let chosen = self.level.choose(&opinions, &mut random);
        Ok(chosen.map_or(best, |place| opinions[place].action.clone()))
    }

    fn n_moves(&self, role: RoleId) -> usize {
        self.mind.n_moves(role)
    }

    fn bytes(&self) -> usize {
        self.mind.bytes()
    }

    fn thoughts(&self, role: RoleId) -> Thoughts {
        self.mind.thoughts(role)
    }
}
