//! The modules that machines share.

use std::fs;

use stonegate_go::Random;
use stonegate_protocols::go_link::{FrameReader, encode_frame};

use crate::bench::{Bench, Module, Request, rtl_folder};
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

/// Frames of random bytes, of which many are escaped.
fn random_frame(random: &mut Random) -> Vec<u8> {
    let byte = |random: &mut Random| match random.below(4) {
        0 => [0x7e, 0x7d, 0x5e, 0x5d][random.below(4)],
        _ => random.below(256) as u8,
    };
    (0..=random.below(30)).map(|_| byte(random)).collect()
}

/// The bytes that begin and end a frame of the Go machine, and stand for themselves within it.
fn frame_parameters() -> Vec<(&'static str, u32)> {
    vec![("END", 0x7e), ("ESC", 0x7d), ("ESC_END", 0x5e), ("ESC_ESC", 0x5d)]
}

/// What is put onto a line is what the software puts there.
#[test]
fn the_framer_is_its_twin() {
    if !has("verilator") {
        return;
    }
    let module = Module {
        name: "framer",
        files: &["common/framer.v", "common/crc32.v"],
        parameters: frame_parameters(),
        inputs: vec![("reset", 1), ("valid", 1), ("word", 9), ("out_ready", 1)],
        outputs: vec![("ready", 1), ("out_valid", 1), ("out_data", 8), ("idle", 1)],
        has_clock: true,
    };
    let mut bench = Bench::start_in(&module, &rtl_folder());
    bench.step(2, &[&[1], &[0], &[], &[0]]);
    let mut random = Random::new(3, 0);
    for number in 0..20 {
        let content = random_frame(&mut random);
        let end = 0x100;
        let words = content.iter().map(|&byte| u16::from(byte)).chain([end]).collect::<Vec<_>>();
        let (mut n_taken, mut sent) = (0, Vec::new());
        loop {
            // Neither side is always there.
            let word = words.get(n_taken).filter(|_| random.below(4) != 0);
            let valid = [u8::from(word.is_some())];
            let word = word.copied().unwrap_or_default().to_le_bytes();
            let out_ready = [u8::from(random.below(3) == 0)];
            let values: [&[u8]; 4] = [&[0], &valid, &word, &out_ready];
            let before = bench.step(0, &values);
            let output = |name| bench.number(&before, name);
            if output("out_valid") == 1 && out_ready == [1] {
                sent.push(output("out_data") as u8);
            }
            if n_taken == words.len() && output("idle") == 1 {
                break;
            }
            n_taken += usize::from(output("ready") == 1 && valid == [1]);
            bench.step(1, &values);
            assert!(sent.len() < 100, "frame {number} has no end");
        }
        assert_eq!(sent, encode_frame(&content), "frame {number}");
    }
}

/// Of what comes over a bad line, the frames are taken that the software takes.
#[test]
fn the_deframer_is_its_twin() {
    if !has("verilator") {
        return;
    }
    let module = Module {
        name: "deframer",
        files: &["common/deframer.v", "common/crc32.v"],
        parameters: frame_parameters(),
        inputs: vec![("reset", 1), ("data", 8), ("valid", 1)],
        outputs: vec![("out_data", 8), ("out_valid", 1), ("ended", 1), ("good", 1)],
        has_clock: true,
    };
    let mut bench = Bench::start_in(&module, &rtl_folder());
    bench.step(2, &[&[1], &[0], &[0]]);
    let mut random = Random::new(4, 0);
    let mut line = Vec::new();
    for _ in 0..400 {
        for byte in encode_frame(&random_frame(&mut random)) {
            match random.below(80) {
                0 => {}
                // The software overlooks that an escape has come twice, the chip does not.
                1 if byte != 0x7d => line.extend([byte, byte]),
                2 => line.push(byte ^ 1 << random.below(8)),
                _ => line.push(byte),
            }
        }
    }
    let mut reader = FrameReader::default();
    let expected = line.iter().filter_map(|&byte| reader.push(byte)).collect::<Vec<_>>();
    let (mut frames, mut content) = (Vec::new(), Vec::new());
    // A byte, and then a while without one.
    let requests = line.iter().flat_map(|&byte| {
        let request =
            |clocks, is_silent, inputs| Request { clocks, until: None, is_silent, inputs };
        let [byte, none] =
            [(byte, 1), (0, 0)].map(|(data, valid)| bench.inputs(&[&[0], &[data], &[valid]]));
        [request(1, false, byte), request(10, true, none)]
    });
    let requests = requests.collect::<Vec<_>>();
    for reply in bench.exchange(&requests) {
        let output = |name| bench.number(&reply, name);
        if output("out_valid") == 1 {
            content.push(output("out_data") as u8);
        }
        if output("ended") == 1 {
            let content = std::mem::take(&mut content);
            frames.extend((output("good") == 1 && !content.is_empty()).then_some(content));
        }
    }
    assert!((100..350).contains(&expected.len()), "{} frames came through", expected.len());
    assert!(frames == expected, "{} frames, not {}", frames.len(), expected.len());
}

/// A level counts when it has stayed for a while, and not before.
#[test]
fn what_bounces_is_one_press() {
    const CLOCKS: u32 = 64;
    if !has("verilator") {
        return;
    }
    let module = Module {
        name: "debouncer",
        files: &["common/debouncer.v"],
        parameters: vec![("WIDTH", 2), ("CLOCKS", CLOCKS)],
        inputs: vec![("reset", 1), ("in", 2)],
        outputs: vec![("out", 2)],
        has_clock: true,
    };
    let mut bench = Bench::start_in(&module, &rtl_folder());
    bench.step(2, &[&[1], &[0]]);
    let mut random = Random::new(5, 0);
    let mut counts = 0;
    for _ in 0..500 {
        // A level never stays for more than seven eighths of the time while it bounces.
        for _ in 0..random.below(20) {
            let level = [random.below(4) as u8];
            let bounces = [level, [!level[0] & 3]];
            for level in bounces {
                let clocks = 1 + random.below(CLOCKS as usize * 3 / 8) as u32;
                let reply = bench.step(clocks, &[&[0], &level]);
                assert_eq!(bench.number(&reply, "out") as u8, counts, "it bounces");
            }
        }
        let level = random.below(4) as u8;
        let reply = bench.step(CLOCKS, &[&[0], &[level]]);
        assert_eq!(bench.number(&reply, "out") as u8, level, "it has stayed");
        counts = level;
    }
}

/// Letters and figures as seven segments show them, each by the names of its segments.
const SEGMENTS: &[(&str, &str)] = &[
    ("0O", "abcdef"),
    ("1I", "bc"),
    ("2", "abdeg"),
    ("3", "abcdg"),
    ("4", "bcfg"),
    ("5S", "acdfg"),
    ("6", "acdefg"),
    ("7", "abc"),
    ("8", "abcdefg"),
    ("9", "abcdfg"),
    ("A", "abcefg"),
    ("B", "cdefg"),
    ("C", "adef"),
    ("D", "bcdeg"),
    ("E", "adefg"),
    ("F", "aefg"),
    ("G", "acdef"),
    ("H", "bcefg"),
    ("J", "bcde"),
    ("K", "acefg"),
    ("L", "def"),
    ("M", "ace"),
    ("N", "ceg"),
    ("P", "abefg"),
    ("Q", "abcfg"),
    ("R", "eg"),
    ("T", "defg"),
    ("UV", "bcdef"),
    ("W", "bcdefg"),
    ("Y", "bcdfg"),
    ("-", "g"),
];

/// Every letter of what the Go machine says can be seen, at its place.
#[test]
fn messages_can_be_read_on_seven_segments() {
    if !has("verilator") {
        return;
    }
    let module = Module {
        name: "seven_segment",
        files: &["common/seven_segment.v"],
        parameters: vec![("CLOCKS_PER_DIGIT", 3)],
        inputs: vec![("reset", 1), ("text", 64)],
        outputs: vec![("digits", 8), ("segments", 7)],
        has_clock: true,
    };
    let mut bench = Bench::start_in(&module, &rtl_folder());
    bench.step(2, &[&[1], &[]]);
    // Letters and figures, and what the source of the messages has between quotation marks.
    let mut texts = ["01234567", "89 - HIJ", "KLMNOPQR", "STUVWY  "].map(str::to_owned).to_vec();
    let source = fs::read_to_string(rtl_folder().join("go/segment_messages.v"));
    let source = source.expect("it is there");
    texts.extend(source.split('"').skip(1).step_by(2).map(|text| format!("{text:<8}")));
    assert!(texts.contains(&"OFFLINE ".to_owned()), "{texts:?}");
    for text in texts {
        let bytes = text.bytes().rev().collect::<Vec<_>>();
        let mut shown = [None; 8];
        bench.step(1, &[&[0], &bytes]);
        for _ in 0..24 {
            let reply = bench.step(1, &[&[0], &bytes]);
            let place = bench.number(&reply, "digits").leading_zeros() as usize - 56;
            let segments = bench.number(&reply, "segments");
            assert!(shown[place].is_none_or(|before| before == segments), "{text}");
            shown[place] = Some(segments);
        }
        for (letter, shown) in text.chars().zip(shown) {
            let names = SEGMENTS.iter().find(|(letters, _)| letters.contains(letter));
            let names = names.map_or("", |(_, names)| names);
            assert_eq!(names.is_empty(), letter == ' ', "{letter} of {text} is dark");
            let expected = names.bytes().map(|name| 1 << (name - b'a')).sum::<u64>();
            assert_eq!(shown, Some(expected), "{letter} of {text}");
        }
    }
}
