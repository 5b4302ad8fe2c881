//! Where a disc may be placed: the FPGA's module `legal_moves`.
//!
//! All squares are looked at together, and the four directions in the lanes of a vector, in one
//! sense and in the other.

use fearless_simd::prelude::*;
use fearless_simd::u64x4;

/// How far apart neighbors are in each direction: row, column and the two diagonals.
const STEPS: [u64; 4] = [1, 8, 7, 9];

/// Columns b to g: a disc on the rim is never flipped along a row or a diagonal, and without the
/// rim no line runs on from one row to the next.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

const FLIPPABLE: [u64; 4] = [INNER, !0, INNER, INNER];

/// The empty squares of an 8x8 board where the mover can bracket discs of the opponent.
///
/// Runs of opponent's discs that start beside a disc of the mover grow by parallel prefix, one,
/// two, four and six discs long (Kogge-Stone), and end beside the squares that are wanted.
#[inline(always)]
pub(crate) fn legal_moves<S: Simd>(simd: S, mover: u64, opponent: u64) -> u64 {
    let step = u64x4::simd_from(simd, STEPS);
    let two_steps = step + step;
    let line = u64x4::splat(simd, opponent) & u64x4::simd_from(simd, FLIPPABLE);
    let starts = u64x4::splat(simd, mover);
    let pairs_up = line & (line << step);
    let pairs_down = pairs_up >> step;
    let mut up = line & (starts << step);
    let mut down = line & (starts >> step);
    up |= line & (up << step);
    down |= line & (down >> step);
    up |= pairs_up & (up << two_steps);
    down |= pairs_down & (down >> two_steps);
    up |= pairs_up & (up << two_steps);
    down |= pairs_down & (down >> two_steps);
    union(simd, (up << step) | (down >> step)) & !(mover | opponent)
}

/// The union of the sets in the lanes.
#[inline(always)]
pub(crate) fn union<S: Simd>(simd: S, lanes: u64x4<S>) -> u64 {
    let (low, high) = simd.split_u64x4(lanes);
    let pair: [u64; 2] = (low | high).into();
    pair[0] | pair[1]
}
