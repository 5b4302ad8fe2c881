//! ProbCut: a shallow search foretells what a deep one finds (Buro, 1995).

use std::sync::LazyLock;

use fearless_simd::Simd;

use super::Search;
use super::deviation::Deviation;
use crate::board::Board;
use crate::evaluation::Features;

/// The least depth that has a shallower one of the same parity.
const MIN_DEPTH: u32 = 2;

/// How sure a cut must be, in standard deviations of the shallow search from the deep one.
const CONFIDENCE: f64 = 1.2;

/// What `stonegate othello probcut --games 250 --depth 9` finds for the weights that come with the
/// program.
const DEVIATION: Deviation =
    Deviation { constant: 1.8418, farther: 0.4681, shallow: -0.2929, empties: -0.03387 };

/// The depth of the shallow search: about half, and of the same parity, for the evaluation likes
/// the player who moved last.
const fn shallow_depth(depth: u32) -> u32 {
    depth / 4 * 2 + depth % 2
}

/// How far beyond the window a shallow value must be, in discs, by the depth of the deep search
/// and the number of empty squares.
pub(super) type Margins = [[i32; 65]; 65];

pub(super) static MARGINS: LazyLock<Margins> = LazyLock::new(|| {
    let mut margins = [[0; 65]; 65];
    for (depth, margins) in (0..).zip(&mut margins).skip(MIN_DEPTH as usize) {
        for (n_empties, margin) in (0..).zip(margins) {
            let deviation = DEVIATION.at(depth, shallow_depth(depth), n_empties);
            *margin = (CONFIDENCE * deviation).round() as i32;
        }
    }
    margins
});

impl<S: Simd> Search<'_, S> {
    /// A bound of the value that a search with the window from `alpha` to `alpha + 1` would find,
    /// if a shallow search is sure enough. The depth is at least 2.
    #[inline(always)]
    pub(super) fn probcut(
        &mut self,
        board: Board,
        features: &Features,
        depth: u32,
        alpha: i32,
    ) -> Option<i32> {
        let n_empties = board.n_empties();
        let margin = self.margins[depth as usize][n_empties as usize];
        // The static evaluation says on which side a cut is likely.
        let estimate = self.weights.evaluate(features.contents(), n_empties);
        let (low, high) = (alpha - margin, alpha + 1 + margin);
        let is_above = estimate > alpha;
        if (is_above && high > 64) || (!is_above && low < -64) {
            return None;
        }
        let floor = if is_above { high - 1 } else { low };
        let value = match shallow_depth(depth) {
            0 => estimate,
            shallow => self.midgame(board, features, shallow, floor, floor + 1),
        };
        if self.stopped {
            None
        } else if is_above {
            (value >= high).then_some(alpha + 1)
        } else {
            (value <= low).then_some(alpha)
        }
    }
}
