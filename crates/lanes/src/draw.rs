//! Randomness that belongs to the playout.
//!
//! Each playout has a key of its own, made from the seed, the job's stream and the number of the
//! playout. The draw of a role in a step is a function of the key and of the number
//! `step * roles + role`. It therefore does not matter in which lane a playout runs, when, beside
//! which others, nor whether draws that decide nothing are made at all.

use stonegate_ground::RoleId;

use crate::word::LANES;

/// The distance between the counters of consecutive draws (2^32 divided by the golden ratio).
const STRIDE: u32 = 0x9e37_79b9;

/// The key of one playout.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Key {
    pub(crate) counter: u32,
    pub(crate) salt: u32,
}

impl Key {
    /// The key of a playout of the job with the given [`stream_key`].
    #[inline]
    pub(crate) fn of_playout(stream_key: u64, playout: u64) -> Self {
        Succession(stream_key.wrapping_add(playout.wrapping_mul(PLAYOUT))).key()
    }

    /// The key of a playout.
    pub fn new(seed: u64, stream: u64, playout: u64) -> Self {
        Self::of_playout(stream_key(seed, stream), playout)
    }

    /// A number below `bound` for a role in a step, each almost equally likely: the bias is below
    /// `bound / 2^32`. A bound of 0 gives 0.
    pub fn below(self, bound: u32, step: u32, role: RoleId, n_roles: usize) -> u32 {
        self.draw(bound, step.wrapping_mul(n_roles as u32).wrapping_add(role.into()))
    }

    /// The same for the draw of this number.
    pub fn draw(self, bound: u32, number: u32) -> u32 {
        let bits = bits(self.counter.wrapping_add(offset(number)), self.salt);
        ((u64::from(bits) * u64::from(bound)) >> 32) as u32
    }
}

/// The distance between the numbers that consecutive playouts of a job have their keys from.
const PLAYOUT: u64 = 0x9e37_79b9_7f4a_7c15;

/// The keys of one playout of a job after the other.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Succession(u64);

impl Succession {
    /// From the first playout of a job on.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        Self(stream_key(seed, stream))
    }

    #[inline(always)]
    pub(crate) fn key(self) -> Key {
        let bits = mix(self.0);
        Key { counter: bits as u32, salt: (bits >> 32) as u32 }
    }

    /// Goes on to the next playout.
    #[inline(always)]
    pub(crate) fn advance(&mut self) {
        self.0 = self.0.wrapping_add(PLAYOUT);
    }
}

/// What the keys of a job's playouts are made from.
pub(crate) fn stream_key(seed: u64, stream: u64) -> u64 {
    mix(mix(seed).wrapping_add(stream.wrapping_mul(0xd134_2543_de82_ef95)))
}

/// How far the counter has moved at the draw with this number.
#[inline(always)]
pub(crate) fn offset(number: u32) -> u32 {
    number.wrapping_mul(STRIDE)
}

/// The 32 random bits of a draw, of which the higher ones are the better ones.
///
/// The multipliers and shifts are those of a search for the least biased hash of this shape
/// (Wellons, "Hash Prospector"); the salt makes it one of 2^32 such hashes.
#[inline(always)]
pub(crate) fn bits(counter: u32, salt: u32) -> u32 {
    let mixed = (counter ^ counter >> 16).wrapping_mul(MULTIPLIERS[0]) ^ salt;
    (mixed ^ mixed >> 15).wrapping_mul(MULTIPLIERS[1])
}

pub(crate) const MULTIPLIERS: [u32; 2] = [0x21f0_aaad, 0xd35a_2d97];

/// The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
#[inline(always)]
fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// The keys of all lanes; counters are set back so that one offset serves all lanes.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Keys {
    pub(crate) counters: [u32; LANES],
    pub(crate) salts: [u32; LANES],
}

impl Keys {
    pub(crate) fn new() -> Self {
        Self { counters: [0; LANES], salts: [0; LANES] }
    }

    /// Gives a lane the key of a playout that starts at the draw with this number.
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, key: Key, number: u32) {
        self.counters[lane] = key.counter.wrapping_sub(offset(number));
        self.salts[lane] = key.salt;
    }
}
