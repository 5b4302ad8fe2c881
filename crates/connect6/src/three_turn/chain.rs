//! Chain three-turn wins: the opponent must answer two threats with both stones, and then there
//! is a two-turn win.

use std::fmt;

use super::formation::{Formation, Legs, Shape};
use super::{ThreeTurnGroup, ThreeTurnWin};
use crate::board::Board;
use crate::cell::Cell;
use crate::color::Color;
use crate::completion::Form;
use crate::stones::Stones;
use crate::threats::{Blocks, Threats};
use crate::two_turn::two_turn_win;

/// The five groups of chain three-turn wins (3TW_C).
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Chain {
    /// One stone makes the threats, the other goes where two L2s cross.
    L3P2AndL2CrossingL2,
    TriangleL3P2L2L1,
    TriangleL2P2L2L1,
    TriangleL2P2L2L2,
    HOfL2P2WithTwoL2,
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::L3P2AndL2CrossingL2 => "L3_P2 and L2 crossing L2",
            Self::TriangleL3P2L2L1 => "triangle L3_P2 - L2 - L1",
            Self::TriangleL2P2L2L1 => "triangle L2_P2 - L2 - L1",
            Self::TriangleL2P2L2L2 => "triangle L2_P2 - L2 - L2",
            Self::HOfL2P2WithTwoL2 => "H-formation L2_P2 with two L2s",
        })
    }
}

/// The first chain three-turn win of a player with two stones to place, for a board without
/// one-turn wins. It is a forced win.
pub fn chain_win(board: &Board, color: Color) -> Option<ThreeTurnWin> {
    let formation = Formation::of(board, color);
    let mut wins = candidates(&formation)
        .map(|(group, stones)| ThreeTurnWin { group: ThreeTurnGroup::Chain(group), stones });
    wins.find(|win| is_forced(board, color, win.stones))
}

/// All turns that the groups tell, in their order.
fn candidates(formation: &Formation) -> impl Iterator<Item = (Chain, Stones)> {
    open_threes(formation).chain(bars_of_three(formation)).chain(bars_of_two(formation))
}

/// Whether the turn makes two threats and each answer to them leaves a two-turn win.
fn is_forced(board: &Board, color: Color, stones: Stones) -> bool {
    let board = board.with(color, stones.cells());
    match Threats::of(&board, color).blocks() {
        Blocks::Nothing | Blocks::One(_) => false,
        Blocks::Two(pairs) => pairs.iter().all(|pair| {
            let board = board.with(!color, pair);
            // An answer that threatens to win would have to be answered.
            two_turn_win(&board, color, 2).is_some() && Threats::of(&board, !color).is_empty()
        }),
        Blocks::Impossible => true,
    }
}

fn open_threes(formation: &Formation) -> impl Iterator<Item = (Chain, Stones)> {
    let threes = formation.completions.ones().filter(|three| three.form == Form::L3P2);
    threes.flat_map(|three| {
        let cell = three.stones.cells()[0];
        let others = formation.cells_in_twos(2).into_iter().filter(move |&other| other != cell);
        others.map(move |other| (Chain::L3P2AndL2CrossingL2, Stones::two(cell, other)))
    })
}

fn bars_of_three(formation: &Formation) -> impl Iterator<Item = (Chain, Stones)> {
    formation.bars(3).filter_map(|(direction, cells)| {
        let completes = |&cell: &Cell| {
            formation.completions.one(cell, direction).is_some_and(|three| three.form == Form::L3P2)
        };
        let is_triangle = |legs: &Legs| legs.shape == Shape::Triangle && legs.levels[0] >= 2;
        let is_win =
            cells.iter().any(completes) && formation.legs(direction, cells).iter().any(is_triangle);
        is_win.then(|| (Chain::TriangleL3P2L2L1, Stones::two(cells[0], cells[1])))
    })
}

fn bars_of_two(formation: &Formation) -> impl Iterator<Item = (Chain, Stones)> {
    formation.bars(2).filter_map(|(direction, cells)| {
        let legs = formation.legs(direction, cells);
        let group = legs.iter().find_map(|legs| match (legs.shape, legs.levels) {
            (Shape::Triangle, [2 | 3, 2 | 3]) => Some(Chain::TriangleL2P2L2L2),
            (Shape::Triangle, [2 | 3, _]) => Some(Chain::TriangleL2P2L2L1),
            (Shape::H, [2 | 3, 2 | 3]) => Some(Chain::HOfL2P2WithTwoL2),
            _ => None,
        })?;
        let bar = formation.completions.two(cells[0], cells[1], direction)?;
        (bar.form == Form::L2P2).then_some((group, bar.stones))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// Checks that a board of Black's stones has a win of this group.
    #[track_caller]
    fn check(group: Chain, rows: &str) {
        let position = format!("{rows} X2").parse::<Position>().unwrap();
        let board = position.board();
        let formation = Formation::of(board, Color::Black);
        let mut wins = candidates(&formation).filter(|win| win.0 == group);
        assert!(wins.any(|win| is_forced(board, Color::Black, win.1)));
    }

    #[test]
    fn l3_p2_and_l2_crossing_l2() {
        check(
            Chain::L3P2AndL2CrossingL2,
            "------------
             ----XXX-----
             ------------
             ------------
             ------------
             ------X-----
             ------X-----
             ------------
             ---XX-------
             ------------
             ------------
             ------------",
        );
    }

    #[test]
    fn triangle_l3_p2_l2_l1() {
        check(
            Chain::TriangleL3P2L2L1,
            "------------
             ------------
             ------------
             ----XX-X----
             ----X-X-----
             -----X------
             ------------
             ------------
             ------------
             ------------
             ------------
             ------------",
        );
    }

    #[test]
    fn triangle_l2_p2_l2_l1() {
        check(
            Chain::TriangleL2P2L2L1,
            "------------
             ------------
             ------------
             ----XX------
             ------------
             ------X-X---
             ------------
             ------X-----
             ------------
             ------------
             ------------
             ------------",
        );
    }

    #[test]
    fn triangle_l2_p2_l2_l2() {
        check(
            Chain::TriangleL2P2L2L2,
            "------------
             ------------
             ------------
             ----XX------
             ----X-X-----
             -----XX-----
             ------------
             ------------
             ------------
             ------------
             ------------
             ------------",
        );
    }

    #[test]
    fn h_of_l2_p2_with_two_l2() {
        check(
            Chain::HOfL2P2WithTwoL2,
            "------------
             ------------
             ----X--X----
             ----X--X----
             -----XX-----
             ------------
             ------------
             ------------
             ------------
             ------------
             ------------
             ------------",
        );
    }
}
