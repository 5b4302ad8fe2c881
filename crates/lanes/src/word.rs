//! The lane word: one bit for each of 512 games.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// How many games run side by side.
pub const LANES: usize = 512;

/// How many `u64` a [`Word`] has.
pub(crate) const PARTS: usize = LANES / 64;

/// One value of a circuit in all lanes; lane `i` is bit `i % 64` of part `i / 64`.
///
/// The alignment is that of a cache line and of the widest vector registers.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub struct Word(pub [u64; PARTS]);

impl Word {
    /// No lane.
    pub const ZERO: Self = Self([0; PARTS]);
    /// Every lane.
    pub const ONES: Self = Self([!0; PARTS]);

    /// The first `n` lanes.
    pub fn first(n: usize) -> Self {
        assert!(n <= LANES, "there are {LANES} lanes");
        Self(std::array::from_fn(|part| match n.saturating_sub(part * 64) {
            0 => 0,
            left if left >= 64 => !0,
            left => (1 << left) - 1,
        }))
    }

    /// The same value in every lane.
    pub fn splat(value: bool) -> Self {
        if value { Self::ONES } else { Self::ZERO }
    }

    /// The value of one lane.
    #[inline]
    pub fn lane(&self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }

    /// Sets the value of one lane.
    #[inline]
    pub fn set_lane(&mut self, lane: usize, value: bool) {
        let part = &mut self.0[lane / 64];
        *part = *part & !(1 << (lane % 64)) | u64::from(value) << (lane % 64);
    }

    /// Does any lane hold?
    pub fn any(&self) -> bool {
        self.0.iter().fold(0, |any, part| any | part) != 0
    }

    /// In how many lanes it holds.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|part| u64::from(part.count_ones())).sum()
    }

    /// The lanes that hold, ascending.
    #[inline]
    pub fn lanes(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, part)| {
            let mut left = part;
            std::iter::from_fn(move || {
                let lane = (left != 0).then(|| index * 64 + left.trailing_zeros() as usize);
                left &= left.wrapping_sub(1);
                lane
            })
        })
    }
}

macro_rules! bitwise {
    ($trait:ident, $method:ident) => {
        impl $trait for Word {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(std::array::from_fn(|part| self.0[part].$method(other.0[part])))
            }
        }
    };
}

bitwise!(BitAnd, bitand);
bitwise!(BitOr, bitor);
bitwise!(BitXor, bitxor);

impl Not for Word {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(u64::not))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lanes() {
        for n in [0, 1, 63, 64, 65, 300, 511, 512] {
            let word = Word::first(n);
            assert_eq!(word.count(), n as u64);
            assert!(word.lanes().eq(0..n));
        }
    }

    #[test]
    fn a_lane_keeps_its_value() {
        let mut word = Word::ZERO;
        word.set_lane(130, true);
        assert!(word.lane(130) && word.any());
        assert_eq!(word.lanes().collect::<Vec<_>>(), [130]);
        word.set_lane(130, false);
        assert_eq!(word, Word::ZERO);
    }
}
