//! Which stones live in seki: they have no territory, but nobody can take them.

use super::tactics::{chains, placed};
use crate::board::Board;
use crate::point_set::PointSet;
use crate::territory_counter::area;
use stonegate_stones::Color;

/// The stones in seki on a board without dead stones: both players share all liberties of their
/// chain, and whoever fills one of them has at most one left.
pub fn seki_stones(board: &Board) -> PointSet {
    let area = area(board);
    let shared = board.empty() - area.black - area.white;
    let mut untouchable = PointSet::EMPTY;
    for point in shared {
        let is_bad = |color: Color| {
            let after = placed(board, color, point);
            after.is_none_or(|after| after.liberties(after.chain(point)).len() <= 1)
        };
        if Color::ALL.into_iter().all(is_bad) {
            untouchable |= PointSet::from(point);
        }
    }
    let all = Color::ALL.into_iter().flat_map(|color| chains(board, color));
    let in_seki = all.filter(|&(_, liberties)| (liberties - untouchable).is_empty());
    in_seki.fold(PointSet::EMPTY, |stones, (chain, _)| stones | chain)
}

#[cfg(test)]
mod tests {
    use super::super::status::dead_stones;
    use super::*;

    const SEKI: &str = "
        OOXO..
        O.XO..
        O.XO..
        OXXO..
        OXXO..
        OXXO..
        XXXO..
        OOOO..
        ......";

    #[test]
    fn shared_liberties_that_nobody_can_fill_are_seki() {
        let board = SEKI.parse::<Board>().unwrap();
        let stones = seki_stones(&board);
        assert_eq!(stones, board.chain("A9".parse().unwrap()) | board.chain("C9".parse().unwrap()));
        let dead = dead_stones(&board, 1);
        assert!((dead.black | dead.white).is_empty(), "{dead:?}");
    }

    #[test]
    fn neutral_points_that_can_be_filled_are_not() {
        let board = ".X.O.\n.X.O.\n.X.O.\n.X.O.\n.X.O.".parse::<Board>().unwrap();
        assert!(seki_stones(&board).is_empty());
    }
}
