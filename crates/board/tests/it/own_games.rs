//! Our own games, drawn.

use expect_test::{Expect, expect};

use crate::sheets::{Game, sheets};
use stonegate_board::{Aim, AimKind, Area, Square};
use stonegate_oracles::own_games;

/// Draws the position after some moves, with the facts outside the board.
#[track_caller]
fn check(game: &str, moves: &[&str], expect: &Expect) {
    let game = Game::own(game);
    let board = game.draw(&game.play(moves));
    expect.assert_eq(&format!("{board}{}\n", board.outside.join(" ")));
}

#[test]
fn tic_tac_toe() {
    check(
        "tic-tac-toe",
        &["(mark 2 2)", "(mark 1 3)"],
        &expect![[r#"
            1 . . .
            2 . x .
            3 o . .
              a b c
            (control xplayer)
        "#]],
    );
}

#[test]
fn connect_four() {
    check(
        "connect-four",
        &["(drop 4)", "(drop 4)", "(drop 1)"],
        &expect![[r#"
        6 . . . . . . .
        5 . . . . . . .
        4 . . . . . . .
        3 . . . . . . .
        2 . . . Y . . .
        1 R . . R . . .
          1 2 3 4 5 6 7
        (control yellow)
    "#]],
    );
}

#[test]
fn joint_connect_four() {
    check(
        "joint-connect-four",
        &["(drop classic 2)", "(drop misere 3)"],
        &expect![[r#"
             classic             misere
        6 . . . . . . . .   6 . . . . . . . .
        5 . . . . . . . .   5 . . . . . . . .
        4 . . . . . . . .   4 . . . . . . . .
        3 . . . . . . . .   3 . . . . . . . .
        2 . . . . . . . .   2 . . . . . . . .
        1 B R . . . . . .   1 B . R . . . . .
          1 2 3 4 5 6 7 8     1 2 3 4 5 6 7 8
        (control red)
    "#]],
    );
}

#[test]
fn breakthrough() {
    check(
        "breakthrough-6x6",
        &["(move 1 2 1 3)"],
        &expect![[r#"
            6 B B B B B B
            5 B B B B B B
            4 . . . . . .
            3 W . . . . .
            2 . W W W W W
            1 W W W W W W
              a b c d e f
            (control black)
        "#]],
    );
}

#[test]
fn chess() {
    check(
        "chess",
        &["(move e 2 e 4)", "(move b 8 c 6)"],
        &expect![[r#"
        8 r . b q k b n r
        7 p p p p p p p p
        6 . . n . . . . .
        5 . . . . . . . .
        4 . . . . P . . .
        3 . . . . . . . .
        2 P P P P . P P P
        1 R N B Q K B N R
          a b c d e f g h
        (control white) (ply 2) (right black kingside) (right black queenside) (right white kingside) (right white queenside)
    "#]],
    );
}

#[test]
fn checkers() {
    check(
        "checkers",
        &["(move c 3 d 4)"],
        &expect![[r#"
        8   W   W   W   W
        7 W   W   W   W
        6   W   W   W   W
        5 .   .   .   .
        4   .   B   .   .
        3 B   .   B   B
        2   B   B   B   B
        1 B   B   B   B
          a b c d e f g h
        (control white) (ply 1)
    "#]],
    );
}

#[test]
fn chinese_checkers() {
    check(
        "chinese-checkers",
        &[],
        &expect![[r#"
            1             .
            2            . .
            3       B B . . . R R
            4        B . . . . R
            5         . . . . .
            6        . . . . . .
            7       . . . . . . .
            8            G G
            9             G
                      a b c d e f g h i
            (control red) (round 1)
        "#]],
    );
}

#[test]
fn amazons() {
    check(
        "amazons",
        &["(select 1 2)", "(move 1 4)", "(shoot 3 4)"],
        &expect![[r#"
            6 . B . . B .
            5 B . . . . B
            4 W . # . . .
            3 . . . . . .
            2 . . . . . W
            1 . W . . W .
              a b c d e f
            (control black) (phase selecting)
        "#]],
    );
}

#[test]
fn pentago() {
    check(
        "pentago",
        &["(place 1 1)", "(rotate nw clockwise)"],
        &expect![[r#"
            1 . . R . . .
            2 . . . . . .
            3 . . . . . .
            4 . . . . . .
            5 . . . . . .
            6 . . . . . .
              a b c d e f
            (control black placing)
        "#]],
    );
}

#[test]
fn reversi() {
    check(
        "reversi",
        &[],
        &expect![[r#"
            1 . . . . . . . .
            2 . . . . . . . .
            3 . . . . . . . .
            4 . . . W B . . .
            5 . . . B W . . .
            6 . . . . . . . .
            7 . . . . . . . .
            8 . . . . . . . .
              a b c d e f g h
            (control black)
        "#]],
    );
}

#[test]
fn eight_puzzle() {
    check(
        "eight-puzzle",
        &["(slide 2 1)"],
        &expect![[r#"
            1 7 . 4
            2 5 2 6
            3 8 3 1
              a b c
            (slides 1)
        "#]],
    );
}

#[test]
fn lights_out() {
    check(
        "lights-out",
        &["(press 1 1)"],
        &expect![[r#"
            1 . . * * *
            2 . * * * *
            3 * * * * *
            4 * * * * *
            5 * * * * *
              a b c d e
            (presses 1)
        "#]],
    );
}

#[test]
fn sheep_and_wolf() {
    check(
        "sheep-and-wolf",
        &["(go 3 7)"],
        &expect![[r#"
            8   .   .   .   .
            7 .   W   .   .
            6   .   .   .   .
            5 .   .   .   .
            4   .   .   .   .
            3 .   .   .   .
            2   .   .   .   .
            1 S   S   S   S
              a b c d e f g h
            (control sheep)
        "#]],
    );
}

#[test]
fn tracks() {
    check(
        "horseshoe",
        &["(move d c)"],
        &expect![[r#"
         R B R . B
         a b c d e
        (control black) (step 2)
    "#]],
    );
    check(
        "nim",
        &["(leave b 1)"],
        &expect![[r#"
         3 1 5 6
         a b c d
        (control second)
    "#]],
    );
}

#[test]
fn large_boards() {
    check(
        "gomoku",
        &["(place 8 8)", "(place 15 1)"],
        &expect![[r#"
             1 . . . . . . . . . . . . . . W
             2 . . . . . . . . . . . . . . .
             3 . . . . . . . . . . . . . . .
             4 . . . . . . . . . . . . . . .
             5 . . . . . . . . . . . . . . .
             6 . . . . . . . . . . . . . . .
             7 . . . . . . . . . . . . . . .
             8 . . . . . . . B . . . . . . .
             9 . . . . . . . . . . . . . . .
            10 . . . . . . . . . . . . . . .
            11 . . . . . . . . . . . . . . .
            12 . . . . . . . . . . . . . . .
            13 . . . . . . . . . . . . . . .
            14 . . . . . . . . . . . . . . .
            15 . . . . . . . . . . . . . . .
               a b c d e f g h i j k l m n o
            (control black)
        "#]],
    );
}

#[test]
fn hexagons_lean_to_the_right() {
    check(
        "hex",
        &["(place 5 5)", "(place 4 6)"],
        &expect![[r#"
            1 . . . . . . . . .
            2  . . . . . . . . .
            3   . . . . . . . . .
            4    . . . . . . . . .
            5     . . . . R . . . .
            6      . . . B . . . . .
            7       . . . . . . . . .
            8        . . . . . . . . .
            9         . . . . . . . . .
                      a b c d e f g h i
            (control red)
        "#]],
    );
}

#[test]
fn cycles_are_where_their_column_and_row_are() {
    check(
        "tron",
        &["north", "east"],
        &expect![[r#"
            10 . . . . . . . . . .
             9 . . . . . . . . . .
             8 . . . . . . . . . .
             7 . . . . . . . # R .
             6 . . # L . . . # . .
             5 . . # . . . . . . .
             4 . . . . . . . . . .
             3 . . . . . . . . . .
             2 . . . . . . . . . .
             1 . . . . . . . . . .
               a b c d e f g h i j

        "#]],
    );
}

#[test]
fn boards_have_styles_aims_and_parts() {
    let styles = sheets(&own_games()).into_iter().filter_map(|(name, sheet)| {
        let layout = Game::new(&sheet)?.layout?;
        let aims = layout.aims().iter().map(|aim| format!("; {}", told(aim)));
        let areas = layout.areas().into_iter().map(|Area { corner, n_columns, n_rows }| {
            format!("; {n_columns} x {n_rows} from {} {}", corner.column, corner.row)
        });
        let rest = aims.chain(areas).collect::<String>();
        Some(format!("{name}: {}{rest}\n", layout.style().name()))
    });
    expect![[r#"
        amazons: checkered
        amazons-10x10: checkered
        backgammon: grid
        blind-breakthrough: checkered; white to 0,0 1,0 2,0 3,0 4,0; black to 0,4 1,4 2,4 3,4 4,4
        blind-tic-tac-toe: grid
        breakthrough: checkered; white to 0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0; black to 0,7 1,7 2,7 3,7 4,7 5,7 6,7 7,7
        breakthrough-6x6: checkered; white to 0,0 1,0 2,0 3,0 4,0 5,0; black to 0,5 1,5 2,5 3,5 4,5 5,5
        checkers: checkered
        chess: checkered
        chinese-checkers: hexagons; red to 0,6 1,5 1,6; green to 5,1 6,0 6,1; blue to 5,6 6,5 6,6
        connect-four: columns
        connect6: grid
        eight-puzzle: grid
        gomoku: grid
        hex: hexagons; red to top and bottom; blue to left and right
        horseshoe: checkered
        joint-connect-four: columns
        knightthrough: checkered; white to 0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0; black to 0,7 1,7 2,7 3,7 4,7 5,7 6,7 7,7
        krieg-tic-tac-toe: grid
        kuhn-poker: checkered
        leduc-poker: checkered
        lights-out: grid
        mini-chess: checkered
        nim: grid
        pentago: grid; 3 x 3 from 0 0; 3 x 3 from 0 3; 3 x 3 from 3 0; 3 x 3 from 3 3
        phantom-connect-four: columns
        reversi: grid
        sheep-and-wolf: checkered; wolf to 0,7 2,7 4,7 6,7
        stratego: checkered
        tic-tac-toe: grid
        tron: grid
    "#]]
    .assert_eq(&styles.collect::<String>());
}

/// What a role aims at, in few words.
fn told(aim: &Aim) -> String {
    let what = match &aim.kind {
        AimKind::TopAndBottom => "top and bottom".to_owned(),
        AimKind::LeftAndRight => "left and right".to_owned(),
        AimKind::Squares(squares) => {
            let names = squares.iter().map(|Square { column, row, .. }| format!("{column},{row}"));
            names.collect::<Vec<_>>().join(" ")
        }
    };
    format!("{} to {what}", aim.role)
}

#[test]
fn krieg_tic_tac_toe_is_one_board() {
    check(
        "krieg-tic-tac-toe",
        &["(mark 2 2)", "(mark 2 2)", "(mark 1 3)"],
        &expect![[r#"
        1  .  .  .
        2  . xt  .
        3  o  .  .
           a  b  c
        (control xplayer)
    "#]],
    );
}

#[test]
fn no_board() {
    assert!(Game::own("rock-paper-scissors").layout.is_none());
}
