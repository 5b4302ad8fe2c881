//! X1, R2 and their memory against the pattern machine in software.

use std::path::Path;

use stonegate_gomoku::patterns::{
    Cycles, LARGE_IMAGE_BYTES, MAX_PATTERNS, Pattern, PatternFile, PatternMachine, max_patterns_in,
    to_image_in,
};
use stonegate_gomoku::{Board, Color, Point, Position, Random, Rule, Size};
use stonegate_oracles::{is_slow_run, may_be_slow};

use super::modules;
use super::play::{Opponent, byte, expanded, random_patterns, row};
use crate::bench::{Bench, Module, Reply, Request, rtl_folder};
use crate::tools::has;

/// More clocks than a search of the largest memory takes.
const MOST_CLOCKS: u32 = 4_000_000;

/// What the machine is to do.
#[derive(Copy, Clone, Debug)]
enum Order {
    Clear,
    /// To put a stone onto the board.
    Store {
        square: u8,
        is_own: bool,
        then_think: bool,
    },
    Think,
}

/// A machine that runs.
struct Thinker {
    bench: Bench,
}

impl Thinker {
    fn start(module: &Module, root: &Path) -> Self {
        let mut thinker = Self { bench: Bench::start_in(module, root) };
        let mut inputs = thinker.inputs(None, None);
        inputs[0] = 1;
        thinker.bench.exchange(&[quietly(2, inputs)]);
        thinker
    }

    fn inputs(&self, order: Option<Order>, write: Option<(usize, u8)>) -> Vec<u8> {
        let (flags, square) = match order {
            None => ([false; 4], 0),
            Some(Order::Clear) => ([true, false, false, false], 0),
            Some(Order::Store { square, is_own, then_think }) => {
                ([false, true, is_own, then_think], square)
            }
            Some(Order::Think) => ([false, false, false, true], 0),
        };
        let [clear, store, own, think] = flags.map(|it| [u8::from(it)]);
        let (address, value) = write.unwrap_or_default();
        let address = address.to_le_bytes();
        self.bench.inputs(&[
            &[0],
            &[u8::from(order.is_none())],
            &clear,
            &store,
            &own,
            &think,
            &[square],
            &address[..2],
            &[u8::from(write.is_some())],
            &[value],
            &[0],
        ])
    }

    /// Puts bytes into the memory.
    fn write(&mut self, start: usize, bytes: &[u8]) {
        let write = |(index, &byte): (usize, &u8)| {
            quietly(1, self.inputs(None, Some((start + index, byte))))
        };
        let requests = bytes.iter().enumerate().map(write).collect::<Vec<_>>();
        self.bench.exchange(&requests);
    }

    /// An order until it is carried out, and the end of it.
    fn order(&self, order: Order) -> [Request; 2] {
        let until = Some("white_ready");
        let inputs = self.inputs(Some(order), None);
        [
            Request { clocks: MOST_CLOCKS, until, is_silent: false, inputs },
            quietly(1, self.inputs(None, None)),
        ]
    }

    fn ask(&mut self, order: Order) -> Answer {
        let requests = self.order(order);
        let reply = self.bench.exchange(&requests).pop().expect("an order has a reply");
        self.answer(&reply)
    }

    fn answer(&self, reply: &Reply) -> Answer {
        let number = |name| self.bench.number(reply, name);
        Answer {
            point: (number("found") == 1).then_some(number("white_move") as u8),
            is_refused: number("refused") == 1,
            pattern: number("pattern") as usize,
            clocks: reply.clocks,
            is_done: number("white_ready") == 1,
        }
    }

    /// A row of the board as the screen sees it.
    fn shown_row(&mut self, y: usize) -> [u8; 4] {
        let mut inputs = self.inputs(None, None);
        *inputs.last_mut().expect("the row is the last input") = y as u8;
        let request = Request { clocks: 1, until: None, is_silent: false, inputs };
        let reply = self.bench.exchange(&[request]).pop().expect("a request has a reply");
        self.bench.output(&reply, "shown_squares").try_into().expect("32 bits")
    }
}

fn quietly(clocks: u32, inputs: Vec<u8>) -> Request {
    Request { clocks, until: None, is_silent: true, inputs }
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
struct Answer {
    point: Option<u8>,
    is_refused: bool,
    pattern: usize,
    clocks: u32,
    is_done: bool,
}

fn stone(point: Point, is_own: bool) -> Order {
    Order::Store { square: byte(point), is_own, then_think: false }
}

/// The opponent's move, to be answered.
fn move_at(point: Point) -> Order {
    Order::Store { square: byte(point), is_own: false, then_think: true }
}

/// The image of patterns for a memory of any size.
fn image(patterns: &[Pattern]) -> Vec<u8> {
    to_image_in(patterns, LARGE_IMAGE_BYTES).expect("it fits")
}

/// What a comparison has seen: the clocks of all moves, and those of the model.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    clocks: Vec<u32>,
    model: Vec<u64>,
}

impl Seen {
    pub(crate) fn print(&mut self, what: &str) {
        self.clocks.sort_unstable();
        self.model.sort_unstable();
        let n = self.clocks.len();
        let (median, worst) = (self.clocks[n / 2], self.clocks[n - 1]);
        let (model_median, model_worst) = (self.model[n / 2], self.model[n - 1]);
        let seconds = |clocks: u64| clocks as f64 / 34e3;
        eprintln!(
            "{what}: {n} positions, clocks {median} median, {worst} worst; the report's loop \
             {model_median} and {model_worst}, at 34 MHz {:.2} and {:.2} ms",
            seconds(model_median),
            seconds(model_worst)
        );
    }
}

/// Plays games and compares every move. Without `WIDE` the clocks are those of the model, too.
pub(crate) fn compare_thinker(
    module: &Module,
    root: &Path,
    patterns: Vec<Pattern>,
    n_positions: usize,
) -> Result<Seen, String> {
    let is_wide = module.parameters.contains(&("WIDE", 1));
    let mut thinker = Thinker::start(module, root);
    thinker.write(0, &image(&patterns));
    let machine = PatternMachine::from_image(patterns);
    let mut opponent = Opponent::new(1);
    let mut seen = Seen::default();
    while seen.clocks.len() < n_positions {
        let (mut position, color) = opponent.opening();
        let mut requests = thinker.order(Order::Clear).to_vec();
        let mut expected = vec![None];
        for &(point, stone_color) in position.moves() {
            requests.extend(thinker.order(stone(point, stone_color == color)));
            expected.push(None);
        }
        let mut told = None;
        while position.outcome().is_none() {
            if position.turn() == color {
                let (firing, cycles) = machine.run(position.board(), color);
                requests.extend(thinker.order(told.map_or(Order::Think, move_at)));
                // Without a stone to store there is a clock less.
                let clocks = cycles.total() - u64::from(told.is_none());
                expected.push(Some((firing, clocks, position.board().clone())));
                let Some(firing) = firing else { break };
                position.play(firing.point).map_err(|error| error.to_string())?;
                told = None;
            } else {
                let point = opponent.choose(&position);
                position.play(point).map_err(|error| error.to_string())?;
                told = Some(point);
            }
        }
        for (reply, expected) in thinker.bench.exchange(&requests).iter().zip(&expected) {
            let answer = thinker.answer(reply);
            if !answer.is_done || answer.is_refused {
                return Err(format!("{answer:?}"));
            }
            let Some((firing, clocks, board)) = expected else { continue };
            let point = firing.map(|firing| byte(firing.point));
            let n_patterns = firing.map_or(machine.patterns().count(), |it| it.number + 1) as u32;
            let is_in_time = if is_wide {
                // A pattern is loaded and compared with twelve rows, five lines each at most.
                answer.clocks <= 17 + n_patterns * (12 + 12 * 6)
            } else {
                point.is_none() || u64::from(answer.clocks) == *clocks
            };
            let is_same = answer.point == point
                && firing.is_none_or(|firing| firing.number == answer.pattern)
                && is_in_time;
            if !is_same {
                let board = stonegate_gomoku::print_board(board);
                return Err(format!("{answer:?}, not {firing:?} in {clocks}, on\n{board}"));
            }
            seen.clocks.push(answer.clocks);
            seen.model.push(*clocks);
        }
        // The board of the machine is the one of the game.
        for y in 0..16 {
            if thinker.shown_row(y) != row(position.board(), color, y) && told.is_none() {
                return Err(format!("row {y} of another board"));
            }
        }
    }
    Ok(seen)
}

fn positions(slow: usize) -> usize {
    if is_slow_run() { slow } else { 150 }
}

#[test]
fn the_machine_is_its_twin() {
    if !has("verilator") {
        return;
    }
    for (name, file) in [("default", PatternFile::shipped()), ("minimal", PatternFile::minimal())] {
        let module = modules::thinker(13, false);
        let seen = compare_thinker(&module, &rtl_folder(), expanded(&file), positions(10_000));
        seen.unwrap_or_else(|error| panic!("{name}: {error}")).print(name);
    }
}

#[test]
fn the_machine_that_looks_at_all_windows_of_a_row_is_its_twin() {
    if !has("verilator") {
        return;
    }
    for (name, file) in [("default", PatternFile::shipped()), ("minimal", PatternFile::minimal())] {
        let module = modules::thinker(13, true);
        let seen = compare_thinker(&module, &rtl_folder(), expanded(&file), positions(10_000));
        seen.unwrap_or_else(|error| panic!("{name}: {error}")).print(&format!("{name}, wide"));
    }
}

/// 32 KB: the file that was learned for it, and 2,978 patterns that fill it to the last one.
#[test]
fn the_machine_with_a_large_memory_is_its_twin() {
    if !has("verilator") || !may_be_slow() {
        return;
    }
    let n_patterns = max_patterns_in(LARGE_IMAGE_BYTES);
    assert_eq!(n_patterns, 2_978);
    let learned = expanded(&PatternFile::shipped_for(LARGE_IMAGE_BYTES));
    let random = random_patterns(n_patterns, &mut Random::new(6, 0));
    for (name, patterns) in [("32 KB, learned", learned), ("32 KB, random", random)] {
        for is_wide in [false, true] {
            let module = modules::thinker(15, is_wide);
            let seen = compare_thinker(&module, &rtl_folder(), patterns.clone(), 1_000);
            seen.unwrap_or_else(|error| panic!("{name}: {error}")).print(name);
        }
    }
}

/// The memory ends, or is not full, and nothing matches; a stone on a stone is refused.
pub(crate) fn compare_ends(root: &Path) -> Result<(), String> {
    let mut thinker = Thinker::start(&modules::thinker(13, false), root);
    thinker.ask(Order::Clear);
    let never = Pattern::parse(["XXXXX", "B....", ".....", ".....", "....."]).expect("a pattern");
    let everywhere = Pattern::parse([".....", ".....", "....B", ".....", "....."]);
    let everywhere = everywhere.expect("a pattern");
    for n_patterns in [0, 1, MAX_PATTERNS - 1, MAX_PATTERNS] {
        thinker.write(0, &[0; 1 << 13]);
        thinker.write(0, &image(&vec![never; n_patterns]));
        let answer = thinker.ask(Order::Think);
        if answer.point.is_some() || !answer.is_done {
            return Err(format!("{n_patterns} patterns that do not match: {answer:?}"));
        }
        // Nothing goes on behind that.
        if (0..32).any(|y| thinker.shown_row(y % 16) != [0; 4]) {
            return Err(format!("{n_patterns} patterns that do not match leave a stone"));
        }
    }
    let mut patterns = vec![never; MAX_PATTERNS];
    patterns[MAX_PATTERNS - 1] = everywhere;
    thinker.write(0, &image(&patterns));
    let answer = thinker.ask(Order::Think);
    if answer.point != Some(0x42) || answer.pattern != MAX_PATTERNS - 1 {
        return Err(format!("the last pattern: {answer:?}"));
    }
    let e3 = "e3".parse().expect("a point");
    for is_own in [false, true] {
        let before = thinker.shown_row(2);
        let answer = thinker.ask(Order::Store { square: byte(e3), is_own, then_think: true });
        if !answer.is_refused || answer.point.is_some() || thinker.shown_row(2) != before {
            return Err(format!("a stone on a stone: {answer:?}"));
        }
    }
    // A spot that is not blank is no move: this is no pattern, but bytes may be anything.
    let mut bytes = image(&[everywhere]);
    (bytes[4], bytes[5]) = (0xf8, 0xf8);
    thinker.write(0, &bytes);
    let before = thinker.shown_row(2);
    let answer = thinker.ask(Order::Think);
    if answer.point.is_some() || thinker.shown_row(2) != before {
        return Err(format!("a move onto a stone: {answer:?}"));
    }
    Ok(())
}

#[test]
fn searches_end() {
    if has("verilator") {
        compare_ends(&rtl_folder()).unwrap();
    }
}

/// Patterns that are exchanged between two moves count from the next move on.
#[test]
fn patterns_are_exchanged_during_a_game() {
    if !has("verilator") {
        return;
    }
    let files = [PatternFile::minimal(), PatternFile::shipped()];
    let images = files.each_ref().map(|file| image(&expanded(file)));
    let machines = files.map(|file| PatternMachine::new(&file));
    let mut thinker = Thinker::start(&modules::thinker(13, false), &rtl_folder());
    let mut n_different = 0;
    let mut opponent = Opponent::new(2);
    for _ in 0..3 {
        thinker.ask(Order::Clear);
        let mut position = Position::new(Rule::Freestyle, Size::SIXTEEN);
        while position.outcome().is_none() {
            let point = opponent.choose(&position);
            position.play(point).unwrap();
            if position.outcome().is_some() {
                break;
            }
            let number = position.moves().len() / 2 % 2;
            let mut bytes = images[number].clone();
            bytes.resize(1 << 13, 0);
            thinker.write(0, &bytes);
            let fired = machines.each_ref().map(|it| it.fire(position.board(), Color::White));
            n_different += usize::from(fired[0].map(|it| it.point) != fired[1].map(|it| it.point));
            let answer = thinker.ask(move_at(point));
            let expected = fired[number].unwrap().point;
            assert_eq!(answer.point, Some(byte(expected)));
            position.play(expected).unwrap();
        }
    }
    assert!(n_different > 10, "the two files would have played the same");
}

/// The clocks of the model are for a stone, patterns and an answer.
#[test]
fn the_first_move_takes_the_clocks_of_the_model() {
    if !has("verilator") {
        return;
    }
    let mut thinker = Thinker::start(&modules::thinker(13, false), &rtl_folder());
    thinker.write(0, &image(&expanded(&PatternFile::minimal())));
    thinker.ask(Order::Clear);
    let mut board = Board::new(Size::SIXTEEN);
    let h8 = "h8".parse().unwrap();
    board.place(h8, Color::Black);
    let (firing, cycles) = PatternMachine::new(&PatternFile::minimal()).run(&board, Color::White);
    let answer = thinker.ask(move_at(h8));
    assert_eq!(answer.point, firing.map(|firing| byte(firing.point)));
    assert_eq!(u64::from(answer.clocks), cycles.total());
    let Cycles { n_patterns, n_windows, n_lines } = cycles;
    assert_eq!(cycles.total(), 2 + 12 * n_patterns + n_lines + n_windows + 3);
}
