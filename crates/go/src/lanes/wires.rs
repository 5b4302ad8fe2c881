//! Liberties that spread through wires, as in the pruner of the FPGA machine.
//!
//! A wire joins two points; in a game it is on if liberties pass it. One sweep carries them up,
//! the next one down, and each both ways along the rows, until no game changes.

use fearless_simd::prelude::*;
use fearless_simd::u64x8;

use super::geometry::Geometry;
use super::word::Word;

/// Two wires for each point: to its right neighbor and to the one above.
#[derive(Clone, Debug)]
pub(super) struct Wires {
    pub(super) right: Vec<Word>,
    pub(super) above: Vec<Word>,
}

impl Wires {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let words = vec![Word::ZERO; geometry.n_words()];
        Self { right: words.clone(), above: words }
    }

    /// Lets `reached` spread to all points that are joined to it.
    #[inline(always)]
    pub(super) fn spread<S: Simd>(&self, simd: S, geometry: &Geometry, reached: &mut [Word]) {
        while self.sweep_up(simd, geometry, reached) && self.sweep_down(simd, geometry, reached) {}
    }

    /// Carries what is reached upward. Tells whether something has changed.
    #[inline(always)]
    fn sweep_up<S: Simd>(&self, simd: S, geometry: &Geometry, reached: &mut [Word]) -> bool {
        let mut changes = u64x8::splat(simd, 0);
        for y in 0..geometry.height {
            let (lower, upper) = reached.split_at_mut(geometry.index(0, y));
            let below = lower.len() - geometry.stride;
            let from = &lower[below..below + geometry.width];
            let above = &self.above[below..below + geometry.width];
            let right = geometry.row(&self.right, y);
            let row = &mut upper[..geometry.width];
            changes |= sweep_row(simd, row, from, above, right);
        }
        <[u64; 8]>::from(changes) != [0; 8]
    }

    #[inline(always)]
    fn sweep_down<S: Simd>(&self, simd: S, geometry: &Geometry, reached: &mut [Word]) -> bool {
        let mut changes = u64x8::splat(simd, 0);
        for y in (0..geometry.height).rev() {
            let start = geometry.index(0, y);
            let (lower, upper) = reached.split_at_mut(start + geometry.stride);
            let from = &upper[..geometry.width];
            let above = geometry.row(&self.above, y);
            let right = geometry.row(&self.right, y);
            let row = &mut lower[start..start + geometry.width];
            changes |= sweep_row(simd, row, from, above, right);
        }
        <[u64; 8]>::from(changes) != [0; 8]
    }
}

/// Takes over what is reached in the row `from`, through the wires `above`, and carries it to the
/// right and back. Returns where something has changed.
#[inline(always)]
fn sweep_row<S: Simd>(
    simd: S,
    row: &mut [Word],
    from: &[Word],
    above: &[Word],
    right: &[Word],
) -> u64x8<S> {
    let zero = u64x8::splat(simd, 0);
    let (mut changes, mut carried) = (zero, zero);
    for (((word, from), above), right) in row.iter_mut().zip(from).zip(above).zip(right) {
        let before = word.load(simd);
        let after = before | (from.load(simd) & above.load(simd)) | carried;
        carried = after & right.load(simd);
        changes |= before ^ after;
        word.store(after);
    }
    let mut carried = zero;
    for (word, right) in row.iter_mut().zip(right).rev() {
        let before = word.load(simd);
        carried = before | (carried & right.load(simd));
        changes |= before ^ carried;
        word.store(carried);
    }
    changes
}
