//! The pruner: which stones have no liberty?
//!
//! Liberties spread from the empty points through stones of one color, on the whole board at
//! once. What they do not reach is pruned. [`crate::Propagation`] shows the same step by step.

use crate::board::Board;
use crate::point_set::PointSet;
use stonegate_stones::Color;

/// The stones of a color that have no liberty.
pub fn prune(board: &Board, color: Color) -> PointSet {
    let stones = board.stones(color);
    let alive = (board.empty().neighbors() & stones).flood(stones);
    stones - alive
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, black: usize, white: usize) {
        let board = text.parse::<Board>().unwrap();
        let pruned = Color::ALL.map(|color| prune(&board, color).len());
        assert_eq!(pruned, [black, white], "{text}");
    }

    #[test]
    fn stones_without_liberties_are_pruned() {
        check("...\n...\n...", 0, 0);
        check("OX.\nX..\n...", 0, 1);
        check("OOX\nOOX\nXX.", 0, 4);
        check("XO.\nOX.\n...", 1, 0);
    }

    #[test]
    fn one_liberty_saves_a_long_chain() {
        check("XXXXX\nOOOOX\nXXXXX\nXOOOO\nXXXX.", 0, 4);
        check("XXXXX\nOOOOX\nXXXXX\nXOOOO\nXXXXX", 17, 8);
    }
}
