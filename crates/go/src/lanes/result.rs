//! What became of a block of games.

use fearless_simd::prelude::*;

use super::draw::{Numbers, Planes, gather, place_of};
use super::length::n_moves;
use super::word::{BLOCK, N_LANES, Word};
use super::{Lanes, Plays};

/// The games of a block, played to their end. Sets of points are indexed by row and column.
#[derive(Clone, Debug)]
pub struct BlockResult {
    /// By how many points Black is ahead in each game, without komi.
    pub leads: [i16; BLOCK],
    /// How many moves each game had, passes included.
    pub lengths: [u16; BLOCK],
    /// For each point, in the order of [`crate::Size::points`].
    pub points: Vec<Plays>,
}

impl Lanes {
    /// The points that each color holds in the end (area scoring), as bits of all games.
    ///
    /// Leaves Black's in `candidates` and White's in `empty`, which the next step overwrites.
    #[inline(always)]
    pub(super) fn count_areas<S: Simd>(&mut self, simd: S) -> [Numbers; 2] {
        let white_moves = self.white_moves.load(simd);
        self.join_empty_points(simd);
        for is_white in [false, true] {
            let stride = self.geometry.stride;
            let target = if is_white { white_moves } else { !white_moves };
            let stones = |lanes: &Self, i: usize| {
                super::word::mux(target, lanes.mover[i].load(simd), lanes.opponent[i].load(simd))
            };
            for y in 0..self.geometry.height {
                for x in 0..self.geometry.width {
                    let i = self.geometry.index(x, y);
                    let beside = stones(self, i - 1)
                        | stones(self, i + 1)
                        | stones(self, i - stride)
                        | stones(self, i + stride);
                    let empty = !(self.mover[i].load(simd) | self.opponent[i].load(simd));
                    self.alive[i].store(empty & beside);
                }
            }
            self.wires.spread(simd, &self.geometry, &mut self.alive);
            for y in 0..self.geometry.height {
                for x in 0..self.geometry.width {
                    let i = self.geometry.index(x, y);
                    let area = stones(self, i) | self.alive[i].load(simd);
                    let kept = if is_white { &mut self.empty } else { &mut self.candidates };
                    kept[i].store(area);
                }
            }
        }
        // What both reach is nobody's.
        for (black, white) in self.candidates.iter_mut().zip(&mut self.empty) {
            let both = black.load(simd) & white.load(simd);
            black.store(black.load(simd) & !both);
            white.store(white.load(simd) & !both);
        }
        [self.numbers(simd, &self.candidates), self.numbers(simd, &self.empty)]
    }

    #[inline(always)]
    fn join_empty_points<S: Simd>(&mut self, simd: S) {
        let stride = self.geometry.stride;
        for y in 0..self.geometry.height {
            for x in 0..self.geometry.width {
                let i = self.geometry.index(x, y);
                let empty = |other: usize| {
                    !(self.mover[other].load(simd) | self.opponent[other].load(simd))
                };
                let (here, right, above) = (empty(i), empty(i + 1), empty(i + stride));
                let is_last = x + 1 == self.geometry.width;
                let zero = fearless_simd::u64x8::splat(simd, 0);
                self.wires.right[i].store(if is_last { zero } else { here & right });
                let is_top = y + 1 == self.geometry.height;
                self.wires.above[i].store(if is_top { zero } else { here & above });
            }
        }
    }

    /// In each game, how many points are marked.
    #[inline(always)]
    fn numbers<S: Simd>(&self, simd: S, marked: &[Word]) -> Numbers {
        let mut planes: Planes = [Word::ZERO; 16];
        for y in 0..self.geometry.height {
            let start = self.geometry.index(0, y);
            for word in &marked[start..start + self.geometry.width] {
                let mut carry = word.load(simd);
                for plane in planes.iter_mut().take(9) {
                    let before = plane.load(simd);
                    plane.store(before ^ carry);
                    carry &= before;
                }
            }
        }
        let mut numbers = [0; N_LANES];
        gather(simd, &planes, false, &mut numbers);
        numbers
    }

    /// In each game, how many moves were made.
    #[inline(always)]
    pub(super) fn count_moves<S: Simd>(&self, simd: S) -> Numbers {
        let mut numbers = [0; N_LANES];
        gather(simd, &self.lengths, false, &mut numbers);
        numbers.map(|count| n_moves(self.geometry.size, count))
    }

    pub(super) fn result_of(&self, block: usize, counts: &[Numbers; 3]) -> BlockResult {
        let lead = |game| {
            let place = place_of(block, game);
            counts[0][place] as i16 - counts[1][place] as i16
        };
        let leads = std::array::from_fn(lead);
        let lengths = std::array::from_fn(|game| counts[2][place_of(block, game)]);
        let points = self.geometry.size.points().map(|point| {
            let i = self.geometry.index_of(point);
            Plays {
                first_black: self.first[i].black.block(block),
                first_white: self.first[i].white.block(block),
                black_area: self.candidates[i].block(block),
                white_area: self.empty[i].block(block),
            }
        });
        BlockResult { leads, lengths, points: points.collect() }
    }
}
