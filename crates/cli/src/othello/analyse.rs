//! `stonegate othello analyse`: what the engine thinks of a position.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use stonegate_othello::{Limits, Position, Report, Width};

use super::{Setup, ensure_full_board, peculiarities, seconds, think};

/// Search a position deeper and deeper
#[derive(clap::Args)]
#[command(after_help = "\
A position is 64 squares, row by row, and the player to move: X for Black, O for White, -
for an empty square. Values are discs for the player to move. ProbCut leaves out moves
that a shallow search finds hopeless; a value of perfect play is marked exact.")]
pub(crate) struct Analyse {
    /// The position [default: the start]
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,

    /// Think for this long
    #[arg(long, value_name = "S", default_value = "5", value_parser = seconds)]
    seconds: Duration,

    /// Think this deep at most
    #[arg(long, value_name = "N", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,

    /// Search to the end of the game with this many empty squares
    #[arg(long, value_name = "N", default_value_t = 22)]
    exact_from: u32,

    /// Leave no move out
    #[arg(long)]
    full_width: bool,

    #[command(flatten)]
    setup: Setup,
}

pub(crate) fn run(args: &Analyse) -> anyhow::Result<ExitCode> {
    let position = match &args.position {
        Some(text) => text.parse::<Position>().context("reading the position")?,
        None => Position::start(Width::EIGHT),
    };
    ensure_full_board(&position)?;
    let engine = args.setup.engine()?;
    let limits =
        Limits { depth: args.depth, exact_from: args.exact_from, is_selective: !args.full_width };
    let mut out = io::stdout().lock();
    for peculiarity in peculiarities(&position) {
        writeln!(out, "{peculiarity}")?;
    }
    if position.is_over() {
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "depth  value  move         nodes   seconds")?;
    let start = Instant::now();
    let mut result = Ok(());
    let mut show = |report: &Report| {
        let written = write_line(&mut out, report, start.elapsed());
        if result.is_ok() {
            result = written;
        }
    };
    let threads = args.setup.n_threads();
    think(&engine, &position, &limits, threads, Some(args.seconds), &mut show);
    result?;
    Ok(ExitCode::SUCCESS)
}

fn write_line(out: &mut impl Write, report: &Report, time: Duration) -> io::Result<()> {
    writeln!(
        out,
        "{:>5}  {:>+5}  {:<4}  {:>12}  {:>8.3}{}",
        report.depth,
        report.value,
        report.best.map_or_else(|| "-".to_owned(), |square| square.to_string()),
        report.n_nodes,
        time.as_secs_f64(),
        if report.is_exact { "  exact" } else { "" },
    )
}
