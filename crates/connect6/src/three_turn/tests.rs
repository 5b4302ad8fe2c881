//! The groups of three-turn wins, on positions made from their definitions.

use super::formation::Formation;
use super::{Chain, NonChain, ThreeTurnGroup, ThreeTurnWin, chain, non_chain};
use crate::position::Position;
use stonegate_stones::Color;

/// Checks that a board of Black's stones has a win of this group.
#[track_caller]
fn check(group: ThreeTurnGroup, rows: &str) {
    let position = format!("{rows} X2").parse::<Position>().unwrap();
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

#[test]
fn chain_l3_p2_and_l2_crossing_l2() {
    check(
        ThreeTurnGroup::Chain(Chain::L3P2AndL2CrossingL2),
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
fn chain_triangle_l3_p2_l2_l1() {
    check(
        ThreeTurnGroup::Chain(Chain::TriangleL3P2L2L1),
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
fn chain_triangle_l2_p2_l2_l1() {
    check(
        ThreeTurnGroup::Chain(Chain::TriangleL2P2L2L1),
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
fn chain_triangle_l2_p2_l2_l2() {
    check(
        ThreeTurnGroup::Chain(Chain::TriangleL2P2L2L2),
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
fn chain_h_of_l2_p2_with_two_l2() {
    check(
        ThreeTurnGroup::Chain(Chain::HOfL2P2WithTwoL2),
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

#[test]
fn non_chain_l3_p2_with_two_l2() {
    check(
        ThreeTurnGroup::NonChain(NonChain::L3P2WithTwoL2),
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
fn non_chain_l3_p2_and_l2_crossing_l1() {
    check(
        ThreeTurnGroup::NonChain(NonChain::L3P2AndL2CrossingL1),
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
fn non_chain_triangle_l2_p2_l2_l1() {
    check(
        ThreeTurnGroup::NonChain(NonChain::TriangleL2P2L2L1),
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
fn non_chain_l3_p1_and_l2_p2_crossing_l2_p2() {
    check(
        ThreeTurnGroup::NonChain(NonChain::L3P1AndL2P2CrossingL2P2),
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
fn non_chain_l2_and_l2_crossing_l2() {
    check(
        ThreeTurnGroup::NonChain(NonChain::L2AndL2CrossingL2),
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
fn non_chain_h_of_l2_l1_l2() {
    check(
        ThreeTurnGroup::NonChain(NonChain::HOfL2L1L2),
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
