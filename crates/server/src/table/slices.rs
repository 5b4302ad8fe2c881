//! Whose thoughts go first, and when they give way: rules without threads and without a clock.

#[cfg(test)]
mod simulation;

use std::time::Duration;

use crate::pool::Bounds;

/// Whoever has thought for so long gives way to those who wait.
const SLICE: Duration = Duration::from_millis(500);

/// How often it is looked who is to give way.
pub(super) const TICK: Duration = Duration::from_millis(50);

/// An analysis rests for so long at most while moves take all cores.
pub(super) const MAX_REST: Duration = Duration::from_secs(1);

/// So many hints and analyses of one visitor wait.
const MAX_WAITING: usize = 8;

/// Which threads think about a question.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Queue {
    Moves,
    /// Moves of engines that cannot be interrupted and take long.
    LongMoves,
    /// Hints and analyses.
    Advice,
}

impl Queue {
    /// More threads than cores, so that thinking long does not hold up the quick, and one visitor
    /// never has all of them. A table waits for its engines: moves have no bound.
    pub(super) fn bounds(self, n_cores: usize) -> Bounds {
        let n_moves = (2 * n_cores).max(4);
        let n_advice = n_cores.div_ceil(2).max(2);
        let (n_threads, running_each, waiting_each) = match self {
            Self::Moves => (n_moves, n_moves * 3 / 4, usize::MAX),
            Self::LongMoves => (n_moves / 2, n_moves / 2 - 1, usize::MAX),
            Self::Advice => (n_advice, n_advice / 2, MAX_WAITING),
        };
        Bounds { n_threads, running_each, waiting_each }
    }

    /// Whether somebody who has thought for so long is to let others think: those who wait for the
    /// same threads, or moves that have all cores.
    pub(super) fn gives_way(self, thought: Duration, is_wanted: bool, is_busy: bool) -> bool {
        (is_wanted && thought >= SLICE) || (is_busy && self == Self::Advice)
    }

    /// Whether somebody who has rested for so long rests on.
    pub(super) fn rests(self, rested: Duration, is_busy: bool) -> bool {
        is_busy && self == Self::Advice && rested < MAX_REST
    }
}
