//! What the `othello` command does, one file for each task.

pub(crate) mod analyse;
pub(crate) mod depths;
pub(crate) mod perft;
pub(crate) mod solve;
pub(crate) mod train;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use stonegate_othello::{Engine, Limits, Pool, Position, Report, Weights, Width};

/// How an engine is set up.
#[derive(clap::Args)]
pub(crate) struct Setup {
    /// How many threads search [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// The size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 128)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    table: u32,

    /// Weights from `stonegate othello train` instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl Setup {
    fn engine(&self) -> anyhow::Result<Engine> {
        let weights = match &self.weights {
            Some(path) => read_weights(path)?,
            None => Weights::trained(),
        };
        Ok(Engine::new(weights, (self.table as usize) << 20))
    }

    /// At least one.
    fn n_threads(&self) -> usize {
        n_threads(self.threads)
    }
}

fn n_threads(wanted: Option<usize>) -> usize {
    let n_cores = || thread::available_parallelism().map_or(1, usize::from);
    wanted.unwrap_or_else(n_cores).max(1)
}

fn read_weights(path: &Path) -> anyhow::Result<Weights> {
    let reading = || format!("reading {}", path.display());
    let bytes = fs::read(path).with_context(reading)?;
    Weights::from_bytes(&bytes).with_context(reading)
}

/// Searches a position with several threads until the limits are reached or the time is over.
fn think(
    engine: &Engine,
    position: &Position,
    limits: &Limits,
    n_threads: usize,
    time: Option<Duration>,
    progress: &mut dyn FnMut(&Report),
) -> Report {
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let pool = Pool::new();
    thread::scope(|scope| {
        for _ in 1..n_threads {
            scope.spawn(|| engine.help(&pool));
        }
        let report = engine.think_with(position.board(), limits, &stop, &pool, progress);
        pool.close();
        report
    })
}

/// The engine plays on 8x8 boards only.
fn ensure_full_board(position: &Position) -> anyhow::Result<()> {
    let width = position.width().get();
    ensure!(position.width() == Width::EIGHT, "the board is {width}x{width}, not 8x8");
    Ok(())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().map_err(|error| error.to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
