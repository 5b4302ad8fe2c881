//! `stonegate othello probcut`: how far shallow searches are off.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use stonegate_othello::{Deviation, Discrepancy, Engine, Random, SelfPlay, Weights};

use super::{Setup, in_parallel};

/// Measure how far shallow searches are off, and fit ProbCut to that
#[derive(clap::Args)]
#[command(after_help = "\
ProbCut asks a shallow search instead of a deep one, and trusts it if its value is far
enough beyond what is needed: by so many standard deviations. This command takes a board
of each of some games of the engine with itself, searches it to all depths without ProbCut,
and shows the standard deviation between a deep search and a shallow one, by depths and by
empty squares, and the function that fits it best.")]
pub(crate) struct ProbCut {
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,

    /// How deep the boards are searched
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=20))]
    depth: u32,

    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    setup: Setup,
}

/// The size of a table for one search.
const TABLE_BYTES: usize = 1 << 22;

/// The columns of the table: so many empty squares each.
const EMPTIES_PER_COLUMN: u32 = 10;
const N_COLUMNS: u32 = 6;

pub(crate) fn run(args: &ProbCut) -> anyhow::Result<ExitCode> {
    let weights = args.setup.weights()?;
    let found = in_parallel(args.setup.crew().n_threads, args.games, "games", |game| {
        measure(args, &weights, game)
    });
    let found = found.into_iter().flatten().collect::<Vec<_>>();
    let fit = Deviation::fit(&found).context("there are too few boards: play more games")?;
    let mut out = std::io::stdout().lock();
    write!(out, "depth  shallow  empty:")?;
    for column in 0..N_COLUMNS {
        write!(out, " {:>6}+", column * EMPTIES_PER_COLUMN)?;
    }
    writeln!(out)?;
    let depths = found.iter().map(|found| (found.depth, found.shallow)).collect::<BTreeSet<_>>();
    for (depth, shallow) in depths {
        write!(out, "{depth:>5}  {shallow:>7}        ")?;
        for column in 0..N_COLUMNS {
            let errors = found.iter().filter(|found| {
                (found.depth, found.shallow) == (depth, shallow)
                    && found.n_empties / EMPTIES_PER_COLUMN == column
            });
            let squares = errors.map(|discrepancy| f64::from(discrepancy.error.pow(2)));
            let squares = squares.collect::<Vec<_>>();
            if squares.is_empty() {
                write!(out, " {:>7}", "-")?;
            } else {
                let mean = squares.iter().sum::<f64>() / squares.len() as f64;
                write!(out, " {:>7.2}", mean.sqrt())?;
            }
        }
        writeln!(out)?;
    }
    let Deviation { constant, farther, shallow, empties } = fit;
    writeln!(
        out,
        "fit: exp({constant:.4} {farther:+.4} ln(depth - shallow) {shallow:+.4} ln(shallow + 1) \
         {empties:+.5} empty), of {} pairs of searches",
        found.len(),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The discrepancies on a board of a game.
fn measure(args: &ProbCut, weights: &Arc<Weights>, game: u64) -> Vec<Discrepancy> {
    let samples = SelfPlay::default().play(weights, args.seed, game);
    let boards = samples.iter().map(|sample| sample.board);
    // The end of the game is searched exactly, not by ProbCut.
    let boards = boards.filter(|board| board.n_empties() > args.depth).collect::<Vec<_>>();
    let chosen = boards.get(Random::new(args.seed, game).below(boards.len()));
    let engine = Engine::new(Arc::clone(weights), TABLE_BYTES);
    chosen.map(|&board| Discrepancy::measure(&engine, board, args.depth)).unwrap_or_default()
}
