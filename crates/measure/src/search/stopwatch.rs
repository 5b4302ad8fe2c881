//! How long a search waits for the lanes.

use std::time::{Duration, Instant};

use stonegate_ground::State;
use stonegate_search::{Evaluations, LanesReasoner, Leaf, MachineGame, Playout, Reasoner};

/// A reasoner with a stopwatch.
pub(crate) struct Stopwatch {
    reasoner: LanesReasoner,
    pub counts: WaveCounts,
}

/// What has been evaluated, and how long that took.
#[derive(Copy, Clone, Default)]
pub(crate) struct WaveCounts {
    pub waves: u64,
    pub leaves: u64,
    pub time: Duration,
}

impl Stopwatch {
    pub(crate) fn new(reasoner: LanesReasoner) -> Self {
        Self { reasoner, counts: WaveCounts::default() }
    }
}

impl Reasoner<MachineGame> for Stopwatch {
    fn evaluate(
        &mut self,
        leaves: &[Leaf<'_, State>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Evaluations<State>> {
        let start = Instant::now();
        let evaluations = self.reasoner.evaluate(leaves, stop);
        self.counts.waves += 1;
        self.counts.leaves += leaves.len() as u64;
        self.counts.time += start.elapsed();
        evaluations
    }

    fn replay(&mut self, leaf: &Leaf<'_, State>, playout: u32) -> Playout {
        self.reasoner.replay(leaf, playout)
    }
}
