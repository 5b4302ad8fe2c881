//! `cargo xtask site`: the arena as static files, in `target/page`, and its tests in a browser.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{bail, ensure};

use crate::project::{self, answers, cargo, say, succeeds, tool};
use crate::test::Outcome;

const WASM: &str = "wasm32-unknown-unknown";

/// Vectors, and a table of functions that those of a game are added to.
const FLAGS: &str =
    "-C target-feature=+simd128 -C link-arg=--export-table -C link-arg=--growable-table";

/// How much the compiler does for the speed of the program: all it can, or enough for tests.
pub(crate) const FAST: &str = "3";
const QUICKLY_BUILT: &str = "1";

/// Writes the page, and tests it.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    has_target()?;
    if !write(FAST)? {
        bail!("see the errors above");
    }
    let mut test = cargo(&["test", "--package", "stonegate", "--test", "it", "browser::site::"]);
    let is_good = succeeds(&mut test)?;
    say("the page is in target/page: any file server can hand it out");
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the page for the tests, of which it is a part.
pub(crate) fn build() -> Outcome {
    if let Err(error) = has_target() {
        return Outcome::Skipped(error.to_string());
    }
    match write(QUICKLY_BUILT) {
        Ok(true) => Outcome::Passed,
        Ok(false) => Outcome::Failed("see the errors above".to_owned()),
        Err(error) => Outcome::Failed(format!("{error:#}")),
    }
}

fn has_target() -> anyhow::Result<()> {
    let has = answers(&mut tool("rustup", &["target", "add", WASM]));
    ensure!(has, "`rustup target add {WASM}` fails");
    Ok(())
}

fn write(opt_level: &str) -> anyhow::Result<bool> {
    let Some(program) = program(opt_level)? else { return Ok(false) };
    // The writer as the tests have it: alone it would be built with other features of its
    // dependencies, once more.
    let mut build = cargo(&["test", "--quiet", "--workspace", "--test", "it", "--no-run"]);
    if !succeeds(&mut build)? {
        return Ok(false);
    }
    let writer = project::target().join("debug/stonegate");
    let mut site = tool(&writer.to_string_lossy(), &["site", "--program"]);
    site.arg(program).arg("--out").arg(project::root().join("target/page"));
    succeeds(&mut site)
}

/// The program for the browser, if it can be built.
pub(crate) fn program(opt_level: &str) -> anyhow::Result<Option<PathBuf>> {
    let mut build = cargo(&["build", "--package", "stonegate-page", "--lib", "--profile", "site"]);
    build
        .args(["--target", WASM])
        .env("CARGO_PROFILE_SITE_OPT_LEVEL", opt_level)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS);
    let program = project::target().join(WASM).join("site/stonegate_page.wasm");
    Ok(succeeds(&mut build)?.then_some(program))
}
