//! Hashes of boards that change with every stone (Zobrist, 1970).

use crate::board::Board;
use crate::board_updater::Update;
use crate::point::Point;
use crate::point_set::PointSet;
use stonegate_stones::Color;
use stonegate_stones::random_bits;

/// The hash of a board.
pub(crate) fn hash(board: &Board) -> u64 {
    Color::ALL.into_iter().fold(0, |hash, color| hash ^ of_stones(board.stones(color), color))
}

/// The hash of the board after a move.
pub(crate) fn hash_after(hash: u64, color: Color, point: Point, update: &Update) -> u64 {
    let captured = of_stones(update.captured, !color);
    hash ^ key(point, color) ^ captured ^ of_stones(update.suicided, color)
}

fn of_stones(stones: PointSet, color: Color) -> u64 {
    stones.iter().fold(0, |hash, point| hash ^ key(point, color))
}

fn key(point: Point, color: Color) -> u64 {
    random_bits(2 * point.bit() as u64 + u64::from(color == Color::White))
}
