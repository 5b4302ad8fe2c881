//! Plays games of the engine with itself and prints the weights of an evaluation that fits them.
//!
//! ```console
//! cargo run --release -p stonegate-gomoku --example learn_lines -- 3000 > lines.txt
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use stonegate_gomoku::learning::LineLearner;
use stonegate_gomoku::{Engine, Random, Rule, Weights};

/// How often all positions are gone through: with more rounds, what was kept back got worse.
const N_ROUNDS: usize = 4;

fn main() {
    let argument = std::env::args().nth(1);
    let Some(n_games) = argument.and_then(|text| text.parse::<usize>().ok()) else {
        eprintln!("say how many games to play, as in: learn_lines 3000");
        std::process::exit(2);
    };
    let mut learner = LineLearner::new();
    let mut engine = Engine::new(1 << 23);
    let mut random = Random::new(0, 0);
    for game in 0..n_games {
        let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][game % 3];
        learner.play(&mut engine, rule, &mut random);
    }
    let before = Weights::shipped();
    let after = learner.fit(before, N_ROUNDS);
    eprintln!("{} positions", learner.n_examples());
    eprintln!("loss {:.4} before, {:.4} after", learner.loss(before), learner.loss(&after));
    print!("{after}");
}
