//! What kind of board it is.

use std::collections::{BTreeMap, BTreeSet};

use stonegate_gdl::Rules;

use crate::evidence::Evidence;
use crate::hexagons::{self, Lean};
use crate::layout::{Layout, Place};
use crate::order::Orders;

/// How a board is drawn.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Style {
    /// Squares onto which pieces are put.
    #[default]
    Grid,
    /// Squares of two colors, between which pieces move.
    Checkered,
    /// Columns into which pieces fall, as in Connect Four.
    Columns,
    /// Lines that cross, with pieces on the crossings, as in Go.
    Lines,
    /// Hexagons: each row is half a cell further to the right than the one above it.
    Hexagons,
}

impl Style {
    /// The name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Checkered => "checkered",
            Self::Columns => "columns",
            Self::Lines => "intersections",
            Self::Hexagons => "hexagons",
        }
    }
}

/// Finds the style of a layout that is otherwise complete. The rows of hexagons are put
/// such that they lean the right way.
pub(crate) fn find(
    layout: &mut Layout,
    rules: &Rules,
    evidence: &Evidence,
    orders: &Orders<'_>,
) -> Style {
    if layout.stacks.is_some() {
        return Style::Columns;
    }
    if let Some(lean) = hexagons::find(rules, orders) {
        layout.orientation.is_upward = lean == Lean::Together;
        return Style::Hexagons;
    }
    let n_squares = layout.actions.values().map(|action| action.squares.len()).max();
    match n_squares {
        Some(2..) => Style::Checkered,
        // Where a piece and its target are chosen in two steps, it is seen to move.
        Some(1) if pieces_move(layout, evidence) => Style::Checkered,
        _ => Style::Grid,
    }
}

/// Whether several roles have pieces from the beginning, and one of these goes from one
/// square to another in some step.
fn pieces_move(layout: &Layout, evidence: &Evidence) -> bool {
    let armies = evidence.states.iter().map(|facts| army(layout, facts, &evidence.roles));
    let armies = armies.collect::<Vec<_>>();
    let owners = armies.first().map(|army| army.values().collect::<BTreeSet<_>>());
    let mut steps = armies.windows(2).filter(|pair| pair[1] != armies[0]);
    owners.is_some_and(|owners| owners.len() > 1)
        && steps.any(|pair| {
            let gone = pair[0].iter().filter(|(place, _)| !pair[1].contains_key(place));
            let came = pair[1].iter().filter(|(place, _)| !pair[0].contains_key(place));
            let came = came.map(|(_, owner)| owner).collect::<Vec<_>>();
            pair[0].len() == pair[1].len() && gone.into_iter().any(|(_, owner)| came == [owner])
        })
}

/// The owners of the pieces on the board.
fn army(layout: &Layout, facts: &[String], roles: &[String]) -> BTreeMap<Place, String> {
    let (contents, _) = layout.contents(facts.iter().map(String::as_str));
    let owned = contents.into_iter().filter_map(|(place, words)| {
        let owner = words.into_iter().find(|word| roles.contains(word))?;
        Some((place, owner))
    });
    owned.collect()
}
