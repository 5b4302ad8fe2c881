//! Solved endgames.

use stonegate_oracles::{fact, is_slow_run};
use stonegate_othello::{Board, Engine, Limits, Move, Position, Random, Weights, squares};

/// The numbered FFO positions: value and best move.
#[test]
fn ffo_positions() {
    let table = fact("othello/ffo.csv");
    let max_empties = if is_slow_run() { 23 } else { 18 };
    let mut n_checked = 0;
    for line in table.lines().skip(1) {
        let fields = line.split(',').collect::<Vec<_>>();
        let [number, board, side, empties, score, best_moves, _] = fields[..] else {
            panic!("a line has seven fields: {line}");
        };
        if empties.parse::<u32>().unwrap() > max_empties {
            continue;
        }
        let position = format!("{board} {side}").parse::<Position>().unwrap();
        let engine = Engine::new(Weights::trained(), 1 << 26);
        let limits = Limits { exact_from: 64, ..Limits::default() };
        let report = engine.think(position.board(), &limits, &|| false);
        assert_eq!(report.value, score.parse::<i32>().unwrap(), "FFO {number}");
        assert!(report.is_exact);
        let mut best_moves = best_moves.split(' ').map(str::parse::<Move>);
        assert!(best_moves.any(|action| action.ok() == report.best.map(Move::Place)));
        n_checked += 1;
    }
    assert!(n_checked >= 4);
}

/// The score of perfect play, by looking at everything.
fn minimax(board: Board) -> i32 {
    let legal = board.legal_moves();
    if legal != 0 {
        squares(legal).map(|square| -minimax(board.play(square))).max().unwrap()
    } else if board.pass().legal_moves() != 0 {
        -minimax(board.pass())
    } else {
        board.score()
    }
}

#[test]
fn few_empty_squares_by_minimax() {
    let engine = Engine::new(Weights::location(), 1 << 20);
    let limits = Limits { exact_from: 64, ..Limits::default() };
    for game in 0..300 {
        let mut random = Random::new(7, game);
        let mut position = Position::start(stonegate_othello::Width::EIGHT);
        let n_empties = 1 + random.below(8) as u32;
        while !position.is_over() && position.n_empties() > n_empties {
            position = position.after_forced_pass();
            let legal = position.legal_moves();
            let square = squares(legal).nth(random.below(legal.count_ones() as usize)).unwrap();
            position = position.play(Move::Place(square)).unwrap();
        }
        let report = engine.think(position.board(), &limits, &|| false);
        assert_eq!(report.value, minimax(position.board()), "{position}");
        assert!(report.is_exact);
        if let Some(best) = report.best {
            assert_eq!(-minimax(position.board().play(best)), report.value, "{position}");
        }
    }
}

/// Boards that no game leads to have a value like any other.
#[test]
fn odd_boards() {
    let engine = Engine::new(Weights::location(), 1 << 20);
    let check = |mover, opponent, value, best: Option<&str>| {
        let board = Board::new(mover, opponent).unwrap();
        let report = engine.think(board, &Limits::default(), &|| false);
        assert_eq!((report.value, report.is_exact), (value, true));
        assert_eq!(report.best.map(|square| square.to_string()).as_deref(), best);
    };
    // No discs, one disc that touches no other, a full board, a board of one color.
    check(0, 0, 0, None);
    check(1, 1 << 63, 0, None);
    check(!0, 0, 64, None);
    check(0, !1, -64, None);
    check(1, !3, -62, None);
    // A move along the first column, and nothing after it.
    check(1 << 56, !(1 << 56 | 1), -48, Some("a1"));
}
