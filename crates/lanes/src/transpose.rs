//! States to lanes and back: transposition of bit matrices.

use crate::word::{LANES, PARTS, Word};

/// Transposes a 64 by 64 bit matrix: bit `j` of word `i` changes places with bit `i` of word `j`.
///
/// Six rounds that swap ever smaller off-diagonal blocks (Warren, "Hacker's Delight", 7-3).
pub fn transpose(matrix: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask: u64 = 0x0000_0000_ffff_ffff;
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (matrix[row] >> width ^ matrix[row + width]) & mask;
            matrix[row] ^= swapped << width;
            matrix[row + width] ^= swapped;
            row = (row + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

/// Spreads rows of bits, one row per lane, over one word per column.
///
/// Row `lane` is `rows[lane * stride..][..stride]`; lanes without a row become false.
pub(crate) fn pack(rows: &[u64], stride: usize, words: &mut [Word]) {
    let n_rows = rows.len().checked_div(stride).unwrap_or(0);
    assert!(n_rows <= LANES, "one lane for each row");
    for part in 0..PARTS {
        for (column, block) in words.chunks_mut(64).enumerate() {
            let mut matrix = [0; 64];
            for (index, row) in matrix.iter_mut().enumerate() {
                let lane = part * 64 + index;
                if lane < n_rows {
                    *row = rows[lane * stride + column];
                }
            }
            transpose(&mut matrix);
            for (word, &bits) in block.iter_mut().zip(&matrix) {
                word.0[part] = bits;
            }
        }
    }
}

/// The inverse of [`pack`]: gathers the columns of the first lanes into rows.
pub(crate) fn unpack(words: &[Word], stride: usize, rows: &mut [u64]) {
    let n_rows = rows.len().checked_div(stride).unwrap_or(0);
    for part in 0..n_rows.div_ceil(64) {
        for (column, block) in words.chunks(64).enumerate() {
            let mut matrix = [0; 64];
            for (row, word) in matrix.iter_mut().zip(block) {
                *row = word.0[part];
            }
            transpose(&mut matrix);
            for (index, &row) in matrix.iter().enumerate() {
                let lane = part * 64 + index;
                if lane < n_rows {
                    rows[lane * stride + column] = row;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(index: usize) -> u64 {
        (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(index as u32)
    }

    #[test]
    fn every_bit_changes_places() {
        let before: [u64; 64] = std::array::from_fn(noise);
        let mut after = before;
        transpose(&mut after);
        for (i, row) in before.iter().enumerate() {
            for (j, column) in after.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }

    #[test]
    fn rows_come_back() {
        for (n_rows, n_columns) in [(1, 1), (70, 64), (512, 130)] {
            let stride = usize::div_ceil(n_columns, 64);
            let last = !0 >> ((64 - n_columns % 64) % 64);
            let rows: Vec<u64> = (0..n_rows * stride)
                .map(|at| noise(at) & if at % stride == stride - 1 { last } else { !0 })
                .collect();
            let mut words = vec![Word::ZERO; n_columns];
            pack(&rows, stride, &mut words);
            assert_eq!(words[0].lane(n_rows - 1), rows[(n_rows - 1) * stride] & 1 == 1);
            let mut back = vec![0; rows.len()];
            unpack(&words, stride, &mut back);
            assert_eq!(back, rows);
        }
    }
}
