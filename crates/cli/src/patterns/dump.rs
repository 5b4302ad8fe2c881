//! `stonegate patterns dump`: from the machine's memory to patterns.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use stonegate_gomoku::patterns::{Entry, PatternFile, from_image};

/// Show the patterns of an image, each with its number
#[derive(clap::Args)]
pub(crate) struct Dump {
    /// The image
    image: PathBuf,
}

pub(crate) fn run(args: &Dump) -> anyhow::Result<ExitCode> {
    let reading = || format!("reading {}", args.image.display());
    let image = fs::read(&args.image).with_context(reading)?;
    let patterns = from_image(&image).with_context(reading)?;
    let numbered = patterns.into_iter().enumerate();
    let entries =
        numbered.map(|(number, pattern)| Entry::new(pattern, format!("Pattern {number}")));
    let file = PatternFile { title: Vec::new(), entries: entries.collect() };
    write!(std::io::stdout().lock(), "{file}")?;
    Ok(ExitCode::SUCCESS)
}
