//! The contents of all patterns of a board, kept up to date move by move.

use super::patterns::{LAYOUT, Layout, N_PLACES};
use crate::board::Board;
use crate::square::{Square, squares};

/// For each place of a pattern a number in base three whose digits are the squares' contents:
/// split in two, the mover's discs and the opponent's.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Features {
    mover: [u16; N_PLACES],
    opponent: [u16; N_PLACES],
}

impl Features {
    pub(crate) fn new(board: Board) -> Self {
        let layout = &*LAYOUT;
        let mut features = Self { mover: [0; N_PLACES], opponent: [0; N_PLACES] };
        add(layout, &mut features.mover, board.mover);
        add(layout, &mut features.opponent, board.opponent);
        features
    }

    /// The features that the opponent sees after a move of the mover.
    #[inline(always)]
    pub(crate) fn place(&self, layout: &Layout, square: Square, flips: u64) -> Self {
        let mut flipped = [0; N_PLACES];
        add(layout, &mut flipped, flips);
        let placed = &layout.digits[square.index()];
        let mut after = Self { mover: self.opponent, opponent: self.mover };
        for place in 0..N_PLACES {
            after.mover[place] = after.mover[place].wrapping_sub(flipped[place]);
            after.opponent[place] =
                after.opponent[place].wrapping_add(flipped[place]).wrapping_add(placed[place]);
        }
        after
    }

    #[inline(always)]
    pub(crate) fn pass(&self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// The content of each place: digit 1 for the mover, 2 for the opponent.
    #[inline(always)]
    pub(crate) fn contents(&self) -> [u16; N_PLACES] {
        let mut contents = self.mover;
        for (content, opponent) in contents.iter_mut().zip(self.opponent) {
            *content = content.wrapping_add(opponent).wrapping_add(opponent);
        }
        contents
    }
}

#[inline(always)]
fn add(layout: &Layout, features: &mut [u16; N_PLACES], discs: u64) {
    for square in squares(discs) {
        let digits = &layout.digits[square.index()];
        for (feature, digit) in features.iter_mut().zip(digits) {
            *feature = feature.wrapping_add(*digit);
        }
    }
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
