//! The territory counter: how many points has each player?

use crate::board::Board;
use crate::point_set::PointSet;
use crate::pruner::prune;
use stonegate_stones::{ByColor, Color};

/// The count of the FPGA machine: stones, and empty points from which no stone of the opponent is
/// reached.
///
/// An empty board counts in full for both players. The pruner finds the territory: with the empty
/// points taken for stones of the opponent, and the opponent's stones for empty points, it prunes
/// what the opponent does not reach.
pub fn count_territory(board: &Board) -> ByColor<usize> {
    let count = |color| (board.stones(color) | unreached(board, !color)).len();
    ByColor { black: count(Color::Black), white: count(Color::White) }
}

/// The points that belong to each player in area scoring (Tromp and Taylor): stones, and empty
/// points that reach stones of this player only.
pub fn area(board: &Board) -> ByColor<PointSet> {
    let unreached = Color::ALL.map(|color| unreached(board, color));
    let [by_black, by_white] = unreached;
    ByColor {
        black: board.stones(Color::Black) | (by_white - by_black),
        white: board.stones(Color::White) | (by_black - by_white),
    }
}

/// The empty points that are not connected to stones of this color.
fn unreached(board: &Board, color: Color) -> PointSet {
    let recoded = ByColor { black: board.stones(!color), white: board.empty() };
    let recoded = Board::with_stones(board.size(), recoded);
    prune(&recoded.expect("stones and empty points are apart"), Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, territory: [usize; 2], tromp_taylor: [usize; 2]) {
        let board = text.parse::<Board>().unwrap();
        let counted = count_territory(&board);
        assert_eq!([counted.black, counted.white], territory, "{text}");
        let area = area(&board);
        assert_eq!([area.black.len(), area.white.len()], tromp_taylor, "{text}");
    }

    #[test]
    fn an_empty_board_is_everybodys_or_nobodys() {
        let nine = [".........\n"; 9].concat();
        check(&nine, [81, 81], [0, 0]);
        check("X..\n...", [6, 0], [6, 0]);
    }

    #[test]
    fn neutral_points_count_for_nobody() {
        check(".X.O.\n.X.O.\nXX.OO", [6, 6], [6, 6]);
        check(".X.O\nXXO.\n.XO.", [6, 5], [6, 5]);
    }
}
