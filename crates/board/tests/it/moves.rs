//! Where moves are.

use stonegate_board::Square;

use crate::sheets::Game;

/// The squares of a move as the drawing names them.
#[track_caller]
fn check(game: &Game, action: &str, expected: &[&str]) {
    let board = game.draw(&game.machine.initial());
    let name = |square: Square| {
        let board_name = &board.names[square.board];
        let name =
            format!("{board_name} {} {}", board.columns[square.column], board.rows[square.row]);
        name.trim().to_owned()
    };
    let squares = game.layout().squares_on(&board, action).into_iter().map(name);
    assert_eq!(squares.collect::<Vec<_>>(), expected, "{action}");
}

#[test]
fn one_square_two_squares_none() {
    check(&Game::own("tic-tac-toe"), "(mark 1 3)", &["a 3"]);
    check(&Game::own("tic-tac-toe"), "noop", &[]);
    let chess = Game::own("chess");
    check(&chess, "(move g 1 f 3)", &["g 1", "f 3"]);
    check(&chess, "(promote a 7 b 8 queen)", &["a 7", "b 8"]);
    check(&Game::own("pentago"), "(rotate nw clockwise)", &[]);
    check(&Game::own("horseshoe"), "(move d c)", &["d", "c"]);
    check(&Game::own("nim"), "(leave c 2)", &["c"]);
}

#[test]
fn pieces_that_stack_up() {
    let connect_four = Game::own("connect-four");
    check(&connect_four, "(drop 3)", &["3 1"]);
    assert_eq!(connect_four.layout().squares_of("(drop 3)").len(), 6);
    let board = connect_four.draw(&connect_four.play(&["(drop 3)"]));
    let squares = connect_four.layout().squares_on(&board, "(drop 3)");
    assert_eq!(board.rows[squares[0].row], "2");
    check(&Game::own("joint-connect-four"), "(drop misere 8)", &["misere 8 1"]);
}

#[test]
fn moves_that_make_no_sense() {
    let game = Game::own("chess");
    for action in ["", "(", "((", "move", "(move a 1 z 9)", "(move a 1)", "(fly a 1 b 2)"] {
        let _ = game.layout().squares_of(action);
    }
    let board = game.layout().draw(["", "(color z 9 white)", "(color a 1", "(color a 1 white)"]);
    assert_eq!(board.outside, ["", "(color z 9 white)", "(color a 1"]);
}
