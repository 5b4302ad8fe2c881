//! The two-turn wins of the paper, on positions made from their definitions.

use stonegate_connect6::{Color, Position, two_turn_win};

use crate::diagram;

/// Checks which win a board of Black's stones has.
#[track_caller]
fn check(rows: &[(usize, &str)], expected: &str) {
    let position = format!("{} X2", diagram(rows)).parse::<Position>().expect("a position");
    let win = two_turn_win(position.board(), Color::Black, 2).map(|win| win.to_string());
    assert_eq!(win.unwrap_or_default(), expected);
}

#[test]
fn two_l3_p2() {
    check(&[(2, "---XXX"), (9, "-----XXX")], "two L3_P2s at c2 and e9");
}

#[test]
fn l3_p2_crossing_l2_p2() {
    check(&[(3, "----XXX"), (5, "-------X"), (6, "-------X")], "L3_P2 crossing L2_P2 at h3 and h4");
}

#[test]
fn l3_p2_and_l3_p1() {
    check(&[(2, "---XXX"), (9, "----OXXX")], "L3_P2 and L3_P1 at c2 and i9");
}

#[test]
fn l3_p2_crossing_l2_p1() {
    check(
        &[(3, "----XXX"), (5, "-------X"), (6, "-------X"), (7, "-------O")],
        "L3_P2 crossing L2_P1 at h2 and h3",
    );
}

#[test]
fn l3_p1_crossing_l2_p2() {
    check(&[(3, "---OXXX"), (5, "-------X"), (6, "-------X")], "L3_P1 crossing L2_P2 at h3 and h4");
}

#[test]
fn two_l3_p1_are_not_enough() {
    check(&[(2, "--OXXX"), (9, "----OXXX")], "");
}

#[test]
fn two_l3_p1_with_a_common_cell() {
    // The row gets both stones and makes two threats, the column gets one of them.
    check(
        &[(5, "O-XXX"), (8, "------X"), (9, "------X"), (10, "------X"), (11, "------O")],
        "L3_P1 and more at f5 and g5",
    );
}
