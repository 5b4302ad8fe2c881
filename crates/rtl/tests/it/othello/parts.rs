//! Legal moves, flips, the order of moves, depths and the game, module by module.

use std::path::Path;

use stonegate_oracles::is_slow_run;
use stonegate_othello::{
    Board, Color, MAX_DEPTH, Move, MoveSorter, Position, Random, Square, VISITS_PER_SECOND, Width,
    pick_depth, squares,
};

use crate::bench::{Bench, Module, Request, rtl_folder};
use crate::tools::has;

/// Boards that no game has, and boards of random games.
pub(crate) fn boards(seed: u64, n_boards: usize) -> Vec<Board> {
    let mut random = Random::new(seed, 0);
    let mut boards = Vec::new();
    let mut position = Position::start(Width::EIGHT);
    while boards.len() < n_boards {
        let word = |random: &mut Random| {
            random.below(1 << 32) as u64 | (random.below(1 << 32) as u64) << 32
        };
        let (discs, colors) = (word(&mut random), word(&mut random));
        boards.extend(Board::new(discs & colors, discs & !colors));
        boards.push(position.board());
        let legal = squares(position.legal_moves()).collect::<Vec<Square>>();
        let action = match legal.len() {
            0 => Move::Pass,
            n_legal => Move::Place(legal[random.below(n_legal)]),
        };
        position = if position.is_over() {
            Position::start(Width::EIGHT)
        } else {
            position.play(action).expect("the move is legal")
        };
    }
    boards
}

fn question(bench: &Bench, values: &[u64]) -> Request {
    let bytes = values.iter().map(|value| value.to_le_bytes()).collect::<Vec<_>>();
    let inputs = bench.inputs(&bytes.iter().map(<[u8; 8]>::as_slice).collect::<Vec<_>>());
    Request { clocks: 0, until: None, is_silent: false, inputs }
}

/// Whether the modules find the legal moves and the flips of the twin.
pub(crate) fn moves_and_flips_agree(root: &Path, n_boards: usize) -> bool {
    let pair = vec![("mover", 64), ("opponent", 64)];
    let mut legal_moves = Bench::start_in(
        &Module {
            name: "legal_moves",
            files: &["othello/legal_moves.v"],
            inputs: pair.clone(),
            outputs: vec![("legal", 64)],
            ..Module::default()
        },
        root,
    );
    let mut flipper = Bench::start_in(
        &Module {
            name: "flipper",
            files: &["othello/flipper.v"],
            inputs: [&pair[..], &[("square", 64)]].concat(),
            outputs: vec![("flips", 64)],
            ..Module::default()
        },
        root,
    );
    let mut random = Random::new(8, 0);
    for (number, boards) in boards(7, n_boards).chunks(1 << 15).enumerate() {
        let asked =
            boards.iter().map(|board| question(&legal_moves, &[board.mover(), board.opponent()]));
        let replies = legal_moves.exchange(&asked.collect::<Vec<_>>());
        // Of each board one legal move, and now and then any empty square.
        let mut flips = Vec::new();
        for (board, reply) in boards.iter().zip(&replies) {
            if legal_moves.number(reply, "legal") != board.legal_moves() {
                return false;
            }
            let from = if random.below(4) == 0 { board.empties() } else { board.legal_moves() };
            let from = squares(from).collect::<Vec<Square>>();
            if !from.is_empty() {
                flips.push((*board, from[random.below(from.len())]));
            }
        }
        let asked = flips.iter().map(|(board, square)| {
            question(&flipper, &[board.mover(), board.opponent(), square.bit()])
        });
        let replies = flipper.exchange(&asked.collect::<Vec<_>>());
        let agree = flips
            .iter()
            .zip(&replies)
            .all(|(&(board, square), reply)| flipper.number(reply, "flips") == board.flips(square));
        if !agree {
            eprintln!("chunk {number} differs");
            return false;
        }
    }
    true
}

#[test]
fn legal_moves_and_flips_are_those_of_the_twin() {
    if has("verilator") {
        let n_boards = if is_slow_run() { 10_000_000 } else { 20_000 };
        assert!(moves_and_flips_agree(&rtl_folder(), n_boards));
    }
}

/// The first move of sets of moves, on boards of each width.
#[test]
fn moves_are_sorted_as_by_the_twin() {
    if !has("verilator") || !is_slow_run() {
        return;
    }
    for width in [Width::EIGHT, Width::SIX, Width::FOUR] {
        let n = width.get();
        let mut bench = Bench::start_in(
            &Module {
                name: "move_sorter",
                files: &["othello/move_sorter.v", "othello/priority_encoder.v"],
                parameters: vec![("N", n as u32)],
                inputs: vec![("moves", n * n)],
                outputs: vec![("any", 1), ("first", n * n)],
                ..Module::default()
            },
            &rtl_folder(),
        );
        let sorter = MoveSorter::new(width);
        let mut random = Random::new(3, n as u64);
        for density in 0..2_000 {
            let moves = squares(width.area()).filter(|_| random.below(60) < density % 60);
            let moves = moves.fold(0, |set, square| set | square.bit());
            let bytes = packed(width, moves).to_le_bytes();
            let reply = bench.step(0, &[&bytes[..(n * n).div_ceil(8)]]);
            let first = sorter.first(moves);
            assert_eq!(bench.number(&reply, "any"), u64::from(first.is_some()));
            let expected = first.map_or(0, |square| packed(width, square.bit()));
            assert_eq!(bench.number(&reply, "first"), expected, "{moves:x}");
        }
    }
}

/// A set of squares with as many bits in a row as the board has columns.
pub(crate) fn packed(width: Width, set: u64) -> u64 {
    let n = width.get();
    squares(set).fold(0, |packed, square| packed | 1 << (square.row() * n + square.column()))
}

/// A machine with a higher stack plays the last twelve squares to the end of the game.
pub(crate) fn compare_depths(root: &Path) {
    for most in [MAX_DEPTH, 24] {
        let mut bench = Bench::start_in(
            &Module {
                name: "depth_picker",
                files: &["othello/depth_picker.v"],
                parameters: vec![
                    ("VISITS_PER_SECOND", VISITS_PER_SECOND as u32),
                    ("MAX_SEARCH_DEPTH", most),
                ],
                inputs: vec![("n_moves", 6)],
                outputs: vec![("depth", 5)],
                ..Module::default()
            },
            root,
        );
        for n_moves in 0..=60_u8 {
            let reply = bench.step(0, &[&[n_moves]]);
            let ends = most == 24 && 60 - n_moves <= 12;
            let expected = if ends { 24 } else { pick_depth(n_moves.into()) };
            assert_eq!(bench.number(&reply, "depth"), u64::from(expected));
        }
    }
}

#[test]
fn depths_are_those_of_the_twin() {
    if has("verilator") && is_slow_run() {
        compare_depths(&rtl_folder());
    }
}

/// Whole games: valid moves and others, passes, scores and the end.
pub(crate) fn compare_games(root: &Path, n_games: usize) {
    let mut bench = Bench::start_in(
        &Module {
            name: "game_state_manager",
            files: &["othello/game_state_manager.v", "othello/legal_moves.v", "othello/flipper.v"],
            inputs: vec![("reset", 1), ("confirm", 1), ("square", 64)],
            outputs: vec![
                ("black", 64),
                ("white", 64),
                ("turn", 1),
                ("legal", 64),
                ("is_refused", 1),
                ("has_passed", 1),
                ("is_over", 1),
                ("black_score", 7),
                ("white_score", 7),
            ],
            has_clock: true,
            ..Module::default()
        },
        root,
    );
    let mut random = Random::new(9, 0);
    let mut n_passes = 0;
    for _ in 0..n_games {
        let mut position = Position::start(Width::EIGHT);
        let mut reply = bench.step(2, &[&[1], &[0], &[0; 8]]);
        loop {
            let number = |name| bench.number(&reply, name);
            let turn = u64::from(position.color() == Color::White);
            let [black, white] = [Color::Black, Color::White].map(|color| position.discs(color));
            assert_eq!((number("black"), number("white")), (black, white));
            assert_eq!(number("is_over"), u64::from(position.is_over()));
            let scores = (number("black_score"), number("white_score"));
            assert_eq!(scores, (black.count_ones().into(), white.count_ones().into()));
            if position.is_over() {
                break;
            }
            assert_eq!((number("turn"), number("legal")), (turn, position.legal_moves()));
            let square = Square::new(random.below(64)).expect("it is on the board");
            let bit = square.bit().to_le_bytes();
            let is_legal = position.legal_moves() & square.bit() != 0;
            let answer = bench.step(1, &[&[0], &[1], &bit]);
            assert_eq!(bench.number(&answer, "is_refused"), u64::from(!is_legal));
            // A pass takes a clock of its own.
            reply = bench.step(2, &[&[0], &[0], &[0; 8]]);
            if is_legal {
                let after = position.play(Move::Place(square)).expect("it is legal");
                position = after.after_forced_pass();
                let has_passed = position.color() != after.color();
                n_passes += u32::from(has_passed);
                let is_over = position.is_over();
                assert!(is_over || bench.number(&reply, "has_passed") == u64::from(has_passed));
            }
        }
    }
    assert!(n_passes > 0, "somebody has to pass");
}

#[test]
fn games_are_those_of_the_twin() {
    if has("verilator") {
        compare_games(&rtl_folder(), if is_slow_run() { 100 } else { 20 });
    }
}
