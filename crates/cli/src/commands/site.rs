//! `stonegate site`: the arena as static files.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use stonegate_site::{Programs, Site};
use stonegate_workbench::progress::Progress;

/// Write the arena as static files, which need no server
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate site --out my-arena

Any file server can hand out the folder. Engines run in the browser of whoever
opens it, and nothing is sent anywhere.")]
pub(crate) struct WriteSite {
    /// The folder to write, which is made if it is not there
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// The program that runs in the browser [default: stonegate.wasm beside this one]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// The same for workers that share memory [default: stonegate-shared.wasm beside it, if it is there]
    #[arg(long, value_name = "FILE")]
    shared_program: Option<PathBuf>,
}

pub(crate) fn run(args: &WriteSite) -> anyhow::Result<ExitCode> {
    let path = match &args.program {
        Some(path) => path.clone(),
        None => beside()?,
    };
    let beside = path.with_file_name("stonegate-shared.wasm");
    let shared = args.shared_program.clone().or_else(|| beside.is_file().then_some(beside));
    let read =
        |path: &PathBuf| fs::read(path).with_context(|| format!("reading {}", path.display()));
    let programs = Programs { alone: read(&path)?, shared: shared.as_ref().map(read).transpose()? };
    let mut progress = Progress::new();
    let site = Site::new(programs, &mut |game| {
        progress.show(|| format!("compiling {}", game.name));
    });
    drop(progress);
    let site = site.with_context(|| format!("making a page of {}", path.display()))?;
    site.write(&args.out)?;
    let (n_files, bytes, compressed) = site.size()?;
    let megabytes = |bytes: usize| bytes as f64 / 1e6;
    writeln!(
        io::stdout().lock(),
        "{}: {n_files} files, {:.1} MB, {:.1} MB compressed",
        args.out.display(),
        megabytes(bytes),
        megabytes(compressed)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The program for the browser that came with this one.
fn beside() -> anyhow::Result<PathBuf> {
    let own = std::env::current_exe().context("where this program is")?;
    let path = own.parent().unwrap_or(Path::new(".")).join("stonegate.wasm");
    if !path.is_file() {
        bail!(
            "there is no {}: `cargo xtask site` builds it and writes the page, or name it with \
             --program",
            path.display()
        );
    }
    Ok(path)
}
