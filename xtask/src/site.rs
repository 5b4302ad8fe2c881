//! `cargo xtask site`: the arena as static files, in `target/page`, and its tests in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail, ensure};

use crate::nightly;
use crate::project::{self, answers, cargo, root, say, succeeds, tool};
use crate::test::Outcome;

pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Vectors, and a table of functions that those of a game are added to.
const FLAGS: &str =
    "-C target-feature=+simd128 -C link-arg=--export-table -C link-arg=--growable-table";

/// The same for memory that several workers share, with what a worker needs to make a place for
/// itself there. `site/js/worker.js` has these sizes as well.
const SHARED_FLAGS: &str = "-C target-feature=+simd128,+atomics,+bulk-memory \
    -C link-arg=--export-table -C link-arg=--growable-table -C link-arg=--shared-memory \
    -C link-arg=--import-memory -C link-arg=--initial-memory=67108864 \
    -C link-arg=--max-memory=1073741824 -C link-arg=--export=__wasm_init_tls \
    -C link-arg=--export=__tls_size -C link-arg=--export=__tls_align \
    -C link-arg=--export=__stack_pointer";

/// The profiles of the program: as fast as it can be, or built quickly.
pub(crate) const FAST: &str = "site";
const QUICKLY_BUILT: &str = "site-in-tests";

/// Writes the page, and tests it.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    has_target()?;
    let shared = match shared_program() {
        Ok(program) => Some(program),
        Err(error) => {
            say(format_args!("without shared memory: {error:#}"));
            None
        }
    };
    if !write(FAST, shared)? {
        bail!("see the errors above");
    }
    let mut test = cargo(&["test", "--package", "stonegate", "--test", "it", "browser::site::"]);
    // Figures, memory and all sheets take longer than the tests of every change may.
    test.args(["--", "--nocapture"]).env("STONEGATE_SLOW_TESTS", "1");
    let is_good = succeeds(&mut test)?;
    say("the page is in target/page: any file server can hand it out");
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the page for the tests, of which it is a part.
pub(crate) fn build() -> Outcome {
    if let Err(error) = has_target() {
        return Outcome::Skipped(error.to_string());
    }
    match write(QUICKLY_BUILT, None) {
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

fn write(profile: &str, shared: Option<PathBuf>) -> anyhow::Result<bool> {
    let Some(program) = program(profile)? else { return Ok(false) };
    // The writer as the tests have it: alone it would be built with other features of its
    // dependencies, once more.
    let mut build = cargo(&["test", "--quiet", "--workspace", "--test", "it", "--no-run"]);
    if !succeeds(&mut build)? {
        return Ok(false);
    }
    let writer = project::target().join("debug/stonegate");
    let (page, mark) = (root().join("target/page"), root().join("target/page.txt"));
    let sources = [Some(&writer), Some(&program), shared.as_ref()].into_iter().flatten();
    let version = sources.map(|source| version(source)).collect::<anyhow::Result<String>>()?;
    if page.is_dir() && fs::read_to_string(&mark).is_ok_and(|written| written == version) {
        return Ok(true);
    }
    let _ = fs::remove_file(&mark);
    let mut site = tool(&writer.to_string_lossy(), &["site", "--program"]);
    site.arg(program).arg("--out").arg(page);
    if let Some(shared) = shared {
        site.arg("--shared-program").arg(shared);
    }
    let is_written = succeeds(&mut site)?;
    if is_written {
        fs::write(&mark, version).with_context(|| format!("writing {}", mark.display()))?;
    }
    Ok(is_written)
}

/// Which file this is, and since when.
fn version(file: &Path) -> anyhow::Result<String> {
    let modified = fs::metadata(file).and_then(|data| data.modified());
    let modified = modified.with_context(|| format!("looking at {}", file.display()))?;
    Ok(format!("{} {modified:?}\n", file.display()))
}

/// The program for the browser, if it can be built.
pub(crate) fn program(profile: &str) -> anyhow::Result<Option<PathBuf>> {
    let program = project::target().join(WASM).join(profile).join("stonegate_page.wasm");
    Ok(succeeds(&mut libraries(profile, &["stonegate-page"]))?.then_some(program))
}

/// Builds libraries for the browser, with all that the program has in common with them.
pub(crate) fn quickly_built(packages: &[&str]) -> Command {
    libraries(QUICKLY_BUILT, packages)
}

fn libraries(profile: &str, packages: &[&str]) -> Command {
    let mut build = cargo(&["build", "--lib", "--profile", profile, "--target", WASM]);
    for package in packages {
        build.args(["--package", package]);
    }
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS);
    build
}

/// The program for workers that share memory. The standard library has to be built for that, which
/// takes nightly Rust.
pub(crate) fn shared_program() -> anyhow::Result<PathBuf> {
    nightly::check(&["rust-src"])?;
    let folder = project::target().join("shared");
    let mut build = nightly::cargo(&["build", "--package", "stonegate-page", "--lib"]);
    build
        .args(["--profile", "site", "--target", WASM, "-Z", "build-std=std,panic_abort"])
        .arg("--target-dir")
        .arg(&folder)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", SHARED_FLAGS);
    ensure!(succeeds(&mut build)?, "the program for shared memory does not build");
    Ok(folder.join(WASM).join("site/stonegate_page.wasm"))
}
