//! The single modules and their twins.

use std::path::Path;

use stonegate_gomoku::patterns::{
    Cell, PATTERN_BYTES, Pattern, PatternFile, SIDE, Spot, Window, to_image,
};
use stonegate_gomoku::{Board, Color, Position, Random};
use stonegate_oracles::is_slow_run;

use super::modules;
use super::play::{Opponent, byte, expanded, line, random_board, row};
use crate::bench::{Bench, Request, rtl_folder};
use crate::tools::has;

/// So many cases are compared in a batch.
const BATCH: usize = 1000;

/// Boards from play and boards with any stones, and who looks at them.
struct Boards {
    opponent: Opponent,
    position: Position,
    color: Color,
    random: Random,
}

impl Boards {
    fn new(seed: u64) -> Self {
        let mut opponent = Opponent::new(seed);
        let (position, color) = opponent.opening();
        Self { opponent, position, color, random: Random::new(seed, 5) }
    }

    fn next(&mut self) -> (Board, Color) {
        if self.position.outcome().is_some() {
            (self.position, self.color) = self.opponent.opening();
        }
        let point = self.opponent.choose(&self.position);
        self.position.play(point).expect("it is empty");
        let is_played = self.random.below(2) == 0;
        let board =
            if is_played { self.position.board().clone() } else { random_board(&mut self.random) };
        (board, self.color)
    }

    fn window(&mut self) -> Window {
        Window { x: self.random.below(12), y: self.random.below(12) }
    }
}

fn patterns() -> Vec<Pattern> {
    let files = [PatternFile::shipped(), PatternFile::minimal()];
    files.iter().flat_map(expanded).collect()
}

/// What a machine of a color sees at a spot of a window.
fn seen(board: &Board, color: Color, window: Window, spot: Spot) -> Option<Color> {
    let stone = board.stone(window.translate(spot))?;
    Some(if stone == color { Color::White } else { Color::Black })
}

/// The line of a window as a line of a pattern that asks for exactly this.
fn window_line(board: &Board, color: Color, window: Window, row: usize) -> [Cell; SIDE] {
    std::array::from_fn(|column| match seen(board, color, window, Spot { column, row }) {
        None => Cell::Blank,
        Some(Color::Black) => Cell::Black,
        Some(Color::White) => Cell::White,
    })
}

fn at_once(inputs: Vec<u8>) -> Request {
    Request { clocks: 0, until: None, is_silent: false, inputs }
}

fn clocked(is_silent: bool, inputs: Vec<u8>) -> Request {
    Request { clocks: 1, until: None, is_silent, inputs }
}

pub(crate) fn compare_window(root: &Path, n_cases: usize) -> Result<(), String> {
    let mut bench = Bench::start_in(&modules::game_board_window(), root);
    let mut boards = Boards::new(1);
    for _ in 0..n_cases.div_ceil(BATCH) {
        let (mut requests, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..BATCH {
            let ((board, color), window) = (boards.next(), boards.window());
            let upper = row(&board, color, window.y + SIDE - 1);
            requests.push(at_once(bench.inputs(&[&upper, &[window.x as u8]])));
            expected.push(line(window_line(&board, color, window, 0)));
        }
        for (reply, expected) in bench.exchange(&requests).iter().zip(&expected) {
            let brow = bench.output(reply, "brow");
            if brow != expected {
                return Err(format!("{brow:?}, not {expected:?}"));
            }
        }
    }
    Ok(())
}

pub(crate) fn compare_comparator(root: &Path, n_cases: usize) -> Result<(), String> {
    let mut bench = Bench::start_in(&modules::comparator(), root);
    let (mut boards, patterns) = (Boards::new(2), patterns());
    let mut n_matches = 0;
    for _ in 0..n_cases.div_ceil(BATCH) {
        let (mut requests, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..BATCH {
            let ((board, color), window) = (boards.next(), boards.window());
            let wanted = patterns[boards.random.below(patterns.len())];
            let number = boards.random.below(SIDE);
            let cells = wanted.cells()[number];
            let here = window_line(&board, color, window, number);
            requests.push(at_once(bench.inputs(&[&line(here), &line(cells)])));
            let accepts = |column: usize| {
                cells[column].accepts(seen(&board, color, window, Spot { column, row: number }))
            };
            expected.push(u64::from((0..SIDE).all(accepts)));
        }
        n_matches += expected.iter().sum::<u64>();
        for (reply, &expected) in bench.exchange(&requests).iter().zip(&expected) {
            if bench.number(reply, "match") != expected {
                return Err(format!("a match is {expected}"));
            }
        }
    }
    // Both answers have to come up.
    if n_matches * 20 < n_cases as u64 || n_matches * 20 > 19 * n_cases as u64 {
        return Err(format!("{n_matches} matches in {n_cases} cases"));
    }
    Ok(())
}

/// All windows of a row, line by line, as long as one is left.
pub(crate) fn compare_row_comparator(root: &Path, n_cases: usize) -> Result<(), String> {
    let mut bench = Bench::start_in(&modules::row_comparator(), root);
    let (mut boards, patterns) = (Boards::new(3), patterns());
    let mut n_found = 0;
    for _ in 0..n_cases.div_ceil(BATCH) {
        let (mut requests, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..BATCH {
            let ((board, color), y) = (boards.next(), boards.random.below(12));
            let pattern = patterns[boards.random.below(patterns.len())];
            requests.push(clocked(true, bench.inputs(&[&[1], &[0], &[0], &[0]])));
            let mut left = (0..12).map(|x| Window { x, y }).collect::<Vec<_>>();
            for number in 0..SIDE {
                let squares = row(&board, color, y + SIDE - 1 - number);
                let cells = line(pattern.cells()[number]);
                let inputs = |next| bench.inputs(&[&[0], &[next], &squares, &cells]);
                // Without the signal nothing is kept: here no window fits.
                let nothing = bench.inputs(&[&[0], &[0], &[0xff; 4], &[0, 0]]);
                requests.push(clocked(true, nothing));
                requests.push(at_once(inputs(0)));
                requests.push(clocked(false, inputs(1)));
                left.retain(|&window| {
                    let accepts = |column: usize| {
                        let spot = Spot { column, row: number };
                        pattern.cells()[number][column].accepts(seen(&board, color, window, spot))
                    };
                    (0..SIDE).all(accepts)
                });
                let first = left.first().map(|window| window.x as u64);
                expected.push((Some(u64::from(first.is_some())), None));
                expected.push((None, first));
                if first.is_none() {
                    break;
                }
                n_found += usize::from(number == SIDE - 1);
            }
        }
        for (reply, &(is_match, column)) in bench.exchange(&requests).iter().zip(&expected) {
            let is_wrong = |name, value: Option<u64>| {
                value.is_some_and(|value| bench.number(reply, name) != value)
            };
            if is_wrong("match", is_match) || is_wrong("column", column) {
                return Err(format!("match {is_match:?}, column {column:?}"));
            }
        }
    }
    if n_found * 50 < n_cases { Err(format!("only {n_found} found")) } else { Ok(()) }
}

pub(crate) fn compare_translator(root: &Path, n_cases: usize) -> Result<(), String> {
    let mut bench = Bench::start_in(&modules::translator(), root);
    let mut random = Random::new(4, 0);
    for _ in 0..n_cases.div_ceil(BATCH) {
        let (mut requests, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..BATCH {
            let window = Window { x: random.below(12), y: random.below(12) };
            let spot = Spot { column: random.below(SIDE), row: random.below(SIDE) };
            let bits = (spot.column as u8 + 1) << 3 | (spot.row as u8 + 1);
            let inputs = bench.inputs(&[&[window.x as u8], &[window.y as u8], &[bits]]);
            requests.push(at_once(inputs));
            expected.push((window, spot, byte(window.translate(spot))));
        }
        for (reply, (window, spot, square)) in bench.exchange(&requests).iter().zip(&expected) {
            let found = bench.number(reply, "square") as u8;
            if found != *square {
                return Err(format!("{found:02x}, not {square:02x}, for {spot:?} of {window:?}"));
            }
        }
    }
    Ok(())
}

pub(crate) fn compare_pattern_store(root: &Path, n_cases: usize) -> Result<(), String> {
    let mut bench = Bench::start_in(&modules::pattern_store(), root);
    let (patterns, mut random) = (patterns(), Random::new(5, 0));
    for _ in 0..n_cases.div_ceil(BATCH) {
        let (mut requests, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..BATCH {
            let pattern = patterns[random.below(patterns.len())];
            let image = to_image(&[pattern]).expect("one fits");
            assert_eq!(image.len(), PATTERN_BYTES);
            requests.push(clocked(true, bench.inputs(&[&[1], &[0], &[0], &[1], &[0]])));
            requests.extend(
                image
                    .iter()
                    .map(|&data| clocked(true, bench.inputs(&[&[0], &[1], &[data], &[1], &[0]]))),
            );
            for &cells in pattern.cells() {
                requests.push(at_once(bench.inputs(&[&[1], &[0], &[0], &[0], &[0]])));
                requests.push(clocked(true, bench.inputs(&[&[1], &[0], &[0], &[0], &[1]])));
                expected.push((line(cells), pattern.spot()));
            }
        }
        for (reply, (line, spot)) in bench.exchange(&requests).iter().zip(&expected) {
            let bits = (spot.column + 1) << 3 | (spot.row + 1);
            if bench.output(reply, "pattern_row") != line
                || bench.number(reply, "spot") != bits as u64
            {
                return Err(format!("{reply:?}, not {line:?} and {spot:?}"));
            }
        }
    }
    Ok(())
}

/// Stones are put onto boards, and rows read by both ways.
pub(crate) fn compare_game_board(root: &Path, n_cases: usize) -> Result<(), String> {
    let mut bench = Bench::start_in(&modules::game_board(), root);
    let (mut random, none) = (Random::new(6, 0), &[0][..]);
    for _ in 0..n_cases.div_ceil(BATCH) {
        let board = random_board(&mut random);
        let mut requests = Vec::new();
        for y in 0..16 {
            let inputs = bench.inputs(&[none, none, none, &[1], &[y], none, none]);
            requests.push(clocked(true, inputs));
        }
        for (point, color) in board.stones() {
            let (x, y) = ([point.x() as u8], [point.y() as u8]);
            let square = if color == Color::White { [2] } else { [1] };
            let inputs = bench.inputs(&[none, none, &[1], none, &y, &x, &square]);
            requests.push(clocked(true, inputs));
        }
        let mut expected = Vec::new();
        for _ in 0..BATCH {
            let rows = [random.below(16), random.below(16)];
            let [one, two] = rows.map(|row| [row as u8]);
            requests
                .push(clocked(false, bench.inputs(&[&one, &two, none, none, none, none, none])));
            expected.push(rows.map(|y| row(&board, Color::White, y)));
        }
        for (reply, rows) in bench.exchange(&requests).iter().zip(&expected) {
            let found = ["squares", "shown_squares"].map(|name| bench.output(reply, name));
            if found != rows.each_ref().map(|row| &row[..]) {
                return Err(format!("{found:?}, not {rows:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn modules_are_their_twins() {
    if !has("verilator") {
        return;
    }
    let n_cases = if is_slow_run() { 100_000 } else { 2_000 };
    type Comparison = fn(&Path, usize) -> Result<(), String>;
    let comparisons: [(&str, Comparison); 6] = [
        ("window", compare_window),
        ("comparator", compare_comparator),
        ("row comparator", compare_row_comparator),
        ("translator", compare_translator),
        ("pattern store", compare_pattern_store),
        ("game board", compare_game_board),
    ];
    for (name, compare) in comparisons {
        compare(&rtl_folder(), n_cases).unwrap_or_else(|error| panic!("{name}: {error}"));
        eprintln!("{name}: {n_cases} cases");
    }
}
