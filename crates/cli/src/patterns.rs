//! What the `patterns` command does, one file for each task.

pub(crate) mod bench;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod dump;
pub(crate) mod explain;
pub(crate) mod learn;
pub(crate) mod score;
pub(crate) mod stats;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use stonegate_gomoku::patterns::{PatternError, PatternFile};

/// Which patterns to use.
#[derive(clap::Args)]
pub(crate) struct Source {
    /// The pattern file [default: the one that comes with the program]
    #[arg(long, value_name = "FILE")]
    patterns: Option<PathBuf>,
}

impl Source {
    fn read(&self) -> anyhow::Result<PatternFile> {
        self.patterns.as_deref().map_or_else(|| Ok(PatternFile::shipped()), read)
    }
}

/// Reads a pattern file. All that is wrong with it is in the error.
fn read(path: &Path) -> anyhow::Result<PatternFile> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    PatternFile::parse(&text).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(PatternError::to_string).collect();
        anyhow!("{}: {}", path.display(), errors.join("\n  "))
    })
}
