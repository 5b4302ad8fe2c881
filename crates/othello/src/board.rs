//! Who has which squares, as the player to move sees it.

use fearless_simd::{Level, Simd, dispatch};

use crate::flipper::flips;
use crate::legal_moves::legal_moves;
use crate::square::Square;

/// The discs of the player to move and those of the opponent, as sets of squares.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Board {
    pub(crate) mover: u64,
    pub(crate) opponent: u64,
}

impl Board {
    /// The start on the 8x8 board, Black to move.
    pub const START: Self = Self { mover: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };

    /// `None` if a square has both a disc of the mover and one of the opponent.
    pub const fn new(mover: u64, opponent: u64) -> Option<Self> {
        if mover & opponent == 0 { Some(Self { mover, opponent }) } else { None }
    }

    pub const fn mover(self) -> u64 {
        self.mover
    }

    pub const fn opponent(self) -> u64 {
        self.opponent
    }

    #[inline(always)]
    pub const fn empties(self) -> u64 {
        !(self.mover | self.opponent)
    }

    #[inline(always)]
    pub const fn n_empties(self) -> u32 {
        self.empties().count_ones()
    }

    /// The squares where the mover may place a disc.
    pub fn legal_moves(self) -> u64 {
        dispatch!(Level::baseline(), simd => self.legal_on(simd))
    }

    /// The discs that a disc of the mover on an empty square flips.
    pub fn flips(self, square: Square) -> u64 {
        dispatch!(Level::baseline(), simd => self.flips_on(simd, square))
    }

    /// The board that the opponent sees after the mover has placed a disc.
    #[must_use]
    pub fn play(self, square: Square) -> Self {
        self.place(square, self.flips(square))
    }

    /// The same board as the other player sees it.
    #[inline(always)]
    #[must_use]
    pub const fn pass(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// The mover's discs less the opponent's, where the winner gets the empty squares: the score
    /// of a game that is over.
    #[inline(always)]
    pub const fn score(self) -> i32 {
        let difference = self.mover.count_ones() as i32 - self.opponent.count_ones() as i32;
        difference + difference.signum() * self.n_empties() as i32
    }

    /// [`Board::legal_moves`] with the vector instructions that `simd` stands for.
    #[inline(always)]
    pub(crate) fn legal_on<S: Simd>(self, simd: S) -> u64 {
        legal_moves(simd, self.mover, self.opponent)
    }

    /// [`Board::flips`] with the vector instructions that `simd` stands for.
    #[inline(always)]
    pub(crate) fn flips_on<S: Simd>(self, simd: S, square: Square) -> u64 {
        flips(simd, self.mover, self.opponent, square)
    }

    /// [`Board::play`] with the vector instructions that `simd` stands for.
    #[inline(always)]
    pub(crate) fn play_on<S: Simd>(self, simd: S, square: Square) -> Self {
        self.place(square, self.flips_on(simd, square))
    }

    /// [`Board::play`] with flips that are known.
    #[inline(always)]
    pub(crate) const fn place(self, square: Square, flips: u64) -> Self {
        Self { mover: self.opponent ^ flips, opponent: self.mover | square.bit() | flips }
    }
}
