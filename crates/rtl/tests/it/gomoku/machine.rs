//! The whole machine at the end of its line: the link, the three chips, and the screen.

use std::io::{self, Read, Write};

use stonegate_gomoku::patterns::{
    IMAGE_BYTES, LARGE_IMAGE_BYTES, MAX_PATTERNS, Pattern, PatternFile, PatternMachine, to_image_in,
};
use stonegate_gomoku::{Board, Color, Point, Position, Random, Rule, Size};
use stonegate_oracles::is_slow_run;
use stonegate_protocols::go_link::{FrameReader, Side, encode_frame};
use stonegate_protocols::gomoku_link::{Answer, MAX_BLOCK, Reply, Request, Status, Task};
use stonegate_rtl::{GomokuError, GomokuHost, HandMadeMachine, Picture, SerialLine, Wires};

use super::modules::borg;
use super::play::{Opponent, byte, expanded};
use crate::bench::{Bench, Request as Clocks, rtl_folder};
use crate::machines::{self, Simulation, make};
use crate::pictures::{self, screens};
use crate::tools::has;

/// More clocks than a search takes.
const SILENCE: u32 = 2_000_000;

type Machine = SerialLine<Simulation>;

fn start(args: &[&str]) -> Machine {
    with_screen(HandMadeMachine::Gomoku.screen(), args)
}

/// A machine with a screen of this width and height.
fn with_screen(screen: (usize, usize), args: &[&str]) -> Machine {
    let width = format!("WIDTH={}", screen.0);
    let name = format!("gomoku16-{}{}", screen.0, args.concat());
    let mut all = vec!["simulation", &width];
    all.extend(args);
    let folder = make(HandMadeMachine::Gomoku, &name, &all);
    let pipes = machines::start(&folder.join("build/simulation"));
    let mut wires = Wires::new(pipes, screen);
    wires.power_up(3).unwrap();
    SerialLine::new(wires, SILENCE)
}

fn connect<T: Read + Write>(line: T) -> GomokuHost<T> {
    GomokuHost::connect(line, 3).unwrap()
}

fn image(file: &PatternFile) -> Vec<u8> {
    to_image_in(&expanded(file), LARGE_IMAGE_BYTES).unwrap()
}

/// Plays a game over the link, and compares every move with the twin.
fn play_game<T: Read + Write>(
    host: &mut GomokuHost<T>,
    twin: &PatternMachine,
    opponent: &mut Opponent,
    most: usize,
) -> Position {
    let (mut position, color) = opponent.opening();
    let side = if color == Color::Black { Side::Black } else { Side::White };
    host.new_game(side).unwrap();
    let mut number = 0;
    for &(point, stone) in position.moves() {
        let task = if stone == color { Task::Own } else { Task::Other };
        assert_eq!(host.play(task, number, byte(point)).unwrap().status, Status::Stored);
        number += 1;
    }
    let mut told = None;
    while position.outcome().is_none() && position.moves().len() < most {
        if position.turn() != color {
            let point = opponent.choose(&position);
            position.play(point).unwrap();
            told = Some(point);
            continue;
        }
        let task = if told.is_some() { Task::Reply } else { Task::Think };
        let (firing, cycles) = twin.run(position.board(), color);
        let firing = firing.expect("the last pattern matches everywhere");
        let answer = host.play(task, number, told.map_or(0, byte)).unwrap();
        let expected = Answer {
            number,
            status: Status::Moved,
            square: byte(firing.point),
            pattern: firing.number as u16,
            clocks: answer.clocks,
            n_stones: position.moves().len() as u16 + 1,
        };
        assert_eq!(answer, expected, "{position:?}");
        if !host.hello().is_wide {
            let clocks = cycles.total() - u64::from(told.is_none());
            assert_eq!(u64::from(answer.clocks), clocks);
        }
        position.play(firing.point).unwrap();
        number = answer.n_stones;
        told = None;
    }
    position
}

/// Verilator warns of nothing, Yosys finds neither latches nor loops, and Icarus reads it all.
#[test]
fn the_tools_have_no_complaints() {
    if !has("verilator") || !has("yosys") || !has("iverilog") {
        return;
    }
    let tools = ["lint", "check", "icarus"];
    make(HandMadeMachine::Gomoku, "gomoku16-lint", &tools);
    if is_slow_run() {
        for args in [&["WIDE=1", "WIDTH=1024"][..], &["ADDRESS_BITS=15"], &["WIDTH=1280"]] {
            let args = [&tools[..], args].concat();
            make(HandMadeMachine::Gomoku, "gomoku16-lint-other", &args);
        }
    }
}

#[test]
fn a_game_over_the_line() {
    if !has("verilator") {
        return;
    }
    for args in [&[][..], &["WIDE=1", "ADDRESS_BITS=15"]] {
        if !args.is_empty() && !is_slow_run() {
            continue;
        }
        let mut host = connect(start(args));
        let memory = usize::from(host.hello().kilobytes) << 10;
        assert_eq!(memory, if args.is_empty() { IMAGE_BYTES } else { LARGE_IMAGE_BYTES });
        let file = PatternFile::shipped_for(memory);
        let twin = PatternMachine::new(&file);
        host.load(&image(&file)).unwrap();
        let mut opponent = Opponent::new(11);
        let (n_games, most) = if is_slow_run() { (20, 256) } else { (2, 14) };
        for _ in 0..n_games {
            let position = play_game(&mut host, &twin, &mut opponent, most);
            let picture = host.line_mut().wires.picture().unwrap();
            // The other side may have made the last move: it is told with the next request.
            let seen = seen_board(&picture);
            let n_missing = position.board().n_stones() - seen.n_stones();
            assert!(n_missing <= 1);
            assert!(
                seen.stones().all(|(point, color)| position.board().stone(point) == Some(color))
            );
        }
    }
}

/// Reads the stones off a picture: beside the middle of a point there is no mark.
fn seen_board(picture: &Picture) -> Board {
    let margin = picture.height * 50 / 768;
    let interval = (picture.height - 2 * margin) / 15;
    let left = (picture.width - interval * 15) / 2;
    let aside = interval / 4;
    let mut board = Board::new(Size::SIXTEEN);
    for (x, y) in (0..16).flat_map(|y| (0..16).map(move |x| (x, y))) {
        let at = (left + x * interval + aside, margin + (15 - y) * interval + aside);
        let point = Point::new(x, y).unwrap();
        match picture.at(at.0, at.1) {
            0x000 => board.place(point, Color::Black),
            0xfff => board.place(point, Color::White),
            _ => {}
        }
    }
    board
}

/// What is written is read back, and nothing beyond the memory is either.
#[test]
fn memory_and_messages_are_checked() {
    if !has("verilator") {
        return;
    }
    let mut host = connect(start(&[]));
    let mut random = Random::new(9, 0);
    let bytes = (0..8192).map(|_| random.below(256) as u8).collect::<Vec<_>>();
    host.load(&bytes).unwrap();
    assert_eq!(host.read(0, 8192).unwrap(), bytes);
    assert_eq!(host.read(77, 3).unwrap(), bytes[77..80]);
    assert!(matches!(host.load(&[0; 8193]), Err(GomokuError::TooLarge { .. })));
    assert!(matches!(host.read(8192, 1), Err(GomokuError::Refused)));

    // What makes no sense is an error, and does nothing.
    host.new_game(Side::White).unwrap();
    let messages: [&[u8]; 15] = [
        b"?",
        b"Hx",
        b"N",
        b"N\x02",
        b"N\x00\x00",
        b"M",
        b"M\x04\x00\x00\x00",
        b"M\x01\x00\x00",
        b"M\x01\x00\x00\x00\x00",
        b"R\x00\x00",
        b"R\x00\x20\x01",
        b"R\xff\x1f\x02",
        b"W\x00",
        b"W\x00\x00",
        b"W\xff\x1f\x01\x02",
    ];
    for message in messages {
        let reply = exchange(host.line_mut(), &encode_frame(message));
        assert_eq!(reply, [Reply::Error], "{message:?}");
    }
    // The byte before the end of the memory was written, the one behind it nowhere.
    assert_eq!(host.read(8191, 1).unwrap(), [1]);
    assert_eq!(host.read(0, 1).unwrap(), bytes[..1]);

    // A damaged frame has no answer, and a frame that is too long neither.
    let mut damaged = Request::New { side: Side::Black }.encode();
    damaged[2] ^= 1;
    assert_eq!(exchange(host.line_mut(), &damaged), []);
    assert_eq!(exchange(host.line_mut(), &encode_frame(&[b'W'; 400])), []);
    assert_eq!(host.read(0, 1).unwrap(), bytes[..1]);
    let hello = exchange(host.line_mut(), &Request::Hello.encode());
    assert!(matches!(hello[..], [Reply::Hello(hello)] if hello.side == Side::White));
}

/// Sends bytes, and reads all that comes until there is silence.
fn exchange(line: &mut Machine, bytes: &[u8]) -> Vec<Reply> {
    line.write_all(bytes).unwrap();
    let mut reader = FrameReader::default();
    let (mut replies, mut byte) = (Vec::new(), [0]);
    while line.read(&mut byte).is_ok() {
        let content = reader.push(byte[0]);
        replies.extend(content.map(|content| Reply::decode(&content).expect("it can be read")));
        if !replies.is_empty() {
            break;
        }
    }
    replies
}

/// A request that comes twice is carried out once, and stones that do not fit are told.
#[test]
fn requests_may_come_twice() {
    if !has("verilator") {
        return;
    }
    let mut host = connect(start(&[]));
    host.load(&image(&PatternFile::minimal())).unwrap();
    host.new_game(Side::White).unwrap();
    // The example of docs/gomoku-link.md.
    let question = b"\x7e\x4d\x03\x00\x00\x77\x94\x20\x95\xba\x7e";
    let answer = b"\x7e\x41\x00\x00\x01\x86\x30\x00\x63\x54\x00\x02\x00\x56\xf7\x94\x52\x7e";
    host.line_mut().write_all(question).unwrap();
    let mut heard = vec![0; answer.len()];
    host.line_mut().read_exact(&mut heard).unwrap();
    assert_eq!(heard, answer);
    let first = host.play(Task::Reply, 0, 0x77).unwrap();
    assert_eq!((first.status, first.n_stones), (Status::Moved, 2));
    assert_eq!(host.play(Task::Reply, 0, 0x77).unwrap(), first);
    let other = host.play(Task::Reply, 1, 0x78).unwrap();
    assert_eq!((other.status, other.n_stones), (Status::Differs, 2));
    let taken = host.play(Task::Reply, 2, 0x77).unwrap();
    assert_eq!((taken.status, taken.n_stones), (Status::Occupied, 2));
    let second = host.play(Task::Reply, 2, 0x97).unwrap();
    assert_eq!((second.status, second.n_stones), (Status::Moved, 4));
    host.new_game(Side::Black).unwrap();
    let begins = host.play(Task::Think, 0, 0).unwrap();
    assert_eq!((begins.status, begins.n_stones, begins.square), (Status::Moved, 1, 0x04));
}

/// A line that loses and damages bytes.
struct Noisy {
    line: Machine,
    random: Random,
}

impl Noisy {
    fn carry(&mut self, byte: u8) -> Option<u8> {
        match self.random.below(150) {
            0 => None,
            1 => Some(byte ^ 1 << self.random.below(8)),
            _ => Some(byte),
        }
    }
}

impl Read for Noisy {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let n = self.line.read(&mut buffer[..1])?;
            if let Some(byte) = self.carry(buffer[0]) {
                buffer[0] = byte;
                return Ok(n);
            }
        }
    }
}

impl Write for Noisy {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let carried = buffer.iter().filter_map(|&byte| self.carry(byte)).collect::<Vec<_>>();
        self.line.write_all(&carried)?;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.line.flush()
    }
}

#[test]
fn a_game_over_a_bad_line() {
    if !has("verilator") {
        return;
    }
    let mut line = start(&[]);
    line.wires.run(1000).unwrap();
    let line = Noisy { line: SerialLine::new(line.wires, 200_000), random: Random::new(12, 0) };
    let mut host = GomokuHost::connect(line, 40).unwrap();
    host.load(&image(&PatternFile::minimal())).unwrap();
    assert_eq!(host.read(0, 256).unwrap(), image(&PatternFile::minimal())[..256]);
    let twin = PatternMachine::new(&PatternFile::minimal());
    let position = play_game(&mut host, &twin, &mut Opponent::new(13), 40);
    assert!(position.moves().len() > 8);
}

/// Patterns that come over the line between two moves count from the next one on.
#[test]
fn patterns_are_exchanged_over_the_line() {
    if !has("verilator") {
        return;
    }
    let parse = |rows: [&str; 5]| Pattern::parse(rows).unwrap();
    let blank = ".....";
    let patterns = [
        parse(["B....", blank, blank, blank, blank]),
        parse([blank, blank, blank, blank, "....B"]),
    ];
    let mut host = connect(start(&[]));
    host.new_game(Side::White).unwrap();
    assert_eq!(host.play(Task::Reply, 0, 0x77).unwrap().status, Status::NoMove);
    for (number, square) in [(1, 0x04), (2, 0x40)] {
        let mut image = to_image_in(&[patterns[number - 1]], LARGE_IMAGE_BYTES).unwrap();
        image.resize(MAX_PATTERNS * 11 - 11, 0);
        image.truncate(2 * MAX_BLOCK);
        host.load(&image).unwrap();
        let answer = host.play(Task::Think, number as u16, 0).unwrap();
        assert_eq!((answer.status, answer.square), (Status::Moved, square));
    }
}

/// The three chips with the nineteen wires play as the one chip does.
#[test]
fn three_chips_are_one_machine() {
    if !has("verilator") {
        return;
    }
    let mut host = connect(ThreeChips::start());
    host.load(&image(&PatternFile::minimal())).unwrap();
    let twin = PatternMachine::new(&PatternFile::minimal());
    let mut opponent = Opponent::new(14);
    for _ in 0..if is_slow_run() { 20 } else { 2 } {
        play_game(&mut host, &twin, &mut opponent, 60);
        // Patterns are written between games while the bus is free.
        host.load(&image(&PatternFile::shipped())[..2 * MAX_BLOCK]).unwrap();
        host.load(&image(&PatternFile::minimal())).unwrap();
        assert_eq!(host.read(0, 616).unwrap(), image(&PatternFile::minimal()));
    }
}

/// Three chips, bit by bit at the line.
struct ThreeChips {
    bench: Bench,
    to_chips: Vec<Clocks>,
    reader: BitReader,
    heard: Vec<u8>,
}

const CLOCKS_PER_BIT: u32 = 8;

impl ThreeChips {
    fn start() -> Self {
        let mut bench = Bench::start_in(&borg(CLOCKS_PER_BIT), &rtl_folder());
        bench.step(20, &[&[1], &[1]]);
        bench.step(200, &[&[0], &[1]]);
        let reader = BitReader::default();
        Self { bench, to_chips: Vec::new(), reader, heard: Vec::new() }
    }

    fn level(&self, level: u8) -> Clocks {
        let inputs = self.bench.inputs(&[&[0], &[level]]);
        Clocks { clocks: CLOCKS_PER_BIT / 4, until: None, is_silent: false, inputs }
    }
}

impl Write for ThreeChips {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        for &byte in buffer {
            let bits = (u16::from(byte) | 0x100) << 1;
            for bit in 0..10 {
                let level = self.level((bits >> bit & 1) as u8);
                self.to_chips.extend(std::iter::repeat_n(level, 4));
            }
        }
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for ThreeChips {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut n_silent = 0;
        while self.heard.is_empty() {
            let mut requests = std::mem::take(&mut self.to_chips);
            requests.extend(std::iter::repeat_n(self.level(1), 2_000));
            for reply in self.bench.exchange(&requests) {
                assert_eq!(self.bench.number(&reply, "clash"), 0, "one at a time on the bus");
                self.heard.extend(self.reader.push(self.bench.number(&reply, "tx") == 1));
            }
            n_silent += 1;
            if n_silent > 100 {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
        buffer[0] = self.heard.remove(0);
        Ok(1)
    }
}

/// Takes bytes off a line that is looked at four times a bit.
#[derive(Default)]
struct BitReader {
    /// Looks since the start bit began; 0 between bytes.
    n_looks: usize,
    byte: u8,
}

impl BitReader {
    fn push(&mut self, level: bool) -> Option<u8> {
        if self.n_looks == 0 && level {
            return None;
        }
        let (bit, look) = (self.n_looks / 4, self.n_looks % 4);
        self.n_looks += 1;
        if look == 2 && (1..9).contains(&bit) {
            self.byte = self.byte >> 1 | u8::from(level) << 7;
        }
        if look == 2 && bit == 9 {
            self.n_looks = 0;
            return Some(self.byte);
        }
        None
    }
}

/// The screen after a few moves is the stored one; `UPDATE_EXPECT` stores it.
#[test]
fn the_screen_is_the_stored_one() {
    if !has("verilator") {
        return;
    }
    for &screen in screens() {
        check_screen(screen);
    }
}

fn check_screen(screen: (usize, usize)) {
    let mut host = connect(with_screen(screen, &[]));
    host.load(&image(&PatternFile::minimal())).unwrap();
    host.new_game(Side::White).unwrap();
    let mut position = Position::new(Rule::Freestyle, Size::SIXTEEN);
    for square in [0x77_u8, 0x88, 0x97, 0x66] {
        let point = Point::new(usize::from(square >> 4), usize::from(square & 15)).unwrap();
        if position.play(point).is_err() {
            continue;
        }
        let number = position.moves().len() as u16 - 1;
        let answer = host.play(Task::Reply, number, square).unwrap();
        let (x, y) = (usize::from(answer.square >> 4), usize::from(answer.square & 15));
        position.play(Point::new(x, y).unwrap()).unwrap();
    }
    let picture = host.line_mut().wires.picture().unwrap();
    assert_eq!(seen_board(&picture), *position.board());
    pictures::check(&format!("gomoku/screen-{}.png", screen.0), &picture);
}
