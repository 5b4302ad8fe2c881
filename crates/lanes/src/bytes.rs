//! Bits of lanes as bytes: what arrays of other languages are made of.

use crate::transpose::transpose;
use crate::word::Word;

/// Writes the bits of words as bytes, 0 or 1: a row for each of the first lanes, a column for each
/// word.
pub(crate) fn write_rows(words: impl ExactSizeIterator<Item = Word>, bytes: &mut [u8]) {
    if words.len() > 0 {
        let words: Vec<Word> = words.collect();
        widest(Rows { words: &words, bytes });
    }
}

/// Writes the bits of a word as bytes, one for each of the first lanes.
pub(crate) fn write_word(word: Word, bytes: &mut [u8]) {
    widest(Column { word, bytes });
}

struct Rows<'a> {
    words: &'a [Word],
    bytes: &'a mut [u8],
}

struct Column<'a> {
    word: Word,
    bytes: &'a mut [u8],
}

/// Something that turns bits to bytes.
trait Work {
    fn run<E: Expand>(self);
}

impl Work for Rows<'_> {
    #[inline(always)]
    fn run<E: Expand>(self) {
        let Self { words, bytes } = self;
        let n_columns = words.len();
        let mut matrices = vec![[0; 64]; n_columns.div_ceil(64)];
        for (part, bytes) in bytes.chunks_mut(64 * n_columns).enumerate() {
            for (matrix, words) in matrices.iter_mut().zip(words.chunks(64)) {
                for (row, word) in matrix.iter_mut().zip(words) {
                    *row = word.0[part];
                }
                matrix[words.len()..].fill(0);
                transpose(matrix);
            }
            for lane in 0..bytes.len() / n_columns {
                for (matrix, first) in matrices.iter().zip((0..n_columns).step_by(64)) {
                    let row = &mut bytes[lane * n_columns + first..];
                    write_bits::<E>(matrix[lane], n_columns - first, row);
                }
            }
        }
    }
}

impl Work for Column<'_> {
    #[inline(always)]
    fn run<E: Expand>(self) {
        for (bits, bytes) in self.word.0.into_iter().zip(self.bytes.chunks_mut(64)) {
            write_bits::<E>(bits, bytes.len(), bytes);
        }
    }
}

/// Writes the first bits of a number, up to 64. Behind them lies what is written later, so that it
/// may be overwritten.
#[inline(always)]
fn write_bits<E: Expand>(bits: u64, n: usize, bytes: &mut [u8]) {
    if let Some(all) = bytes.first_chunk_mut() {
        *all = E::expand(bits);
    } else {
        let n = n.min(bytes.len());
        bytes[..n].copy_from_slice(&E::expand(bits)[..n]);
    }
}

/// Does some work with the best instructions that the machine has.
fn widest(work: impl Work) {
    #[cfg(target_arch = "x86_64")]
    if x86::is_available() {
        return x86::run(work);
    }
    work.run::<Portable>();
}

/// Makes bytes of bits.
trait Expand {
    fn expand(bits: u64) -> [u8; 64];
}

struct Portable;

impl Expand for Portable {
    #[inline(always)]
    fn expand(bits: u64) -> [u8; 64] {
        let mut bytes = [0; 64];
        for (eight, bits) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(bits.to_le_bytes()) {
            *eight = spread(bits);
        }
        bytes
    }
}

/// Eight bits as eight bytes.
#[inline(always)]
fn spread(bits: u8) -> [u8; 8] {
    // Each byte keeps the bit of its number, and is then made 1 unless it is 0.
    let bits = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (((bits + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101).to_le_bytes()
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use std::arch::x86_64::_mm512_maskz_set1_epi8;

    use super::{Expand, Work};

    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
    }

    pub(super) fn run(work: impl Work) {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        fn wide(work: impl Work) {
            work.run::<Avx512>();
        }
        assert!(is_available(), "the caller has checked it");
        // SAFETY: the machine has these instructions.
        unsafe { wide(work) }
    }

    /// One instruction does it. Used by `run` only.
    struct Avx512;

    impl Expand for Avx512 {
        #[inline(always)]
        fn expand(bits: u64) -> [u8; 64] {
            // SAFETY: `run` has looked whether the machine has AVX-512 BW, and both types are 64
            // bytes of any value.
            unsafe { std::mem::transmute(_mm512_maskz_set1_epi8(bits, 1)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::LANES;

    #[test]
    fn every_bit_becomes_a_byte() {
        for (n_columns, n_lanes) in [(1, 1), (64, 512), (7, 100), (131, 65), (0, 3), (200, 512)] {
            let bit = |lane: usize, column: usize| (lane * 7 + column * column).is_multiple_of(3);
            let words = (0..n_columns).map(|column| {
                let mut word = Word::ZERO;
                (0..LANES).for_each(|lane| word.set_lane(lane, bit(lane, column)));
                word
            });
            let words: Vec<Word> = words.collect();
            let expected: Vec<u8> = (0..n_lanes)
                .flat_map(|lane| (0..n_columns).map(move |column| u8::from(bit(lane, column))))
                .collect();
            let mut bytes = vec![9; n_lanes * n_columns];
            write_rows(words.iter().copied(), &mut bytes);
            assert!(bytes == expected, "{n_columns} columns");
            if n_columns > 0 {
                bytes.fill(9);
                Rows { words: &words, bytes: &mut bytes }.run::<Portable>();
                assert!(bytes == expected, "{n_columns} columns, portable");
            }
        }
    }

    #[test]
    fn every_lane_becomes_a_byte() {
        let mut word = Word::ZERO;
        (0..LANES).step_by(3).for_each(|lane| word.set_lane(lane, true));
        for n in [0, 1, 64, 100, 512] {
            let mut bytes = vec![9; n];
            write_word(word, &mut bytes);
            assert!(bytes.iter().enumerate().all(|(lane, &byte)| byte == u8::from(lane % 3 == 0)));
        }
    }
}
