//! Modules and their twins on positions from play, and on boards of any stones.

use std::path::{Path, PathBuf};

use stonegate_go::{
    Board, Color, Heat, Move, Propagation, Random, Refusal, Size, Suicide, Wire, area,
    count_territory, prune, update_board,
};
use stonegate_oracles::{is_slow_run, may_be_slow};

use super::boards::{Play, board, place, points, random_board, stones};
use super::modules;
use crate::bench::{Bench, Module, Request, rtl_folder};
use crate::tools::has;

/// So many positions are compared in a batch.
const BATCH: usize = 500;

/// More clocks than any module needs.
const MOST_CLOCKS: u32 = 2000;

/// What a comparison has seen.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) positions: usize,
    pub(crate) clocks: u64,
    pub(crate) most_clocks: u32,
}

impl Seen {
    fn add(&mut self, clocks: u32) {
        self.positions += 1;
        self.clocks += u64::from(clocks);
        self.most_clocks = self.most_clocks.max(clocks);
    }

    fn print(&self, what: &str) {
        let Self { positions, clocks, most_clocks } = self;
        let mean = *clocks as f64 / *positions as f64;
        eprintln!(
            "{what}: {positions} positions, {mean:.2} clocks on average, {most_clocks} at most"
        );
    }
}

/// A start in one clock, then clocks until it is done.
fn started(start: Vec<u8>, rest: Vec<u8>) -> [Request; 2] {
    [
        Request { clocks: 1, until: None, is_silent: true, inputs: start },
        Request { clocks: MOST_CLOCKS, until: Some("done"), is_silent: false, inputs: rest },
    ]
}

fn reset(bench: &mut Bench, n_inputs: usize) {
    let mut values = vec![&[0_u8][..]; n_inputs];
    values[0] = &[1];
    bench.step(2, &values);
}

/// Half of the boards are from play, half have any stones.
fn any_board(play: &mut Play) -> Board {
    play.step();
    let size = play.game.size();
    if play.random.below(2) == 0 {
        return *play.game.board();
    }
    random_board(size, &mut play.random)
}

/// A module that is compared with its twin on boards of one size.
pub(crate) struct Comparison {
    pub(crate) module: Module,
    pub(crate) root: PathBuf,
    pub(crate) size: Size,
    pub(crate) n_positions: usize,
}

impl Comparison {
    /// The module after a reset, a game from a seed, and nothing seen so far.
    fn start(&self, seed: u64) -> (Bench, Play, Seen) {
        let mut bench = Bench::start_in(&self.module, &self.root);
        reset(&mut bench, self.module.inputs.len());
        (bench, Play::new(self.size, seed), Seen::default())
    }
}

/// Compares a pruner with its twin.
pub(crate) fn compare_pruner(comparison: &Comparison) -> Result<Seen, String> {
    let (mut bench, mut play, mut seen) = comparison.start(1);
    let &Comparison { size, n_positions, .. } = comparison;
    while seen.positions < n_positions {
        let boards = (0..BATCH).map(|_| any_board(&mut play)).collect::<Vec<_>>();
        let requests = boards.iter().flat_map(|board| {
            let [black, white] = stones(board);
            let inputs = |start| bench.inputs(&[&[0], &[start], &black, &white]);
            started(inputs(1), inputs(0))
        });
        let requests = requests.collect::<Vec<_>>();
        for (reply, board) in bench.exchange(&requests).iter().zip(&boards) {
            for (color, output) in [(Color::Black, "dead_black"), (Color::White, "dead_white")] {
                let dead = points(size, bench.output(reply, output));
                if bench.number(reply, "done") != 1 || dead != prune(board, color) {
                    return Err(format!("{color} on\n{board}: {dead:?}"));
                }
            }
            // The pulse is a clock, too.
            seen.add(reply.clocks + 1);
        }
    }
    Ok(seen)
}

pub(crate) fn compare_territory_counter(
    comparison: &Comparison,
    is_tromp_taylor: bool,
) -> Result<Seen, String> {
    let (mut bench, mut play, mut seen) = comparison.start(2);
    let &Comparison { size, n_positions, .. } = comparison;
    while seen.positions < n_positions {
        let mut boards = vec![Board::new(size)];
        boards.extend((1..BATCH).map(|_| any_board(&mut play)));
        let mut requests = Vec::new();
        for (number, board) in boards.iter().enumerate() {
            let request = |start, board, clocks| {
                let [black, white] = stones(board);
                let inputs = bench.inputs(&[&[0], &[start], &black, &white]);
                Request { clocks, until: None, is_silent: true, inputs }
            };
            // A move in the middle of a count begins it anew.
            if number > 0 && play.random.below(4) == 0 {
                let last = &boards[number - 1];
                requests.push(request(1, last, 1));
                requests.push(request(0, last, play.random.below(60) as u32));
            }
            requests.extend(started(request(1, board, 1).inputs, request(0, board, 1).inputs));
        }
        for (reply, board) in bench.exchange(&requests).iter().zip(&boards) {
            let counted = ["black_points", "white_points"].map(|name| bench.number(reply, name));
            let expected = if is_tromp_taylor {
                let area = area(board);
                [area.black.len(), area.white.len()]
            } else {
                let territory = count_territory(board);
                [territory.black, territory.white]
            };
            if counted != expected.map(|n| n as u64) {
                return Err(format!("{counted:?}, not {expected:?}, on\n{board}"));
            }
            seen.add(reply.clocks + 1);
        }
    }
    Ok(seen)
}

/// The number of a refusal on the wire.
pub(crate) fn refusal_number(refusal: Refusal) -> u64 {
    match refusal {
        Refusal::OffBoard => 0,
        Refusal::Occupied => 1,
        Refusal::Ko => 2,
        Refusal::Suicide => 3,
        Refusal::GameOver => 4,
    }
}

pub(crate) fn compare_board_updater(comparison: &Comparison) -> Result<Seen, String> {
    let (mut bench, mut play, mut seen) = comparison.start(3);
    let &Comparison { size, n_positions, .. } = comparison;
    let mut n_refused = [0; 4];
    while seen.positions < n_positions {
        let mut cases = Vec::new();
        let mut requests = Vec::new();
        for _ in 0..BATCH {
            play.step();
            let (here, ko) = (*play.game.board(), play.ko_board());
            let color = play.game.to_move();
            let action = play.random_move();
            let off_board = play.random.below(20) == 0;
            let (pass, [row, column]) = match action {
                Move::Pass => (1, [0, 0]),
                Move::Place(_) if off_board => {
                    let outside = size.width() + play.random.below(32 - size.width());
                    let sides = [play.random.below(32) as u8, outside as u8];
                    (0, if play.random.below(2) == 0 { sides } else { [sides[1], sides[0]] })
                }
                Move::Place(point) => (0, place(size, point)),
            };
            let ([black, white], [ko_black, ko_white]) = (stones(&here), stones(&ko));
            let color_bit = u8::from(color == Color::White);
            let inputs = |start| {
                let (color, pass, row, column) = ([color_bit], [pass], [row], [column]);
                let start = [start];
                let values: [&[u8]; 11] = [
                    &[0],
                    &start,
                    &color,
                    &pass,
                    &row,
                    &column,
                    &black,
                    &white,
                    &ko_black,
                    &ko_white,
                    &[1],
                ];
                bench.inputs(&values)
            };
            requests.extend(started(inputs(1), inputs(0)));
            let expected = match action {
                Move::Pass => Ok(here),
                Move::Place(_) if off_board => Err(Refusal::OffBoard),
                Move::Place(point) => {
                    let is_repeated = |next: &Board| *next == ko;
                    update_board(&here, color, point, Suicide::Forbidden, is_repeated)
                        .map(|update| update.board)
                }
            };
            cases.push((here, action, expected));
        }
        for (reply, (here, action, expected)) in bench.exchange(&requests).iter().zip(&cases) {
            let is_valid = bench.number(reply, "valid") == 1;
            let next =
                board(size, bench.output(reply, "next_black"), bench.output(reply, "next_white"));
            let is_same = match expected {
                Ok(expected) => is_valid && next == Some(*expected),
                Err(refusal) => {
                    n_refused[refusal_number(*refusal) as usize] += 1;
                    !is_valid && bench.number(reply, "refusal") == refusal_number(*refusal)
                }
            };
            if !is_same || bench.number(reply, "done") != 1 {
                return Err(format!("{action}: {expected:?} on\n{here}"));
            }
            seen.add(reply.clocks + 1);
        }
    }
    // A comparison in which a rule never came up would say nothing about it.
    if n_refused.contains(&0) && n_positions >= 5_000 {
        return Err(format!("refusals: {n_refused:?}"));
    }
    Ok(seen)
}

/// Sizes and how many positions are compared; larger ones take long to build.
fn sizes() -> Vec<(Size, usize)> {
    let size = |n| Size::square(n).expect("it is a size");
    if is_slow_run() {
        return vec![(size(9), 1_000_000), (size(13), 100_000), (size(19), 100_000)];
    }
    vec![(size(9), 5_000)]
}

fn of(module: Module, size: Size, n_positions: usize) -> Comparison {
    Comparison { module, root: rtl_folder(), size, n_positions }
}

#[test]
fn the_pruner_is_its_twin() {
    if !has("verilator") {
        return;
    }
    for (size, count) in sizes() {
        let n = size.width();
        let seen = compare_pruner(&of(modules::pruner(n, 0), size, count));
        seen.unwrap_or_else(|error| panic!("{error}")).print(&format!("pruner {n}x{n}"));
    }
    compare_wires(&modules::pruner(9, 0), &rtl_folder()).unwrap();
}

/// The delay of the report is more than any board needs.
#[test]
fn the_pruner_with_a_delay_is_its_twin() {
    if !has("verilator") || !may_be_slow() {
        return;
    }
    let seen = compare_pruner(&of(modules::pruner(9, 81), Size::NINE, 1_000));
    let seen = seen.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(seen.most_clocks, 82);
    seen.print("pruner with the delay of the report");
}

#[test]
fn the_closure_pruner_is_its_twin() {
    if !has("verilator") {
        return;
    }
    for (size, count) in sizes() {
        let n = size.width();
        let seen = compare_pruner(&of(modules::closure_pruner(n), size, count));
        let seen = seen.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(seen.most_clocks, 2);
        seen.print(&format!("closure pruner {n}x{n}"));
    }
}

#[test]
fn the_territory_counter_is_its_twin() {
    if !has("verilator") {
        return;
    }
    for (size, count) in sizes() {
        let n = size.width();
        for is_tromp_taylor in [false, true] {
            if is_tromp_taylor && !is_slow_run() {
                continue;
            }
            let module = modules::territory_counter(n, is_tromp_taylor);
            let seen = compare_territory_counter(&of(module, size, count), is_tromp_taylor);
            seen.unwrap_or_else(|error| panic!("{error}")).print(&format!("territory {n}x{n}"));
        }
    }
    if is_slow_run() {
        let module = modules::quick_territory_counter(9);
        let seen = compare_territory_counter(&of(module, Size::NINE, 100_000), false);
        seen.unwrap_or_else(|error| panic!("{error}")).print("territory with the closure pruner");
    }
}

#[test]
fn the_board_updater_is_its_twin() {
    if !has("verilator") {
        return;
    }
    for (size, count) in sizes() {
        let n = size.width();
        let module = modules::board_updater(n, false);
        let seen = compare_board_updater(&of(module, size, count));
        seen.unwrap_or_else(|error| panic!("{error}")).print(&format!("updater {n}x{n}"));
    }
    if is_slow_run() {
        let module = modules::board_updater(9, true);
        let seen = compare_board_updater(&of(module, Size::NINE, 100_000));
        seen.unwrap_or_else(|error| panic!("{error}")).print("updater with the closure pruner");
    }
}

/// Every wire is hot at the very clock at which it is in the twin.
pub(crate) fn compare_wires(module: &Module, root: &Path) -> Result<(), String> {
    let size = Size::NINE;
    let mut bench = Bench::start_in(module, root);
    reset(&mut bench, 4);
    let mut random = Random::new(4, 0);
    for _ in 0..50 {
        let board = random_board(size, &mut random);
        let [black, white] = stones(&board);
        bench.step(1, &[&[0], &[1], &black, &white]);
        let mut propagation = Propagation::new(&board);
        while !propagation.is_settled() {
            propagation.step();
            let reply = bench.step(1, &[&[0], &[0], &black, &white]);
            let right = points(size, bench.output(&reply, "hot_right"));
            let below = points(size, bench.output(&reply, "hot_below"));
            for &(wire, heat) in propagation.wires() {
                let is_hot = match wire {
                    Wire::Right(point) => right.contains(point),
                    Wire::Above(point) => {
                        let above = size.point(point.column(), point.row() + 1);
                        below.contains(above.expect("the wire leads there"))
                    }
                };
                if is_hot != matches!(heat, Heat::Hot(_)) {
                    return Err(format!(
                        "{wire:?} at clock {}:\n{propagation}",
                        propagation.clock()
                    ));
                }
            }
            if propagation.is_settled() != (bench.number(&reply, "done") == 1) {
                return Err(format!("done at clock {}:\n{propagation}", propagation.clock()));
            }
        }
    }
    Ok(())
}
