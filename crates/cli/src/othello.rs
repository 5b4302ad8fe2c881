//! What the `othello` command does, one file for each task.

pub(crate) mod analyze;
pub(crate) mod depths;
pub(crate) mod probcut;
pub(crate) mod solve;
pub(crate) mod train;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use parking_lot::Mutex;
use stonegate_othello::{Engine, Limits, ObfLine, Position, Report, Weights, Width, squares};
use stonegate_players::ThreadCrew;
use stonegate_workbench::args::{Memory, Threads};
use stonegate_workbench::progress::Progress;

/// How an engine is set up.
#[derive(clap::Args)]
pub(crate) struct Setup {
    /// How many threads search [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,

    /// The size of the transposition table; a number alone is in MiB
    #[arg(long, value_name = "SIZE", default_value_t = Memory(128 << 20))]
    #[arg(value_parser = Memory::in_mebibytes)]
    table: Memory,

    /// Weights from `stonegate othello train` instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl Setup {
    pub(crate) fn engine(&self) -> anyhow::Result<Engine> {
        Ok(Engine::new(self.weights()?, self.table.0))
    }

    fn weights(&self) -> anyhow::Result<Arc<Weights>> {
        match &self.weights {
            Some(path) => read_weights(path).map(Arc::new),
            None => Ok(Weights::trained()),
        }
    }

    pub(crate) fn crew(&self) -> ThreadCrew {
        ThreadCrew { n_threads: self.threads.unwrap_or_else(Threads::all).count().get() }
    }
}

fn read_weights(path: &Path) -> anyhow::Result<Weights> {
    let reading = || format!("reading {}", path.display());
    let bytes = fs::read(path).with_context(reading)?;
    Weights::from_bytes(&bytes).with_context(reading)
}

/// The positions of an OBF file, with the numbers of their lines.
fn read_obf(path: &Path) -> anyhow::Result<Vec<(usize, ObfLine)>> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let is_comment = line.trim_start().starts_with('%');
        if !line.trim().is_empty() && !is_comment {
            let place = || format!("{}, line {number}", path.display());
            let line = line.parse::<ObfLine>().with_context(place)?;
            ensure_full_board(&line.position).with_context(place)?;
            lines.push((number, line));
        }
    }
    Ok(lines)
}

/// The results of numbered pieces of work, in order, whichever thread did them. `what` tells what
/// is counted.
fn in_parallel<T: Send>(
    n_threads: usize,
    n_pieces: u64,
    what: &str,
    work: impl Fn(u64) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU64::new(0);
    let results = Mutex::new(Vec::new());
    let progress = Mutex::new(Progress::new());
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= n_pieces {
                        break;
                    }
                    let result = work(number);
                    results.lock().push((number, result));
                    let mut progress = progress.lock();
                    progress.show(|| format!("{number} of {n_pieces} {what}"));
                }
            });
        }
    });
    let mut results = results.into_inner();
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Searches a position with several threads until the limits are reached or the time is over.
fn think(
    engine: &Engine,
    position: &Position,
    limits: &Limits,
    crew: ThreadCrew,
    time: Option<Duration>,
    progress: &mut dyn FnMut(&Report),
) -> Report {
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    engine
        .helped_by(&crew, |pool| engine.think_with(position.board(), limits, &stop, pool, progress))
}

/// The engine plays on 8x8 boards only.
fn ensure_full_board(position: &Position) -> anyhow::Result<()> {
    let width = position.width().get();
    ensure!(position.width() == Width::EIGHT, "the board is {width}x{width}, not 8x8");
    Ok(())
}

/// What there is to say about a position beside its value.
fn peculiarities(position: &Position) -> Vec<String> {
    let mut texts = Vec::new();
    if position.is_over() {
        texts.push(format!("the game is over: Black {:+}", position.score()));
    } else if position.must_pass() {
        texts.push(format!("{} must pass", position.color()));
    }
    let isolated = squares(position.isolated_discs());
    texts.extend(
        isolated.map(|square| format!("no game leads here: the disc on {square} touches no other")),
    );
    texts
}
