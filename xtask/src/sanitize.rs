//! `cargo xtask sanitize`: tests of the crates that have unsafe code or many threads, with the
//! sanitizers of nightly Rust.
//!
//! What the lanes compile to machine code is not instrumented, but its callers are.

use std::process::ExitCode;

use anyhow::bail;

use crate::nightly;
use crate::project::{answers, say, succeeds, tool};

/// What can be looked for.
struct Sanitizer {
    /// As the compiler calls it.
    name: &'static str,
    /// What is tested with it.
    packages: &'static [&'static str],
}

const SANITIZERS: [Sanitizer; 2] = [
    // Unsafe code: machine code and raw memory.
    Sanitizer { name: "address", packages: &["stonegate-lanes", "stonegate-search"] },
    // Many threads on one thing: a tree, a table, a server.
    Sanitizer {
        name: "thread",
        packages: &["stonegate-search", "stonegate-othello", "stonegate-store", "stonegate-server"],
    },
];

/// A test that looks at what the program takes of memory, which is the sanitizer's as well.
const SKIPPED: &str = "a_table_takes_memory_as_it_is_used";

pub(crate) fn run(names: &[&str]) -> anyhow::Result<ExitCode> {
    if let Some(name) = names.iter().find(|name| SANITIZERS.iter().all(|it| it.name != **name)) {
        bail!("there is no sanitizer `{name}`: there are address and thread");
    }
    // Threads are only seen right if the standard library is instrumented as well.
    nightly::check(&["rust-src"])?;
    let platform = platform()?;
    let mut failed = Vec::new();
    for Sanitizer { name, packages } in &SANITIZERS {
        if !names.is_empty() && !names.contains(name) {
            continue;
        }
        say(format_args!("==> {name}: {}", packages.join(", ")));
        let mut test =
            nightly::cargo(&["test", "-Zbuild-std", "--no-fail-fast", "--lib", "--tests"]);
        test.arg("--target").arg(&platform);
        test.args(packages.iter().flat_map(|package| ["--package", package]));
        test.args(["--", "--skip", SKIPPED]);
        test.env("RUSTFLAGS", format!("-Zsanitizer={name}"));
        test.env("CARGO_TARGET_DIR", format!("target/sanitize-{name}"));
        if !succeeds(&mut test)? {
            failed.push(*name);
        }
    }
    if !failed.is_empty() {
        say(format_args!("found by the sanitizer of {}", failed.join(" and ")));
        return Ok(ExitCode::from(1));
    }
    say("no sanitizer has found anything");
    Ok(ExitCode::SUCCESS)
}

/// The platform that nightly Rust builds for.
fn platform() -> anyhow::Result<String> {
    let mut rustc = tool("rustup", &["run", "nightly", "rustc", "-vV"]);
    if !answers(&mut rustc) {
        bail!("nightly Rust does not answer");
    }
    let output = rustc.output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| anyhow::anyhow!("rustc does not say its platform"))
}
