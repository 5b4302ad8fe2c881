//! Shapes around an empty point where a move is often good: turning around a stone, and cutting.
//!
//! They are a part of the patterns of Gelly, Wang, Munos and Teytaud (2006), in all directions and
//! for both colors.

use fearless_simd::prelude::*;
use fearless_simd::u64x8;

use super::word::Word;

/// One neighbor of the point: is it the mover's, is it the opponent's?
#[derive(Copy, Clone)]
struct Cell<S: Simd>(u64x8<S>, u64x8<S>);

impl<S: Simd> Cell<S> {
    /// Whether two cells have stones of different colors.
    #[inline(always)]
    fn opposes(self, other: Self) -> u64x8<S> {
        (self.0 & other.1) | (self.1 & other.0)
    }

    #[inline(always)]
    fn has_stone(self) -> u64x8<S> {
        self.0 | self.1
    }
}

/// In which games the point in column `x` of the middle row has a shape.
#[inline(always)]
pub(super) fn find<S: Simd>(
    simd: S,
    mover: &[&[Word]; 3],
    opponent: &[&[Word]; 3],
    x: usize,
    is_edge: bool,
) -> u64x8<S> {
    let cell = |row: usize, x: usize| Cell(mover[row][x].load(simd), opponent[row][x].load(simd));
    // Clockwise, each side followed by the corner behind it.
    let sides = [cell(2, x + 1), cell(1, x + 2), cell(0, x + 1), cell(1, x)];
    let corners = [cell(2, x + 2), cell(0, x + 2), cell(0, x), cell(2, x)];
    let mut found = u64x8::splat(simd, 0);
    for i in 0..4 {
        let (side, next, across) = (sides[i], sides[(i + 1) % 4], sides[(i + 2) % 4]);
        let (before, behind) = (sides[(i + 3) % 4], corners[i]);
        // A stone beside the point with a stone of the other color at its shoulder, and room to
        // turn around it.
        let is_flanked = side.opposes(behind) | side.opposes(corners[(i + 3) % 4]);
        let has_room = !(next.has_stone() | before.has_stone());
        found |= is_flanked & has_room;
        // Two stones of one color at a corner with a stone of the other: a cut, unless a third
        // stone protects it.
        let cuts_own = side.0 & next.0 & behind.1 & !(across.0 | before.0);
        let cuts_other = side.1 & next.1 & behind.0 & !(across.1 | before.1);
        found |= cuts_own | cuts_other;
        // Between two stones of one color, behind a stone of the other.
        let splits_own = side.1 & next.0 & before.0 & !across.0;
        let splits_other = side.0 & next.1 & before.1 & !across.1;
        found |= splits_own | splits_other;
        // At the edge: beside a stone, under one of the other color.
        if is_edge {
            found |= side.opposes(next);
        }
    }
    found
}
