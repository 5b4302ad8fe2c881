//! Non-chain three-turn wins: no threat, but more two-turn wins than the opponent can stop, if
//! there is no counter-attack.

use std::fmt;

use super::formation::{Formation, Shape};
use super::{ThreeTurnGroup, ThreeTurnWin};
use crate::board::Board;
use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::color::Color;
use crate::completion::Form;
use crate::quality::PointQuality;
use crate::stones::Stones;
use crate::threats::Threats;
use crate::two_turn::two_turn_wins;

/// The six groups of non-chain three-turn wins (3TW_NC).
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum NonChain {
    /// One stone in each of the L2s.
    L3P2WithTwoL2,
    /// One stone where they cross, the other in the L1.
    L3P2AndL2CrossingL1,
    /// One stone at each end of the L1.
    TriangleL2P2L2L1,
    /// One stone where they cross, the other where it is worth most.
    L3P1AndL2P2CrossingL2P2,
    /// One stone where two cross, the other in the third.
    L2AndL2CrossingL2,
    HOfL2L1L2,
}

impl fmt::Display for NonChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::L3P2WithTwoL2 => "L3_P2 with two L2s",
            Self::L3P2AndL2CrossingL1 => "L3_P2 and L2 crossing L1",
            Self::TriangleL2P2L2L1 => "triangle L2_P2 - L2 - L1",
            Self::L3P1AndL2P2CrossingL2P2 => "L3_P1 and L2_P2 crossing L2_P2",
            Self::L2AndL2CrossingL2 => "L2 and L2 crossing L2",
            Self::HOfL2L1L2 => "H-formation L2 - L1 - L2",
        })
    }
}

/// The first non-chain three-turn win of a player with two stones to place, for a board without
/// one-turn wins. Since it makes no threat the opponent may have a way out.
pub fn non_chain_win(board: &Board, color: Color) -> Option<ThreeTurnWin> {
    let formation = Formation::of(board, color);
    let mut wins = candidates(&formation)
        .map(|(group, stones)| ThreeTurnWin { group: ThreeTurnGroup::NonChain(group), stones });
    wins.find(|win| prepares_two_wins(board, color, win.stones))
}

/// All turns that the groups tell.
fn candidates(formation: &Formation) -> impl Iterator<Item = (NonChain, Stones)> {
    let has = |form| formation.completions.ones().any(|three| three.form == form);
    let (has_open_three, has_closed_three) = (has(Form::L3P2), has(Form::L3P1));
    with_open_three(formation, has_open_three)
        .chain(bars_of_one(formation, has_open_three))
        .chain(with_closed_three(formation, has_closed_three))
        .chain(crossing_twos(formation))
}

/// Whether the turn makes no threat and prepares two-turn wins that no single stone on their cells
/// takes away.
fn prepares_two_wins(board: &Board, color: Color, stones: Stones) -> bool {
    let board = board.with(color, stones.cells());
    if !Threats::of(&board, color).is_empty() {
        return false;
    }
    let mut shared = None;
    two_turn_wins(&board, color, 2).any(|win| {
        let cells = win.stones.cells().iter().copied().collect::<CellSet>();
        let left = shared.map_or(cells, |shared: CellSet| shared & cells);
        shared = Some(left);
        left.is_empty()
    })
}

/// One of the L2s is an L2_P2: else all two-turn wins need the same cell of the L3_P2.
fn with_open_three(
    formation: &Formation,
    has_open_three: bool,
) -> impl Iterator<Item = (NonChain, Stones)> {
    let first = if has_open_three { open(formation, 1) } else { CellSet::EMPTY };
    pairs_of(first, quiet(formation, 1)).map(|stones| (NonChain::L3P2WithTwoL2, stones))
}

fn bars_of_one(
    formation: &Formation,
    has_open_three: bool,
) -> impl Iterator<Item = (NonChain, Stones)> {
    formation.bars(1).filter_map(move |(direction, cells)| {
        let legs = formation.legs(direction, cells);
        let group = legs.iter().find_map(|legs| match (legs.shape, legs.levels) {
            (Shape::Triangle, [2, 2]) => Some(NonChain::TriangleL2P2L2L1),
            (Shape::H, [2, 2]) => Some(NonChain::HOfL2L1L2),
            _ => None,
        });
        let raises_two = |&cell: &Cell| formation.raises_two_beside(cell, direction);
        let with_three = || {
            (has_open_three && cells.iter().any(raises_two))
                .then_some(NonChain::L3P2AndL2CrossingL1)
        };
        Some((group.or_else(with_three)?, Stones::two(cells[0], cells[1])))
    })
}

fn with_closed_three(
    formation: &Formation,
    has_closed_three: bool,
) -> impl Iterator<Item = (NonChain, Stones)> {
    let cells = if has_closed_three { quiet(formation, 2) } else { CellSet::EMPTY };
    let quality = PointQuality::of(&formation.board);
    cells.into_iter().filter_map(move |cell| {
        let others = quiet(formation, 1).into_iter().filter(|&other| other != cell);
        let other = quality.best(others)?;
        Some((NonChain::L3P1AndL2P2CrossingL2P2, Stones::two(cell, other)))
    })
}

/// Without an L3 it takes lines that can make two threats: L2_P2s.
fn crossing_twos(formation: &Formation) -> impl Iterator<Item = (NonChain, Stones)> {
    pairs_of(open(formation, 2), open(formation, 1))
        .map(|stones| (NonChain::L2AndL2CrossingL2, stones))
}

/// The cells where at least so many L2s cross and no L3 becomes a four.
fn quiet(formation: &Formation, n_directions: usize) -> CellSet {
    formation.cells_in_twos(n_directions).without(formation.cells_in_threes())
}

/// Those of the quiet cells that are in an L2_P2.
fn open(formation: &Formation, n_directions: usize) -> CellSet {
    quiet(formation, n_directions) & formation.cells_in_open_twos()
}

fn pairs_of(first: CellSet, second: CellSet) -> impl Iterator<Item = Stones> {
    first.into_iter().flat_map(move |cell| {
        let others = second.into_iter().filter(move |&other| other != cell);
        others.map(move |other| Stones::two(cell, other))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// Checks that a board of Black's stones has a win of this group.
    #[track_caller]
    fn check(group: NonChain, rows: &str) {
        let position = format!("{rows} X2").parse::<Position>().unwrap();
        let board = position.board();
        let formation = Formation::of(board, Color::Black);
        let mut wins = candidates(&formation).filter(|win| win.0 == group);
        assert!(wins.any(|win| prepares_two_wins(board, Color::Black, win.1)));
    }

    #[test]
    fn l3_p2_with_two_l2() {
        check(
            NonChain::L3P2WithTwoL2,
            "------------
             ---XXX------
             ------------
             ------------
             ------------
             -X----------
             -X----------
             ------------
             ------------
             ------------
             ----XX------
             ------------",
        );
    }

    #[test]
    fn l3_p2_and_l2_crossing_l1() {
        check(
            NonChain::L3P2AndL2CrossingL1,
            "------------
             ---XXX------
             ------------
             ------------
             ------------
             -------X----
             -------X----
             ------------
             ----X-------
             ------------
             ------------
             ------------",
        );
    }

    #[test]
    fn triangle_l2_p2_l2_l1() {
        check(
            NonChain::TriangleL2P2L2L1,
            "------------
             ------------
             ------------
             ----X-------
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
    fn l3_p1_and_l2_p2_crossing_l2_p2() {
        check(
            NonChain::L3P1AndL2P2CrossingL2P2,
            "------------
             -OXXX-------
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
    fn l2_and_l2_crossing_l2() {
        check(
            NonChain::L2AndL2CrossingL2,
            "------------
             ---XX-------
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
    fn h_of_l2_l1_l2() {
        check(
            NonChain::HOfL2L1L2,
            "------------
             ------------
             ---X---X----
             ---X---X----
             -----X------
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
