//! Small questions about chains.

use crate::board::Board;
use crate::point::Point;
use crate::point_set::PointSet;
use stonegate_stones::Color;

/// Whether a point is an eye that its owner should not fill: all neighbors are stones of this
/// color, and of the diagonals the opponent has none at the edge and at most one elsewhere.
pub(super) fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    let size = board.size();
    if !size.neighbors(point).all(|other| board.at(other) == Some(color)) {
        return false;
    }
    let n_lost = size.diagonals(point).filter(|&other| board.at(other) == Some(!color)).count();
    let is_edge = size.diagonals(point).count() < 4;
    n_lost <= usize::from(!is_edge)
}

/// The chains of a color with their liberties.
pub(super) fn chains(board: &Board, color: Color) -> Vec<(PointSet, PointSet)> {
    let mut rest = board.stones(color);
    let mut chains = Vec::new();
    while let Some(point) = rest.first() {
        let chain = PointSet::from(point).flood(rest);
        rest -= chain;
        chains.push((chain, board.liberties(chain)));
    }
    chains
}

/// How long a ladder is read.
const MAX_LADDER: u32 = 40;

/// Whether a chain in atari whose owner has the turn is lost: running away along its only liberty
/// leads from atari to atari until it is captured.
pub(super) fn is_lost_in_ladder(board: &Board, point: Point) -> bool {
    let Some(color) = board.at(point) else { return false };
    is_caught(board, color, point, MAX_LADDER)
}

/// The owner of the chain is to move.
fn is_caught(board: &Board, color: Color, point: Point, depth: u32) -> bool {
    let chain = board.chain(point);
    let liberties = board.liberties(chain);
    let Some(exit) = liberties.first().filter(|_| liberties.len() == 1) else { return false };
    // Taking a stone of the hunters gets the chain out, or at least the reading to its end.
    let hunters = chain.neighbors() & board.stones(!color);
    if hunters.iter().any(|hunter| board.liberties(board.chain(hunter)).len() == 1) {
        return false;
    }
    let Some(board) = placed(board, color, exit) else { return true };
    let chain = board.chain(exit);
    let liberties = board.liberties(chain);
    match liberties.len() {
        0 | 1 => true,
        2 if depth > 0 => liberties.iter().any(|hunter| {
            placed(&board, !color, hunter).is_some_and(|board| {
                let is_safe = board.liberties(board.chain(hunter)).len() > 1;
                is_safe && is_caught(&board, color, exit, depth - 1)
            })
        }),
        _ => false,
    }
}

/// The board after a stone was placed, unless that is suicide. Repetitions do not matter here.
pub(super) fn placed(board: &Board, color: Color, point: Point) -> Option<Board> {
    use crate::board_updater::update_board;
    use crate::rules::Suicide;
    update_board(board, color, point, Suicide::Forbidden, |_| false).ok().map(|update| update.board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eyes_have_good_corners() {
        let board = ".X.XO\nXXXX.\n.XXO.\nOX.XO\n..X..".parse::<Board>().unwrap();
        let is_eye = |point: &str| is_eye(&board, Color::Black, point.parse().unwrap());
        assert!(is_eye("A5"));
        assert!(is_eye("C5"));
        assert!(!is_eye("E5"));
        assert!(is_eye("C2"), "one bad corner in the middle is harmless");
    }

    #[test]
    fn ladders_are_read_to_their_end() {
        let text = "
            .........
            .........
            ...X.....
            ..XOX....
            ..X......
            .........
            .........
            .........
            .........";
        let board = text.parse::<Board>().unwrap();
        let stone = "D6".parse().unwrap();
        assert!(is_lost_in_ladder(&board, stone));
        let mut broken = board;
        broken.set("G3".parse().unwrap(), Some(Color::White));
        assert!(!is_lost_in_ladder(&broken, stone));
    }
}
