//! ProbCut: a shallow search foretells what a deep one finds (Buro, 1995).

use fearless_simd::Simd;

use super::Search;
use super::deviation::Deviation;
use crate::board::Board;
use crate::evaluation::Features;

/// From this depth on it pays.
pub(super) const MIN_DEPTH: u32 = 4;

/// How sure a cut must be, in standard deviations of the shallow search from the deep one.
const CONFIDENCE: f64 = 1.5;

/// What `stonegate othello probcut` finds, with its defaults, for the weights that come with the
/// program.
const DEVIATION: Deviation = Deviation { constant: 2.37, per_ply: 0.273, per_disc: 0.0242 };

/// The depth of the shallow search: about half, and of the same parity, for the evaluation likes
/// the player who moved last.
pub(super) const fn shallow_depth(depth: u32) -> u32 {
    depth / 4 * 2 + depth % 2
}

impl<S: Simd> Search<'_, S> {
    /// A bound of the value that a search with the window from `alpha` to `alpha + 1` would find,
    /// if a shallow search is sure enough.
    pub(super) fn probcut(
        &mut self,
        board: Board,
        features: &Features,
        depth: u32,
        alpha: i32,
    ) -> Option<i32> {
        let shallow = shallow_depth(depth);
        let margin = (CONFIDENCE * DEVIATION.at(depth, board.n_empties())).round() as i32;
        let (low, high) = (alpha - margin, alpha + 1 + margin);
        // The static evaluation says on which side a cut is likely.
        let estimate = self.weights.evaluate(features, board.n_empties());
        if estimate > alpha && high <= 64 {
            let value = self.midgame(board, features, shallow, high - 1, high);
            if value >= high && !self.stopped {
                return Some(alpha + 1);
            }
        } else if estimate <= alpha && low >= -64 {
            let value = self.midgame(board, features, shallow, low, low + 1);
            if value <= low && !self.stopped {
                return Some(alpha);
            }
        }
        None
    }
}
