//! The modules that machines share.

use stonegate_go::Random;

use crate::bench::{Bench, Module, rtl_folder};
use crate::tools::has;

/// Words come out of the queue in the order in which they went in, whatever the two clocks do.
#[test]
fn the_asynchronous_queue_keeps_words_and_their_order() {
    if !has("verilator") {
        return;
    }
    let module = Module {
        name: "async_fifo",
        files: &["common/async_fifo.v"],
        parameters: vec![("WIDTH", 8), ("BITS", 2)],
        inputs: vec![
            ("write_clk", 1),
            ("write_reset", 1),
            ("write", 1),
            ("word", 8),
            ("read_clk", 1),
            ("read_reset", 1),
            ("take", 1),
        ],
        outputs: vec![("full", 1), ("head", 8), ("empty", 1)],
        has_clock: false,
    };
    let mut bench = Bench::start_in(&module, &rtl_folder());
    let mut drive = |clocks: [u8; 2], reset: u8, write: u8, word: u8, take: u8| {
        let reply = bench
            .step(0, &[&[clocks[0]], &[reset], &[write], &[word], &[clocks[1]], &[reset], &[take]]);
        let output = |name| bench.number(&reply, name) as u8;
        (output("full") == 1, output("head"), output("empty") == 1)
    };
    for _ in 0..3 {
        drive([0, 0], 1, 0, 0, 0);
        drive([1, 1], 1, 0, 0, 0);
    }
    drive([0, 0], 0, 0, 0, 0);
    let mut random = Random::new(1, 0);
    let (mut written, mut read) = (0_u8, 0_u8);
    let (mut was_full, mut was_empty) = (false, false);
    for round in 0..4_000 {
        // One side is faster for a while, then the other.
        let writes_often = if round / 200 % 2 == 0 { 3 } else { 1 };
        let [ticks_write, ticks_read] =
            [random.below(4) < writes_often, random.below(4) < 4 - writes_often];
        let (write, take) = (random.below(2) as u8, random.below(2) as u8);
        let (full, head, empty) = drive([0, 0], 0, write, written, take);
        was_full |= full;
        was_empty |= empty;
        if ticks_read && take == 1 && !empty {
            assert_eq!(head, read, "round {round}");
            read = read.wrapping_add(1);
        }
        let takes_word = ticks_write && write == 1 && !full;
        drive([u8::from(ticks_write), u8::from(ticks_read)], 0, write, written, take);
        drive([0, 0], 0, 0, 0, 0);
        written = written.wrapping_add(u8::from(takes_word));
        assert!(written.wrapping_sub(read) <= 4, "round {round}");
    }
    assert!(was_full && was_empty, "both ends were reached");
}

/// Ten bits bring eight back, change seldom, and are 1 half of the time.
#[test]
fn screens_get_what_they_can_decode() {
    if !has("verilator") {
        return;
    }
    let module = Module {
        name: "tmds_encoder",
        files: &["video/tmds_encoder.v"],
        parameters: Vec::new(),
        inputs: vec![("data", 8), ("control", 2), ("visible", 1)],
        outputs: vec![("out", 10)],
        has_clock: true,
    };
    let mut bench = Bench::start_in(&module, &rtl_folder());
    bench.step(2, &[&[0], &[0], &[0]]);
    let mut random = Random::new(2, 0);
    let mut surplus = 0_i32;
    for _ in 0..2_000 {
        let data = random.below(256) as u8;
        let reply = bench.step(1, &[&[data], &[0], &[1]]);
        let code = bench.number(&reply, "out") as u16;
        let bits = if code & 0x200 != 0 { !code } else { code } as u8;
        let changes = bits ^ bits << 1;
        let decoded = if code & 0x100 != 0 { changes } else { changes ^ 0xfe };
        assert_eq!(decoded, data);
        surplus += 2 * code.count_ones() as i32 - 10;
        assert!(surplus.abs() <= 10, "{surplus} more ones than zeros");
    }
}

/// The pulses of a picture come where the standards have them.
#[test]
fn pictures_have_the_timing_of_their_standards() {
    if !has("verilator") {
        return;
    }
    // Clocks of a line, lines of a picture, clocks of the pulse of a line, visible pixels.
    for (width, line, lines, pulse, visible) in [
        (640, 800, 525, 96, 640 * 480),
        (1024, 1344, 806, 136, 1024 * 768),
        (1280, 1650, 750, 40, 1280 * 720),
    ] {
        let module = Module {
            name: "timing",
            files: &["video/timing.v"],
            parameters: vec![("WIDTH", width)],
            inputs: vec![("reset", 1)],
            outputs: vec![("x", 11), ("y", 10), ("visible", 1), ("hsync", 1), ("vsync", 1)],
            has_clock: true,
        };
        let mut bench = Bench::start_in(&module, &rtl_folder());
        let start = bench.step(2, &[&[1]]);
        assert_eq!((bench.number(&start, "x"), bench.number(&start, "y")), (0, 0));
        let idle = bench.number(&start, "hsync");
        let mut n_pulse = 0;
        for _ in 0..line {
            let reply = bench.step(1, &[&[0]]);
            n_pulse += u32::from(bench.number(&reply, "hsync") != idle);
        }
        assert_eq!(n_pulse, pulse, "{width}");
        // A whole picture brings the pixel back to where it was.
        let here = bench.step(1, &[&[0]]);
        let again = bench.step(line * lines, &[&[0]]);
        for name in ["x", "y"] {
            assert_eq!(bench.number(&here, name), bench.number(&again, name), "{width}");
        }
        let (x, y) = (bench.number(&again, "x"), bench.number(&again, "y"));
        assert_eq!((x, y, visible % width), (1, 1, 0));
    }
}
