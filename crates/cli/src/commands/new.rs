//! `stonegate new`: a sheet to start from.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use stonegate_authoring::{Kind, template};

/// Write a small rule sheet to start from, with tests
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate new my-game
  stonegate new my-puzzle --kind puzzle

Writes my-game.kif, a game that can be played at once, and my-game.test with a few tests of it.
Files that are there already stay as they are.")]
pub(crate) struct New {
    /// What the game is called, perhaps with a folder before it
    name: PathBuf,

    /// What kind of game it is: grid, puzzle, simultaneous or hidden
    #[arg(long, default_value = "grid")]
    kind: Kind,
}

pub(crate) fn run(args: &New) -> anyhow::Result<ExitCode> {
    let sheet = args.name.with_extension("kif");
    let tests = args.name.with_extension("test");
    let name = args.name.file_stem().context("a game needs a name")?.to_string_lossy();
    let template = template(args.kind, &name);
    write_new(&sheet, &template.sheet)?;
    write_new(&tests, template.tests)?;
    let (sheet, tests) = (sheet.display(), tests.display());
    let mut out = std::io::stdout().lock();
    writeln!(out, "{sheet}: {}", args.kind.about())?;
    writeln!(out, "Play it with `stonegate play {sheet}`, test it with `stonegate test {tests}`.")?;
    Ok(ExitCode::SUCCESS)
}

fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    File::create_new(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("writing {}", path.display()))
}
