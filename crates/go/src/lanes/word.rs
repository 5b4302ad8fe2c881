//! One bit for each of 512 games.

use fearless_simd::prelude::*;
use fearless_simd::u64x8;

/// How many games a block of lanes has: they share their start.
pub const BLOCK: usize = 64;

/// How many blocks play at once.
pub const N_BLOCKS: usize = 8;

/// How many games play at once.
pub(super) const N_LANES: usize = BLOCK * N_BLOCKS;

/// A bit for each game, the games of a block in one element.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
#[repr(align(64))]
pub(super) struct Word(pub(super) [u64; N_BLOCKS]);

impl Word {
    pub(super) const ZERO: Self = Self([0; N_BLOCKS]);
    pub(super) const ONES: Self = Self([!0; N_BLOCKS]);

    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S) -> u64x8<S> {
        u64x8::simd_from(simd, self.0)
    }

    #[inline(always)]
    pub(super) fn store<S: Simd>(&mut self, value: u64x8<S>) {
        self.0 = value.into();
    }
}

/// The bits of `a` where `condition` is set, and those of `b` elsewhere.
#[inline(always)]
pub(super) fn mux<S: Simd>(condition: u64x8<S>, a: u64x8<S>, b: u64x8<S>) -> u64x8<S> {
    (condition & a) | (!condition & b)
}

/// Whether two of three bits are set: the carry of a full adder.
#[inline(always)]
pub(super) fn majority<S: Simd>(a: u64x8<S>, b: u64x8<S>, c: u64x8<S>) -> u64x8<S> {
    (a & b) | (c & (a | b))
}

/// Counts up to two.
#[derive(Copy, Clone)]
pub(super) struct OneOrMore<S: Simd> {
    pub(super) any: u64x8<S>,
    several: u64x8<S>,
}

impl<S: Simd> OneOrMore<S> {
    #[inline(always)]
    pub(super) fn new(simd: S) -> Self {
        Self { any: u64x8::splat(simd, 0), several: u64x8::splat(simd, 0) }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, bit: u64x8<S>) {
        self.several |= self.any & bit;
        self.any |= bit;
    }

    #[inline(always)]
    pub(super) fn several(self) -> u64x8<S> {
        self.several
    }

    #[inline(always)]
    pub(super) fn is_one(self) -> u64x8<S> {
        self.any & !self.several
    }
}
