//! One of the marked points, for each game, all with the same probability.
//!
//! A number below the count of marked points is drawn. Rows are passed over as long as it is not
//! below the count of the row; then the columns of this row are counted off.

use fearless_simd::prelude::*;
use fearless_simd::u64x8;

use super::draw::{Generators, Numbers, Planes, gather, scatter};
use super::geometry::Geometry;
use super::word::{Word, majority, mux};
use crate::point::MAX_SIDE;

/// Bits of a number up to 19, and of one up to 361.
const ROW_BITS: usize = 5;
const TOTAL_BITS: usize = 9;

/// In each game, the row and the column of the selected point.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    pub(super) rows: [Word; MAX_SIDE],
    pub(super) columns: [Word; MAX_SIDE],
    /// The games with any marked point.
    pub(super) any: Word,
}

impl Selection {
    pub(super) fn new() -> Self {
        Self { rows: [Word::ZERO; MAX_SIDE], columns: [Word::ZERO; MAX_SIDE], any: Word::ZERO }
    }

    /// Selects one of the points in `marked`.
    #[inline(always)]
    pub(super) fn draw<S: Simd>(
        &mut self,
        simd: S,
        geometry: &Geometry,
        marked: &[Word],
        generators: &mut Generators,
    ) {
        let is_short = geometry.size.n_points() < 256;
        let total_bits = if is_short { 8 } else { TOTAL_BITS };
        let (counts, total) = count(simd, geometry, marked, total_bits);
        let mut numbers: Numbers = [0; _];
        let mut planes: Planes = [Word::ZERO; 16];
        for (plane, bit) in planes.iter_mut().zip(total) {
            plane.store(bit);
        }
        gather(simd, &planes, is_short, &mut numbers);
        generators.draw(&mut numbers);
        scatter(simd, &numbers, is_short, &mut planes);
        let mut number = std::array::from_fn(|i| planes[i].load(simd));
        self.pick_row(simd, geometry, &counts, &mut number, total_bits);
        self.pick_column(simd, geometry, marked, number);
    }

    #[inline(always)]
    fn pick_row<S: Simd>(
        &mut self,
        simd: S,
        geometry: &Geometry,
        counts: &[[u64x8<S>; ROW_BITS]; MAX_SIDE],
        number: &mut [u64x8<S>; TOTAL_BITS],
        total_bits: usize,
    ) {
        let zero = u64x8::splat(simd, 0);
        let mut found = zero;
        for (row, count) in self.rows.iter_mut().zip(counts).take(geometry.height) {
            let mut borrow = zero;
            let mut rest = *number;
            for i in 0..total_bits {
                let count = if i < ROW_BITS { count[i] } else { zero };
                rest[i] = number[i] ^ count ^ borrow;
                borrow = majority(!number[i], count, borrow);
            }
            let is_here = borrow & !found;
            found |= is_here;
            for i in 0..total_bits {
                number[i] = mux(found, number[i], rest[i]);
            }
            row.store(is_here);
        }
        self.any.store(found);
    }

    #[inline(always)]
    fn pick_column<S: Simd>(
        &mut self,
        simd: S,
        geometry: &Geometry,
        marked: &[Word],
        number: [u64x8<S>; TOTAL_BITS],
    ) {
        let rows = &self.rows[..geometry.height];
        let [mut a, mut b, mut c, mut d, mut e, ..] = number;
        for x in 0..geometry.width {
            let mut here = u64x8::splat(simd, 0);
            for (y, row) in rows.iter().enumerate() {
                here |= row.load(simd) & marked[geometry.index(x, y)].load(simd);
            }
            self.columns[x].store(here & !(a | b | c | d | e));
            // One is taken off; behind zero the number is never zero again.
            let mut borrow = here;
            for bit in [&mut a, &mut b, &mut c, &mut d, &mut e] {
                let before = *bit;
                *bit ^= borrow;
                borrow &= !before;
            }
        }
    }
}

/// How many points are marked in each row, and in all.
#[inline(always)]
fn count<S: Simd>(
    simd: S,
    geometry: &Geometry,
    marked: &[Word],
    total_bits: usize,
) -> ([[u64x8<S>; ROW_BITS]; MAX_SIDE], [u64x8<S>; TOTAL_BITS]) {
    let zero = u64x8::splat(simd, 0);
    let mut counts = [[zero; ROW_BITS]; MAX_SIDE];
    let mut total = [zero; TOTAL_BITS];
    for (y, count) in counts.iter_mut().enumerate().take(geometry.height) {
        let start = geometry.index(0, y);
        let [mut a, mut b, mut c, mut d, mut e] = [zero; ROW_BITS];
        for word in &marked[start..start + geometry.width] {
            let mut carry = word.load(simd);
            for bit in [&mut a, &mut b, &mut c, &mut d, &mut e] {
                let before = *bit;
                *bit ^= carry;
                carry &= before;
            }
        }
        *count = [a, b, c, d, e];
        let mut carry = zero;
        for i in 0..total_bits {
            let addend = if i < ROW_BITS { count[i] } else { zero };
            let sum = total[i] ^ addend ^ carry;
            carry = majority(total[i], addend, carry);
            total[i] = sum;
        }
    }
    (counts, total)
}
