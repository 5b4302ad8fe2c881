//! What the seven-step machine does, and why.

use stonegate_connect6::{Position, seven_steps};

use crate::diagram;

/// Checks the reasons for a turn, one a line.
#[track_caller]
fn check(position: &str, expected: &[&str]) {
    let position = position.parse::<Position>().expect("a position");
    let reasons = seven_steps(&position).reasons;
    let reasons = reasons.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(reasons, expected);
}

/// The same on a board of twelve rows, of which those with stones are drawn.
#[track_caller]
fn check_board(rows: &[(usize, &str)], turn: &str, expected: &[&str]) {
    check(&format!("{} {turn}", diagram(rows)), expected);
}

#[test]
fn the_first_stone() {
    let empty = "-".repeat(19 * 19);
    check(&format!("{empty} X1"), &["step 7: opens at j10"]);
}

#[test]
fn a_win_comes_first() {
    check_board(&[(2, "--XXXX"), (4, "--OOOO")], "X2", &["step 1: six in a row"]);
}

#[test]
fn threats_are_stopped() {
    check_board(
        &[(2, "--OOOO"), (4, "----X"), (5, "-----X")],
        "X2",
        &["step 2: stops two threats at b2 and g2"],
    );
}

#[test]
fn a_stone_that_is_left_over_goes_on() {
    check_board(
        &[(2, "-XOOOO"), (4, "----XXX"), (6, "-----OO")],
        "X2",
        &["step 2: stops one threat at g2", "step 7: gains the initiative by L3_P2 at h4"],
    );
}

#[test]
fn two_turn_wins_are_stopped() {
    check_board(
        &[(2, "---OOO"), (5, "-------X"), (9, "-----OOO"), (11, "--X")],
        "X2",
        &["step 4: stops two L3_P2s at e9", "step 4: stops L3_P2 and L3_P1 at g2"],
    );
}

#[test]
fn the_initiative_is_gained() {
    check_board(
        &[(3, "----O"), (4, "----XX"), (5, "---OX-O")],
        "X2",
        &["step 7: gains the initiative by L2_P2 at d4 and g4"],
    );
}

#[test]
fn too_many_threats() {
    check_board(
        &[(2, "--OOOO"), (8, "-X"), (9, "------OOOO"), (11, "--X")],
        "X2",
        &[
            "step 2: stops some of too many threats at g2",
            "step 2: stops some of too many threats at f9",
        ],
    );
}

/// An H-formation of Black's.
const H_FORMATION: &[(usize, &str)] = &[(3, "----X--X"), (4, "----X--X"), (5, "-----XX")];

/// The same with a bar of one stone.
const H_FORMATION_OF_ONE: &[(usize, &str)] = &[(3, "---X---X"), (4, "---X---X"), (5, "-----X")];

#[test]
fn a_chain_three_turn_win() {
    check_board(
        H_FORMATION,
        "X2",
        &["step 5A: three-turn win by H-formation L2_P2 with two L2s at f4 and g4"],
    );
}

#[test]
fn chain_three_turn_wins_are_stopped() {
    check_board(
        H_FORMATION,
        "O2",
        &[
            "step 6A: stops H-formation L2_P2 with two L2s at f4 and g4 with a stone at f4",
            "step 6A: stops H-formation L2_P2 with two L2s at e5 and h5 with a stone at e5",
        ],
    );
}

#[test]
fn a_non_chain_three_turn_win() {
    check_board(
        H_FORMATION_OF_ONE,
        "X2",
        &["step 5B: three-turn win by H-formation L2 - L1 - L2 at d5 and h5"],
    );
}

#[test]
fn non_chain_three_turn_wins_are_stopped() {
    check_board(
        H_FORMATION_OF_ONE,
        "O2",
        &[
            "step 6B: stops H-formation L2 - L1 - L2 at d5 and h5 with a stone at d5",
            "step 6B: stops H-formation L2 - L1 - L2 at f3 and f4 with a stone at f3",
        ],
    );
}

#[test]
fn the_most_potential_cells() {
    let empty = "-".repeat(60);
    check(
        &format!("{empty}X{empty} O2"),
        &["step 7: takes the most potential cell e5", "step 7: takes the most potential cell f5"],
    );
}
