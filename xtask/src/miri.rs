//! `cargo xtask miri`: the lanes on small cases, with an eye on undefined behavior.

use std::process::ExitCode;

use crate::nightly;
use crate::project::{say, succeeds};

/// The tests that are small enough, by parts of their names.
const TESTS: [&str; 6] =
    ["word::", "transpose::", "expansions::", "interpret::", "tests::small", "small_circuits"];

/// What the interpreter has functions of its own for, and Miri knows.
const FEATURES: &str = "-C target-feature=+avx2,+popcnt,+bmi1,+bmi2";

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    nightly::check(&["miri", "rust-src"])?;
    let mut test = nightly::cargo(&["miri", "test", "--package", "stonegate-lanes", "--lib", "--"]);
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
