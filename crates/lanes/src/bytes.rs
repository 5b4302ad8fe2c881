//! Bits of lanes as bytes, a row for each lane: what arrays of other languages are made of.

use crate::transpose::transpose;
use crate::word::Word;

/// Rows of bytes, one for each lane.
pub(crate) struct Rows<'b> {
    pub(crate) bytes: &'b mut [u8],
    /// From one row to the next.
    pub(crate) stride: usize,
    /// Where in each row the bytes go.
    pub(crate) first: usize,
}

/// Writes the bits of words as bytes, 0 or 1: those of the first lanes, a column for each word.
pub(crate) fn write_bytes(words: impl ExactSizeIterator<Item = Word>, rows: Rows<'_>) {
    let Rows { bytes, stride, first } = rows;
    let n_columns = words.len();
    assert!(first + n_columns <= stride, "the columns fit into a row");
    let mut words = words;
    let mut block = [Word::ZERO; 64];
    for column in (0..n_columns).step_by(64) {
        let width = (n_columns - column).min(64);
        block.fill(Word::ZERO);
        for word in &mut block[..width] {
            *word = words.next().expect("it has told how many there are");
        }
        for (part, rows) in bytes.chunks_mut(64 * stride).enumerate() {
            let mut matrix = block.map(|word| word.0[part]);
            transpose(&mut matrix);
            for (row, bits) in rows.chunks_exact_mut(stride).zip(matrix) {
                write_row(bits, &mut row[first + column..][..width]);
            }
        }
    }
}

/// Writes the lowest bits of a number as bytes.
#[inline]
fn write_row(bits: u64, bytes: &mut [u8]) {
    if let Ok(all) = <&mut [u8; 64]>::try_from(&mut *bytes) {
        for (eight, bits) in all.as_chunks_mut::<8>().0.iter_mut().zip(bits.to_le_bytes()) {
            *eight = spread(bits);
        }
        return;
    }
    let (eights, rest) = bytes.as_chunks_mut::<8>();
    let last = eights.len();
    let bits = bits.to_le_bytes();
    for (eight, bits) in eights.iter_mut().zip(bits) {
        *eight = spread(bits);
    }
    if !rest.is_empty() {
        rest.copy_from_slice(&spread(bits[last])[..rest.len()]);
    }
}

/// Eight bits as eight bytes.
#[inline]
fn spread(bits: u8) -> [u8; 8] {
    // Each byte keeps the bit of its number, and is then made 1 unless it is 0.
    let bits = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (((bits + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::LANES;

    #[test]
    fn every_bit_becomes_a_byte() {
        for (n_columns, n_lanes, stride, first) in
            [(1, 1, 1, 0), (64, 512, 64, 0), (7, 100, 9, 2), (131, 65, 140, 5), (0, 3, 4, 0)]
        {
            let bit = |lane: usize, column: usize| (lane * 7 + column * column).is_multiple_of(3);
            let words = (0..n_columns).map(|column| {
                let mut word = Word::ZERO;
                (0..LANES).for_each(|lane| word.set_lane(lane, bit(lane, column)));
                word
            });
            let mut bytes = vec![9; n_lanes * stride];
            write_bytes(words, Rows { bytes: &mut bytes, stride, first });
            for (lane, row) in bytes.chunks(stride).enumerate() {
                for (column, &byte) in row.iter().enumerate() {
                    let is_ours = (first..first + n_columns).contains(&column);
                    let expected = if is_ours { u8::from(bit(lane, column - first)) } else { 9 };
                    assert_eq!(byte, expected, "lane {lane}, column {column}");
                }
            }
        }
    }
}
