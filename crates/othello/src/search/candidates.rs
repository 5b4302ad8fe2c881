//! The moves of a board, and which to try first.

use fearless_simd::Simd;

use crate::board::Board;
use crate::square::{Square, squares};

/// More moves than any board has.
pub(super) const MAX_MOVES: usize = 36;

/// A move, what the opponent sees after it, and how early it should be tried.
#[derive(Copy, Clone, Debug)]
pub(super) struct Candidate {
    pub(super) square: Square,
    pub(super) board: Board,
    /// The opponent's moves after it, if the move is [rated](Candidates::rate) by them.
    pub(super) replies: u64,
    pub(super) rating: i32,
}

impl Candidate {
    /// The discs that the move flips, on the board on which it is made.
    #[inline(always)]
    pub(super) const fn flips(&self, board: Board) -> u64 {
        self.board.mover ^ board.opponent
    }
}

/// The moves that are left to try, of at most `N`.
#[derive(Debug)]
pub(super) struct Candidates<const N: usize> {
    moves: [Candidate; N],
    n_moves: usize,
    n_tried: usize,
}

impl<const N: usize> Candidates<N> {
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, board: Board, legal: u64) -> Self {
        let board_of_none = Board { mover: 0, opponent: 0 };
        let none = Candidate { square: Square::A1, board: board_of_none, replies: 0, rating: 0 };
        let mut candidates = Self { moves: [none; N], n_moves: 0, n_tried: 0 };
        for (slot, square) in candidates.moves.iter_mut().zip(squares(legal)) {
            *slot = Candidate { square, board: board.play_on(simd, square), ..none };
            candidates.n_moves += 1;
        }
        candidates
    }

    #[inline(always)]
    pub(super) fn as_slice(&self) -> &[Candidate] {
        &self.moves[..self.n_moves]
    }

    /// The moves that the table did not suggest.
    #[inline(always)]
    pub(super) fn unknown(&mut self) -> impl Iterator<Item = &mut Candidate> {
        self.moves[..self.n_moves].iter_mut().filter(
            #[inline(always)]
            |candidate| candidate.rating < SECOND,
        )
    }

    /// Whether a move leaves the opponent without a disc.
    #[inline(always)]
    pub(super) fn wipes_out(&self) -> bool {
        self.as_slice().iter().any(
            #[inline(always)]
            |candidate| candidate.board.mover == 0,
        )
    }

    /// Rates moves by what they leave to the opponent: few moves are good, and corners are bad.
    #[inline(always)]
    pub(super) fn rate<S: Simd>(&mut self, simd: S, board: Board, known: [Option<Square>; 2]) {
        let odd = odd_quadrants(board.empties());
        for candidate in &mut self.moves[..self.n_moves] {
            let square = Some(candidate.square);
            candidate.rating = if square == known[0] {
                FIRST
            } else if square == known[1] {
                SECOND
            } else {
                let replies = candidate.board.legal_on(simd);
                candidate.replies = replies;
                let n_moves = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
                let potential = n_liberties(candidate.board.opponent, candidate.board.empties());
                let is_odd = i32::from(odd & candidate.square.bit() != 0);
                let is_corner = i32::from(CORNERS & candidate.square.bit() != 0);
                -n_moves * 16 - potential + is_odd * 12 + is_corner * 16
            };
        }
    }
}

impl<const N: usize> Iterator for Candidates<N> {
    type Item = Candidate;

    /// The best rated move of those that are left.
    #[inline(always)]
    fn next(&mut self) -> Option<Candidate> {
        let left = self.moves.get_mut(self.n_tried..self.n_moves)?;
        let mut best = 0;
        for index in 1..left.len() {
            if left[index].rating > left[best].rating {
                best = index;
            }
        }
        if left.is_empty() {
            return None;
        }
        left.swap(0, best);
        self.n_tried += 1;
        Some(left[0])
    }
}

/// The ratings of the moves that the table suggests, above all others.
const FIRST: i32 = 1 << 20;
const SECOND: i32 = 1 << 19;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The empty squares beside a player's discs: where the opponent may get moves.
#[inline(always)]
fn n_liberties(discs: u64, empties: u64) -> i32 {
    const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    let sides = discs & INNER;
    let beside = (sides << 1) | (sides >> 1);
    let column = discs | beside;
    ((beside | (column << 8) | (column >> 8)) & empties).count_ones() as i32
}

/// The quadrants with an odd number of empty squares: whoever moves there first may well move
/// there last.
#[inline(always)]
pub(super) fn odd_quadrants(empties: u64) -> u64 {
    const NORTH_WEST: u64 = 0x0f0f_0f0f;
    let mut odd = 0;
    for quadrant in [NORTH_WEST, NORTH_WEST << 4, NORTH_WEST << 32, NORTH_WEST << 36] {
        let is_odd = u64::from((empties & quadrant).count_ones() & 1);
        odd |= quadrant & is_odd.wrapping_neg();
    }
    odd
}
