//! `cargo xtask fuzz`: random input for the parsers, on nightly Rust.

use std::process::ExitCode;

use anyhow::bail;

use crate::project::{answers, succeeds, tool};

const TARGETS: [&str; 2] = ["kif", "infix"];

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
    if !succeeds(&mut nightly_cargo(&["fuzz", "build"]))? {
        bail!("the fuzz targets do not build");
    }
    let mut failed = Vec::new();
    for target in TARGETS {
        println!("==> {target}, {seconds} seconds");
        let limit = format!("-max_total_time={seconds}");
        if !succeeds(&mut nightly_cargo(&["fuzz", "run", target, "--", &limit]))? {
            failed.push(target);
        }
    }
    if !failed.is_empty() {
        println!("a crash was found by {}", failed.join(" and "));
        return Ok(ExitCode::from(1));
    }
    println!("no crash was found");
    Ok(ExitCode::SUCCESS)
}

/// Goes through `rustup`, because the `cargo` that runs us is the stable one.
fn nightly_cargo(args: &[&str]) -> std::process::Command {
    let mut command = tool("rustup", &["run", "nightly", "cargo"]);
    command.args(args);
    command
}
