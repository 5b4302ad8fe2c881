//! The contents of all patterns of a board, kept up to date move by move.

use super::patterns::{LAYOUT, Layout, N_PLACES};
use crate::board::Board;
use crate::square::{Square, squares};

/// The content of each place of a pattern: a number in base three whose digits are the contents of
/// its squares, 1 for a disc of the mover and 2 for one of the opponent.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Features {
    mover: Contents,
    /// The same with the digits as the opponent sees them.
    opponent: Contents,
}

pub(crate) type Contents = [u16; N_PLACES];

impl Features {
    #[inline(always)]
    pub(crate) fn new(board: Board) -> Self {
        let mut mover = digits(&LAYOUT, board.mover);
        let mut opponent = digits(&LAYOUT, board.opponent);
        for (mover, opponent) in mover.iter_mut().zip(&mut opponent) {
            (*mover, *opponent) = (*mover + 2 * *opponent, *opponent + 2 * *mover);
        }
        Self { mover, opponent }
    }

    /// The features that the opponent sees after a move of the mover.
    #[inline(always)]
    pub(crate) fn place(&self, layout: &Layout, square: Square, flips: u64) -> Self {
        let flipped = digits(layout, flips);
        let placed = &layout.digits[square.index()];
        let mut after = self.pass();
        for place in 0..N_PLACES {
            // For the opponent a flip takes a digit 1 and makes it a 2, for the mover the reverse.
            after.mover[place] =
                after.mover[place].wrapping_add(flipped[place]).wrapping_add(placed[place] << 1);
            after.opponent[place] =
                after.opponent[place].wrapping_sub(flipped[place]).wrapping_add(placed[place]);
        }
        after
    }

    /// The contents that the opponent sees after a move of the mover.
    #[inline(always)]
    pub(crate) fn contents_after(&self, layout: &Layout, square: Square, flips: u64) -> Contents {
        let flipped = digits(layout, flips);
        let placed = &layout.digits[square.index()];
        let mut after = self.opponent;
        for place in 0..N_PLACES {
            after[place] =
                after[place].wrapping_add(flipped[place]).wrapping_add(placed[place] << 1);
        }
        after
    }

    #[inline(always)]
    pub(crate) const fn pass(&self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// The contents that the mover sees.
    #[inline(always)]
    pub(crate) const fn contents(&self) -> &Contents {
        &self.mover
    }
}

/// The sum of the digits that some discs stand on, for each place.
#[inline(always)]
fn digits(layout: &Layout, discs: u64) -> Contents {
    let mut sums = [0_u16; N_PLACES];
    for square in squares(discs) {
        for (sum, digit) in sums.iter_mut().zip(&layout.digits[square.index()]) {
            *sum = sum.wrapping_add(*digit);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_keep_features_up_to_date() {
        let mut board = Board::START;
        let mut features = Features::new(board);
        while let Some(square) = squares(board.legal_moves()).last() {
            let flips = board.flips(square);
            features = features.place(&LAYOUT, square, flips);
            board = board.place(square, flips);
            assert_eq!(features, Features::new(board));
            assert_eq!(features.pass(), Features::new(board.pass()));
        }
        assert!(board.n_empties() < 55);
    }
}
