//! Sets of cells as 512-bit words.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::cell::{Cell, STRIDE, Size};

const N_WORDS: usize = 8;

/// A set of cells: bit `i` is the cell with index `i`. Shifting moves all cells at once.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct CellSet([u64; N_WORDS]);

impl CellSet {
    pub const EMPTY: Self = Self([0; N_WORDS]);

    /// All cells of a board.
    pub const fn area(size: Size) -> Self {
        let mut words = [0; N_WORDS];
        let mut row = 0;
        while row < size.get() {
            let mut column = 0;
            while column < size.get() {
                let index = row * STRIDE + column;
                words[index / 64] |= 1 << (index % 64);
                column += 1;
            }
            row += 1;
        }
        Self(words)
    }

    /// The set of one cell.
    pub const fn of(cell: Cell) -> Self {
        let mut words = [0; N_WORDS];
        words[cell.index() / 64] = 1 << (cell.index() % 64);
        Self(words)
    }

    pub const fn contains(&self, cell: Cell) -> bool {
        self.has(cell.index())
    }

    /// Whether the cell with this index is in the set; any index may be asked for.
    #[inline]
    pub(crate) const fn has(&self, index: usize) -> bool {
        index < 64 * N_WORDS && self.0[index / 64] >> (index % 64) & 1 == 1
    }

    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cells of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The cells, in the order in which the board is scanned.
    pub const fn iter(self) -> Cells {
        Cells { words: self.0, word: 0 }
    }

    /// 64 bits that depend on all cells.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.0.iter().fold(0, |hash: u64, word| {
            (hash.rotate_left(23) ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25)
        })
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// The cells of a set, ascending.
#[derive(Clone, Debug)]
pub struct Cells {
    words: [u64; N_WORDS],
    word: usize,
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.word < N_WORDS {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(Cell::from_index(self.word * 64 + bits.trailing_zeros() as usize));
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl BitAnd for CellSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for CellSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl BitXor for CellSet {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }
}

impl Not for CellSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// Moves all cells to higher indices, by less than 128.
impl Shl<usize> for CellSet {
    type Output = Self;

    #[inline]
    fn shl(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |index: usize| if index < N_WORDS { self.0[index] } else { 0 };
        Self(std::array::from_fn(|index| {
            let from = index.wrapping_sub(words);
            // A shift by 64 is none: the bits from below are moved in two steps.
            (word(from) << bits) | (word(from.wrapping_sub(1)) >> 1 >> (63 - bits))
        }))
    }
}

/// Moves all cells to lower indices, by less than 128.
impl Shr<usize> for CellSet {
    type Output = Self;

    #[inline]
    fn shr(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |index: usize| if index < N_WORDS { self.0[index] } else { 0 };
        Self(std::array::from_fn(|index| {
            let from = index + words;
            (word(from) >> bits) | (word(from + 1) << 1 << (63 - bits))
        }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn shifts_move_each_cell(words: [u64; 8], by in 0..128_usize) {
            let set = CellSet(words);
            for index in 0..512 {
                prop_assert_eq!((set << by).has(index), index >= by && set.has(index - by));
                prop_assert_eq!((set >> by).has(index), set.has(index + by));
            }
        }
    }

    #[test]
    fn cells_come_in_scan_order() {
        let set = CellSet::area(Size::new(7).unwrap());
        assert_eq!(set.len(), 49);
        assert!(set.iter().is_sorted());
        assert_eq!(set.iter().collect::<CellSet>(), set);
        assert_eq!(set.iter().nth(8).map(|cell| cell.to_string()).as_deref(), Some("b2"));
    }
}
