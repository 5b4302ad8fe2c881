//! All of recognition, from masks to a cell, beside its twin.

use std::path::Path;

use stonegate_oracles::is_slow_run;
use stonegate_othello::Random;

use super::parts::{disc, feed, request, step, unpacked};
use super::twin::{Recognition, Sight};
use crate::bench::{Bench, Module, Reply, rtl_folder};
use crate::tools::has;

const RECOGNITION_FILES: &[&str] = &[
    "camera/recognition.v",
    "camera/run_filter.v",
    "camera/k_means.v",
    "camera/center_of_mass.v",
    "camera/divider.v",
    "camera/corner_tracker.v",
    "camera/bounding_rectangle.v",
    "camera/grid_coordinate.v",
    "camera/stabilizer.v",
];

/// A board that trembles, is covered, and goes away, with a piece that is moved around.
pub(crate) fn compare_recognition(root: &Path, n_frames: usize) {
    const WIDTH: usize = 160;
    const HEIGHT: usize = 90;
    let mut bench = Bench::start_in(
        &Module {
            name: "recognition",
            files: RECOGNITION_FILES,
            parameters: vec![("WIDTH", WIDTH as u32), ("HEIGHT", HEIGHT as u32)],
            inputs: vec![("reset", 1), ("corner_mask", 1), ("piece_mask", 1), ("x", 12), ("y", 11)],
            outputs: vec![
                ("centers_x", 64),
                ("centers_y", 60),
                ("board_found", 1),
                ("board_x_left", 12),
                ("board_x_right", 12),
                ("board_y_top", 11),
                ("board_y_bottom", 11),
                ("piece_seen", 1),
                ("piece_x", 3),
                ("piece_y", 3),
                ("coord_x", 12),
                ("coord_y", 11),
                ("updated", 1),
            ],
            has_clock: true,
        },
        root,
    );
    let mut random = Random::new(49, 0);
    let mut twin = Recognition::new(WIDTH, HEIGHT);
    step(&mut bench, 4, &[1, 0, 0, 0, 0]);
    let mut place = [0; 2];
    let (mut n_boards, mut n_cells) = (0, 0);
    for number in 0..n_frames {
        let is_gone = (50..85).contains(&number);
        let mut shake = || random.below(2);
        let corners = [[30, 12], [122, 15], [125, 78], [27, 75]];
        let corners = corners.map(|[x, y]| [x + shake(), y + shake()]);
        let mut masks = [vec![false; WIDTH * HEIGHT], vec![false; WIDTH * HEIGHT]];
        for (k, &[x, y]) in corners.iter().enumerate() {
            let is_covered = number % 12 == 11 && k == number / 12 % 4;
            if !(is_gone || is_covered) {
                disc(&mut masks[0], WIDTH, [x, y], 14);
            }
        }
        // It is taken elsewhere now and then, and trembles.
        if number % 6 == 0 {
            place = [20 + random.below(115), 8 + random.below(75)];
        }
        let piece = place.map(|at| at + random.below(3));
        disc(&mut masks[1], WIDTH, piece, if number % 9 == 8 { 4 } else { 12 });
        // Noise, and something larger than a marker.
        for mask in &mut masks {
            for _ in 0..20 {
                mask[random.below(WIDTH * HEIGHT)] = true;
            }
        }
        masks[0][WIDTH * 3 + 60..WIDTH * 3 + 90].fill(true);
        let reply = raster(&mut bench, &masks, WIDTH, HEIGHT);
        let sight = twin.look(&masks[0], &masks[1]);
        n_boards += u32::from(sight.found);
        n_cells += u32::from(sight.cell.is_some());
        assert_eq!(bench.number(&reply, "updated"), 1, "frame {number}");
        assert_eq!(seen(&bench, &reply), sight, "frame {number}");
    }
    assert!(n_boards > 3 && n_cells > 0, "{n_boards} {n_cells}");
}

/// Lets a picture go by, line by line, and waits for what is seen.
fn raster(bench: &mut Bench, masks: &[Vec<bool>; 2], width: usize, height: usize) -> Reply {
    // Clocks between two lines.
    let gap = width / 20 + 12;
    let places = (0..=height).flat_map(|y| (0..width + gap).map(move |x| (x, y)));
    let requests = places.map(|(x, y)| {
        let is_on = |mask: &[bool]| u64::from(x < width && y < height && mask[y * width + x]);
        let values = [0, is_on(&masks[0]), is_on(&masks[1]), x as u64, y as u64];
        request(bench, 1, &values)
    });
    let requests = requests.collect();
    feed(bench, requests);
    bench.run(1_000, Some("updated"), &[&[0], &[0], &[0], &[0], &[0]])
}

fn seen(bench: &Bench, reply: &Reply) -> Sight {
    let number = |name| bench.number(reply, name) as u32;
    let has_piece = number("coord_x") != 0xfff;
    Sight {
        centers: unpacked(bench.number(reply, "centers_x"), bench.number(reply, "centers_y")),
        found: number("board_found") == 1,
        board: ["board_x_left", "board_x_right", "board_y_top", "board_y_bottom"].map(number),
        cell: (number("piece_seen") == 1)
            .then(|| [number("piece_x") as u8, number("piece_y") as u8]),
        coord: has_piece.then(|| [number("coord_x"), number("coord_y")]),
    }
}

#[test]
fn recognition_is_that_of_the_twin() {
    if has("verilator") {
        compare_recognition(&rtl_folder(), if is_slow_run() { 120 } else { 16 });
    }
}
