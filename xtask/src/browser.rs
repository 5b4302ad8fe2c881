//! `cargo xtask browser`: a game of every built-in rule sheet, played through the page.

use std::process::ExitCode;

use crate::project::{cargo, succeeds};

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let mut test =
        cargo(&["test", "--package", "stonegate", "--test", "it", "browser::every_sheet::"]);
    // The tests of every change play a few of them.
    test.args(["--", "--nocapture"]).env("STONEGATE_SLOW_TESTS", "1");
    Ok(if succeeds(&mut test)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
