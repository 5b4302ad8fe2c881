//! The tests of all crates, several programs of them at a time.
//!
//! `cargo test` runs one program after the other, and waits for the slowest test of each.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::project::{cargo, root, say};
use crate::test::Tests;

/// How many tests of a program run at the same time.
const TEST_THREADS: &str = "RUST_TEST_THREADS";

/// The crates whose tests take longest come first, so that nobody waits for them in the end.
const LONGEST: [&str; 4] = ["stonegate", "stonegate-rtl", "stonegate-ground", "stonegate-search"];

/// Something that runs tests.
struct Program {
    title: String,
    command: Command,
}

/// Runs the tests of all crates, shows what they print, and counts.
pub(crate) fn run() -> anyhow::Result<Tests> {
    // Tests that skip themselves write their names there.
    let skipped = root().join("target/skipped.txt");
    let _ = fs::remove_file(&skipped);
    let n_cores = thread::available_parallelism().map_or(1, NonZero::get);
    let mut programs = build()?;
    programs.push(examples());
    for Program { command, .. } in &mut programs {
        command.env("STONEGATE_SKIPPED", &skipped);
        if env::var_os(TEST_THREADS).is_none() {
            // Together twice as many as cores: many tests wait for programs that they have started.
            command.env(TEST_THREADS, n_cores.to_string());
        }
    }
    let waiting = Mutex::new(programs.into_iter());
    let sum = Mutex::new(Tests::default());
    let work = || -> anyhow::Result<()> {
        loop {
            let next = waiting.lock().expect("nobody panics").next();
            let Some(program) = next else { return Ok(()) };
            let tests = program.run()?;
            let mut sum = sum.lock().expect("nobody panics");
            sum.passed += tests.passed;
            sum.failed += tests.failed;
        }
    };
    thread::scope(|scope| {
        let workers = (0..n_cores).map(|_| scope.spawn(work)).collect::<Vec<_>>();
        let results = workers.into_iter().map(|worker| worker.join().expect("nobody panics"));
        results.collect::<anyhow::Result<Vec<_>>>()
    })?;
    let mut tests = sum.into_inner().expect("nobody panics");
    let names = fs::read_to_string(&skipped).unwrap_or_default();
    tests.skipped = names.lines().map(str::to_owned).collect();
    tests.skipped.sort();
    // A test may have several reasons.
    tests.skipped.dedup_by_key(|line| line.split(": ").next().unwrap_or_default().to_owned());
    Ok(tests)
}

/// Builds all programs of tests.
fn build() -> anyhow::Result<Vec<Program>> {
    let args = ["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"];
    let mut child = cargo(&args).stdout(Stdio::piped()).spawn().context("starting cargo")?;
    let stdout = child.stdout.take().context("what cargo prints")?;
    let mut programs = Vec::new();
    for line in BufReader::new(stdout).lines() {
        let line = line.context("what cargo prints")?;
        let message: Value = serde_json::from_str(&line).context("what cargo prints")?;
        programs.extend(built(&message));
    }
    if !child.wait().context("waiting for cargo")?.success() {
        bail!("see the errors above");
    }
    programs.sort_by_key(|(rank, _)| *rank);
    Ok(programs.into_iter().map(|(_, program)| program).collect())
}

/// The program that a message of cargo tells of, if it is one of tests, and its place in the order.
fn built(message: &Value) -> Option<(usize, Program)> {
    let is_test = message["profile"]["test"].as_bool()?;
    let program = message["executable"].as_str().filter(|_| is_test)?;
    let manifest = PathBuf::from(message["manifest_path"].as_str()?);
    let folder = manifest.parent()?;
    // `path+file:///FOLDER#NAME@VERSION`, or without the name if the folder has it.
    let (path, name) = message["package_id"].as_str()?.rsplit_once('#')?;
    let name = name.split_once('@').map_or_else(
        || Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned(),
        |(name, _)| name.to_owned(),
    );
    let target = message["target"]["name"].as_str()?;
    let rank = LONGEST.iter().position(|longest| *longest == name).unwrap_or(LONGEST.len());
    let mut command = Command::new(program);
    // As cargo does it.
    command.current_dir(folder).env("CARGO_MANIFEST_DIR", folder).env("CARGO_PKG_NAME", &name);
    Some((rank, Program { title: format!("{name}, {target}"), command }))
}

/// The examples in the documentation.
fn examples() -> Program {
    let command = cargo(&["test", "--workspace", "--doc", "--no-fail-fast"]);
    Program { title: "examples in the documentation".to_owned(), command }
}

impl Program {
    /// Runs it to its end, shows what it printed in one piece, and counts.
    fn run(mut self) -> anyhow::Result<Tests> {
        say(format_args!("... {}", self.title));
        let output = self.command.output().with_context(|| format!("starting {}", self.title))?;
        let (printed, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        say(format_args!("--- {}\n{}{}", self.title, printed.trim_start(), errors.trim_start()));
        let mut tests = Tests::default();
        printed.lines().for_each(|line| tests.count(line));
        if !output.status.success() && tests.failed == 0 {
            say(format_args!("{} ended with {}", self.title, output.status));
            tests.failed = 1;
        }
        Ok(tests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_tests_are_found_in_what_cargo_says() {
        let message = |test: bool, id: &str| {
            serde_json::json!({
                "reason": "compiler-artifact",
                "package_id": id,
                "manifest_path": "/house/crates/cli/Cargo.toml",
                "target": { "name": "it" },
                "profile": { "test": test },
                "executable": "/house/target/debug/deps/it-1",
            })
        };
        let (rank, program) =
            built(&message(true, "path+file:///house/crates/cli#stonegate@0.1.0")).expect("it is");
        assert_eq!((rank, program.title.as_str()), (0, "stonegate, it"));
        let (_, program) = built(&message(true, "path+file:///house/xtask#0.1.0")).expect("it is");
        assert_eq!(program.title, "xtask, it");
        assert!(built(&message(false, "path+file:///house/xtask#0.1.0")).is_none());
        assert!(built(&serde_json::json!({ "reason": "build-finished" })).is_none());
    }
}
