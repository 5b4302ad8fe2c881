//! What the seven-step machine does, and why.

use stonegate_connect6::{Position, seven_steps};

/// Checks the reasons for a turn, one a line.
#[track_caller]
fn check(position: &str, expected: &[&str]) {
    let position = position.parse::<Position>().expect("a position");
    let reasons = seven_steps(&position).reasons;
    let reasons = reasons.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(reasons, expected);
}

#[test]
fn the_first_stone() {
    let empty = "-".repeat(19 * 19);
    check(&format!("{empty} X1"), &["step 7: opens at j10"]);
}

#[test]
fn a_win_comes_first() {
    check(
        "------------
         --XXXX------
         ------------
         --OOOO------
         ------------
         ------------
         ------------
         ------------
         ------------
         ------------
         ------------
         ------------ X2",
        &["step 1: six in a row"],
    );
}

#[test]
fn threats_are_stopped() {
    check(
        "------------
         --OOOO------
         ------------
         ----X-------
         -----X------
         ------------
         ------------
         ------------
         ------------
         ------------
         ------------
         ------------ X2",
        &["step 2: stops two threats at b2 and g2"],
    );
}

#[test]
fn a_stone_that_is_left_over_goes_on() {
    check(
        "------------
         -XOOOO------
         ------------
         ----XXX-----
         ------------
         -----OO-----
         ------------
         ------------
         ------------
         ------------
         ------------
         ------------ X2",
        &["step 2: stops one threat at g2", "step 7: gains the initiative by L3_P2 at h4"],
    );
}

#[test]
fn two_turn_wins_are_stopped() {
    check(
        "------------
         ---OOO------
         ------------
         ------------
         -------X----
         ------------
         ------------
         ------------
         -----OOO----
         ------------
         --X---------
         ------------ X2",
        &["step 4: stops two L3_P2s at e9", "step 4: stops L3_P2 and L3_P1 at g2"],
    );
}

#[test]
fn the_initiative_is_gained() {
    check(
        "------------
         ------------
         ----O-------
         ----XX------
         ---OX-O-----
         ------------
         ------------
         ------------
         ------------
         ------------
         ------------
         ------------ X2",
        &["step 7: gains the initiative by L2_P2 at d4 and g4"],
    );
}

#[test]
fn too_many_threats() {
    check(
        "------------
         --OOOO------
         ------------
         ------------
         ------------
         ------------
         ------------
         -X----------
         ------OOOO--
         ------------
         --X---------
         ------------ X2",
        &[
            "step 2: stops some of too many threats at g2",
            "step 2: stops some of too many threats at f9",
        ],
    );
}
