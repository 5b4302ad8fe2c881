//! `stonegate othello analyze`: what the engine thinks of positions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use stonegate_othello::{Limits, Position, Report, Width};
use stonegate_workbench::args::seconds;

use super::{Setup, ensure_full_board, peculiarities, read_obf, think};

/// Search positions deeper and deeper
#[derive(clap::Args)]
#[command(after_help = "\
A position is 64 squares, row by row, and the player to move: X for Black, O for White, -
for an empty square. Values are discs for the player to move. ProbCut leaves out moves
that a shallow search finds hopeless; a value of perfect play is marked exact.
Of the positions of a file, only the deepest search is shown.")]
pub(crate) struct Analyze {
    /// The position [default: the start]
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,

    /// Analyze the positions of this file, one after the other
    #[arg(long, value_name = "FILE.obf", conflicts_with = "position")]
    file: Option<PathBuf>,

    /// Think for this long about a position
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

pub(crate) fn run(args: &Analyze) -> anyhow::Result<ExitCode> {
    match &args.file {
        Some(path) => analyze_all(args, path)?,
        None => analyze_one(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

impl Analyze {
    fn limits(&self) -> Limits {
        Limits { depth: self.depth, exact_from: self.exact_from, is_selective: !self.full_width }
    }
}

/// Shows each depth of the search of a position.
fn analyze_one(args: &Analyze) -> anyhow::Result<()> {
    let position = match &args.position {
        Some(text) => text.parse::<Position>().context("reading the position")?,
        None => Position::start(Width::EIGHT),
    };
    ensure_full_board(&position)?;
    let engine = args.setup.engine()?;
    let mut out = io::stdout().lock();
    for peculiarity in peculiarities(&position) {
        writeln!(out, "{peculiarity}")?;
    }
    if position.is_over() {
        return Ok(());
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
    let crew = args.setup.crew();
    think(&engine, &position, &args.limits(), crew, Some(args.seconds), &mut show);
    Ok(result?)
}

/// Shows the deepest search of each position of a file, and how deep they were on average.
fn analyze_all(args: &Analyze, path: &Path) -> anyhow::Result<()> {
    let lines = read_obf(path)?;
    let mut out = io::stdout().lock();
    writeln!(out, "line  empties  depth  value  move         nodes   seconds")?;
    let mut depths = Vec::new();
    for (number, line) in &lines {
        // What is known of one position shall not help with the next.
        let engine = args.setup.engine()?;
        let start = Instant::now();
        let crew = args.setup.crew();
        let time = Some(args.seconds);
        let report = think(&engine, &line.position, &args.limits(), crew, time, &mut |_| {});
        write!(out, "{number:>4}  {:>7}  ", line.position.n_empties())?;
        write_line(&mut out, &report, start.elapsed())?;
        depths.push(report.depth);
    }
    if let (Some(least), Some(most)) = (depths.iter().min(), depths.iter().max()) {
        let mean = f64::from(depths.iter().sum::<u32>()) / depths.len() as f64;
        writeln!(out, "{} positions, depth {least} to {most}, on average {mean:.1}", depths.len())?;
    }
    Ok(())
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
