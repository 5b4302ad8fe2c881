//! Which discs a move flips: the FPGA's module `flipper`.
//!
//! From the square of the move eight rays go out, four to higher and four to lower squares, in the
//! lanes of two vectors. On each ray the first square that holds no disc of the opponent decides.

use fearless_simd::prelude::*;
use fearless_simd::u64x4;

use crate::legal_moves::union;
use crate::square::Square;

/// The discs of the opponent that the mover brackets with a disc on an empty square: none if the
/// move is not legal.
#[inline(always)]
pub(crate) fn flips<S: Simd>(simd: S, mover: u64, opponent: u64, square: Square) -> u64 {
    let [higher, lower] = &RAYS[square.index()];
    let none = u64x4::splat(simd, 0);
    let mover = u64x4::splat(simd, mover);
    let opponent = u64x4::splat(simd, opponent);

    // A carry runs through the opponent's discs and stops at the first other square.
    let ray = u64x4::simd_from(simd, *higher);
    let end = ((opponent | !ray) + 1) & ray & mover;
    let up = simd.select_u64x4(simd.simd_eq_u64x4(end, none), none, (end - 1) & ray);

    // The first other square is the highest one. All that is beyond it on the ray is filled up:
    // what is not filled are the opponent's discs before it.
    let ray = u64x4::simd_from(simd, *lower);
    let step = u64x4::simd_from(simd, STEPS);
    let two_steps = step + step;
    let mut filled = ray & !opponent;
    filled |= filled >> step;
    filled |= filled >> two_steps;
    filled |= filled >> (two_steps + two_steps);
    let end = filled & !(filled >> step) & ray & mover;
    let down = simd.select_u64x4(simd.simd_eq_u64x4(end, none), none, ray & !filled);
    union(simd, up | down)
}

/// How far apart the squares of a ray are: row, column and the two diagonals.
const STEPS: [u64; 4] = [1, 8, 7, 9];

/// For each square its rays to higher squares and those to lower ones.
static RAYS: [[[u64; 4]; 2]; 64] = rays();

const fn rays() -> [[[u64; 4]; 2]; 64] {
    // Columns and rows to go by: east, south, south-west and south-east lead to higher squares.
    const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];
    let mut rays = [[[0; 4]; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 4 {
            let (columns, rows) = DIRECTIONS[lane];
            rays[square][0][lane] = ray(square, columns, rows);
            rays[square][1][lane] = ray(square, -columns, -rows);
            lane += 1;
        }
        square += 1;
    }
    rays
}

const fn ray(square: usize, columns: isize, rows: isize) -> u64 {
    let mut ray = 0;
    let mut column = square as isize % 8 + columns;
    let mut row = square as isize / 8 + rows;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        ray |= 1 << (row * 8 + column);
        column += columns;
        row += rows;
    }
    ray
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};
    use proptest::prelude::*;

    use super::*;
    use crate::legal_moves::legal_moves;
    use crate::square::squares;

    /// The flips as the rules tell them, disc by disc.
    fn flips_by_walking(mover: u64, opponent: u64, square: Square) -> u64 {
        let mut flipped = 0;
        for (columns, rows) in
            [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
        {
            let (mut column, mut row) = (square.column() as isize, square.row() as isize);
            let mut line = 0;
            loop {
                column += columns;
                row += rows;
                let next = Square::at(column as usize, row as usize).map_or(0, Square::bit);
                if opponent & next == 0 {
                    if mover & next != 0 {
                        flipped |= line;
                    }
                    break;
                }
                line |= next;
            }
        }
        flipped
    }

    proptest! {
        #[test]
        fn flips_and_legal_moves_follow_the_rules(a: u64, b: u64, c: u64) {
            // Boards that are full, half full and nearly empty, on the best and the plainest
            // instructions.
            let boards = [(a, !a), (a & b, a & !b), (a & b & c, a & b & !c)];
            for ((mover, opponent), level) in boards
                .into_iter()
                .flat_map(|board| [(board, Level::new()), (board, Level::baseline())])
            {
                let empties = !(mover | opponent);
                let mut legal = 0;
                for square in squares(empties) {
                    let expected = flips_by_walking(mover, opponent, square);
                    let flipped = dispatch!(level, simd => flips(simd, mover, opponent, square));
                    prop_assert_eq!(flipped, expected);
                    if expected != 0 {
                        legal |= square.bit();
                    }
                }
                let moves = dispatch!(level, simd => legal_moves(simd, mover, opponent));
                prop_assert_eq!(moves, legal);
            }
        }
    }
}
