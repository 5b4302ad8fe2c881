//! `stonegate othello train`: weights from self-play.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use stonegate_othello::{Random, Sample, SelfPlay, Trainer, Weights};
use stonegate_workbench::args::Threads;

use super::in_parallel;

/// Train the weights of the evaluation by self-play
#[derive(clap::Args)]
#[command(after_help = "\
Each round plays games with the weights of the round before (the first one with the
location heuristic), and fits weights to the outcomes of the last rounds. The same
arguments give the same weights, on any number of threads.")]
pub(crate) struct Train {
    /// The file of weights to write
    file: PathBuf,

    /// How many games a round has
    #[arg(long, value_name = "N", default_value_t = 60_000)]
    games: u64,

    /// How many rounds there are
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: u64,

    /// How deep moves are searched, in all rounds but the first
    #[arg(long, value_name = "N", default_value_t = 4)]
    depth: u32,

    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many threads play [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
}

/// The first round has weak players, so a quick look ahead is as good as a long one.
const FIRST_DEPTH: u32 = 2;

/// How many rounds a game is learned from.
const N_ROUNDS_KEPT: usize = 4;

/// How often the games are gone through, and how large the steps are: the first one, and each
/// compared with the one before.
const N_EPOCHS: i32 = 12;
const FIRST_RATE: f32 = 0.012;
const DECAY: f32 = 0.75;

/// One game in so many tests the weights instead of training them.
const TEST_SHARE: usize = 20;

pub(crate) fn run(args: &Train) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut weights = Arc::new(Weights::location());
    let mut rounds: Vec<Vec<Vec<Sample>>> = Vec::new();
    let start = Instant::now();
    for round in 0..args.rounds {
        if rounds.len() == N_ROUNDS_KEPT {
            rounds.remove(0);
        }
        rounds.push(play_round(args, round, &weights));
        let (trainer, error) = train(&rounds, args.seed, round);
        weights = Arc::new(trainer.weights());
        let bytes = weights.to_bytes();
        writeln!(
            out,
            "round {} of {}: standard error {error:.2} discs, {} bytes, {:.0} s",
            round + 1,
            args.rounds,
            bytes.len(),
            start.elapsed().as_secs_f64(),
        )?;
        fs::write(&args.file, bytes).with_context(|| format!("writing {}", args.file.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The samples of each game of a round.
fn play_round(args: &Train, round: u64, weights: &Arc<Weights>) -> Vec<Vec<Sample>> {
    let depth = if round == 0 { FIRST_DEPTH } else { args.depth };
    let self_play = SelfPlay { depth, ..SelfPlay::default() };
    let what = format!("games of round {}", round + 1);
    let n_threads = args.threads.unwrap_or_else(Threads::all).count().get();
    in_parallel(n_threads, args.games, &what, |game| {
        self_play.play(weights, args.seed, round * args.games + game)
    })
}

/// Weights for the games of some rounds, and their standard error on games kept back.
fn train(rounds: &[Vec<Vec<Sample>>], seed: u64, round: u64) -> (Trainer, f64) {
    let mut training = Vec::new();
    let mut test = Vec::new();
    for (number, samples) in rounds.iter().flatten().enumerate() {
        let target = if number % TEST_SHARE == 0 { &mut test } else { &mut training };
        target.extend_from_slice(samples);
    }
    Random::new(seed, round).shuffle(&mut training);
    let mut trainer = Trainer::new();
    let mut rate = FIRST_RATE;
    for _ in 0..N_EPOCHS {
        trainer.epoch(&training, rate);
        rate *= DECAY;
    }
    let error = trainer.mean_squared_error(&test).sqrt();
    (trainer, error)
}
