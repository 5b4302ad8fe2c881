//! The solver: the twin's moves and values, two clocks a visit.

use std::path::Path;

use stonegate_oracles::is_slow_run;
use stonegate_othello::{
    ClassicSolver, Engine, Heuristic, Limits, Move, Position, Random, Square, Weights, Width,
    squares,
};

use super::parts::packed;
use crate::bench::{Bench, Module, Request, rtl_folder};
use crate::tools::has;

/// More clocks than a search takes.
const PATIENCE: u32 = 400_000_000;

/// Deeper than the last twelve squares take, passes and all.
const TO_THE_END: u32 = 24;

/// The widest bounds.
const BOUND: i16 = 2047;

/// Several solvers, and what one of them is made of.
static FILES: [&str; 7] = [
    "othello/parallel_solver.v",
    "othello/solver.v",
    "othello/legal_moves.v",
    "othello/flipper.v",
    "othello/move_sorter.v",
    "othello/priority_encoder.v",
    "othello/evaluator.v",
];

fn module(width: Width, heuristic: Heuristic) -> Module {
    let n_squares = width.get() * width.get();
    Module {
        name: "solver",
        files: &FILES[1..],
        parameters: vec![
            ("N", width.get() as u32),
            ("LOCATION", u32::from(heuristic == Heuristic::Location)),
        ],
        inputs: vec![
            ("reset", 1),
            ("start", 1),
            ("mover", n_squares),
            ("opponent", n_squares),
            ("depth", 5),
            ("lower", 12),
            ("upper", 12),
        ],
        outputs: vec![
            ("done", 1),
            ("has_move", 1),
            ("move", n_squares),
            ("value", 12),
            ("n_visits", 32),
        ],
        has_clock: true,
    }
}

/// Positions of random games, one in so many.
pub(crate) fn positions(seed: u64, width: Width, n_positions: usize) -> Vec<Position> {
    let mut random = Random::new(seed, 1);
    let mut positions = Vec::new();
    let mut position = Position::start(width);
    while positions.len() < n_positions {
        if position.is_over() {
            position = Position::start(width);
        }
        if random.below(7) == 0 {
            positions.push(position);
        }
        let legal = squares(position.legal_moves()).collect::<Vec<Square>>();
        let action = match legal.len() {
            0 => Move::Pass,
            n_legal => Move::Place(legal[random.below(n_legal)]),
        };
        position = position.play(action).expect("the move is legal");
    }
    positions
}

/// Compares searches with the twin; gives the visits.
pub(crate) fn compare(
    root: &Path,
    width: Width,
    heuristic: Heuristic,
    depths: &[u32],
    n_positions: usize,
) -> u64 {
    let positions = positions(21, width, n_positions);
    let cases = positions.into_iter().zip(depths.iter().copied().cycle()).collect::<Vec<_>>();
    compare_cases(root, &module(width, heuristic), heuristic, &cases)
}

/// Compares the search of each position to a depth; gives the visits.
fn compare_cases(
    root: &Path,
    module: &Module,
    heuristic: Heuristic,
    cases: &[(Position, u32)],
) -> u64 {
    let width = cases[0].0.width();
    let mut bench = Bench::start_in(module, root);
    let twin = ClassicSolver::new(width, heuristic);
    let bound = |value: i16| (value as u16 & 0xfff).to_le_bytes();
    let mut n_visits = 0;
    for &(position, depth) in cases {
        let [mover, opponent] = [position.board().mover(), position.board().opponent()]
            .map(|set| packed(width, set).to_le_bytes());
        let request = |bench: &Bench, clocks, start: u8| {
            let inputs = bench.inputs(&[
                &[u8::from(start == 2)],
                &[start & 1],
                &mover[..(width.get() * width.get()).div_ceil(8)],
                &opponent[..(width.get() * width.get()).div_ceil(8)],
                &[depth as u8],
                &bound(-BOUND),
                &bound(BOUND),
            ]);
            Request { clocks, until: (clocks > 1).then_some("done"), is_silent: false, inputs }
        };
        let requests = [request(&bench, 1, 2), request(&bench, 1, 1), request(&bench, PATIENCE, 0)];
        let reply = bench.exchange(&requests).pop().expect("there are three");
        let expected = twin.search(&position, depth);
        let value = bench.number(&reply, "value") as i32;
        let value = if value > 2047 { value - 4096 } else { value };
        let has_move = bench.number(&reply, "has_move") == 1;
        let square = has_move.then(|| bench.number(&reply, "move"));
        let expected_square = expected.square.map(|square| packed(width, square.bit()));
        assert_eq!((square, value), (expected_square, expected.value), "{position} {depth}");
        assert_eq!(bench.number(&reply, "n_visits"), expected.n_visits);
        assert_eq!(u64::from(reply.clocks), 2 * expected.n_visits, "two clocks a visit");
        n_visits += expected.n_visits;
    }
    n_visits
}

#[test]
fn searches_are_those_of_the_twin() {
    // Else moves over the line have to do.
    if !has("verilator") || !is_slow_run() {
        return;
    }
    let root = rtl_folder();
    compare(&root, Width::EIGHT, Heuristic::Location, &[0, 1, 2, 3, 4], 60);
    let n = compare(&root, Width::EIGHT, Heuristic::Location, &[4, 5, 6], 2_000);
    let deep = compare(&root, Width::EIGHT, Heuristic::Location, &[8], 50);
    eprintln!("{n} visits at depths 4 to 6, {deep} at depth 8, two clocks each");
    compare(&root, Width::EIGHT, Heuristic::Discs, &[3, 4, 5], 300);
    compare(&root, Width::SIX, Heuristic::Location, &[1, 4, 6], 300);
    compare(&root, Width::FOUR, Heuristic::Discs, &[2, 7, 10], 300);
}

/// The last squares are searched to the end of the game: the value is the result of perfect play, as
/// the engine finds it in another way.
#[test]
fn endgames_are_exact() {
    if !has("verilator") {
        return;
    }
    let mut module = module(Width::EIGHT, Heuristic::Location);
    module.parameters.push(("MAX_SEARCH_DEPTH", TO_THE_END));
    let (n_positions, most) = if is_slow_run() { (60, 12) } else { (8, 8) };
    let endgames = positions(23, Width::EIGHT, 100 * n_positions).into_iter();
    let endgames = endgames.filter(|position| (6..=most).contains(&position.n_empties()));
    let cases = endgames.take(n_positions).map(|position| (position, TO_THE_END));
    let cases = cases.collect::<Vec<_>>();
    assert_eq!(cases.len(), n_positions);
    let n_visits = compare_cases(&rtl_folder(), &module, Heuristic::Location, &cases);
    eprintln!("{} endgames, {} visits each", cases.len(), n_visits / cases.len() as u64);

    let twin = ClassicSolver::new(Width::EIGHT, Heuristic::Location);
    let engine = Engine::new(Weights::trained(), 1 << 20);
    for (position, depth) in cases.iter().filter(|(position, _)| position.legal_moves() != 0) {
        let value = twin.search(position, *depth).value;
        let limits = Limits { exact_from: 20, ..Limits::default() };
        let exact = engine.think(position.board(), &limits, &|| false);
        assert!(exact.is_exact);
        assert_eq!(value.signum(), exact.value.signum(), "{position}");
        // Empty squares are not counted by the machine, and go to the winner elsewhere.
        assert!((value.abs() - 1000).clamp(0, 64) <= exact.value.abs(), "{position}");
    }
}

fn several(n_solvers: u32) -> Module {
    let mut module = module(Width::EIGHT, Heuristic::Location);
    module.name = "parallel_solver";
    module.files = &FILES;
    module.parameters.push(("SOLVERS", n_solvers));
    module.inputs.retain(|(name, _)| !["lower", "upper"].contains(name));
    module
}

/// Several solvers find what one finds, in fewer clocks.
#[test]
fn several_solvers_share_a_search() {
    if !has("verilator") || !is_slow_run() {
        return;
    }
    let twin = ClassicSolver::new(Width::EIGHT, Heuristic::Location);
    for n_solvers in [2, 4, 8] {
        let mut bench = Bench::start_in(&several(n_solvers), &rtl_folder());
        let (mut alone, mut shared) = (0, 0);
        for (number, position) in positions(22, Width::EIGHT, 100).iter().enumerate() {
            let depth = [0, 1, 6, 6, 6, 6, 6, 6, 6, 6][number % 10];
            let board = position.board();
            let [mover, opponent] = [board.mover(), board.opponent()].map(u64::to_le_bytes);
            let request = |bench: &Bench, clocks, reset: u8, start: u8| {
                let inputs = bench.inputs(&[&[reset], &[start], &mover, &opponent, &[depth as u8]]);
                Request { clocks, until: (clocks > 1).then_some("done"), is_silent: false, inputs }
            };
            let requests = [
                request(&bench, 1, 1, 0),
                request(&bench, 1, 0, 1),
                request(&bench, PATIENCE, 0, 0),
            ];
            let reply = bench.exchange(&requests).pop().expect("there are three");
            let expected = twin.search(position, depth);
            let value = bench.number(&reply, "value") as i32;
            let value = if value > 2047 { value - 4096 } else { value };
            let has_move = bench.number(&reply, "has_move") == 1;
            let square = has_move.then(|| bench.number(&reply, "move"));
            let expected_square = expected.square.map(Square::bit);
            assert_eq!((square, value), (expected_square, expected.value), "{position} {depth}");
            alone += 2 * expected.n_visits;
            shared += u64::from(reply.clocks);
        }
        let speedup = alone as f64 / shared as f64;
        eprintln!("{n_solvers} solvers: {speedup:.2} times as fast as one");
        assert!(speedup > 1.0);
    }
}
