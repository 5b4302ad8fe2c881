//! Bits of lanes as bytes: what arrays of other languages are made of.

use crate::transpose::transpose;
use crate::word::{LANES, Word};

/// Columns that are turned at a time, in matrices of 64: as many as the nearest cache holds.
const COLUMNS: usize = 32 * 64;

/// The bytes that are written past the caches at a time have to begin at a multiple of this.
const LINE: usize = 64;

/// Writes the bits of words as bytes, 0 or 1: a row for each of the first lanes, a column for each
/// word.
pub(crate) fn write_rows(
    words: impl ExactSizeIterator<Item = Word>,
    past_caches: bool,
    bytes: &mut [u8],
) {
    let n = words.len();
    let columns = Columns { of_words: None, n, numbers: Numbers::NONE, past_caches };
    write_columns(words, columns, bytes);
}

/// What the columns of a row are.
#[derive(Copy, Clone)]
pub(crate) struct Columns<'a> {
    /// The number of the word that each of them shows, unless there is one for each.
    pub(crate) of_words: Option<&'a [u32]>,
    pub(crate) n: usize,
    pub(crate) numbers: Numbers<'a>,
    /// Will so much be written that nothing of it is in the caches when somebody reads it? Rows of
    /// whole lines are then written without being read into the caches first.
    pub(crate) past_caches: bool,
}

/// Columns, ascending, that show a number, which each lane has, and not a bit.
#[derive(Copy, Clone)]
pub(crate) struct Numbers<'a> {
    pub(crate) columns: &'a [usize],
    pub(crate) of_lanes: &'a [u8; LANES],
}

impl Numbers<'_> {
    pub(crate) const NONE: Self = Self { columns: &[], of_lanes: &[0; LANES] };

    /// Those of some columns.
    fn within(self, first: usize, n: usize) -> Self {
        let at = |column| self.columns.partition_point(|&it| it < column);
        Self { columns: &self.columns[at(first)..at(first + n)], ..self }
    }
}

/// Writes a row of bytes for each of the first lanes.
pub(crate) fn write_columns(
    words: impl ExactSizeIterator<Item = Word>,
    columns: Columns<'_>,
    bytes: &mut [u8],
) {
    if columns.n == 0 {
        return;
    }
    let n_words = words.len();
    let n_parts = bytes.len().div_ceil(64 * columns.n);
    let mut parts = vec![0; n_parts * n_words];
    for (number, word) in words.enumerate() {
        for (part, bits) in word.0.into_iter().enumerate().take(n_parts) {
            parts[part * n_words + number] = bits;
        }
    }
    widest(Rows { parts: &parts, n_words, columns, bytes });
}

/// Writes the bits of a word as bytes, one for each of the first lanes.
pub(crate) fn write_word(word: Word, bytes: &mut [u8]) {
    widest(Column { word, bytes });
}

struct Rows<'a> {
    /// The words, 64 lanes of all of them before the next 64.
    parts: &'a [u64],
    n_words: usize,
    columns: Columns<'a>,
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
        let Self { parts, n_words, columns, bytes } = self;
        let mut matrices = vec![[0; 64]; columns.n.min(COLUMNS).div_ceil(64)];
        let begins_a_line = bytes.as_ptr().addr().is_multiple_of(LINE);
        let streams = columns.past_caches && columns.n.is_multiple_of(LINE) && begins_a_line;
        let mut aside = [0; COLUMNS];
        for (part, bytes) in bytes.chunks_mut(64 * columns.n).enumerate() {
            let words = &parts[part * n_words..][..n_words];
            for first in (0..columns.n).step_by(COLUMNS) {
                let n = (columns.n - first).min(COLUMNS);
                for (matrix, at) in matrices.iter_mut().zip((first..first + n).step_by(64)) {
                    gather(words, columns, at, (first + n - at).min(64), matrix);
                    E::transpose(matrix);
                }
                let numbers = columns.numbers.within(first, n);
                // Behind the end of a row lies the next one, which is written later if there is no
                // other part of rows to come.
                let may_spill = columns.n <= COLUMNS;
                for lane in 0..bytes.len() / columns.n {
                    let row = &mut bytes[lane * columns.n + first..];
                    let made = if streams { &mut aside[..n] } else { &mut *row };
                    for (matrix, at) in matrices.iter().zip((0..n).step_by(64)) {
                        write_bits::<E>(matrix[lane], n - at, may_spill, &mut made[at..]);
                    }
                    for &column in numbers.columns {
                        made[column - first] = numbers.of_lanes[part * 64 + lane];
                    }
                    if streams {
                        E::stream(&aside[..n], &mut row[..n]);
                    }
                }
            }
        }
        if streams {
            E::finish_streams();
        }
    }
}

/// Takes the words of up to 64 columns.
#[inline(always)]
fn gather(words: &[u64], columns: Columns<'_>, at: usize, n: usize, matrix: &mut [u64; 64]) {
    match columns.of_words {
        None => matrix[..n].copy_from_slice(&words[at..][..n]),
        Some(of_words) => {
            for (row, &word) in matrix.iter_mut().zip(&of_words[at..][..n]) {
                *row = words[word as usize];
            }
        }
    }
    matrix[n..].fill(0);
}

impl Work for Column<'_> {
    #[inline(always)]
    fn run<E: Expand>(self) {
        for (bits, bytes) in self.word.0.into_iter().zip(self.bytes.chunks_mut(64)) {
            write_bits::<E>(bits, bytes.len(), false, bytes);
        }
    }
}

/// Writes the first bits of a number, up to 64; if they may spill, then more.
#[inline(always)]
fn write_bits<E: Expand>(bits: u64, n: usize, may_spill: bool, bytes: &mut [u8]) {
    match bytes.first_chunk_mut() {
        Some(all) if may_spill || n >= 64 => *all = E::expand(bits),
        _ => {
            let n = n.min(bytes.len());
            bytes[..n].copy_from_slice(&E::expand(bits)[..n]);
        }
    }
}

/// Does some work with the best instructions that the machine has.
fn widest(work: impl Work) {
    #[cfg(target_arch = "x86_64")]
    if x86::has_avx512() {
        return if x86::has_gfni() { x86::run_gfni(work) } else { x86::run_avx512(work) };
    }
    work.run::<Portable>();
}

/// Makes bytes of bits.
trait Expand {
    fn expand(bits: u64) -> [u8; 64];

    /// Transposes a matrix of bits.
    fn transpose(matrix: &mut [u64; 64]);

    /// Writes whole lines past the caches.
    fn stream(from: &[u8], to: &mut [u8]);

    /// Lets others see what was written so.
    fn finish_streams();
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

    #[inline(always)]
    fn transpose(matrix: &mut [u64; 64]) {
        transpose(matrix);
    }

    #[inline(always)]
    fn stream(from: &[u8], to: &mut [u8]) {
        to.copy_from_slice(from);
    }

    #[inline(always)]
    fn finish_streams() {}
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
    use std::arch::x86_64::{
        __m512i, _mm_sfence, _mm512_gf2p8affine_epi64_epi8, _mm512_loadu_si512,
        _mm512_maskz_set1_epi8, _mm512_permutexvar_epi8, _mm512_set1_epi64, _mm512_shuffle_i64x2,
        _mm512_stream_si512, _mm512_unpackhi_epi64, _mm512_unpacklo_epi64,
    };
    use std::mem::transmute;

    use super::{Expand, LINE, Work, transpose};

    pub(super) fn has_avx512() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
    }

    pub(super) fn has_gfni() -> bool {
        is_x86_feature_detected!("avx512vbmi") && is_x86_feature_detected!("gfni")
    }

    pub(super) fn run_avx512(work: impl Work) {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        fn wide(work: impl Work) {
            work.run::<Avx512>();
        }
        assert!(has_avx512(), "the caller has checked it");
        // SAFETY: the machine has these instructions.
        unsafe { wide(work) }
    }

    pub(super) fn run_gfni(work: impl Work) {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
        fn wide(work: impl Work) {
            work.run::<Gfni>();
        }
        assert!(has_avx512() && has_gfni(), "the caller has checked it");
        // SAFETY: the machine has these instructions.
        unsafe { wide(work) }
    }

    /// One instruction makes 64 bytes. Used by `run_avx512` only.
    struct Avx512;

    impl Expand for Avx512 {
        #[inline(always)]
        fn expand(bits: u64) -> [u8; 64] {
            // SAFETY: `run_avx512` has looked whether the machine has AVX-512 BW, and both types are
            // 64 bytes of any value.
            unsafe { transmute(_mm512_maskz_set1_epi8(bits, 1)) }
        }

        #[inline(always)]
        fn transpose(matrix: &mut [u64; 64]) {
            transpose(matrix);
        }

        #[inline(always)]
        fn stream(from: &[u8], to: &mut [u8]) {
            assert!(to.as_ptr().addr().is_multiple_of(LINE), "a line begins here");
            let (from, others) = from.as_chunks::<LINE>();
            let (to, rest) = to.as_chunks_mut::<LINE>();
            assert!(others.is_empty() && rest.is_empty(), "these are whole lines");
            for (from, to) in from.iter().zip(to) {
                // SAFETY: `run_avx512` has looked whether the machine has AVX-512 F, both are 64
                // bytes, of which the second begin at a multiple of 64, and whoever calls
                // finishes streams before anybody else reads them.
                unsafe {
                    let line = _mm512_loadu_si512(from.as_ptr().cast());
                    _mm512_stream_si512(to.as_mut_ptr().cast(), line);
                }
            }
        }

        #[inline(always)]
        fn finish_streams() {
            // SAFETY: every machine of this kind has it.
            unsafe { _mm_sfence() };
        }
    }

    /// And one transposes eight matrices of 8 by 8 bits. Used by `run_gfni` only.
    struct Gfni;

    impl Expand for Gfni {
        #[inline(always)]
        fn expand(bits: u64) -> [u8; 64] {
            Avx512::expand(bits)
        }

        #[inline(always)]
        fn transpose(matrix: &mut [u64; 64]) {
            // SAFETY: both types are 512 bytes of any value.
            let rows = unsafe { transmute::<[u64; 64], [__m512i; 8]>(*matrix) };
            // SAFETY: `run_gfni` has looked whether the machine has these instructions.
            let rows = unsafe { transpose_wide(&rows) };
            // SAFETY: as above.
            *matrix = unsafe { transmute::<[__m512i; 8], [u64; 64]>(rows) };
        }

        #[inline(always)]
        fn stream(from: &[u8], to: &mut [u8]) {
            Avx512::stream(from, to);
        }

        #[inline(always)]
        fn finish_streams() {
            Avx512::finish_streams();
        }
    }

    /// For each byte of eight rows of eight bytes, the place where its columns become rows.
    const TURNED: [u8; 64] = turned(false);
    /// The same with the last row first, as the instruction for matrices of bits wants it.
    const TURNED_UPWARDS: [u8; 64] = turned(true);

    const fn turned(upwards: bool) -> [u8; 64] {
        let mut places = [0; 64];
        let mut at = 0;
        while at < 64 {
            let (row, column) = (at / 8, at % 8);
            let column = if upwards { 7 - column } else { column };
            places[at] = (8 * column + row) as u8;
            at += 1;
        }
        places
    }

    /// Transposes a matrix of 64 by 64 bits, of which each vector has eight rows.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
    #[inline]
    fn transpose_wide(rows: &[__m512i; 8]) -> [__m512i; 8] {
        // SAFETY: both types are 64 bytes of any value.
        let [turned, upwards] =
            [TURNED, TURNED_UPWARDS].map(|it| unsafe { transmute::<[u8; 64], __m512i>(it) });
        let unit = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
        // Within eight rows, the eight matrices of 8 by 8 bits, each transposed.
        let blocks = rows.map(|rows| {
            let blocks = _mm512_permutexvar_epi8(upwards, rows);
            _mm512_gf2p8affine_epi64_epi8::<0>(unit, blocks)
        });
        // The matrices change places, and their rows become rows of the whole.
        transpose_words(&blocks).map(|blocks| _mm512_permutexvar_epi8(turned, blocks))
    }

    /// Transposes a matrix of 8 by 8 words.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
    #[inline]
    fn transpose_words(rows: &[__m512i; 8]) -> [__m512i; 8] {
        let [a, b, c, d, e, f, g, h] = *rows;
        // Words of one column of two rows, then of four, then of eight, in pairs.
        let pairs = [[a, b], [c, d], [e, f], [g, h]];
        let even = pairs.map(|[one, two]| _mm512_unpacklo_epi64(one, two));
        let odd = pairs.map(|[one, two]| _mm512_unpackhi_epi64(one, two));
        let [even, odd] = [even, odd].map(|[a, b, c, d]| {
            // The pairs of columns 0 and 4, and 2 and 6, of the upper and of the lower rows.
            let above = [_mm512_shuffle_i64x2::<0x88>(a, b), _mm512_shuffle_i64x2::<0xdd>(a, b)];
            let below = [_mm512_shuffle_i64x2::<0x88>(c, d), _mm512_shuffle_i64x2::<0xdd>(c, d)];
            let first = _mm512_shuffle_i64x2::<0x88>(above[0], below[0]);
            let fifth = _mm512_shuffle_i64x2::<0xdd>(above[0], below[0]);
            let third = _mm512_shuffle_i64x2::<0x88>(above[1], below[1]);
            let seventh = _mm512_shuffle_i64x2::<0xdd>(above[1], below[1]);
            [first, third, fifth, seventh]
        });
        [even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any bits, and numbers.
    fn bit(lane: usize, word: usize) -> bool {
        (lane * 7 + word * word).is_multiple_of(3)
    }

    fn words(n: usize) -> Vec<Word> {
        let word = |number| {
            let mut word = Word::ZERO;
            (0..LANES).for_each(|lane| word.set_lane(lane, bit(lane, number)));
            word
        };
        (0..n).map(word).collect()
    }

    #[test]
    fn every_bit_becomes_a_byte() {
        let sizes = [(1, 1), (64, 512), (7, 100), (27, 90), (131, 65), (0, 3), (2200, 70)];
        for (n_columns, n_lanes) in sizes {
            let expected: Vec<u8> = (0..n_lanes)
                .flat_map(|lane| (0..n_columns).map(move |column| u8::from(bit(lane, column))))
                .collect();
            let mut bytes = vec![9; n_lanes * n_columns];
            write_rows(words(n_columns).into_iter(), false, &mut bytes);
            assert!(bytes == expected, "{n_columns} columns");
        }
    }

    /// Columns that show words in any order, some of them twice, and numbers between them.
    #[test]
    fn columns_are_what_is_asked_for() {
        let (n_words, n_lanes) = (90, 100);
        let of_lanes = std::array::from_fn(|lane| lane as u8);
        for n in [3, 64, 2048, 2049, 4500] {
            let of_words: Vec<u32> = (0..n as u32).map(|column| column * 37 % n_words).collect();
            let numbers: Vec<usize> = (0..n).filter(|column| column % 119 == 2).collect();
            let expected: Vec<u8> = (0..n_lanes)
                .flat_map(|lane| {
                    let (numbers, of_words) = (&numbers, &of_words);
                    (0..n).map(move |column| {
                        let shows_number = numbers.contains(&column);
                        let bit = u8::from(bit(lane, of_words[column] as usize));
                        if shows_number { lane as u8 } else { bit }
                    })
                })
                .collect();
            let numbers = Numbers { columns: &numbers, of_lanes: &of_lanes };
            let columns = Columns { of_words: Some(&of_words), n, numbers, past_caches: false };
            let mut bytes = vec![9; n_lanes * n];
            write_columns(words(n_words as usize).into_iter(), columns, &mut bytes);
            assert!(bytes == expected, "{n} columns");
        }
    }

    /// The same with all instructions that this machine has, through the caches and past them.
    #[test]
    fn every_machine_writes_the_same_bytes() {
        let (n_words, of_lanes) = (130, std::array::from_fn(|lane| lane as u8));
        let parts: Vec<u64> = (0..n_words)
            .map(|number| (0..64).map(|lane| u64::from(bit(lane, number as usize)) << lane).sum())
            .collect();
        for (n, past_caches) in [(300, false), (300, true), (320, true), (2240, true)] {
            let of_words: Vec<u32> = (0..n as u32).map(|column| column * 7 % n_words).collect();
            let counters: Vec<usize> = (5..n).step_by(119).collect();
            let numbers = Numbers { columns: &counters, of_lanes: &of_lanes };
            let columns = Columns { of_words: Some(&of_words), n, numbers, past_caches };
            let write = |run: fn(Rows<'_>)| {
                let mut buffer = vec![9; 64 * n + LINE];
                let start = buffer.as_ptr().align_offset(LINE);
                let bytes = &mut buffer[start..][..64 * n];
                run(Rows { parts: &parts, n_words: n_words as usize, columns, bytes });
                bytes.to_vec()
            };
            let expected = write(|rows| rows.run::<Portable>());
            let shown = |at: usize| match at % n {
                column if counters.contains(&column) => (at / n) as u8,
                column => u8::from(bit(at / n, of_words[column] as usize)),
            };
            assert!(expected.iter().enumerate().all(|(at, &byte)| byte == shown(at)));
            #[cfg(target_arch = "x86_64")]
            if x86::has_avx512() {
                assert!(write(|rows| x86::run_avx512(rows)) == expected);
                if x86::has_gfni() {
                    assert!(write(|rows| x86::run_gfni(rows)) == expected);
                }
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
