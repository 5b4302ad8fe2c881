//! States to lanes and back: transposition of bit matrices.

use crate::word::Word;

/// Transposes a 64 by 64 bit matrix: bit `j` of word `i` changes places with bit `i` of word `j`.
///
/// Six rounds that swap ever smaller off-diagonal blocks (Warren, "Hacker's Delight", 7-3).
#[inline]
pub fn transpose(matrix: &mut [u64; 64]) {
    swap_blocks::<32>(matrix);
    swap_blocks::<16>(matrix);
    swap_blocks::<8>(matrix);
    swap_blocks::<4>(matrix);
    swap_blocks::<2>(matrix);
    swap_blocks::<1>(matrix);
}

/// Swaps the off-diagonal halves of all blocks of twice this width.
#[inline(always)]
fn swap_blocks<const WIDTH: usize>(matrix: &mut [u64; 64]) {
    // The lower half of every run of twice this width.
    let mask = !0 / ((1 << WIDTH) + 1);
    for block in matrix.chunks_exact_mut(2 * WIDTH) {
        let (above, below) = block.split_at_mut(WIDTH);
        for (above, below) in above.iter_mut().zip(below) {
            let swapped = (*above >> WIDTH ^ *below) & mask;
            *above ^= swapped << WIDTH;
            *below ^= swapped;
        }
    }
}

/// Spreads rows of bits over the words, one word for each of the columns that are wanted.
///
/// Each row stands beside its lane, counted within the given part of the words. Lanes without a row
/// keep what they have.
#[inline]
pub(crate) fn pack(
    part: usize,
    rows: &[(usize, &[u64])],
    columns: impl Iterator<Item = usize>,
    words: &mut [Word],
) {
    if rows.is_empty() {
        return;
    }
    let lanes = rows.iter().fold(0_u64, |lanes, (lane, _)| lanes | 1 << lane);
    let mut block = usize::MAX;
    let mut matrix = [0; 64];
    for (word, column) in words.iter_mut().zip(columns) {
        if column / 64 != block {
            block = column / 64;
            for &(lane, row) in rows {
                matrix[lane] = row[block];
            }
            transpose(&mut matrix);
        }
        let value = &mut word.0[part];
        *value = *value & !lanes | matrix[column % 64] & lanes;
    }
}

/// Gathers the words as columns into the rows of the first lanes, each `stride` long.
#[inline]
pub(crate) fn unpack(words: &[Word], stride: usize, rows: &mut [u64]) {
    for (part, rows) in rows.chunks_mut(64 * stride.max(1)).enumerate() {
        for (column, block) in words.chunks(64).enumerate() {
            let mut matrix = [0; 64];
            for (row, word) in matrix.iter_mut().zip(block) {
                *row = word.0[part];
            }
            transpose(&mut matrix);
            for (row, bits) in rows.chunks_exact_mut(stride).zip(matrix) {
                row[column] = bits;
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
            for (part, rows) in rows.chunks(64 * stride).enumerate() {
                let rows: Vec<(usize, &[u64])> = rows.chunks(stride).enumerate().collect();
                pack(part, &rows, 0..n_columns, &mut words);
            }
            assert_eq!(words[0].lane(n_rows - 1), rows[(n_rows - 1) * stride] & 1 == 1);
            let mut back = vec![0; rows.len()];
            unpack(&words, stride, &mut back);
            assert_eq!(back, rows);
        }
    }

    #[test]
    fn some_columns_of_some_lanes() {
        let mut words = [Word::ONES; 3];
        pack(1, &[(0, &[0, 0]), (5, &[1 << 3, 1 << 6])], [3, 40, 70].into_iter(), &mut words);
        let cleared = |word: &Word| (!*word).lanes().collect::<Vec<_>>();
        assert_eq!(words.each_ref().map(cleared), [vec![64], vec![64, 69], vec![64]]);
    }
}
