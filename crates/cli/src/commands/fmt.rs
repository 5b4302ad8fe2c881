//! `stonegate fmt`: rule sheets in a tidy layout.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::ensure;
use stonegate_workbench::formatting::{formatted, replace};
use stonegate_workbench::report;
use stonegate_workbench::source::Source;

/// Give rule sheets a tidy layout
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate fmt my-game.kif
  stonegate fmt - < my-game.kif
  stonegate fmt --check *.kif

Only blanks and line breaks change, and in infix syntax full stops and `&` that were left out.
Comments stay in their places. Exit codes: 0 fine, 1 not tidy (with --check), 2 errors")]
pub(crate) struct Fmt {
    /// Files, which are changed in place, or - to print what comes from standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Change nothing, and say which files are not tidy
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Fmt) -> anyhow::Result<ExitCode> {
    let (mut has_errors, mut is_untidy) = (false, false);
    for file in &args.files {
        match format_file(file, args.check) {
            Ok(true) => {}
            Ok(false) => {
                writeln!(std::io::stdout().lock(), "{} is not tidy", file.display())?;
                is_untidy = true;
            }
            Err(error) => {
                report::print_error(&error);
                has_errors = true;
            }
        }
    }
    Ok(ExitCode::from(if has_errors { 2 } else { is_untidy.into() }))
}

/// Formats a file. False if it is not tidy and stays so.
fn format_file(file: &Path, is_check: bool) -> anyhow::Result<bool> {
    let is_stdin = file == "-";
    ensure!(is_stdin || file.is_file(), "{} is not a file", file.display());
    let formatted = formatted(&Source::read(file)?)?;
    if is_check {
        return Ok(!formatted.is_changed);
    }
    if is_stdin {
        std::io::stdout().lock().write_all(formatted.text.as_bytes())?;
    } else if formatted.is_changed {
        replace(file, &formatted.text)?;
    }
    Ok(true)
}
