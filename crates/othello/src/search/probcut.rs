//! ProbCut: a shallow search foretells what a deep one finds (Buro, 1995).

use fearless_simd::Simd;

use super::Search;
use crate::board::Board;
use crate::evaluation::Features;

/// From this depth on it pays.
pub(super) const MIN_DEPTH: u32 = 4;

/// How sure a cut must be, in estimated deviations of the shallow search from the deep one.
const CONFIDENCE: f32 = 1.5;

/// The depth of the shallow search: about half, and of the same parity, for the evaluation likes
/// the player who moved last.
pub(super) const fn shallow_depth(depth: u32) -> u32 {
    depth / 4 * 2 + depth % 2
}

/// An estimate of how far a shallow search is off, in discs. On a hundred boards of self-play the
/// standard deviation at depths 4 to 8 was 4 to 6, so that cuts here are about as sure as one such
/// deviation.
fn deviation(depth: u32, n_empties: u32) -> f32 {
    let n_discs = (64 - n_empties) as f32;
    let n_plies = (depth - shallow_depth(depth)) as f32;
    2.0 + 0.4 * n_plies + 0.03 * n_discs
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
        let margin = (CONFIDENCE * deviation(depth, board.n_empties())).round() as i32;
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
