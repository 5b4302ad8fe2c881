//! `stonegate patterns build`: from a pattern file to the machine's memory.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use stonegate_gomoku::patterns::{Pattern, to_image_in};

use super::read;

/// Make the image of a pattern file, as the machine has it in its memory
#[derive(clap::Args)]
pub(crate) struct Build {
    /// The pattern file
    file: PathBuf,

    /// Where to write the image
    #[arg(short, value_name = "IMAGE")]
    output: PathBuf,

    /// How large the memory of the machine is
    #[arg(long, value_name = "KB", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    memory: u8,
}

pub(crate) fn run(args: &Build) -> anyhow::Result<ExitCode> {
    let expanded = read(&args.file)?.expand();
    let patterns: Vec<Pattern> = expanded.into_iter().map(|(_, pattern)| pattern).collect();
    let image = to_image_in(&patterns, usize::from(args.memory) << 10);
    let image = image.with_context(|| args.file.display().to_string())?;
    fs::write(&args.output, &image)
        .with_context(|| format!("writing {}", args.output.display()))?;
    let mut out = io::stdout().lock();
    writeln!(out, "{} patterns, {} bytes", patterns.len(), image.len())?;
    Ok(ExitCode::SUCCESS)
}
