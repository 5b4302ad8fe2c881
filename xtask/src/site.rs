//! `cargo xtask site`: the arena as static files, in `target/page`, and its tests in a browser.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;

use crate::project::{self, answers, cargo, say, succeeds, tool};
use crate::test::Outcome;

const WASM: &str = "wasm32-unknown-unknown";

/// Vectors, and a table of functions that those of a game are added to.
const FLAGS: &str =
    "-C target-feature=+simd128 -C link-arg=--export-table -C link-arg=--growable-table";

/// Writes the page, and tests it.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    match build() {
        Outcome::Passed => {}
        Outcome::Failed(why) | Outcome::Skipped(why) => bail!(why),
        Outcome::Tests(_) => unreachable!("nothing is tested yet"),
    }
    let mut test = cargo(&["test", "--package", "stonegate", "--test", "it", "browser::site::"]);
    let is_good = succeeds(&mut test)?;
    say("the page is in target/page: any file server can hand it out");
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds the program for the browser and writes the page; a part of the tests.
pub(crate) fn build() -> Outcome {
    if !answers(&mut tool("rustup", &["target", "add", WASM])) {
        return Outcome::Skipped(format!("`rustup target add {WASM}` fails"));
    }
    match write() {
        Ok(true) => Outcome::Passed,
        Ok(false) => Outcome::Failed("see the errors above".to_owned()),
        Err(error) => Outcome::Failed(format!("{error:#}")),
    }
}

fn write() -> anyhow::Result<bool> {
    let Some(program) = program()? else { return Ok(false) };
    let mut site = cargo(&["run", "--package", "stonegate", "--", "site", "--program"]);
    site.arg(program).arg("--out").arg(project::root().join("target/page"));
    succeeds(&mut site)
}

/// The program for the browser, if it can be built.
pub(crate) fn program() -> anyhow::Result<Option<PathBuf>> {
    let mut build = cargo(&["build", "--package", "stonegate-page", "--lib", "--profile", "site"]);
    build.args(["--target", WASM, "--target-dir", "target"]);
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS);
    let program = project::root().join("target").join(WASM).join("site/stonegate_page.wasm");
    Ok(succeeds(&mut build)?.then_some(program))
}
