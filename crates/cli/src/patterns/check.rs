//! `stonegate patterns check`: what is wrong with a pattern file.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use stonegate_gomoku::patterns::{self, max_patterns_in};

use super::read;

/// Find patterns that can never fire, duplicates and a missing last resort
#[derive(clap::Args)]
pub(crate) struct Check {
    /// The pattern file
    file: PathBuf,

    /// How large the memory of the machine is
    #[arg(long, value_name = "KB", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    memory: u8,
}

pub(crate) fn run(args: &Check) -> anyhow::Result<ExitCode> {
    let file = read(&args.file)?;
    let findings = patterns::check(&file, max_patterns_in(usize::from(args.memory) << 10));
    let mut out = io::stdout().lock();
    for finding in &findings {
        writeln!(out, "{}: {finding}", args.file.display())?;
    }
    if findings.is_empty() {
        writeln!(out, "{} patterns, nothing wrong", file.entries.len())?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::from(2))
}
