//! One bit for each of 512 games.

use fearless_simd::prelude::*;
use fearless_simd::u64x8;

/// How many games a block of lanes has: they share their start.
pub const BLOCK: usize = 16;

/// How many blocks play at once.
pub const N_BLOCKS: usize = N_LANES / BLOCK;

/// How many games play at once.
pub(super) const N_LANES: usize = 512;

const N_ELEMENTS: usize = N_LANES / u64::BITS as usize;

/// A bit for each game, the games of a block side by side in one element.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
#[repr(align(64))]
pub(super) struct Word(pub(super) [u64; N_ELEMENTS]);

/// The element of a word that has this game of a block, and its bit.
pub(super) const fn bit_of(block: usize, game: usize) -> (usize, usize) {
    let lane = block * BLOCK + game;
    (lane / u64::BITS as usize, lane % u64::BITS as usize)
}

impl Word {
    pub(super) const ZERO: Self = Self([0; N_ELEMENTS]);
    pub(super) const ONES: Self = Self([!0; N_ELEMENTS]);

    /// The bits of a block.
    pub(super) fn block(&self, block: usize) -> u16 {
        let (element, bit) = bit_of(block, 0);
        (self.0[element] >> bit) as u16
    }

    /// Sets all bits of a block, or none.
    pub(super) fn set_block(&mut self, block: usize, is_set: bool) {
        let (element, bit) = bit_of(block, 0);
        let mask = u64::from(u16::MAX) << bit;
        if is_set {
            self.0[element] |= mask;
        } else {
            self.0[element] &= !mask;
        }
    }

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
