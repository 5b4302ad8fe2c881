//! `cargo xtask miri`: the lanes on small cases, with an eye on undefined behavior.

use std::process::{Command, ExitCode};

use anyhow::bail;

use crate::project::{answers, say, succeeds, tool};

/// The tests that are small enough, by parts of their names.
const TESTS: [&str; 6] =
    ["word::", "transpose::", "expansions::", "interpret::", "tests::small", "small_circuits"];

/// What the interpreter has functions of its own for, and Miri knows.
const FEATURES: &str = "-C target-feature=+avx2,+popcnt,+bmi1,+bmi2";

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    if !answers(&mut miri(&["--version"])) {
        bail!("Miri is missing: run `rustup toolchain install nightly --component miri,rust-src`");
    }
    let mut test = miri(&["test", "--package", "stonegate-lanes", "--lib", "--"]);
    if cfg!(target_arch = "x86_64") {
        test.env("RUSTFLAGS", FEATURES);
    }
    // Random circuits start from a seed that the system gives.
    test.env("MIRIFLAGS", "-Zmiri-disable-isolation");
    if !succeeds(test.args(TESTS))? {
        return Ok(ExitCode::from(1));
    }
    say("no undefined behavior was found");
    Ok(ExitCode::SUCCESS)
}

/// Goes through `rustup`, because the `cargo` that runs us is the stable one.
fn miri(args: &[&str]) -> Command {
    let mut command = tool("rustup", &["run", "nightly", "cargo", "miri"]);
    command.args(args);
    command
}
