//! Pseudo-random numbers, the same everywhere.

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// A stream of its own for each pair of seed and number.
    pub const fn new(seed: u64, number: u64) -> Self {
        let mut random = Self(seed);
        Self(random.bits() ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    /// 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        spread(self.0)
    }

    /// A number below `n`, or 0 if `n` is 0.
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.bits() as u128 * n as u128) >> 64) as usize
    }

    /// Puts the elements into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            elements.swap(last, self.below(last + 1));
        }
    }
}

/// 64 bits that look random and are the same for the same index.
pub const fn random_bits(index: u64) -> u64 {
    spread(index.wrapping_add(1).wrapping_mul(STEP))
}

/// Spreads a change of any bit over all bits.
const fn spread(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers for seed 0, as published with the algorithm.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random(0);
        let expected = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        assert_eq!([random.bits(), random.bits(), random.bits()], expected);
        assert_eq!([0, 1, 2].map(random_bits), expected);
    }

    #[test]
    fn a_shuffle_keeps_the_elements() {
        let mut elements = (0..100).collect::<Vec<_>>();
        Random::new(1, 2).shuffle(&mut elements);
        assert_ne!(elements, (0..100).collect::<Vec<_>>());
        elements.sort_unstable();
        assert_eq!(elements, (0..100).collect::<Vec<_>>());
    }
}
