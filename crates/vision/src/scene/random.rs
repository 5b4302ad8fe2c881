//! Pseudo-random numbers that are the same everywhere.

/// SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// A stream of its own for each pair of seed and number.
    pub(crate) const fn new(seed: u64, number: u64) -> Self {
        Self(seed.wrapping_mul(0xd1b5_4a32_d192_ed03) ^ number.wrapping_mul(0xaef1_7502_108e_f2d9))
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// About normally distributed, with mean 0 and standard deviation 1: the sum of four uniform
    /// numbers of 16 bits each.
    pub(crate) fn normal(&mut self) -> f64 {
        let bits = self.next();
        let sum: u64 = (0..4).map(|k| bits >> (16 * k) & 0xffff).sum();
        (sum as f64 - 131_070.0) / 37_837.0
    }
}

/// A number for each cell of a grid.
pub(super) const fn hash(x: i32, y: i32) -> u8 {
    let mixed = (x as u32).wrapping_mul(0x85eb_ca6b) ^ (y as u32).wrapping_mul(0xc2b2_ae35);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x27d4_eb2f);
    (mixed >> 24) as u8
}
