//! A random number below a bound, for each game.

use fearless_simd::prelude::*;
use fearless_simd::u64x8;

use super::word::{N_LANES, Word, bit_of};
use stonegate_stones::Random;

/// The bytes of a word.
const N_BYTES: usize = size_of::<Word>();

/// Numbers of up to 16 bits, one bit of all games in a word.
pub(super) type Planes = [Word; 16];

/// The same numbers one by one. Which game has which place is fixed, but not in order.
pub(super) type Numbers = [u16; N_LANES];

/// Generators of pseudo-random numbers, one for two games (xorshift128+, Vigna 2014).
#[derive(Clone, Debug)]
pub(super) struct Generators {
    low: [u64; N_LANES / 2],
    high: [u64; N_LANES / 2],
}

impl Generators {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let mut word = |_| random.bits() | 1;
        Self { low: std::array::from_fn(&mut word), high: std::array::from_fn(&mut word) }
    }

    /// Replaces each number by a random one that is smaller. 0 stays 0.
    ///
    /// The draw has 32 bits, so no number is off its probability by more than `n` in 2^32.
    #[inline(always)]
    pub(super) fn draw(&mut self, numbers: &mut Numbers) {
        let pairs = numbers.chunks_exact_mut(2);
        for ((low, high), pair) in self.low.iter_mut().zip(&mut self.high).zip(pairs) {
            let (mut x, y) = (*low, *high);
            x ^= x << 23;
            *low = y;
            *high = x ^ y ^ (x >> 17) ^ (y >> 26);
            let random = high.wrapping_add(y);
            pair[0] = ((u64::from(pair[0]) * (random >> 32)) >> 32) as u16;
            pair[1] = ((u64::from(pair[1]) * (random & 0xffff_ffff)) >> 32) as u16;
        }
    }
}

/// Reads the numbers out of their bits. Only the lower planes are looked at if `is_short`.
#[inline(always)]
pub(super) fn gather<S: Simd>(simd: S, planes: &Planes, is_short: bool, numbers: &mut Numbers) {
    let (low, high) = planes.split_at(8);
    let low = transpose(simd, low.first_chunk().expect("there are 16 planes"));
    let high = if is_short {
        [Word::ZERO; 8]
    } else {
        transpose(simd, high.first_chunk().expect("there are 16 planes"))
    };
    let bytes = |word: &Word, i: usize| word.0[i / 8].to_le_bytes()[i % 8];
    for (k, (low, high)) in low.iter().zip(&high).enumerate() {
        for i in 0..N_BYTES {
            numbers[k * N_BYTES + i] = u16::from_le_bytes([bytes(low, i), bytes(high, i)]);
        }
    }
}

/// The inverse of [`gather`].
#[inline(always)]
pub(super) fn scatter<S: Simd>(simd: S, numbers: &Numbers, is_short: bool, planes: &mut Planes) {
    let plane_of = |k: usize, shift: u32| {
        let mut word = Word::ZERO;
        for (i, element) in word.0.iter_mut().enumerate() {
            let bytes = std::array::from_fn(|j| (numbers[k * N_BYTES + i * 8 + j] >> shift) as u8);
            *element = u64::from_le_bytes(bytes);
        }
        word
    };
    let low = transpose(simd, &std::array::from_fn(|k| plane_of(k, 0)));
    planes[..8].copy_from_slice(&low);
    if !is_short {
        let high = transpose(simd, &std::array::from_fn(|k| plane_of(k, 8)));
        planes[8..].copy_from_slice(&high);
    }
}

/// The place among the [`Numbers`] of a game.
pub(super) const fn place_of(block: usize, game: usize) -> usize {
    let (element, bit) = bit_of(block, game);
    (bit % 8) * N_BYTES + element * 8 + bit / 8
}

/// Transposes squares of 8x8 bits: bit `j` of byte `i` in word `k` changes places with bit `k` of
/// byte `i` in word `j`. Its own inverse.
#[inline(always)]
fn transpose<S: Simd>(simd: S, words: &[Word; 8]) -> [Word; 8] {
    let mut planes = words.each_ref().map(|word| word.load(simd));
    for (shift, mask) in
        [(4, 0x0f0f_0f0f_0f0f_0f0f), (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555)]
    {
        let mask = u64x8::splat(simd, mask);
        for k in (0..8).filter(|k| k & shift == 0) {
            let swapped = ((planes[k] >> shift as u32) ^ planes[k + shift]) & mask;
            planes[k + shift] ^= swapped;
            planes[k] ^= swapped << shift as u32;
        }
    }
    planes.map(|plane| {
        let mut word = Word::ZERO;
        word.store(plane);
        word
    })
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};

    use super::super::word::{BLOCK, N_BLOCKS};
    use super::*;

    #[test]
    fn numbers_come_back() {
        let mut random = Random::new(1, 0);
        let numbers = std::array::from_fn::<_, N_LANES, _>(|_| random.below(362) as u16);
        let mut planes = [Word::ZERO; 16];
        let mut again = [0; N_LANES];
        dispatch!(Level::new(), simd => scatter(simd, &numbers, false, &mut planes));
        dispatch!(Level::new(), simd => gather(simd, &planes, false, &mut again));
        assert_eq!(numbers, again);
        for block in 0..N_BLOCKS {
            for game in 0..BLOCK {
                let bit = |plane: &Word| plane.block(block) >> game & 1;
                let number = planes.iter().enumerate().map(|(i, plane)| bit(plane) << i).sum();
                assert_eq!(numbers[place_of(block, game)], number);
            }
        }
    }

    #[test]
    fn draws_are_uniform() {
        let mut generators = Generators::new(7);
        let mut counts = [0_u32; 10];
        for _ in 0..200 {
            let mut numbers = [10; N_LANES];
            generators.draw(&mut numbers);
            for n in numbers {
                counts[usize::from(n)] += 1;
            }
        }
        // 10,240 each, with a standard deviation of 96.
        assert!(counts.iter().all(|n| n.abs_diff(10_240) < 480), "{counts:?}");
    }
}
