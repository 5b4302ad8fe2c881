//! `stonegate store`: the file in which the arena keeps its tables.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use stonegate_store::Report;

/// Check, repair or copy the file that tables are kept in
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate store check --store my-tables.sqlite
  stonegate store backup tables-of-today.sqlite
  stonegate store repair

`check` and `backup` change nothing and also work while a server uses the file. `repair` sets
aside what is damaged, in files beside it that it names, as the server does when it starts. A
copy is a file like any other: `stonegate serve --store COPY` serves it.

Exit codes: 0 all is sound, 1 something is damaged, 2 unreadable files")]
pub(crate) struct Store {
    #[command(subcommand)]
    task: Task,

    /// The file that tables are kept in
    #[arg(long, value_name = "FILE", global = true)]
    store: Option<PathBuf>,
}

#[derive(clap::Subcommand)]
enum Task {
    /// Look at every page and every row
    Check,
    /// Set aside what is damaged, so that the rest can be served
    Repair,
    /// Copy the file as it is at this moment
    Backup {
        /// Where to; a file that is there is left alone
        #[arg(value_name = "COPY")]
        to: PathBuf,
    },
}

pub(crate) fn run(args: &Store) -> anyhow::Result<ExitCode> {
    let store = path(args.store.as_ref())?;
    let mut out = io::stdout().lock();
    match &args.task {
        Task::Check => {
            let report = stonegate_store::check(&store)?;
            for finding in &report.findings {
                writeln!(out, "{finding}")?;
            }
            let verdict = if report.is_sound() { "sound" } else { "damaged" };
            writeln!(out, "{}: {verdict}; {}", store.display(), counts(&report))?;
            Ok(if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::from(1) })
        }
        Task::Repair => {
            let damage = stonegate_store::repair(&store)?;
            if damage.is_none() {
                writeln!(out, "{}: sound", store.display())?;
                return Ok(ExitCode::SUCCESS);
            }
            writeln!(out, "{damage}")?;
            Ok(ExitCode::from(1))
        }
        Task::Backup { to } => {
            let report = stonegate_store::backup(&store, to)?;
            writeln!(out, "{}: {}", to.display(), counts(&report))?;
            for finding in &report.findings {
                writeln!(out, "{finding}")?;
            }
            Ok(if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::from(1) })
        }
    }
}

fn counts(report: &Report) -> String {
    let Report { n_tables, n_moves, n_sheets, .. } = report;
    format!("tables {n_tables} moves {n_moves} sheets {n_sheets}")
}

/// The file that is meant: `$XDG_DATA_HOME/stonegate/tables.sqlite`, or the same in
/// `~/.local/share`, unless another is named.
pub(crate) fn path(named: Option<&PathBuf>) -> anyhow::Result<PathBuf> {
    if let Some(path) = named {
        return Ok(path.clone());
    }
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")));
    let folder = folder.context("there is no home folder for the tables: see --store")?;
    Ok(folder.join("stonegate/tables.sqlite"))
}
