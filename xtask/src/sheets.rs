//! `cargo xtask sheets`: rule sheets that nobody has written, on everything that can play them.

use std::process::ExitCode;

use crate::project::{cargo, succeeds};

/// Compares some sheets, the same for the same seed.
pub(crate) fn run(args: &[&str]) -> anyhow::Result<ExitCode> {
    let mut command = cargo(&["run", "--quiet", "--release", "--package", "stonegate-measure"]);
    command.args(["--example", "random_sheets", "--"]).args(args);
    Ok(if succeeds(&mut command)? { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
