//! Where the project is, how to run its tools, and how to tell about it.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command};

use anyhow::{Context, bail};

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate lies in the workspace")
}

/// The `cargo` that runs us, in the root of the workspace.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = tool(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()), args);
    // What it has told us of ourselves would be a change to the build scripts that look at it: these
    // and all that needs them would be built anew after every `cargo` without us.
    let is_ours =
        |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_ours)) {
        command.env_remove(name);
    }
    command
}

/// A program, in the root of the workspace.
pub(crate) fn tool(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Runs a command to its end and tells whether it succeeded.
pub(crate) fn succeeds(command: &mut Command) -> anyhow::Result<bool> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("starting {program}"))?;
    Ok(status.success())
}

/// Whether a command can be run and succeeds. Shows nothing of what it prints.
pub(crate) fn answers(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Builds the program for speed, and says where it is.
pub(crate) fn release() -> anyhow::Result<PathBuf> {
    if !succeeds(&mut cargo(&["build", "--release", "--package", "stonegate"]))? {
        bail!("the program does not build");
    }
    Ok(target().join("release/stonegate"))
}

/// The folder that Cargo builds into.
pub(crate) fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// What holds no sources of ours. In a work tree of its own `.git` is a file.
const FOREIGN: [&str; 6] = [".git", "target", "corpus", "artifacts", "coverage", "node_modules"];

/// All files of the project in a folder.
pub(crate) fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let reading = || format!("reading {}", folder.display());
        for entry in fs::read_dir(&folder).with_context(reading)? {
            let entry = entry.with_context(reading)?;
            if FOREIGN.iter().any(|name| entry.file_name() == *name) {
                continue;
            }
            match entry.file_type().with_context(reading)? {
                kind if kind.is_dir() => folders.push(entry.path()),
                kind if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Prints a line. Once nobody reads on (`cargo xtask test | head`) there is
/// nothing left to do, and what was not done has not succeeded.
pub(crate) fn say(line: impl fmt::Display) {
    if writeln!(io::stdout(), "{line}").is_err() {
        process::exit(1);
    }
}
