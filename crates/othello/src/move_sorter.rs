//! Which move to try first: the FPGA's module `move_sorter`, with its location heuristic.
//!
//! A square is rated by where it lies and by nothing else: corners can never be flipped, and the
//! squares beside them give them away.

use crate::position::Width;
use crate::square::Square;

/// What a disc is worth by its square alone, for the distances of the square from the nearest and
/// the other edge: a1 b1 c1 d1, b2 c2 d2, c3 d3, d4.
const BY_DISTANCE: [[i8; 4]; 4] = [[16, -3, 2, 2], [-3, -8, -1, -1], [2, -1, 1, 0], [2, -1, 0, 0]];

/// What a disc is worth on each square of a board of this width. Squares off the board are 0.
pub(crate) const fn location_values(width: Width) -> [i8; 64] {
    let n = width.get();
    let mut values = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        if column < n && row < n {
            let column = if column < n / 2 { column } else { n - 1 - column };
            let row = if row < n / 2 { row } else { n - 1 - row };
            values[square] = BY_DISTANCE[row][column];
        }
        square += 1;
    }
    values
}

/// The static order in which the moves on a board are tried.
#[derive(Copy, Clone, Debug)]
pub struct MoveSorter {
    /// The squares of equal priority, the highest one first.
    classes: [u64; N_CLASSES],
}

/// How many different values there are in `BY_DISTANCE`.
const N_CLASSES: usize = 7;

impl MoveSorter {
    pub const fn new(width: Width) -> Self {
        let values = location_values(width);
        let mut classes = [0; N_CLASSES];
        let mut last = i8::MAX;
        let mut class = 0;
        while class < N_CLASSES {
            // The highest value below that of the class before.
            let mut value = i8::MIN;
            let mut square = 0;
            while square < 64 {
                if values[square] < last && values[square] > value {
                    value = values[square];
                    classes[class] = 0;
                }
                if values[square] == value && value < last {
                    classes[class] |= 1 << square;
                }
                square += 1;
            }
            last = value;
            class += 1;
        }
        Self { classes }
    }

    /// The move to try first: the first one found in the highest class that has any. `None` if
    /// there are no moves.
    #[inline(always)]
    pub fn first(&self, moves: u64) -> Option<Square> {
        for class in self.classes {
            if moves & class != 0 {
                return Square::new((moves & class).trailing_zeros() as usize);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_in_one_class() {
        for width in [Width::FOUR, Width::SIX, Width::EIGHT] {
            let mut moves = width.area();
            let values = location_values(width);
            let mut last = i8::MAX;
            while let Some(square) = MoveSorter::new(width).first(moves) {
                assert!(values[square.index()] <= last);
                last = values[square.index()];
                moves ^= square.bit();
            }
            assert_eq!(moves, 0);
        }
    }

    #[test]
    fn corners_come_first() {
        let sorter = MoveSorter::new(Width::EIGHT);
        assert_eq!(sorter.first(!0), Square::new(0));
        assert_eq!(sorter.first(!1), Square::new(7));
        assert_eq!(sorter.first(0), None);
    }
}
