//! What is around recognition: controls, camera, memory and game, each beside its twin.

use std::collections::VecDeque;
use std::path::Path;

use stonegate_oracles::is_slow_run;
use stonegate_othello::{
    ClassicSolver, Color, Heuristic, Move, Position, Random, Square, Width, pick_depth, squares,
};

use super::parts::{request, step};
use crate::bench::{Bench, Module, rtl_folder};
use crate::tools::has;

/// The buttons and switches of the report.
pub(crate) fn compare_controls(root: &Path) {
    const CLOCKS: u32 = 16;
    let mut bench = Bench::start_in(
        &Module {
            name: "controls",
            files: &[
                "camera/controls.v",
                "common/synchronizer.v",
                "common/debouncer.v",
                "common/level_to_pulse.v",
            ],
            parameters: vec![("CLOCKS", CLOCKS)],
            inputs: vec![("power_up", 1), ("buttons", 4), ("switches", 16)],
            outputs: vec![
                ("reset", 1),
                ("confirm", 1),
                ("restart", 1),
                ("new_game", 1),
                ("is_piece_mode", 1),
                ("shows_debug", 1),
                ("debug", 4),
                ("live", 11),
                ("corner", 11),
                ("piece", 11),
                ("text", 64),
            ],
            has_clock: true,
        },
        root,
    );
    step(&mut bench, 4, &[1, 0, 0]);
    let mut random = Random::new(62, 0);
    // What is saved, each with channel, lower and upper bound, and which of them is set.
    const FIRST: [u64; 2] = [0x5bf, 0x4af];
    let (mut saved, mut mode) = (FIRST, 0_usize);
    let mut held = 0_u64;
    let mut n_pulses = [0; 3];
    for number in 0..300 {
        let switches = random.below(1 << 16) as u64 & if random.below(2) == 0 { !1 } else { !0 };
        let count = |bench: &mut Bench, buttons: u64| {
            let requests = (0..60).map(|_| request(bench, 1, &[0, buttons, switches]));
            let requests = requests.collect::<Vec<_>>();
            let replies = bench.exchange(&requests);
            let pulses = ["confirm", "restart", "new_game"]
                .map(|name| replies.iter().map(|reply| bench.number(reply, name)).sum::<u64>());
            (pulses, replies.into_iter().next_back().expect("there were clocks"))
        };
        // First the switches, then one more button, or all are let go.
        count(&mut bench, held);
        let button = random.below(5);
        let buttons = if button == 4 { 0 } else { held | 1 << button };
        let (pulses, reply) = count(&mut bench, buttons);
        let live = switches >> 1 << 8 & 0x700 | switches >> 4 & 0xf0 | switches >> 12;
        let rises = buttons & !held;
        held = buttons;
        mode ^= usize::from(rises & 2 != 0);
        if rises & 4 != 0 {
            saved[mode] = live;
        }
        if held & 1 != 0 {
            (saved, mode) = (FIRST, 0);
        }
        let is_confirmed = rises & 8 != 0;
        let expected = [
            is_confirmed && held & 2 == 0 && switches & 1 == 0,
            is_confirmed && held & 2 == 0 && switches & 1 == 1,
            is_confirmed && held & 2 != 0,
        ];
        assert_eq!(pulses, expected.map(u64::from), "step {number}");
        for (count, pulse) in n_pulses.iter_mut().zip(pulses) {
            *count += pulse;
        }
        let number_of = |name| bench.number(&reply, name);
        assert_eq!(number_of("reset"), held & 1);
        assert_eq!((number_of("corner"), number_of("piece")), (saved[0], saved[1]));
        assert_eq!(number_of("is_piece_mode"), mode as u64);
        assert_eq!((number_of("live"), number_of("shows_debug")), (live, switches & 1));
        assert_eq!(number_of("debug"), switches >> 4 & 15);
        let letters = bench.output(&reply, "text").iter().rev().copied().collect::<Vec<_>>();
        let expected = format!("{}{:03X}-{live:03X}", ['C', 'P'][mode], saved[mode]);
        assert_eq!(String::from_utf8_lossy(&letters), expected);
        // Too short to be a press.
        let blink = held ^ 15;
        step(&mut bench, CLOCKS / 2, &[0, blink, switches]);
        let (pulses, _) = count(&mut bench, held);
        assert_eq!(pulses, [0; 3]);
    }
    assert!(n_pulses.iter().all(|&count| count > 0), "{n_pulses:?}");
}

/// Bytes of a camera as words, with 2 or 3 bytes for a pixel.
pub(crate) fn compare_receiver(root: &Path) {
    for bytes in [2, 3] {
        let mut bench = Bench::start_in(
            &Module {
                name: "camera_receiver",
                files: &["camera/camera_receiver.v"],
                parameters: vec![("BYTES", bytes)],
                inputs: vec![("reset", 1), ("vsync", 1), ("href", 1), ("data", 8)],
                outputs: vec![("valid", 1), ("first", 1), ("word", 32 * bytes as usize)],
                has_clock: true,
            },
            root,
        );
        let mut random = Random::new(63, bytes.into());
        step(&mut bench, 2, &[1, 0, 0, 0]);
        for _ in 0..4 {
            step(&mut bench, 3, &[0, 1, 0, 0]);
            let mut n_words = 0;
            for _ in 0..3 {
                step(&mut bench, 1 + random.below(5) as u32, &[0, 0, 0, 0]);
                for _ in 0..3 {
                    let pixels =
                        (0..4 * bytes).map(|_| random.below(256) as u8).collect::<Vec<_>>();
                    let mut last = None;
                    for &byte in &pixels {
                        let reply = step(&mut bench, 1, &[0, 0, 1, byte.into()]);
                        let is_last =
                            last.replace(reply).map_or(0, |reply| bench.number(&reply, "valid"));
                        assert_eq!(is_last, u64::from(false), "in the middle of a word");
                    }
                    let reply = last.expect("there were bytes");
                    // The bytes of a pixel come with the highest first.
                    let word = pixels.chunks(bytes as usize).flat_map(|pixel| pixel.iter().rev());
                    let word = word.copied().collect::<Vec<_>>();
                    assert_eq!(bench.output(&reply, "word"), word);
                    assert_eq!(bench.number(&reply, "valid"), 1);
                    assert_eq!(bench.number(&reply, "first"), u64::from(n_words == 0));
                    n_words += 1;
                }
            }
        }
    }
}

/// Pictures of a camera that is out of step with the screen, through a memory that takes its time:
/// each one that is shown is a whole one, and the latest.
pub(crate) fn compare_frame_buffer(root: &Path, n_pictures: usize) {
    const WIDTH: usize = 32;
    const HEIGHT: usize = 8;
    const N_WORDS: usize = WIDTH * HEIGHT / 4;
    let mut bench = Bench::start_in(
        &Module {
            name: "frame_buffer",
            files: &["camera/frame_buffer.v", "common/fifo.v"],
            parameters: vec![
                ("WIDTH", WIDTH as u32),
                ("HEIGHT", HEIGHT as u32),
                ("PIXEL", 16),
                ("BITS", 4),
            ],
            inputs: vec![
                ("reset", 1),
                ("camera_valid", 1),
                ("camera_first", 1),
                ("camera_word", 64),
                ("frame", 1),
                ("take", 1),
                ("memory_ready", 1),
                ("memory_reply", 1),
                ("memory_reply_data", 64),
            ],
            outputs: vec![
                ("camera_take", 1),
                ("pixel", 16),
                ("starved", 1),
                ("memory_valid", 1),
                ("memory_write", 1),
                ("memory_address", 9),
                ("memory_data", 64),
            ],
            has_clock: true,
        },
        root,
    );
    let mut random = Random::new(64, 0);
    step(&mut bench, 2, &[1, 0, 0, 0, 0, 0, 0, 0, 0]);
    // A pixel is the number of its picture and its place.
    let pixel = |picture: usize, place: usize| ((picture % 256) * 256 + place % 256) as u64;
    let word = |picture: usize, number: usize| {
        (0..4).fold(0, |all, k| all | pixel(picture, 4 * number + k) << (16 * k))
    };
    let mut memory = vec![0_u64; 512];
    let mut replies = VecDeque::from(vec![None; 6]);
    let (mut picture, mut n_sent, mut latest) = (1_usize, 0_usize, None);
    let (mut clock, mut n_shown, mut distinct) = (0, 0, Vec::new());
    let mut shows = None;
    while n_shown < n_pictures {
        // A line of the screen has gaps, and there is time between two pictures.
        let period = (WIDTH + 12) * (HEIGHT + 3);
        let (x, y) = (clock % period % (WIDTH + 12), clock % period / (WIDTH + 12));
        let take = x < WIDTH && y < HEIGHT && shows.is_some();
        let frame = x == 0 && y == HEIGHT;
        let has_word = random.below(3) > 0;
        let ready = random.below(4) > 0;
        let reply = replies.pop_front().flatten();
        let values = [
            0,
            u64::from(has_word),
            u64::from(n_sent == 0),
            word(picture, n_sent),
            u64::from(frame),
            u64::from(take),
            u64::from(ready),
            u64::from(reply.is_some()),
            reply.unwrap_or(0),
        ];
        // What is there before the clock, and behind it.
        let requests = [request(&bench, 0, &values), request(&bench, 1, &values)];
        let levels = bench.exchange(&requests);
        let now = &levels[0];
        let number = |name| bench.number(now, name);
        if take {
            let place = y * WIDTH + x;
            assert_eq!(number("pixel"), pixel(shows.unwrap(), place), "picture {n_shown}");
        }
        let mut answer = None;
        if number("memory_valid") == 1 && ready {
            let address = number("memory_address") as usize;
            if number("memory_write") == 1 {
                memory[address] = number("memory_data");
            } else {
                answer = Some(memory[address]);
            }
        }
        replies.push_back(answer);
        if number("camera_take") == 1 {
            n_sent += 1;
            if n_sent == N_WORDS {
                latest = Some(picture);
                (picture, n_sent) = (picture + 1, 0);
            } else if random.below(600) == 0 {
                // Half a picture is none.
                (picture, n_sent) = (picture + 1, 0);
            }
        }
        if frame {
            n_shown += usize::from(shows.is_some());
            shows = latest;
            distinct.extend(shows);
        }
        assert_eq!(bench.number(&levels[1], "starved"), 0, "picture {n_shown}");
        clock += 1;
    }
    distinct.dedup();
    assert!(distinct.len() > n_pictures / 3, "{distinct:?}");
}

/// What a camera is told over its two wires.
pub(crate) fn compare_loader(root: &Path) {
    let mut bench = Bench::start_in(
        &Module {
            name: "camera_loader",
            files: &["camera/camera_loader.v", "camera/sccb_writer.v"],
            parameters: vec![("CLOCKS_PER_QUARTER", 2), ("PAUSE", 20)],
            inputs: vec![("reset", 1), ("sda_in", 1)],
            outputs: vec![("done", 1), ("failed", 1), ("scl", 1), ("sda", 1)],
            has_clock: true,
        },
        root,
    );
    let expected = [
        (0x3103, 0x11),
        (0x3008, 0x82),
        (0x3008, 0x02),
        (0x3017, 0xff),
        (0x3018, 0xff),
        (0x4300, 0x23),
        (0x501f, 0x01),
        (0x3808, 0x05),
        (0x3809, 0x00),
        (0x380a, 0x02),
        (0x380b, 0xd0),
    ];
    for refuses in [None, Some(4)] {
        step(&mut bench, 2, &[1, 0]);
        let (mut written, mut bits) = (Vec::new(), Vec::<u8>::new());
        let (mut last_scl, mut last_sda, mut is_begun) = (1, 1, false);
        for _ in 0..20_000 {
            // The ninth bit of a byte is the camera's, until the clock falls.
            let is_ninth = match bits.len() % 9 {
                8 => true,
                0 => !bits.is_empty() && last_scl == 1,
                _ => false,
            };
            let refused = is_ninth && refuses == Some(written.len());
            // Both ends can pull the wire down.
            let level = if is_ninth { u64::from(refused) } else { last_sda };
            let reply = step(&mut bench, 1, &[0, level]);
            let [scl, sda] = ["scl", "sda"].map(|name| bench.number(&reply, name));
            if scl == 1 && last_scl == 1 && sda != last_sda {
                // A start falls, a stop rises.
                assert_eq!(is_begun, sda == 1, "a start, or a stop");
                if sda == 1 {
                    assert_eq!(bits.pop(), Some(0), "the stop needs a low data wire");
                    assert_eq!(bits.len(), 36);
                    let bytes = bits.chunks(9).map(|bits| {
                        bits[..8].iter().fold(0, |byte, bit| byte << 1 | u32::from(*bit))
                    });
                    let bytes = bytes.collect::<Vec<_>>();
                    assert_eq!(bytes[0], 0x78, "the number of the camera, to write");
                    written.push((bytes[1] << 8 | bytes[2], bytes[3]));
                }
                (is_begun, bits) = (sda == 0, Vec::new());
            } else if scl == 1 && last_scl == 0 && is_begun {
                bits.push(sda as u8);
                if bits.len() % 9 == 0 {
                    assert_eq!(sda, 1, "the wire is let go for the camera");
                }
            }
            (last_scl, last_sda) = (scl, sda);
            if bench.number(&reply, "done") == 1 {
                break;
            }
        }
        let reply = step(&mut bench, 1, &[0, 0]);
        assert_eq!(written, expected);
        assert_eq!(bench.number(&reply, "done"), 1);
        assert_eq!(bench.number(&reply, "failed") == 1, refuses.is_some());
    }
}

/// Games of a person who tries all kinds of cells against the solver.
pub(crate) fn compare_game(root: &Path, n_games: usize) {
    const DEPTH: u32 = 2;
    let mut bench = Bench::start_in(
        &Module {
            name: "othello_game",
            files: &[
                "camera/othello_game.v",
                "othello/game_state_manager.v",
                "othello/depth_picker.v",
                "othello/solver.v",
                "othello/legal_moves.v",
                "othello/flipper.v",
                "othello/move_sorter.v",
                "othello/priority_encoder.v",
                "othello/evaluator.v",
            ],
            parameters: vec![("MAX_SEARCH_DEPTH", DEPTH)],
            inputs: vec![
                ("reset", 1),
                ("valid", 1),
                ("new_game", 1),
                ("confirm", 1),
                ("has_piece", 1),
                ("piece_x", 3),
                ("piece_y", 3),
            ],
            outputs: vec![
                ("game_state", 128),
                ("valid_player_move", 1),
                ("solver_working", 1),
                ("game_over", 1),
                ("score_black", 7),
                ("score_white", 7),
            ],
            has_clock: true,
        },
        root,
    );
    assert!(pick_depth(0) > DEPTH, "the stack is what limits the search");
    let twin = ClassicSolver::new(Width::EIGHT, Heuristic::Location);
    let mut random = Random::new(65, 0);
    step(&mut bench, 2, &[1, 0, 0, 0, 0, 0, 0]);
    for _ in 0..n_games {
        let mut position = Position::start(Width::EIGHT);
        step(&mut bench, 1, &[0, 1, 1, 0, 0, 0, 0]);
        while !position.is_over() {
            let is_black = position.color() == Color::Black;
            let legal = squares(position.legal_moves()).collect::<Vec<Square>>();
            let action = if legal.is_empty() {
                Move::Pass
            } else if is_black {
                // A piece on any cell says whether it may lie there, and nothing comes of it.
                let any = random.below(64) as u64;
                let reply = step(&mut bench, 1, &[0, 1, 0, 0, 1, any % 8, any / 8]);
                let is_legal = position.legal_moves() >> any & 1;
                assert_eq!(bench.number(&reply, "valid_player_move"), is_legal);
                if is_legal == 0 {
                    step(&mut bench, 1, &[0, 1, 0, 1, 1, any % 8, any / 8]);
                }
                // A confirmation without a piece is none.
                let number = random.below(legal.len());
                let other = legal[(number + 1) % legal.len()];
                let (x, y) = (other.column() as u64, other.row() as u64);
                step(&mut bench, 1, &[0, 1, 0, 1, 0, x, y]);
                let square = legal[number];
                let (x, y) = (square.column() as u64, square.row() as u64);
                step(&mut bench, 1, &[0, 1, 0, 1, 1, x, y]);
                Move::Place(square)
            } else {
                twin.search(&position, DEPTH).square.map_or(Move::Pass, Move::Place)
            };
            position = position.play(action).expect("it is legal");
            // The solver thinks, and passes are made.
            let mut reply = step(&mut bench, 3, &[0; 7]);
            let has_placed = is_black && action != Move::Pass;
            if has_placed && position.color() == Color::White && position.legal_moves() != 0 {
                assert_eq!(bench.number(&reply, "solver_working"), 1);
                // Nobody moves for white.
                let square = squares(position.legal_moves()).last().expect("white has a move");
                let (x, y) = (square.column() as u64, square.row() as u64);
                reply = step(&mut bench, 1, &[0, 1, 0, 1, 1, x, y]);
            }
            for _ in 0..200 {
                if bench.number(&reply, "solver_working") == 0 {
                    break;
                }
                reply = step(&mut bench, 1_000, &[0; 7]);
            }
            if position.color() == Color::Black && position.legal_moves() != 0 || position.is_over()
            {
                let discs = bench.output(&reply, "game_state");
                let black = u64::from_le_bytes(discs[..8].try_into().unwrap());
                let white = u64::from_le_bytes(discs[8..].try_into().unwrap());
                let expected = [Color::Black, Color::White].map(|color| position.discs(color));
                assert_eq!([black, white], expected);
                let scores = ["score_black", "score_white"].map(|name| bench.number(&reply, name));
                assert_eq!(scores, expected.map(|discs| u64::from(discs.count_ones())));
                assert_eq!(bench.number(&reply, "game_over") == 1, position.is_over());
            }
        }
    }
}

#[test]
fn what_is_around_recognition_does_its_part() {
    if !has("verilator") || !is_slow_run() {
        return;
    }
    let root = rtl_folder();
    compare_controls(&root);
    compare_receiver(&root);
    compare_frame_buffer(&root, 12);
    compare_loader(&root);
    compare_game(&root, 20);
}
