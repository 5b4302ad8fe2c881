//! Forbidden moves against the brute-force checker.

use stonegate_gomoku::{Board, Color, Forbidden, Point, Random, Size, forbidden, points};

use crate::brute_force::Checker;
use stonegate_oracles::is_slow_run;

/// Random positions, denser and looser, small and large, with Black or White in the majority.
fn random_board(random: &mut Random) -> Board {
    let size = Size::new(5 + random.below(11), 5 + random.below(11)).expect("it fits");
    let mut board = Board::new(size);
    let (n_black, n_white) = (10 + random.below(30), random.below(25));
    for point in points(size) {
        match random.below(100) {
            it if it < n_black => board.place(point, Color::Black),
            it if it < n_black + n_white => board.place(point, Color::White),
            _ => {}
        }
    }
    board
}

#[test]
fn agrees_with_brute_force_on_random_positions() {
    let n_positions = if is_slow_run() { 100_000 } else { 300 };
    let mut random = Random::new(11, 1);
    let mut n_found = [0; 4];
    for _ in 0..n_positions {
        let board = random_board(&mut random);
        let mut checker = Checker::new(&board);
        for point in board.empty_points() {
            let expected = checker.forbidden((point.x() as i32, point.y() as i32));
            assert_eq!(forbidden(&board, point), expected, "{point} of {board:?}");
            n_found[expected.map_or(0, |reason| 1 + reason as usize)] += 1;
        }
    }
    assert!(n_found.iter().all(|&n| n > 100), "{n_found:?}");
}

#[track_caller]
fn check(rows: &[&str], point: &str, expected: Option<Forbidden>) {
    let mut board = Board::new(Size::new(rows[0].len(), rows.len()).expect("it fits"));
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let point = Point::new(x, y).expect("it fits");
            match letter {
                'X' => board.place(point, Color::Black),
                'O' => board.place(point, Color::White),
                _ => {}
            }
        }
    }
    assert_eq!(forbidden(&board, point.parse().expect("it is a point")), expected);
}

#[test]
fn double_three_and_one_that_is_none() {
    let rows = ["........", "..X.....", "..X.....", "....XX..", "........", "........", "........"];
    check(&rows, "C4", Some(Forbidden::DoubleThree));
    // With white stones at one end the vertical three cannot become an open four.
    let rows = ["..O.....", "..X.....", "..X.....", "....XX..", "..O.....", "........", "........"];
    check(&rows, "C4", None);
}

#[test]
fn two_fours_in_one_line() {
    let rows = [".........", ".........", ".X.XX..X.", ".........", "........."];
    check(&rows, "F3", Some(Forbidden::DoubleFour));
}

#[test]
fn five_beats_everything() {
    let rows = ["....X....", "....X....", "XXXX.XX..", "....X....", "....X...."];
    check(&rows, "E3", None);
    let rows = ["....X....", "....X....", "XXXX.XX..", "....X....", "........."];
    check(&rows, "E3", Some(Forbidden::Overline));
}
