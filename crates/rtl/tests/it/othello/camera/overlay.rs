//! The overlay, pixel by pixel beside its twin.

use std::path::Path;

use stonegate_oracles::is_slow_run;
use stonegate_othello::Random;

use super::picture::{Drawing, Font};
use crate::bench::{Bench, Module, Request, rtl_folder};
use crate::tools::has;

/// Random pixels of random games on boards at random places.
pub(crate) fn compare_overlay(root: &Path, n_drawings: usize, width: u32, height: u32) {
    let mut bench = Bench::start_in(
        &Module {
            name: "overlay",
            files: &[
                "camera/overlay.v",
                "camera/board_overlay.v",
                "camera/score_overlay.v",
                "common/decimal.v",
                "video/text.v",
            ],
            parameters: vec![("WIDTH", width), ("HEIGHT", height)],
            inputs: vec![
                ("clk_in", 1),
                ("rst_in", 1),
                ("hcount", 12),
                ("vcount", 11),
                ("video_in", 24),
                ("valid_in", 1),
                ("game_state", 128),
                ("valid_player_move", 1),
                ("solver_working", 1),
                ("game_over", 1),
                ("board_x_left", 12),
                ("board_x_right", 12),
                ("board_y_top", 11),
                ("board_y_bottom", 11),
                ("piece_x", 3),
                ("piece_y", 3),
                ("coord_x", 12),
                ("coord_y", 11),
                ("score_white", 7),
                ("score_black", 7),
            ],
            outputs: vec![("valid_out", 1), ("video_out_data", 24)],
            has_clock: false,
        },
        root,
    );
    let font = Font::read();
    let mut random = Random::new(61, 0);
    for number in 0..n_drawings {
        let drawing = random_drawing(&mut random, width, height, number);
        // Pixels of the board, of the letters, and any others; the first ones let it settle.
        let pixels = (0..3_000).map(|_| {
            let any = [random.below(width as usize) as u32, random.below(height as usize) as u32];
            let [left, right, top, bottom] = drawing.board;
            let place = match random.below(5) {
                4 => edge(&mut random, drawing.board),
                0 => [any[0] % (width / 3), any[1] % (height / 6)],
                1 => [width / 3 + any[0] % (width / 3), height - 1 - any[1] % (height / 6)],
                2 => any,
                _ => [left + any[0] % (right - left + 3), top + any[1] % (bottom - top + 3)],
            };
            let color = [0; 3].map(|_: u8| random.below(256) as u8);
            let is_valid = random.below(8) > 0;
            ([place[0].min(width - 1), place[1].min(height - 1)], color, is_valid)
        });
        let pixels = pixels.collect::<Vec<_>>();
        let mut requests = Vec::new();
        for clock in 0..pixels.len() + 5 {
            let &([x, y], color, is_valid) = pixels.get(clock).unwrap_or(&pixels[0]);
            for level in [0, 1] {
                let inputs = overlay_inputs(&bench, level, [x, y], color, is_valid, &drawing);
                requests.push(Request { clocks: 0, until: None, is_silent: level == 0, inputs });
            }
        }
        let replies = bench.exchange(&requests);
        // Five clocks, the one that takes the pixel in among them.
        for (clock, &(place, color, is_valid)) in pixels.iter().enumerate().skip(8) {
            let reply = &replies[clock + 4];
            let found = bench.number(reply, "video_out_data") as u32;
            let expected = drawing.over(color, place, [width, height], &font);
            let expected = expected.into_iter().fold(0, |all, byte| all << 8 | u32::from(byte));
            assert_eq!(found, expected, "{place:?} {drawing:?}");
            assert_eq!(bench.number(reply, "valid_out") == 1, is_valid);
        }
    }
}

/// A pixel at the edge of a disc on some cell of a board.
fn edge(random: &mut Random, [left, right, top, bottom]: [u32; 4]) -> [u32; 2] {
    let (width, height) = (right - left, bottom - top);
    let radius = (width.min(height) * 13) >> 8;
    let mut below = |limit: u32| random.below(limit as usize) as u32;
    let away_x = below(radius + 2);
    let away_y = radius.pow(2).saturating_sub(away_x.pow(2)).isqrt() + below(2);
    let mut beside = |from: u32, length: u32, away: u32| {
        let middle = from + length * (2 * below(8) + 1) / 16;
        if below(2) == 0 { middle + away } else { middle.saturating_sub(away) }
    };
    [beside(left, width, away_x), beside(top, height, away_y)]
}

fn overlay_inputs(
    bench: &Bench,
    clock: u8,
    [x, y]: [u32; 2],
    color: [u8; 3],
    is_valid: bool,
    drawing: &Drawing,
) -> Vec<u8> {
    let [left, right, top, bottom] = drawing.board.map(u32::to_le_bytes);
    let [coord_x, coord_y] = drawing.coord.unwrap_or([0xfff, 0x7ff]).map(u32::to_le_bytes);
    let discs = [drawing.black.to_le_bytes(), drawing.white.to_le_bytes()].concat();
    let scores = [drawing.white, drawing.black].map(|discs| [discs.count_ones() as u8]);
    bench.inputs(&[
        &[clock],
        &[0],
        &x.to_le_bytes()[..2],
        &y.to_le_bytes()[..2],
        &[color[2], color[1], color[0]],
        &[u8::from(is_valid)],
        &discs,
        &[u8::from(drawing.is_valid_move)],
        &[u8::from(drawing.is_thinking)],
        &[u8::from(drawing.is_over)],
        &left[..2],
        &right[..2],
        &top[..2],
        &bottom[..2],
        &drawing.cell[..1],
        &drawing.cell[1..],
        &coord_x[..2],
        &coord_y[..2],
        &scores[0],
        &scores[1],
    ])
}

fn random_drawing(random: &mut Random, width: u32, height: u32, number: usize) -> Drawing {
    let mut below = |limit: u32| random.below(limit as usize) as u32;
    let (left, top) = (below(width / 2), below(height / 2));
    // Where cells have but a few pixels, discs touch the lines between them.
    let most = if number % 3 == 1 { 40 } else { width };
    let right = left + 1 + below(most.min(width - left - 2));
    let bottom = top + 1 + below(most.min(height - top - 2));
    // Now and then there is no board.
    let board = if number % 7 == 6 { [0; 4] } else { [left, right, top, bottom] };
    // The piece is on the board, beside it, or nowhere.
    let coord = match number % 4 {
        0 => None,
        1 => Some([below(width), below(height)]),
        _ => Some([left + below(right - left), top + below(bottom - top)]),
    };
    let mut word = || u64::from(below(u32::MAX)) | u64::from(below(u32::MAX)) << 32;
    let (discs, colors) = (word() | word(), word());
    // A draw, now and then.
    let (discs, colors) = if number % 8 == 7 { (!0, !0 << 32) } else { (discs, colors) };
    Drawing {
        black: discs & colors,
        white: discs & !colors,
        is_valid_move: number.is_multiple_of(2),
        is_thinking: number % 5 == 4,
        is_over: number % 4 == 3,
        board,
        cell: [random.below(8) as u8, random.below(8) as u8],
        coord,
    }
}

#[test]
fn overlays_are_those_of_the_twin() {
    if !has("verilator") {
        return;
    }
    compare_overlay(&rtl_folder(), if is_slow_run() { 200 } else { 12 }, 320, 180);
    if is_slow_run() {
        compare_overlay(&rtl_folder(), 100, 1280, 720);
    }
}
