//! Draws the numbers of the chosen moves in all lanes: bit-sliced counts in, bit-sliced picks out.

use crate::backend::Backend;
use crate::draw::{Keys, bits, offset};
use crate::word::{PARTS, Word};

/// A role other than the first that shares a chooser, and the lanes in which it is the one.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) lanes: Word,
    /// How much later its draw is than that of the first role.
    pub(crate) later: u32,
}

/// What a draw needs to know besides the counts.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Draw<'a> {
    pub(crate) keys: &'a Keys,
    /// The number of the draw of the chooser's first role.
    pub(crate) number: u32,
    pub(crate) turns: &'a [Turn],
}

/// For each lane, a random number below its count (0 for a count of 0).
pub(crate) fn choose(backend: Backend, draw: Draw<'_>, counts: &[Word], picks: &mut [Word]) {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512 | Backend::NativeAvx512 => x86::avx512(draw, counts, picks),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 | Backend::NativeAvx2 => x86::avx2(draw, counts, picks),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        _ if counts.len() <= 8 => wasm::narrow(draw, counts, picks),
        _ => portable(draw, counts, picks),
    }
}

#[inline(always)]
fn portable(draw: Draw<'_>, counts: &[Word], picks: &mut [Word]) {
    for part in 0..PARTS {
        let mut numbers = [0_u32; 64];
        for (place, word) in counts.iter().enumerate() {
            for (lane, number) in numbers.iter_mut().enumerate() {
                *number |= ((word.0[part] >> lane & 1) as u32) << place;
            }
        }
        let mut offsets = [offset(draw.number); 64];
        for turn in draw.turns {
            for (lane, at) in offsets.iter_mut().enumerate() {
                let is_turn = (turn.lanes.0[part] >> lane & 1) as u32;
                *at = at.wrapping_add(offset(turn.later) & is_turn.wrapping_neg());
            }
        }
        let lanes = part * 64..part * 64 + 64;
        let keys = draw.keys.counters[lanes.clone()].iter().zip(&draw.keys.salts[lanes]);
        for ((number, at), (&counter, &salt)) in numbers.iter_mut().zip(offsets).zip(keys) {
            let random = bits(counter.wrapping_add(at), salt);
            *number = ((u64::from(random) * u64::from(*number)) >> 32) as u32;
        }
        for (place, pick) in picks.iter_mut().enumerate() {
            let lanes = numbers.iter().enumerate();
            pick.0[part] =
                lanes.fold(0, |part, (lane, number)| part | u64::from(number >> place & 1) << lane);
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    #[allow(clippy::wildcard_imports)]
    use std::arch::wasm32::*;

    use super::{Draw, PARTS, Word, offset};
    use crate::draw::MULTIPLIERS;

    /// Counts that fit a byte: packed and unpacked 16 lanes at a time.
    pub(super) fn narrow(draw: Draw<'_>, counts: &[Word], picks: &mut [Word]) {
        for part in 0..PARTS {
            let mut parts = [0_u64; 8];
            for quarter in 0..4 {
                let mut count = u8x16_splat(0);
                for (place, word) in counts.iter().enumerate() {
                    let lanes = spread((word.0[part] >> (quarter * 16)) as u16);
                    count = v128_or(count, v128_and(lanes, u8x16_splat(1 << place)));
                }
                let (low, high) = (u16x8_extend_low_u8x16(count), u16x8_extend_high_u8x16(count));
                let first = part * 64 + quarter * 16;
                let numbers = u8x16_narrow_i16x8(
                    i16x8_narrow_i32x4(
                        below(&draw, first, u32x4_extend_low_u16x8(low)),
                        below(&draw, first + 4, u32x4_extend_high_u16x8(low)),
                    ),
                    i16x8_narrow_i32x4(
                        below(&draw, first + 8, u32x4_extend_low_u16x8(high)),
                        below(&draw, first + 12, u32x4_extend_high_u16x8(high)),
                    ),
                );
                for (place, bits) in parts[..picks.len()].iter_mut().enumerate() {
                    // The bit becomes the sign, which is what a mask is made of.
                    let lanes = u8x16_bitmask(u16x8_shl(numbers, 7 - place as u32));
                    *bits |= u64::from(lanes) << (quarter * 16);
                }
            }
            for (pick, bits) in picks.iter_mut().zip(parts) {
                pick.0[part] = bits;
            }
        }
    }

    /// All bits of a byte for each lane that holds.
    #[inline(always)]
    fn spread(lanes: u16) -> v128 {
        let bytes = u8x16_swizzle(
            u16x8_splat(lanes),
            u8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1),
        );
        let bits = u8x16(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128);
        u8x16_eq(v128_and(bytes, bits), bits)
    }

    /// Random numbers below the counts of the four lanes from the first on.
    #[inline(always)]
    fn below(draw: &Draw<'_>, first: usize, count: v128) -> v128 {
        let load = |array: &[u32; 512]| {
            u32x4(array[first], array[first + 1], array[first + 2], array[first + 3])
        };
        let mut counter = u32x4_add(load(&draw.keys.counters), u32x4_splat(offset(draw.number)));
        for turn in draw.turns {
            let lanes = (turn.lanes.0[first / 64] >> (first % 64)) as u32;
            let bits = u32x4(1, 2, 4, 8);
            let is_turn = u32x4_eq(v128_and(u32x4_splat(lanes), bits), bits);
            counter = u32x4_add(counter, v128_and(is_turn, u32x4_splat(offset(turn.later))));
        }
        let [one, other] = MULTIPLIERS.map(|multiplier| u32x4_splat(multiplier));
        let mixed = v128_xor(counter, u32x4_shr(counter, 16));
        let mixed = v128_xor(u32x4_mul(mixed, one), load(&draw.keys.salts));
        let mixed = v128_xor(mixed, u32x4_shr(mixed, 15));
        let random = u32x4_mul(mixed, other);
        // The high halves of the products.
        let low = u64x2_extmul_low_u32x4(random, count);
        let high = u64x2_extmul_high_u32x4(random, count);
        u32x4_shuffle::<1, 3, 5, 7>(low, high)
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    #[allow(clippy::wildcard_imports)]
    use std::arch::x86_64::*;

    use super::{Draw, PARTS, Word, offset, portable};
    use crate::draw::MULTIPLIERS;

    pub(super) fn avx2(draw: Draw<'_>, counts: &[Word], picks: &mut [Word]) {
        #[target_feature(enable = "avx2")]
        fn wide(draw: Draw<'_>, counts: &[Word], picks: &mut [Word]) {
            portable(draw, counts, picks);
        }
        assert!(is_x86_feature_detected!("avx2"), "the kernel has checked it");
        // SAFETY: the machine has AVX2.
        unsafe { wide(draw, counts, picks) }
    }

    pub(super) fn avx512(draw: Draw<'_>, counts: &[Word], picks: &mut [Word]) {
        assert!(
            is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
            "the kernel has checked it"
        );
        if counts.len() <= 8 {
            // SAFETY: the machine has AVX-512 F and BW.
            unsafe { narrow(draw, counts, picks) }
        } else {
            // SAFETY: the machine has AVX-512 F and BW.
            unsafe { wide(draw, counts, picks) }
        }
    }

    /// Counts that fit a byte: packed and unpacked 64 lanes at a time.
    #[target_feature(enable = "avx512f,avx512bw")]
    fn narrow(draw: Draw<'_>, counts: &[Word], picks: &mut [Word]) {
        for part in 0..PARTS {
            let mut bytes = _mm512_setzero_si512();
            for (place, word) in counts.iter().enumerate() {
                let bit = _mm512_set1_epi8(1 << place);
                bytes = set_bytes(bytes, word.0[part], bit);
            }
            let quarters = [
                _mm512_extracti32x4_epi32::<0>(bytes),
                _mm512_extracti32x4_epi32::<1>(bytes),
                _mm512_extracti32x4_epi32::<2>(bytes),
                _mm512_extracti32x4_epi32::<3>(bytes),
            ];
            let mut numbers = [_mm_setzero_si128(); 4];
            for (quarter, number) in numbers.iter_mut().enumerate() {
                let count = _mm512_cvtepu8_epi32(quarters[quarter]);
                let picked = below(&draw, part * 4 + quarter, count);
                *number = _mm512_cvtepi32_epi8(picked);
            }
            let low = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(numbers[0]), numbers[1]);
            let low = _mm512_inserti32x4::<2>(low, numbers[2]);
            let all = _mm512_inserti32x4::<3>(low, numbers[3]);
            for (place, pick) in picks.iter_mut().enumerate() {
                pick.0[part] = _mm512_test_epi8_mask(all, _mm512_set1_epi8(1 << place));
            }
        }
    }

    /// Counts of any size.
    #[target_feature(enable = "avx512f,avx512bw")]
    fn wide(draw: Draw<'_>, counts: &[Word], picks: &mut [Word]) {
        for part in 0..PARTS {
            let mut parts = [0_u64; 32];
            for quarter in 0..4 {
                let mut count = _mm512_setzero_si512();
                for (place, word) in counts.iter().enumerate() {
                    let lanes = (word.0[part] >> (quarter * 16)) as u16;
                    count =
                        _mm512_mask_or_epi32(count, lanes, count, _mm512_set1_epi32(1 << place));
                }
                let picked = below(&draw, part * 4 + quarter, count);
                for (place, bits) in parts[..picks.len()].iter_mut().enumerate() {
                    let lanes = _mm512_test_epi32_mask(picked, _mm512_set1_epi32(1 << place));
                    *bits |= u64::from(lanes) << (quarter * 16);
                }
            }
            for (pick, bits) in picks.iter_mut().zip(parts) {
                pick.0[part] = bits;
            }
        }
    }

    /// Sets bits of the bytes of some lanes that have them clear.
    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn set_bytes(bytes: __m512i, lanes: u64, bit: __m512i) -> __m512i {
        _mm512_mask_add_epi8(bytes, lanes, bytes, bit)
    }

    /// Random numbers below the counts of the `group`-th 16 lanes.
    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn below(draw: &Draw<'_>, group: usize, count: __m512i) -> __m512i {
        let first = group * 16;
        let load = |array: &[u32; 512]| {
            let lanes: &[u32; 16] = array[first..first + 16].try_into().expect("16 lanes");
            // SAFETY: reads the 64 bytes of `lanes`.
            unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
        };
        let mut counter = load(&draw.keys.counters);
        counter = _mm512_add_epi32(counter, _mm512_set1_epi32(offset(draw.number) as i32));
        for turn in draw.turns {
            let lanes = (turn.lanes.0[group / 4] >> (group % 4 * 16)) as u16;
            let later = _mm512_set1_epi32(offset(turn.later) as i32);
            counter = _mm512_mask_add_epi32(counter, lanes, counter, later);
        }
        let [first, second] = MULTIPLIERS.map(|multiplier| _mm512_set1_epi32(multiplier as i32));
        let mixed = _mm512_xor_si512(counter, _mm512_srli_epi32::<16>(counter));
        let mixed = _mm512_mullo_epi32(mixed, first);
        let mixed = _mm512_xor_si512(mixed, load(&draw.keys.salts));
        let mixed = _mm512_xor_si512(mixed, _mm512_srli_epi32::<15>(mixed));
        let random = _mm512_mullo_epi32(mixed, second);
        // The high halves of the products, of even lanes and of odd ones.
        let even = _mm512_srli_epi64::<32>(_mm512_mul_epu32(random, count));
        let odd = _mm512_mul_epu32(_mm512_srli_epi64::<32>(random), _mm512_srli_epi64::<32>(count));
        _mm512_mask_mov_epi32(even, 0xaaaa, odd)
    }
}
