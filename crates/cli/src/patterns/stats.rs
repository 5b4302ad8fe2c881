//! `stonegate patterns stats`: a pattern file in numbers.

use std::io::{self, Write};
use std::process::ExitCode;

use stonegate_gomoku::patterns::{Cell, MAX_PATTERNS, PATTERN_BYTES};

use super::Source;

/// Count patterns, symmetries and bytes
#[derive(clap::Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    source: Source,
}

pub(crate) fn run(args: &Stats) -> anyhow::Result<ExitCode> {
    let file = args.source.read()?;
    let n_entries = file.entries.len();
    let n_expanded = file.expand().len();
    let mean = |total: usize| total as f64 / n_entries.max(1) as f64;
    let count = |wanted: Cell| -> usize {
        let demands = file.entries.iter().flat_map(|entry| entry.pattern.demands());
        demands.filter(|&(_, cell)| cell == wanted).count()
    };
    let mut out = io::stdout().lock();
    writeln!(out, "patterns            {n_entries:>6}")?;
    writeln!(out, "with symmetries     {n_expanded:>6}  of {MAX_PATTERNS}")?;
    writeln!(out, "symmetries each     {:>6.2}", mean(n_expanded))?;
    writeln!(out, "bytes of the image  {:>6}", n_expanded * PATTERN_BYTES)?;
    writeln!(out, "black stones each   {:>6.2}", mean(count(Cell::Black)))?;
    writeln!(out, "white stones each   {:>6.2}", mean(count(Cell::White)))?;
    writeln!(out, "blank points each   {:>6.2}", mean(count(Cell::Blank)))?;
    Ok(ExitCode::SUCCESS)
}
