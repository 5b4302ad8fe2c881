//! `stonegate othello train`: weights from self-play.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use stonegate_othello::{Round, Sample, Weights};
use stonegate_workbench::args::Threads;

use super::in_parallel;

/// Train the weights of the evaluation by self-play
#[derive(clap::Args)]
#[command(after_help = "\
Each round plays games with the weights of the round before (the first one with the
location heuristic) and fits new weights to them: the first round to the outcomes of its
games, the others to searches of the boards and to what came of them. Later rounds search
deeper. The same arguments give the same weights, on any number of threads.")]
pub(crate) struct Train {
    /// The file of weights to write
    file: PathBuf,

    /// How many games a round has at most [default: 12,000 to 20,000]
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// How many rounds there are, at most 4
    #[arg(long, value_name = "N", default_value_t = Round::ALL.len())]
    rounds: usize,

    /// How deep boards are searched at most
    #[arg(long, value_name = "N", default_value_t = 5)]
    depth: u32,

    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many threads play [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
}

/// The games of a round have numbers of their own.
const NUMBERS_OF_ROUND: u64 = 100_000;

pub(crate) fn run(args: &Train) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut weights = Arc::new(Weights::location());
    let mut games: Vec<Vec<Vec<Sample>>> = Vec::new();
    let start = Instant::now();
    let n_rounds = args.rounds.min(Round::ALL.len());
    for (index, round) in Round::ALL[..n_rounds].iter().enumerate() {
        games.push(play_round(args, index, &weights));
        let learned = &games[games.len().saturating_sub(round.n_learned)..];
        let (found, error) = round.fit(learned, args.seed);
        weights = Arc::new(found);
        let bytes = weights.to_bytes();
        writeln!(
            out,
            "round {} of {n_rounds}: standard error {error:.2} discs, {} bytes, {:.0} s",
            index + 1,
            bytes.len(),
            start.elapsed().as_secs_f64(),
        )?;
        fs::write(&args.file, bytes).with_context(|| format!("writing {}", args.file.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The samples of each game of a round.
fn play_round(args: &Train, index: usize, weights: &Arc<Weights>) -> Vec<Vec<Sample>> {
    let round = &Round::ALL[index];
    let self_play = round.self_play(args.depth);
    let n_games = args.games.unwrap_or(round.n_games).min(round.n_games);
    let what = format!("games of round {}", index + 1);
    let n_threads = args.threads.unwrap_or_else(Threads::all).count().get();
    in_parallel(n_threads, n_games, &what, |game| {
        self_play.play(weights, args.seed, index as u64 * NUMBERS_OF_ROUND + game)
    })
}
