//! Chain three-turn wins: the opponent must answer two threats with both stones, and then there
//! is a two-turn win.

use std::fmt;

use super::formation::{Bar, Formation, Legs, Shape, pairs_of};
use super::{ThreeTurnGroup, ThreeTurnWin};
use crate::completion::Form;
use crate::stones::Stones;
use crate::threats::{Blocks, Threats};
use crate::two_turn::two_turn_wins_among;

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

/// All turns that the groups tell, in their order.
pub(super) fn candidates(formation: &Formation) -> impl Iterator<Item = ThreeTurnWin> {
    let turns =
        open_threes(formation).chain(bars_of_three(formation)).chain(bars_of_two(formation));
    turns.map(|(group, stones)| ThreeTurnWin { group: ThreeTurnGroup::Chain(group), stones })
}

/// Whether the turn makes two threats and each answer to them leaves a two-turn win.
pub(super) fn is_forced(formation: &Formation, stones: Stones) -> bool {
    let Formation { color, .. } = *formation;
    let board = formation.board.with(color, stones.cells());
    let lines = formation.lines.with_stones(stones.cells());
    match Threats::among(&lines).blocks() {
        Blocks::Nothing | Blocks::One(_) => false,
        Blocks::Two(pairs) => pairs.iter().all(|pair| {
            // An answer that threatens to win would have to be answered.
            two_turn_wins_among(&lines.with_blocks(pair), 2).next().is_some()
                && Threats::of(&board.with(!color, pair), !color).is_empty()
        }),
        Blocks::Impossible => true,
    }
}

fn open_threes(formation: &Formation) -> impl Iterator<Item = (Chain, Stones)> {
    let threes = formation.completions.ones().filter(|three| three.form == Form::L3P2);
    let cells = threes.map(|three| three.stones.cells()[0]);
    pairs_of(cells, formation.cells_in_twos(2)).map(|stones| (Chain::L3P2AndL2CrossingL2, stones))
}

fn bars_of_three(formation: &Formation) -> impl Iterator<Item = (Chain, Stones)> {
    formation.bars(3).filter_map(|bar| {
        let completes = |&cell| {
            let three = formation.completions.one(cell, bar.direction);
            three.is_some_and(|three| three.form == Form::L3P2)
        };
        let is_triangle = |legs: &Legs| legs.shape == Shape::Triangle && legs.levels[0] >= 2;
        let is_win = bar.cells.iter().any(completes) && formation.legs(bar).iter().any(is_triangle);
        is_win.then(|| (Chain::TriangleL3P2L2L1, bar.stones()))
    })
}

fn bars_of_two(formation: &Formation) -> impl Iterator<Item = (Chain, Stones)> {
    formation.bars(2).filter_map(|bar| {
        let group =
            formation.legs(bar).iter().find_map(|legs| match (legs.shape, legs.levels) {
                (Shape::Triangle, [2 | 3, 2 | 3]) => Some(Chain::TriangleL2P2L2L2),
                (Shape::Triangle, [2 | 3, _]) => Some(Chain::TriangleL2P2L2L1),
                (Shape::H, [2 | 3, 2 | 3]) => Some(Chain::HOfL2P2WithTwoL2),
                _ => None,
            })?;
        let Bar { direction, cells: [first, second] } = bar;
        let two = formation.completions.two(first, second, direction)?;
        (two.form == Form::L2P2).then_some((group, two.stones))
    })
}
