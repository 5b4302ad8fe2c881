//! `cargo xtask browser`: a game of every built-in rule sheet, played through the page, and axe on its
//! screens.

use std::process::ExitCode;

use crate::npm;
use crate::project::{cargo, say, succeeds};

/// Finds what keeps people from using a page.
const AXE: &str = "axe-core@4.14.0";

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let mut test = cargo(&["test", "--package", "stonegate", "--test", "it", "--"]);
    // The tests of every change play a few of them.
    test.args(["browser::every_sheet::", "browser::accessible::", "--nocapture"]);
    test.env("STONEGATE_SLOW_TESTS", "1");
    match npm::install(AXE) {
        Ok(()) => {
            test.env("STONEGATE_AXE", npm::folder(AXE).join("node_modules/axe-core/axe.min.js"));
        }
        Err(reason) => say(format_args!("without axe: {reason}")),
    }
    Ok(if succeeds(&mut test)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
