//! The modules of recognition, each beside its twin.

use std::path::Path;

use stonegate_oracles::is_slow_run;
use stonegate_othello::Random;
use stonegate_vision::{Channel, Point, Rgb, StabilizerSettings};

use super::twin::{
    self, FRACTION, KMeans, MIN_PIXELS, Stabilizer, Tracker, center_of_mass, channel_value,
    filter_runs, grid_coordinate, screen_corners,
};
use crate::bench::{Bench, Module, Reply, Request, rtl_folder};
use crate::tools::has;

/// A request for some clocks, with numbers for all inputs.
pub(crate) fn request(bench: &Bench, clocks: u32, values: &[u64]) -> Request {
    let bytes = values.iter().map(|value| value.to_le_bytes()).collect::<Vec<_>>();
    let inputs = bench.inputs(&bytes.iter().map(<[u8; 8]>::as_slice).collect::<Vec<_>>());
    Request { clocks, until: None, is_silent: false, inputs }
}

/// Lets clocks go by with numbers at the inputs.
pub(crate) fn step(bench: &mut Bench, clocks: u32, values: &[u64]) -> Reply {
    let request = request(bench, clocks, values);
    bench.exchange(&[request]).pop().expect("a request has a reply")
}

/// Requests for whose replies nobody waits, and then one that has one.
pub(crate) fn feed(bench: &mut Bench, mut requests: Vec<Request>) -> Reply {
    let n_requests = requests.len();
    for request in &mut requests[..n_requests - 1] {
        request.is_silent = true;
    }
    bench.exchange(&requests).pop().expect("the last request has a reply")
}

fn color(random: &mut Random) -> Rgb {
    let mut byte = || random.below(256) as u8;
    Rgb::new(byte(), byte(), byte())
}

/// Luma and chroma, and all channels, are those of the software; thresholds have both ends.
pub(crate) fn compare_colors(root: &Path, n_cases: usize) {
    let mut random = Random::new(41, 0);
    let mut conversion = Bench::start_in(
        &Module {
            name: "ycbcr",
            files: &["camera/ycbcr.v"],
            inputs: vec![("pixel", 24)],
            outputs: vec![("y", 8), ("cb", 8), ("cr", 8)],
            has_clock: true,
            ..Module::default()
        },
        root,
    );
    let mut selection = Bench::start_in(
        &Module {
            name: "color_channel",
            files: &["camera/color_channel.v"],
            inputs: vec![
                ("red", 8),
                ("green", 8),
                ("blue", 8),
                ("y", 8),
                ("cb", 8),
                ("cr", 8),
                ("channel", 3),
            ],
            outputs: vec![("value", 8)],
            has_clock: true,
            ..Module::default()
        },
        root,
    );
    let extremes = (0..8).map(|bits: u8| {
        let [r, g, b] = [4, 2, 1].map(|bit| if bits & bit != 0 { 255 } else { 0 });
        Rgb::new(r, g, b)
    });
    let colors = extremes.chain((0..n_cases).map(|_| color(&mut random))).collect::<Vec<_>>();
    let pixel = |Rgb { r, g, b }: Rgb| u64::from(r) << 16 | u64::from(g) << 8 | u64::from(b);
    let requests = colors.iter().map(|&color| request(&conversion, 2, &[pixel(color)]));
    let requests = requests.collect::<Vec<_>>();
    for (color, reply) in colors.iter().zip(conversion.exchange(&requests)) {
        let found = ["y", "cb", "cr"].map(|name| conversion.number(&reply, name) as u8);
        let channels = [Channel::Luma, Channel::Cb, Channel::Cr];
        assert_eq!(found, channels.map(|channel| channel.of(*color)), "{color:?}");
    }
    let asked = colors.iter().map(|&color| (color, random.below(8) as u8)).collect::<Vec<_>>();
    let requests = asked.iter().map(|&(color, channel)| {
        let values = Channel::ALL.map(|channel| u64::from(channel.of(color)));
        request(&selection, 1, &[&values[..], &[channel.into()]].concat())
    });
    let requests = requests.collect::<Vec<_>>();
    for (&(color, channel), reply) in asked.iter().zip(selection.exchange(&requests)) {
        let expected = channel_value(channel, color);
        assert_eq!(selection.number(&reply, "value") as u8, expected, "{color:?} {channel}");
    }
}

pub(crate) fn compare_threshold(root: &Path) {
    let mut bench = Bench::start_in(
        &Module {
            name: "threshold",
            files: &["camera/threshold.v"],
            inputs: vec![("value", 8), ("lower", 4), ("upper", 4)],
            outputs: vec![("mask", 1)],
            has_clock: true,
            ..Module::default()
        },
        root,
    );
    let all =
        (0..256).flat_map(|value| (0..256).map(move |bounds| [value, bounds & 15, bounds >> 4]));
    let all = all.collect::<Vec<[u64; 3]>>();
    let requests = all.iter().map(|values| request(&bench, 1, values)).collect::<Vec<_>>();
    for (values, reply) in all.iter().zip(bench.exchange(&requests)) {
        let [value, lower, upper] = *values;
        let expected = (lower..=upper).contains(&(value / 16));
        assert_eq!(bench.number(&reply, "mask") == 1, expected, "{values:?}");
    }
}

/// Rows of random runs.
pub(crate) fn compare_run_filter(root: &Path, n_rows: usize) {
    const WIDTH: usize = 200;
    const MAX_RUN: usize = 9;
    let mut bench = Bench::start_in(
        &Module {
            name: "run_filter",
            files: &["camera/run_filter.v"],
            parameters: vec![("MIN_RUN", 3), ("MAX_RUN", MAX_RUN as u32)],
            inputs: vec![("reset", 1), ("mask", 1), ("x", 12), ("y", 11)],
            outputs: vec![("out", 1), ("out_x", 12), ("out_y", 11)],
            has_clock: true,
        },
        root,
    );
    let mut random = Random::new(42, 0);
    step(&mut bench, 2, &[1, 0, 0, 0]);
    for y in 0..n_rows {
        let mut mask = Vec::new();
        while mask.len() < WIDTH {
            let n_pixels = 1 + random.below(14);
            mask.extend(vec![random.below(2) == 0; n_pixels]);
        }
        mask.truncate(WIDTH);
        // The column goes on behind the picture.
        let requests = (0..WIDTH + MAX_RUN + 4).map(|x| {
            let is_on = mask.get(x).is_some_and(|&is_on| is_on);
            request(&bench, 1, &[0, is_on.into(), x as u64, y as u64])
        });
        let requests = requests.collect::<Vec<_>>();
        let mut found = vec![false; WIDTH];
        for reply in bench.exchange(&requests) {
            if bench.number(&reply, "out") == 1 {
                assert_eq!(bench.number(&reply, "out_y"), y as u64);
                found[bench.number(&reply, "out_x") as usize] = true;
            }
        }
        filter_runs(&mut mask, WIDTH, 3, MAX_RUN);
        assert_eq!(found, mask, "row {y}");
    }
}

/// Quotients, in exactly as many clocks as they have bits.
pub(crate) fn compare_divider(root: &Path, n_cases: usize) {
    let mut bench = Bench::start_in(
        &Module {
            name: "divider",
            files: &["camera/divider.v"],
            inputs: vec![("reset", 1), ("start", 1), ("numerator", 32), ("denominator", 20)],
            outputs: vec![("busy", 1), ("done", 1), ("quotient", 32)],
            has_clock: true,
            ..Module::default()
        },
        root,
    );
    let mut random = Random::new(43, 0);
    step(&mut bench, 2, &[1, 0, 0, 0]);
    let mut number = |bits: usize| {
        let n_bits = 1 + random.below(bits);
        random.below(1 << n_bits) as u64
    };
    let cases = (0..n_cases).map(|_| (number(32), number(20))).collect::<Vec<_>>();
    let requests = cases.iter().flat_map(|&(numerator, denominator)| {
        let start = request(&bench, 1, &[0, 1, numerator, denominator]);
        let wait = request(&bench, 100, &[0, 0, 0, 0]);
        [Request { is_silent: true, ..start }, Request { until: Some("done"), ..wait }]
    });
    let requests = requests.collect::<Vec<_>>();
    for (&(numerator, denominator), reply) in cases.iter().zip(bench.exchange(&requests)) {
        let expected = numerator.checked_div(denominator).unwrap_or(u64::from(u32::MAX));
        assert_eq!(bench.number(&reply, "quotient"), expected, "{numerator} / {denominator}");
        assert_eq!((reply.clocks, bench.number(&reply, "busy")), (32, 0));
    }
}

/// Centers with all bits in a row.
fn packed(centers: &[[u32; 2]; 4], axis: usize, bits: usize) -> u64 {
    (0..4).fold(0, |all, k| all | u64::from(centers[k][axis]) << (bits * k))
}

pub(crate) fn unpacked(columns: u64, rows: u64) -> [[u32; 2]; 4] {
    std::array::from_fn(|k| {
        [(columns >> (16 * k)) as u32 & 0xffff, (rows >> (15 * k)) as u32 & 0x7fff]
    })
}

pub(crate) fn disc(mask: &mut [bool], width: usize, [x, y]: [usize; 2], radius_squared: usize) {
    for (place, is_on) in mask.iter_mut().enumerate() {
        let (dx, dy) = ((place % width).abs_diff(x), (place / width).abs_diff(y));
        *is_on |= dx * dx + dy * dy <= radius_squared;
    }
}

/// Some pixels of a picture of this size, in blobs and at random.
fn blobs(random: &mut Random, width: usize, height: usize) -> Vec<bool> {
    let mut mask = vec![false; width * height];
    for _ in 0..random.below(7) {
        let (x, y) = (random.below(width), random.below(height));
        disc(&mut mask, width, [x, y], 29);
    }
    for _ in 0..random.below(30) {
        mask[random.below(width * height)] = true;
    }
    mask
}

pub(crate) fn compare_k_means(root: &Path, n_frames: usize) {
    const SIZE: [usize; 2] = [160, 90];
    let [width, height] = SIZE;
    let mut bench = Bench::start_in(
        &Module {
            name: "k_means",
            files: &["camera/k_means.v", "camera/divider.v"],
            parameters: vec![("WIDTH", width as u32), ("HEIGHT", height as u32)],
            inputs: vec![
                ("reset", 1),
                ("restart", 1),
                ("follows", 1),
                ("mask", 1),
                ("x", 12),
                ("y", 11),
                ("reach_squared", 25),
                ("frame_end", 1),
            ],
            outputs: vec![("centers_x", 64), ("centers_y", 60), ("seen", 4), ("done", 1)],
            has_clock: true,
        },
        root,
    );
    let mut random = Random::new(44, 0);
    step(&mut bench, 4, &[1, 0, 0, 0, 0, 0, 0, 0]);
    let mut twin = KMeans::new(width, height, MIN_PIXELS);
    let mut mask = Vec::new();
    let mut n_unusual = 0;
    for number in 0..n_frames {
        let restart = u64::from(number > 0 && random.below(4) == 0);
        if restart == 1 {
            twin.restart();
        }
        step(&mut bench, 1, &[0, restart, 0, 0, 0, 0, 0, 0]);
        // Every other picture is much like the one before.
        if number % 2 == 0 {
            mask = blobs(&mut random, width, height);
        } else {
            for is_on in &mut mask {
                *is_on &= random.below(16) > number % 5;
            }
        }
        let follows = u64::from(number / 2 % 3 > 0);
        let reach = if random.below(2) == 0 { (1 << 25) - 1 } else { random.below(4_000) as u64 };
        let pixels = (0..width * height).filter(|&place| mask[place]);
        let pixels = pixels.map(|place| {
            let (x, y) = ((place % width) as u64, (place / width) as u64);
            request(&bench, 1, &[0, 0, follows, 1, x, y, reach, 0])
        });
        let mut requests = pixels.collect::<Vec<_>>();
        requests.push(request(&bench, 5, &[0, 0, follows, 0, 0, 0, reach, 0]));
        requests.push(request(&bench, 1, &[0, 0, follows, 0, 0, 0, reach, 1]));
        feed(&mut bench, requests);
        let follow = [follows as u8];
        let values: [&[u8]; 8] = [&[0], &[0], &follow, &[0], &[0], &[0], &[0], &[0]];
        let reply = bench.run(400, Some("done"), &values);
        let seen = twin.round(&mask, reach, follows == 1);
        n_unusual += u32::from(follows == 1 && seen != [true; 4]);
        let seen = (0..4).fold(0, |bits, k| bits | u64::from(seen[k]) << k);
        let found = unpacked(bench.number(&reply, "centers_x"), bench.number(&reply, "centers_y"));
        assert_eq!(bench.number(&reply, "done"), 1, "frame {number}");
        assert_eq!((found, bench.number(&reply, "seen")), (twin.centers, seen), "frame {number}");
    }
    assert!(n_unusual > 0);
}

pub(crate) fn compare_center_of_mass(root: &Path, n_frames: usize) {
    let mut bench = Bench::start_in(
        &Module {
            name: "center_of_mass",
            files: &["camera/center_of_mass.v", "camera/divider.v"],
            inputs: vec![("reset", 1), ("mask", 1), ("x", 12), ("y", 11), ("frame_end", 1)],
            outputs: vec![("center_x", 16), ("center_y", 15), ("seen", 1), ("done", 1)],
            has_clock: true,
            ..Module::default()
        },
        root,
    );
    let mut random = Random::new(45, 0);
    step(&mut bench, 4, &[1, 0, 0, 0, 0]);
    let mut center = [0, 0];
    for number in 0..n_frames {
        let mask = blobs(&mut random, 160, 90);
        let pixels = (0..160 * 90).filter(|&place| mask[place]);
        let pixels = pixels.map(|place| {
            request(&bench, 1, &[0, 1, (place % 160) as u64, (place / 160) as u64, 0])
        });
        let mut requests = pixels.collect::<Vec<_>>();
        requests.push(request(&bench, 1, &[0, 0, 0, 0, 1]));
        let mut reply = feed(&mut bench, requests);
        if bench.number(&reply, "done") == 0 {
            reply = bench.run(100, Some("done"), &[&[0], &[0], &[0], &[0], &[0]]);
        }
        let expected = center_of_mass(&mask, 160, 24);
        center = expected.unwrap_or(center);
        let found = ["center_x", "center_y"].map(|name| bench.number(&reply, name) as u32);
        assert_eq!((found, bench.number(&reply, "done")), (center, 1), "frame {number}");
        assert_eq!(bench.number(&reply, "seen") == 1, expected.is_some(), "frame {number}");
    }
}

pub(crate) fn compare_tracker(root: &Path, n_frames: usize) {
    let mut bench = Bench::start_in(
        &Module {
            name: "corner_tracker",
            files: &["camera/corner_tracker.v"],
            parameters: vec![("WIDTH", 320)],
            inputs: vec![
                ("reset", 1),
                ("update", 1),
                ("centers_x", 64),
                ("centers_y", 60),
                ("seen", 4),
            ],
            outputs: vec![("found", 1), ("restart", 1), ("reach_squared", 25)],
            has_clock: true,
        },
        root,
    );
    let mut random = Random::new(46, 0);
    step(&mut bench, 2, &[1, 0, 0, 0, 0]);
    let mut twin = Tracker::default();
    let mut centers = screen_corners(200, 100);
    let (mut n_found, mut n_restarts) = (0, 0);
    for number in 0..n_frames {
        // For a while markers are seen, and for another they are not.
        let is_calm = number / 45 % 2 == 0;
        for center in &mut centers {
            let far = if is_calm || random.below(3) == 0 { 33 } else { 200 };
            *center = center.map(|place| {
                (place + random.below(2 * far + 1) as u32).max(far as u32) - far as u32
            });
        }
        let seen = if is_calm && random.below(12) > 0 { 15 } else { random.below(16) as u64 };
        let values = [0, 1, packed(&centers, 0, 16), packed(&centers, 1, 15), seen];
        let reply = step(&mut bench, 1, &values);
        let restarts =
            twin.track(&centers, [0, 1, 2, 3].map(|k| seen >> k & 1 == 1), 2 << FRACTION);
        let found = ["found", "restart"].map(|name| bench.number(&reply, name) == 1);
        assert_eq!(found, [twin.found, restarts], "frame {number}");
        let reply = step(&mut bench, 1, &[0, 0, 0, 0, 0]);
        assert_eq!(bench.number(&reply, "reach_squared"), twin.reach_squared(320));
        assert_eq!(bench.number(&reply, "restart"), 0);
        n_found += u32::from(twin.found);
        n_restarts += u32::from(restarts);
    }
    assert!(n_found > 0 && n_restarts > 0, "{n_found} {n_restarts}");
}

pub(crate) fn compare_stabilizer(root: &Path, n_cases: usize) {
    const DEAD_ZONE: i64 = 4;
    const JUMP: i64 = 100;
    let mut bench = Bench::start_in(
        &Module {
            name: "stabilizer",
            files: &["camera/stabilizer.v"],
            inputs: vec![("reset", 1), ("update", 1), ("value", 16)],
            outputs: vec![("shown", 16)],
            has_clock: true,
            ..Module::default()
        },
        root,
    );
    let mut random = Random::new(47, 0);
    step(&mut bench, 1, &[1, 0, 0]);
    let mut twin = Stabilizer::default();
    let mut software: Option<stonegate_vision::Stabilizer> = None;
    // The same in pixels, in a picture that is 1 wide.
    let unit = f64::from(1 << FRACTION);
    let settings = StabilizerSettings {
        weight: 0.25,
        dead_zone: DEAD_ZONE as f64 / unit,
        jump: JUMP as f64 / unit,
    };
    let mut place = 8_000_i64;
    let cases = (0..n_cases).map(|_| {
        let reach = if random.below(20) == 0 { 3_000 } else { 20 };
        place = (place + random.below(2 * reach + 1) as i64 - reach as i64).clamp(0, 65_535);
        (random.below(50) == 0, place)
    });
    let cases = cases.collect::<Vec<_>>();
    // A reset is a clock without a value.
    let requests = cases.iter().flat_map(|&(resets, place)| {
        let reset = request(&bench, 1, &[u64::from(resets), 0, 0]);
        [Request { is_silent: true, ..reset }, request(&bench, 1, &[0, 1, place as u64])]
    });
    let requests = requests.collect::<Vec<_>>();
    let mut worst = 0.0_f64;
    for (number, (&(resets, place), reply)) in
        cases.iter().zip(bench.exchange(&requests)).enumerate()
    {
        if resets {
            (twin, software) = (Stabilizer::default(), None);
        }
        twin.follow(place, DEAD_ZONE, JUMP);
        assert_eq!(bench.number(&reply, "shown"), twin.shown as u64, "value {number}");
        let point = Point::new(place as f64 / unit, 0.0);
        let software = software.get_or_insert(stonegate_vision::Stabilizer::new(point));
        let shown = software.follow(point, &settings, 1.0);
        worst = worst.max((shown.x - twin.shown as f64 / unit).abs());
    }
    // Near the dead zone one may move a picture before the other.
    assert!(worst <= (DEAD_ZONE + 2) as f64 / unit, "{worst} pixels from the software");
}

pub(crate) fn compare_grid(root: &Path, n_cases: usize) {
    for n in [8, 6] {
        let mut bench = Bench::start_in(
            &Module {
                name: "grid_coordinate",
                files: &["camera/grid_coordinate.v", "camera/divider.v"],
                parameters: vec![("N", n)],
                inputs: vec![("reset", 1), ("start", 1), ("place", 16), ("low", 16), ("high", 16)],
                outputs: vec![("is_inside", 1), ("cell_number", 3), ("done", 1)],
                has_clock: true,
            },
            root,
        );
        let mut random = Random::new(48, n.into());
        step(&mut bench, 2, &[1, 0, 0, 0, 0]);
        let cases = (0..n_cases).map(|_| {
            let low = random.below(20_000) as u32;
            let high = low + 1 + random.below(20_000) as u32;
            // Edges as well as what is between them.
            let place = match random.below(8) {
                0 => low,
                1 => high,
                2 => high - 1,
                3 => low.saturating_sub(1),
                _ => random.below(41_000) as u32,
            };
            [place, low, high]
        });
        let cases = cases.collect::<Vec<_>>();
        let requests = cases.iter().flat_map(|case| {
            let [place, low, high] = case.map(u64::from);
            let start = request(&bench, 1, &[0, 1, place, low, high]);
            let wait = request(&bench, 100, &[0, 0, 0, 0, 0]);
            [Request { is_silent: true, ..start }, Request { until: Some("done"), ..wait }]
        });
        let requests = requests.collect::<Vec<_>>();
        for (&[place, low, high], reply) in cases.iter().zip(bench.exchange(&requests)) {
            let is_inside = bench.number(&reply, "is_inside") == 1;
            let cell = is_inside.then(|| bench.number(&reply, "cell_number") as u8);
            assert_eq!(cell, grid_coordinate(place, low, high, n), "{place} in {low}..{high}");
        }
    }
}

#[test]
fn modules_of_recognition_are_those_of_the_twin() {
    if !has("verilator") || !is_slow_run() {
        return;
    }
    let root = rtl_folder();
    compare_colors(&root, 100_000);
    compare_threshold(&root);
    compare_run_filter(&root, 2_000);
    compare_divider(&root, 100_000);
    compare_k_means(&root, 300);
    compare_center_of_mass(&root, 300);
    compare_tracker(&root, 5_000);
    compare_stabilizer(&root, 100_000);
    compare_grid(&root, 50_000);
}

/// The centers of the machine are those of the software, rounded to a sixteenth of a pixel.
#[test]
fn centers_are_as_exact_as_their_fraction() {
    let mut random = Random::new(50, 0);
    for _ in 0..200 {
        let mask = blobs(&mut random, 64, 36);
        let Some(found) = twin::center_of_mass(&mask, 64, 1) else { continue };
        let pixels = (0..64 * 36).filter(|&place| mask[place]).collect::<Vec<_>>();
        let mean = |value: fn(usize) -> usize| {
            pixels.iter().map(|&place| value(place) as f64 + 0.5).sum::<f64>() / pixels.len() as f64
        };
        let exact = [mean(|place| place % 64), mean(|place| place / 64)];
        for (found, exact) in found.into_iter().zip(exact) {
            let error = (exact - f64::from(found) / 16.0).abs();
            assert!(error <= 1.0 / 32.0 + 1e-9, "{error}");
        }
    }
}
