//! `cargo xtask fuzz`: random input for whatever reads, on nightly Rust.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, bail};

use crate::nightly;
use crate::project::{answers, root, say, succeeds, tool};
use crate::usage::Usage;

const TARGETS: [&str; 21] = [
    "kif",
    "infix",
    "authoring",
    "ggp",
    "gtp",
    "nboard",
    "gomocup",
    "connect6",
    "uci",
    "go_link",
    "gomoku_link",
    "othello_link",
    "board",
    "record",
    "sheet_record",
    "patterns",
    "weights",
    "pictures",
    "camera",
    "machine",
    "page",
];

/// Targets that read rule sheets also start from these: what is right, and what is wrong in an
/// interesting way.
const SHEET_TARGETS: [&str; 3] = ["kif", "infix", "authoring"];
const SHEETS: [&str; 2] = ["games", "crates/gdl/tests/bad"];

/// What is read is read by safe code, which no sanitizer can find fault with.
const NO_SANITIZER: [&str; 2] = ["-s", "none"];

/// The longest input, in bytes.
const MAX_LENGTH: usize = 4096;

/// A target is not begun again for less than this.
const MIN_SLICE: Duration = Duration::from_secs(5);

/// So much longer than told a target may take to end.
const MAX_DELAY: Duration = Duration::from_mins(5);

/// Runs each target, or the named ones, for so much time of a processor.
pub(crate) fn run(time: Duration, names: &[&str]) -> anyhow::Result<ExitCode> {
    let unknown = names.iter().find(|name| !TARGETS.contains(name));
    if let Some(name) = unknown {
        bail!("there is no target `{name}`: there are {}", TARGETS.join(", "));
    }
    nightly::check(&[])?;
    if !answers(&mut nightly::cargo(&["fuzz", "--version"]))
        && !succeeds(&mut nightly::cargo(&["install", "--locked", "cargo-fuzz"]))?
    {
        bail!("fuzzing needs cargo-fuzz, which cannot be installed");
    }
    let mut build = nightly::cargo(&["fuzz", "build"]);
    if !succeeds(build.args(NO_SANITIZER))? {
        bail!("the fuzz targets do not build");
    }
    let mut failed = Vec::new();
    for target in TARGETS.iter().filter(|name| names.is_empty() || names.contains(name)) {
        say(format_args!("==> {target}, {} seconds of a processor", time.as_secs()));
        if !feed(target, time)? {
            failed.push(*target);
        }
    }
    if !failed.is_empty() {
        say(format_args!("a crash was found by {}", failed.join(" and ")));
        return Ok(ExitCode::from(1));
    }
    say("no crash was found");
    Ok(ExitCode::SUCCESS)
}

/// Feeds one target until it has had its time, and tells whether it bore everything.
fn feed(target: &str, time: Duration) -> anyhow::Result<bool> {
    let program = program(target)?;
    let mut spent = Duration::ZERO;
    // Its own time is by the clock, and others may need the processor as well.
    while spent < time {
        let slice = time.saturating_sub(spent).max(MIN_SLICE);
        let mut process = command(&program, target, slice)?.spawn().context("starting a target")?;
        let usage = Usage::of(&mut process, slice + MAX_DELAY)?;
        spent += usage.cpu;
        if !process.wait().context("waiting for a target")?.success() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What it finds worth keeping goes into the first folder, which must exist.
fn command(program: &Path, target: &str, slice: Duration) -> anyhow::Result<Command> {
    let (corpus, artifacts) =
        (format!("fuzz/corpus/{target}"), format!("fuzz/artifacts/{target}/"));
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(root().join(folder)).with_context(|| format!("making {folder}"))?;
    }
    let seeds = format!("fuzz/seeds/{target}");
    let mut command = tool(&program.to_string_lossy(), &[&corpus, &seeds]);
    if SHEET_TARGETS.contains(&target) {
        command.args(SHEETS);
    }
    command.arg(format!("-max_total_time={}", slice.as_secs()));
    command.arg(format!("-max_len={MAX_LENGTH}"));
    command.arg(format!("-artifact_prefix={artifacts}"));
    Ok(command)
}

/// The program of a target, below the one platform that was built for.
fn program(target: &str) -> anyhow::Result<PathBuf> {
    let platforms = fs::read_dir(root().join("fuzz/target")).context("finding the targets")?;
    let programs = platforms.flatten().map(|it| it.path().join("release").join(target));
    programs.into_iter().find(|it| it.is_file()).with_context(|| format!("{target} was not built"))
}
