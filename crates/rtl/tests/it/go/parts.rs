//! The smaller modules of the machine and their twins.

use std::path::Path;

use stonegate_go::{
    Color, Direction, Game, GameMachine, Move, Point, Random, Readout, Rules, Size,
    count_territory, move_cursor,
};

use super::boards::{Play, bits, place, position_hash, random_board, stones};
use crate::bench::{Bench, Module, Request, rtl_folder};
use crate::tools::has;

fn user_io(n: usize) -> Module {
    let bit = |name| (name, 1);
    let mut inputs = ["reset", "up", "down", "left", "right", "centre", "pass_switch", "my_turn"]
        .map(bit)
        .to_vec();
    inputs.push(("occupied", n * n));
    Module {
        name: "user_io",
        files: &["go/user_io.v"],
        parameters: vec![("N", n as u32)],
        inputs,
        outputs: vec![("cursor_row", 5), ("cursor_column", 5), ("move", 1), ("move_is_pass", 1)],
        has_clock: true,
    }
}

/// Presses buttons on boards with many stones.
pub(crate) fn compare_user_io(root: &Path, n_presses: usize) -> Result<(), String> {
    let size = Size::NINE;
    let mut bench = Bench::start_in(&user_io(9), root);
    let mut random = Random::new(8, 0);
    let mut board = random_board(size, &mut random);
    let mut cursor = Point::at(0, 8).expect("the upper left corner");
    let none: &[u8] = &[0];
    bench.step(2, &[&[1], none, none, none, none, none, none, none, &[]]);
    for number in 0..n_presses {
        if number % 20 == 0 {
            board = random_board(size, &mut random);
        }
        let both = board.stones(Color::Black) | board.stones(Color::White);
        let occupied = bits(size, both);
        let choice = random.below(5);
        let is_my_turn = random.below(8) != 0;
        let turn: &[u8] = if is_my_turn { &[1] } else { &[0] };
        let mut pressed = [none; 5];
        pressed[choice] = &[1];
        let inputs = |pressed: [&[u8]; 5], bench: &Bench| {
            let [up, down, left, right, centre] = pressed;
            bench.inputs(&[none, up, down, left, right, centre, none, turn, &occupied])
        };
        // The lock needs a clock to open or close.
        let (quiet, press) = (inputs([none; 5], &bench), inputs(pressed, &bench));
        let request = |clocks, inputs| Request { clocks, until: None, is_silent: false, inputs };
        let replies =
            bench.exchange(&[request(2, quiet.clone()), request(1, press), request(24, quiet)]);
        let plays = bench.number(&replies[1], "move") == 1;
        if plays != (choice == 4 && is_my_turn) {
            return Err(format!("press {number}: the middle button"));
        }
        if let Some(&direction) = Direction::ALL.get(choice).filter(|_| is_my_turn) {
            cursor = move_cursor(&board, cursor, direction);
        }
        let found =
            ["cursor_row", "cursor_column"].map(|name| bench.number(&replies[2], name) as u8);
        if found != place(size, cursor) {
            return Err(format!("press {number}: {found:?}, not {cursor}, on\n{board}"));
        }
    }
    Ok(())
}

#[test]
fn user_io_is_its_twin() {
    if has("verilator") {
        compare_user_io(&rtl_folder(), 2_000).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Compares hashes of positions with those of the protocol.
pub(crate) fn compare_position_hash(root: &Path, n_positions: usize) -> Result<(), String> {
    let module = Module {
        name: "position_hash",
        files: &["go/position_hash.v", "common/crc32.v"],
        parameters: vec![("N", 9)],
        inputs: vec![("reset", 1), ("start", 1), ("black", 81), ("white", 81), ("turn", 1)],
        outputs: vec![("done", 1), ("hash", 32)],
        has_clock: true,
    };
    let mut bench = Bench::start_in(&module, root);
    bench.step(2, &[&[1], &[0], &[], &[], &[0]]);
    let size = Size::NINE;
    let mut random = Random::new(9, 0);
    for _ in 0..n_positions {
        let board = random_board(size, &mut random);
        let [black, white] = stones(&board);
        let color = Color::ALL[random.below(2)];
        let turn = [u8::from(color == Color::White)];
        bench.step(1, &[&[0], &[1], &black, &white, &turn]);
        let reply = bench.run(2_000, Some("done"), &[&[0], &[0], &black, &white, &turn]);
        let expected = position_hash(&board, color);
        if bench.number(&reply, "hash") != u64::from(expected) {
            return Err(format!("{expected:08x} on\n{board}"));
        }
    }
    Ok(())
}

#[test]
fn the_position_hash_is_that_of_the_protocol() {
    if has("verilator") {
        compare_position_hash(&rtl_folder(), 200).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Compares what the segments say.
pub(crate) fn compare_segment_messages(root: &Path, n_positions: usize) -> Result<(), String> {
    let module = Module {
        name: "segment_messages",
        files: &["go/segment_messages.v", "common/decimal.v"],
        parameters: vec![("N", 9)],
        inputs: vec![
            ("second", 1),
            ("my_color", 1),
            ("turn", 1),
            ("passed", 1),
            ("over", 1),
            ("resigned", 1),
            ("black_points", 9),
            ("white_points", 9),
            ("pass_switch", 1),
            ("offline", 1),
            ("fault", 1),
        ],
        outputs: vec![("text", 64)],
        has_clock: true,
    };
    let mut bench = Bench::start_in(&module, root);
    let mut play = Play::new(Size::NINE, 10);
    for number in 0..n_positions {
        play.step();
        if number % 50 == 0 {
            // Two passes on an empty board are a tie.
            play.game = Game::new(Size::NINE, Rules::FPGA);
            for _ in 0..2 {
                play.game.play(Move::Pass).expect("a pass is legal");
            }
        } else if play.game.is_over() && play.random.below(2) == 0 {
            play.game = Game::new(Size::NINE, Rules::FPGA);
        }
        let color = Color::ALL[play.random.below(2)];
        let is_pass_selected = play.random.below(3) == 0;
        let game = play.game.clone();
        let territory = count_territory(game.board());
        let points = |n: usize| (n as u16).to_le_bytes();
        let bit = |is_on: bool| [u8::from(is_on)];
        let clock = |is_second: bool| {
            let values: [&[u8]; 11] = [
                &bit(is_second),
                &bit(color == Color::White),
                &bit(game.to_move() == Color::White),
                &bit(game.n_passes() > 0),
                &bit(game.is_over()),
                &[0],
                &points(territory.black),
                &points(territory.white),
                &bit(is_pass_selected),
                &[0],
                &[0],
            ];
            let inputs = bench.inputs(&values);
            Request { clocks: 1, until: None, is_silent: is_second, inputs }
        };
        let (own, other) = match color {
            Color::Black => (territory.black, territory.white),
            Color::White => (territory.white, territory.black),
        };
        let verdict = GameMachine::new(game.clone(), color).readout(is_pass_selected).to_string();
        let score = Readout::Scores(own as i32, other as i32).to_string();
        // At the end it changes every second.
        let later = if game.is_over() { &score } else { &verdict };
        let expected = [&verdict, later, &verdict];
        let requests = [false, true, false, true, false].map(clock);
        let replies = bench.exchange(&requests);
        let shown = replies.iter().map(|reply| bench.number(reply, "text").to_be_bytes());
        let shown = shown.map(|text| String::from_utf8_lossy(&text).trim_end().to_owned());
        let shown = shown.collect::<Vec<_>>();
        if shown.iter().ne(expected) {
            return Err(format!("position {number}: {shown:?}, not {expected:?}"));
        }
    }
    Ok(())
}

#[test]
fn the_segment_messages_are_their_twin() {
    if has("verilator") {
        compare_segment_messages(&rtl_folder(), 2_000).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The original never looks at the stop bit, and takes what is under way at a reset for a byte.
/// Ours leaves both out and waits for an idle line; bytes right behind each other are heard.
#[test]
fn the_receiver_hears_whole_bytes_alone() {
    if !has("verilator") {
        return;
    }
    let module = Module {
        name: "rx",
        files: &["go/rx.v"],
        parameters: vec![("CLOCKS_PER_SAMPLE", 1), ("IDLE_BITS", 10)],
        inputs: vec![("reset", 1), ("line", 1)],
        outputs: vec![("data", 8), ("valid", 1), ("armed", 1)],
        has_clock: true,
    };
    let mut bench = Bench::start_in(&module, &rtl_folder());
    // Puts levels onto the line, 16 clocks each, and gives the bytes that are heard.
    let mut hear = |levels: &[u8]| {
        let mut heard = Vec::new();
        for &level in levels {
            for _ in 0..16 {
                let reply = bench.step(1, &[&[0], &[level]]);
                if bench.number(&reply, "valid") == 1 {
                    heard.push(bench.number(&reply, "data") as u8);
                }
            }
        }
        heard
    };
    let bits = |byte: u8, stop: u8| {
        let data = (0..8).map(move |bit| byte >> bit & 1);
        [0].into_iter().chain(data).chain([stop]).collect::<Vec<u8>>()
    };
    let idle = [1; 12];
    // Nobody was told when the first byte began.
    assert_eq!(hear(&[0, 1, 0, 0, 1, 0, 1, 1]), [0_u8; 0], "half a byte");
    hear(&idle);
    assert_eq!(hear(&[bits(0x44, 1), bits(0x00, 1), bits(0xff, 1)].concat()), [0x44, 0x00, 0xff]);
    assert_eq!(hear(&[bits(0x44, 0), bits(0x45, 1)].concat()), [0_u8; 0], "no stop bit");
    hear(&idle);
    assert_eq!(hear(&bits(0x46, 1)), [0x46]);
}
