//! How fast random games are.

use std::io::Write;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anstream::stdout;
use stonegate_go::{Board, Color, Lanes, Policy, Size};
use stonegate_measure::clock;
use stonegate_workbench::args::{Threads, seconds};

/// Measure random games from the empty board
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate go playouts --size 9 --seconds 2
  stonegate go playouts --size 19 --tactical

A move is drawn uniformly from the legal points that are no eyes of the mover: an eye is an empty
point whose neighbors are all the mover's, and of whose diagonals the opponent has none at the
edge and at most one elsewhere. With `--tactical` moves are drawn as the engine does: who can take
the last stone or has to run away from it does so, and shapes around it come next.

Rates are for one core: they are measured in processor time, which other programs hardly affect.")]
pub(crate) struct Playouts {
    /// The size of the board
    #[arg(long, value_name = "N", default_value = "9")]
    size: Size,

    /// Draw moves as the engine does
    #[arg(long)]
    tactical: bool,

    /// How long to measure
    #[arg(long, value_name = "S", default_value = "2", value_parser = seconds)]
    seconds: Duration,

    /// How many threads play
    #[arg(long, value_name = "N", default_value_t = Threads::ONE)]
    threads: Threads,
}

/// What one thread has counted.
#[derive(Default)]
struct Tally {
    n_games: u64,
    /// Of Black's leads.
    sum: i64,
    time: Duration,
}

pub(crate) fn run(args: &Playouts) -> anyhow::Result<ExitCode> {
    let tallies = thread::scope(|scope| {
        let threads =
            (0..args.threads.count().get()).map(|seed| scope.spawn(move || play(args, seed)));
        let threads = threads.collect::<Vec<_>>();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect::<Vec<_>>()
    });
    let n_games = tallies.iter().map(|tally| tally.n_games).sum::<u64>();
    let sum = tallies.iter().map(|tally| tally.sum).sum::<i64>();
    let time = tallies.iter().map(|tally| tally.time).sum::<Duration>();
    let rate = n_games as f64 / time.as_secs_f64().max(f64::MIN_POSITIVE);
    let mut out = stdout();
    writeln!(out, "board            {}", args.size)?;
    writeln!(out, "games            {n_games}")?;
    writeln!(out, "games/s per core {rate:.0}")?;
    writeln!(out, "mean lead        {:+.2} for Black", sum as f64 / n_games.max(1) as f64)?;
    Ok(ExitCode::SUCCESS)
}

fn play(args: &Playouts, seed: usize) -> Tally {
    let policy = if args.tactical { Policy::Tactical } else { Policy::Uniform };
    let mut lanes = Lanes::new(args.size, policy, seed as u64);
    let board = Board::new(args.size);
    let mut tally = Tally::default();
    let (start, cpu) = (Instant::now(), clock::cpu_time());
    while start.elapsed() < args.seconds {
        while let Some(block) = lanes.free_block() {
            lanes.start(block, &board, Color::Black, None);
        }
        lanes.run(&|| false, |_, result| {
            tally.n_games += result.leads.len() as u64;
            tally.sum += result.leads.iter().copied().map(i64::from).sum::<i64>();
        });
    }
    tally.time = clock::since(cpu).unwrap_or_else(|| start.elapsed());
    tally
}
