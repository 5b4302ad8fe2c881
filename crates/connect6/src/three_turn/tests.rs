//! The groups of three-turn wins, on positions made from their definitions.

use super::formation::Formation;
use super::{Chain, NonChain, ThreeTurnGroup, ThreeTurnWin, chain, non_chain};
use crate::position::Position;
use stonegate_stones::Color;

/// Checks that a board of Black's stones has a win of this group.
#[track_caller]
fn check(group: ThreeTurnGroup, rows: &[(usize, &str)]) {
    let position = format!("{} X2", diagram(rows)).parse::<Position>().unwrap();
    let formation = Formation::of(position.board(), Color::Black);
    let is_meant = |win: &ThreeTurnWin| win.group == group;
    let is_win = match group {
        ThreeTurnGroup::Chain(_) => chain::candidates(&formation)
            .filter(is_meant)
            .any(|win| chain::is_forced(&formation, win.stones)),
        ThreeTurnGroup::NonChain(_) => non_chain::candidates(&formation)
            .filter(is_meant)
            .any(|win| non_chain::prepares_two_wins(&formation, win.stones)),
    };
    assert!(is_win, "{group}");
}

/// The text of a board of twelve rows, of which those with stones are drawn.
fn diagram(rows: &[(usize, &str)]) -> String {
    let row = |number| rows.iter().find(|row| row.0 == number).map_or("", |row| row.1);
    let rows = (1..=12).map(|number| format!("{:-<12}", row(number)));
    rows.collect::<Vec<_>>().join("\n")
}

#[test]
fn chain_l3_p2_and_l2_crossing_l2() {
    check(
        ThreeTurnGroup::Chain(Chain::L3P2AndL2CrossingL2),
        &[(2, "----XXX"), (6, "------X"), (7, "------X"), (9, "---XX")],
    );
}

#[test]
fn chain_triangle_l3_p2_l2_l1() {
    check(
        ThreeTurnGroup::Chain(Chain::TriangleL3P2L2L1),
        &[(4, "----XX-X"), (5, "----X-X"), (6, "-----X")],
    );
}

#[test]
fn chain_triangle_l2_p2_l2_l1() {
    check(
        ThreeTurnGroup::Chain(Chain::TriangleL2P2L2L1),
        &[(4, "----XX"), (6, "------X-X"), (8, "------X")],
    );
}

#[test]
fn chain_triangle_l2_p2_l2_l2() {
    check(
        ThreeTurnGroup::Chain(Chain::TriangleL2P2L2L2),
        &[(4, "----XX"), (5, "----X-X"), (6, "-----XX")],
    );
}

#[test]
fn chain_h_of_l2_p2_with_two_l2() {
    check(
        ThreeTurnGroup::Chain(Chain::HOfL2P2WithTwoL2),
        &[(3, "----X--X"), (4, "----X--X"), (5, "-----XX")],
    );
}

#[test]
fn non_chain_l3_p2_with_two_l2() {
    check(
        ThreeTurnGroup::NonChain(NonChain::L3P2WithTwoL2),
        &[(2, "---XXX"), (6, "-X"), (7, "-X"), (11, "----XX")],
    );
}

#[test]
fn non_chain_l3_p2_and_l2_crossing_l1() {
    check(
        ThreeTurnGroup::NonChain(NonChain::L3P2AndL2CrossingL1),
        &[(2, "---XXX"), (6, "-------X"), (7, "-------X"), (9, "----X")],
    );
}

#[test]
fn non_chain_triangle_l2_p2_l2_l1() {
    check(
        ThreeTurnGroup::NonChain(NonChain::TriangleL2P2L2L1),
        &[(4, "----X"), (5, "----X-X"), (6, "-----XX")],
    );
}

#[test]
fn non_chain_l3_p1_and_l2_p2_crossing_l2_p2() {
    check(
        ThreeTurnGroup::NonChain(NonChain::L3P1AndL2P2CrossingL2P2),
        &[(2, "-OXXX"), (6, "------X"), (7, "------X"), (9, "---XX")],
    );
}

#[test]
fn non_chain_l2_and_l2_crossing_l2() {
    check(
        ThreeTurnGroup::NonChain(NonChain::L2AndL2CrossingL2),
        &[(2, "---XX"), (6, "------X"), (7, "------X"), (9, "---XX")],
    );
}

#[test]
fn non_chain_h_of_l2_l1_l2() {
    check(
        ThreeTurnGroup::NonChain(NonChain::HOfL2L1L2),
        &[(3, "---X---X"), (4, "---X---X"), (5, "-----X")],
    );
}
