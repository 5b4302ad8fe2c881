//! `cargo xtask fuzz`: random input for the parsers, on nightly Rust.

use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

use crate::project::{self, answers, say, succeeds, tool};

const TARGETS: [&str; 19] = [
    "kif",
    "infix",
    "authoring",
    "ggp",
    "gtp",
    "nboard",
    "gomocup",
    "connect6",
    "go_link",
    "gomoku_link",
    "othello_link",
    "board",
    "record",
    "sheet_record",
    "patterns",
    "weights",
    "pictures",
    "machine",
    "page",
];

/// Texts to start from: what is right, and what is wrong in an interesting way.
const SEEDS: [&str; 2] = ["games", "crates/gdl/tests/bad"];

/// The parsers are safe code, which no sanitizer can find fault with.
const NO_SANITIZER: [&str; 2] = ["-s", "none"];

/// Runs each target for some seconds.
pub(crate) fn run(seconds: u32) -> anyhow::Result<ExitCode> {
    if !answers(&mut nightly_cargo(&["--version"])) {
        bail!("fuzzing needs nightly Rust: run `rustup toolchain install nightly`");
    }
    if !answers(&mut nightly_cargo(&["fuzz", "--version"]))
        && !succeeds(&mut nightly_cargo(&["install", "--locked", "cargo-fuzz"]))?
    {
        bail!("fuzzing needs cargo-fuzz, which cannot be installed");
    }
    let mut build = nightly_cargo(&["fuzz", "build"]);
    if !succeeds(build.args(NO_SANITIZER))? {
        bail!("the fuzz targets do not build");
    }
    let mut failed = Vec::new();
    for target in TARGETS {
        say(format_args!("==> {target}, {seconds} seconds"));
        if !succeeds(&mut fuzz_run(target, seconds)?)? {
            failed.push(target);
        }
    }
    if !failed.is_empty() {
        say(format_args!("a crash was found by {}", failed.join(" and ")));
        return Ok(ExitCode::from(1));
    }
    say("no crash was found");
    Ok(ExitCode::SUCCESS)
}

/// Feeds one target. What it finds worth keeping goes into the first folder,
/// which must exist.
fn fuzz_run(target: &str, seconds: u32) -> anyhow::Result<Command> {
    let corpus = format!("fuzz/corpus/{target}");
    fs::create_dir_all(project::root().join(&corpus))
        .with_context(|| format!("making {corpus}"))?;
    let mut run = nightly_cargo(&["fuzz", "run"]);
    run.args(NO_SANITIZER).args([target, &corpus]).args(SEEDS);
    run.args(["--", &format!("-max_total_time={seconds}"), "-max_len=1024"]);
    Ok(run)
}

/// Goes through `rustup`, because the `cargo` that runs us is the stable one.
fn nightly_cargo(args: &[&str]) -> Command {
    let mut command = tool("rustup", &["run", "nightly", "cargo"]);
    command.args(args);
    command
}
