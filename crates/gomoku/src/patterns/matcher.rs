//! All windows of a board against a pattern at once.

use super::machine::Window;
use super::pattern::{Cell, Pattern, SIDE, Spot};
use crate::board::Board;
use crate::rule::Size;
use stonegate_stones::Color;

/// Words for the points of the largest board, a bit each.
const N_POINT_WORDS: usize = (Size::MAX * Size::MAX).div_ceil(u64::BITS as usize);
/// Words for the windows of the largest board. They are numbered as the points of their bottom
/// left are, so there are none in the last rows.
const N_WORDS: usize = (Size::MAX * (Size::MAX + 1 - SIDE)).div_ceil(u64::BITS as usize);
/// A board of 16 lines needs so many.
const N_SMALL_WORDS: usize = 3;

const N_CELLS: usize = SIDE * SIDE;

/// A board as sets of windows, one for each kind of cell and each place in a window: those that
/// have a cell of this kind there.
#[derive(Debug)]
pub(crate) struct Planes {
    width: usize,
    /// All sets one after the other, each of [`N_SMALL_WORDS`] or [`N_WORDS`] words.
    words: Vec<u64>,
    is_small: bool,
}

impl Planes {
    pub(crate) fn new(board: &Board, color: Color) -> Self {
        let (width, height) = (board.size().width(), board.size().height());
        let mut kinds = [[0; N_POINT_WORDS]; 3];
        let mut windows = [0; N_POINT_WORDS];
        for y in 0..height {
            let [blank, black, white] = board.row_bits(y);
            let [other, own] = if color == Color::White { [black, white] } else { [white, black] };
            for (kind, bits) in kinds.iter_mut().zip([blank, other, own]) {
                put(kind, y * width, bits);
            }
            if y + SIDE <= height {
                put(&mut windows, y * width, (1 << (width + 1 - SIDE)) - 1);
            }
        }
        let is_small = width * (height + 1 - SIDE) <= N_SMALL_WORDS * u64::BITS as usize;
        let n_words = if is_small { N_SMALL_WORDS } else { N_WORDS };
        let mut words = Vec::with_capacity(3 * N_CELLS * n_words);
        for kind in &kinds {
            for at in 0..N_CELLS {
                let distance = at / SIDE * width + at % SIDE;
                let of_kind = (0..n_words).map(|word| windows[word] & get(kind, word, distance));
                words.extend(of_kind);
            }
        }
        Self { width, words, is_small }
    }
}

/// Adds bits from a place on.
fn put(set: &mut [u64], at: usize, bits: u32) {
    let (word, shift) = (at / 64, at % 64);
    set[word] |= u64::from(bits) << shift;
    if shift > 32 && word + 1 < set.len() {
        set[word + 1] |= u64::from(bits) >> (64 - shift);
    }
}

/// A word of a set whose bits have moved down by a distance.
fn get(set: &[u64], word: usize, distance: usize) -> u64 {
    let (word, shift) = (word + distance / 64, distance % 64);
    let low = set.get(word).map_or(0, |bits| bits >> shift);
    let high = set.get(word + 1).map_or(0, |bits| bits << 1 << (63 - shift));
    low | high
}

/// A pattern, ready to be compared: the numbers of the sets that its windows are in.
#[derive(Clone, Debug)]
pub(crate) struct Matcher {
    demands: [u8; N_CELLS],
    n_demands: usize,
}

impl Matcher {
    pub(crate) fn new(pattern: &Pattern) -> Self {
        let mut demands = [0; N_CELLS];
        let mut n_demands = 0;
        // Stones are rarer than blank points, and so exclude more windows.
        for (kind, wanted) in [Cell::White, Cell::Black, Cell::Blank].into_iter().zip([2, 1, 0]) {
            for (spot, _) in pattern.demands().filter(|&(_, cell)| cell == kind) {
                demands[n_demands] = number(wanted, spot);
                n_demands += 1;
            }
        }
        Self { demands, n_demands }
    }

    /// The first window that matches, row by row from the bottom, if there is one.
    pub(crate) fn first(&self, planes: &Planes) -> Option<Window> {
        let number = if planes.is_small {
            self.first_of::<N_SMALL_WORDS>(&planes.words)
        } else {
            self.first_of::<N_WORDS>(&planes.words)
        };
        number.map(|number| Window { x: number % planes.width, y: number / planes.width })
    }

    fn first_of<const WORDS: usize>(&self, planes: &[u64]) -> Option<usize> {
        let (planes, _) = planes.as_chunks::<WORDS>();
        let mut windows = [u64::MAX; WORDS];
        for &demand in &self.demands[..self.n_demands] {
            let mut any = 0;
            for (window, bits) in windows.iter_mut().zip(planes[usize::from(demand)]) {
                *window &= bits;
                any |= *window;
            }
            if any == 0 {
                return None;
            }
        }
        let word = windows.iter().position(|&bits| bits != 0)?;
        Some(word * u64::BITS as usize + windows[word].trailing_zeros() as usize)
    }
}

/// The number of the set of a kind of cell at a spot.
const fn number(kind: usize, spot: Spot) -> u8 {
    let rise = SIDE - 1 - spot.row;
    (kind * N_CELLS + rise * SIDE + spot.column) as u8
}
