//! How steady the values of a search are, and how far from perfect play.
//!
//! `cargo run --release -p stonegate-othello --example steadiness -- [BOARDS] [DEPTH] [EMPTY] [FILE]`
//!
//! The boards are from games of the engine with itself that it has not learned from. The first
//! figure is how much the value changes from one depth to the next, from depth 8 to DEPTH; the
//! others compare boards with EMPTY empty squares with their exact values. FILE has other weights
//! than those of the program.

#![expect(clippy::print_stdout, reason = "the result is printed")]

use std::env;
use std::fs;
use std::sync::Arc;

use stonegate_othello::{Board, Engine, Limits, Pool, Random, SelfPlay, Weights};

/// Training has the seed 1.
const SEED: u64 = 4242;

/// The first depth of the swing.
const FIRST_DEPTH: u32 = 8;

/// Boards of the swing have more empty squares than the deepest search has plies, by so many.
const MARGIN: u32 = 8;

const TABLE_BYTES: usize = 1 << 24;

fn main() {
    let mut args = env::args().skip(1);
    let mut number =
        |default: u32| args.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (n_boards, depth, n_empties) = (number(200), number(16), number(24));
    let weights = args.next().map_or_else(Weights::trained, |path| {
        let bytes = fs::read(path).expect("the file can be read");
        Arc::new(Weights::from_bytes(&bytes).expect("the file has weights"))
    });
    let (mut sum, mut signed, mut n_steps) = (0, 0, 0);
    for board in boards(&weights, n_boards, |left| left > depth + MARGIN) {
        let values = values(&weights, board, depth);
        for (index, pair) in values.windows(2).enumerate().skip(FIRST_DEPTH as usize - 1) {
            let change = pair[1] - pair[0];
            sum += change.abs();
            signed += if index % 2 == 0 { change } else { -change };
            n_steps += 1;
        }
    }
    println!(
        "from one depth to the next, {FIRST_DEPTH} to {depth}: {:.2} discs, {:+.2} from odd to even",
        f64::from(sum) / f64::from(n_steps),
        f64::from(signed) / f64::from(n_steps),
    );
    let boards = boards(&weights, n_boards / 2, |left| left == n_empties).collect::<Vec<_>>();
    let exact = Limits { exact_from: 64, ..Limits::default() };
    let scores = boards.iter().map(|&board| {
        let engine = Engine::new(Arc::clone(&weights), TABLE_BYTES);
        engine.think(board, &exact, &|| false).value
    });
    let scores = scores.collect::<Vec<_>>();
    for depth in [1, 2, 4, 8] {
        let errors = boards.iter().zip(&scores).map(|(&board, score)| {
            (values(&weights, board, depth).last().expect("there is a depth") - score).abs()
        });
        let mean = f64::from(errors.sum::<i32>()) / boards.len() as f64;
        println!("depth {depth} with {n_empties} empty squares: {mean:.2} discs from perfect play");
    }
}

/// A board of each of some games, among those whose number of empty squares is wanted.
fn boards(
    weights: &Arc<Weights>,
    n_games: u32,
    is_wanted: impl Fn(u32) -> bool,
) -> impl Iterator<Item = Board> {
    let play = SelfPlay { max_random: 16, moves_per_slip: 0, ..SelfPlay::default() };
    (0..u64::from(n_games)).filter_map(move |game| {
        let samples = play.play(weights, SEED, game);
        let boards = samples.iter().map(|sample| sample.board);
        let boards = boards.filter(|board| is_wanted(board.n_empties())).collect::<Vec<_>>();
        boards.get(Random::new(SEED, game).below(boards.len().max(1))).copied()
    })
}

/// The values of searches to the depths from 1 on.
fn values(weights: &Arc<Weights>, board: Board, depth: u32) -> Vec<i32> {
    let engine = Engine::new(Arc::clone(weights), TABLE_BYTES);
    let limits = Limits { depth, exact_from: 0, ..Limits::default() };
    let mut values = Vec::new();
    engine.think_with(board, &limits, &|| false, &Pool::new(), &mut |report| {
        values.push(report.value);
    });
    values
}
