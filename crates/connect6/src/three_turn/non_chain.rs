//! Non-chain three-turn wins: no threat, but more two-turn wins than the opponent can stop, if
//! there is no counter-attack.

use std::fmt;

use super::formation::{Formation, Shape, pairs_of};
use super::{ThreeTurnGroup, ThreeTurnWin};
use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::completion::Form;
use crate::quality::PointQuality;
use crate::stones::Stones;
use crate::two_turn::has_separate_wins;

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

/// All turns that the groups tell, in their order.
pub(super) fn candidates(formation: &Formation) -> impl Iterator<Item = ThreeTurnWin> {
    let has = |form| formation.completions.ones().any(|three| three.form == form);
    let has_open_three = has(Form::L3P2);
    let quiet = Quiet::of(formation);
    let turns = with_open_three(quiet, has_open_three)
        .chain(bars_of_one(formation, has_open_three))
        .chain(with_closed_three(formation, quiet, has(Form::L3P1)))
        .chain(crossing_twos(quiet, has_open_three));
    turns.map(|(group, stones)| ThreeTurnWin { group: ThreeTurnGroup::NonChain(group), stones })
}

/// Whether the turn makes no threat and prepares two-turn wins that no single stone on their cells
/// takes away.
pub(super) fn prepares_two_wins(formation: &Formation, stones: Stones) -> bool {
    let lines = formation.lines.with_stones(stones.cells());
    !lines.has_four() && has_separate_wins(&lines)
}

/// The cells where a stone makes an L3 of an L2, and no four.
#[derive(Copy, Clone, Debug)]
struct Quiet {
    in_twos: CellSet,
    /// Where two L2s cross.
    at_crossings: CellSet,
    /// All cells of L2_P2s.
    open: CellSet,
}

impl Quiet {
    fn of(formation: &Formation) -> Self {
        let [in_twos, at_crossings] = [1, 2].map(|n_directions| {
            formation.cells_in_twos(n_directions).without(formation.cells_in_threes())
        });
        Self { in_twos, at_crossings, open: formation.cells_in_open_twos() }
    }
}

/// One of the L2s is an L2_P2: else all two-turn wins need the same cell of the L3_P2.
fn with_open_three(quiet: Quiet, has_open_three: bool) -> impl Iterator<Item = (NonChain, Stones)> {
    let first = if has_open_three { quiet.in_twos & quiet.open } else { CellSet::EMPTY };
    pairs_of(first, quiet.in_twos).map(|stones| (NonChain::L3P2WithTwoL2, stones))
}

fn bars_of_one(
    formation: &Formation,
    has_open_three: bool,
) -> impl Iterator<Item = (NonChain, Stones)> {
    formation.bars(1).filter_map(move |bar| {
        let group = formation.legs(bar).iter().find_map(|legs| match (legs.shape, legs.levels) {
            (Shape::Triangle, [2, 2]) => Some(NonChain::TriangleL2P2L2L1),
            (Shape::H, [2, 2]) => Some(NonChain::HOfL2L1L2),
            _ => None,
        });
        let raises_two = |&cell: &Cell| formation.raises_two_beside(cell, bar.direction);
        let with_three = || {
            (has_open_three && bar.cells.iter().any(raises_two))
                .then_some(NonChain::L3P2AndL2CrossingL1)
        };
        Some((group.or_else(with_three)?, bar.stones()))
    })
}

fn with_closed_three(
    formation: &Formation,
    quiet: Quiet,
    has_closed_three: bool,
) -> impl Iterator<Item = (NonChain, Stones)> {
    let cells = if has_closed_three { quiet.at_crossings } else { CellSet::EMPTY };
    let mut quality = None;
    cells.into_iter().filter_map(move |cell| {
        let quality = quality.get_or_insert_with(|| PointQuality::of(&formation.board));
        let other = quality.best(quiet.in_twos.without(CellSet::of(cell)))?;
        Some((NonChain::L3P1AndL2P2CrossingL2P2, Stones::two(cell, other)))
    })
}

/// Without an L3 it takes lines that can make two threats: L2_P2s. With an L3_P2 the same turns are
/// those of another group.
fn crossing_twos(quiet: Quiet, has_open_three: bool) -> impl Iterator<Item = (NonChain, Stones)> {
    let first = if has_open_three { CellSet::EMPTY } else { quiet.at_crossings & quiet.open };
    pairs_of(first, quiet.in_twos & quiet.open).map(|stones| (NonChain::L2AndL2CrossingL2, stones))
}
