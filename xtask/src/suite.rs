//! The tests of all crates, several programs of them at a time.
//!
//! `cargo test` runs one program after the other, and waits for the slowest test of each.

use std::env;
use std::fs;
use std::num::NonZero;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use anyhow::Context;

use crate::project::{cargo, root, say};
use crate::test::Tests;
use crate::test_programs::TestProgram;

/// How many tests of a program run at the same time.
const TEST_THREADS: &str = "RUST_TEST_THREADS";

/// The crates whose tests take longest come first, so that nobody waits for them in the end.
const LONGEST: [&str; 4] = ["stonegate", "stonegate-rtl", "stonegate-ground", "stonegate-search"];

/// A program whose tests take as long as those of many others, and the half of them that runs apart:
/// tests with browsers wait most of the time.
const HALVED: (&str, &str, &str) = ("stonegate", "it", "browser::");

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

/// Builds all programs of tests, those that take longest first.
fn build() -> anyhow::Result<Vec<Program>> {
    let mut programs = TestProgram::build(&["--workspace"])?;
    programs.sort_by_key(|program| {
        let rank = LONGEST.iter().position(|longest| *longest == program.package);
        rank.unwrap_or(LONGEST.len())
    });
    Ok(programs.iter().flat_map(parts).collect())
}

/// A program as it runs: as a whole, or in two parts.
fn parts(program: &TestProgram) -> Vec<Program> {
    let title = format!("{}, {}", program.package, program.target);
    let (package, target, half) = HALVED;
    if (program.package.as_str(), program.target.as_str()) != (package, target) {
        return vec![Program { title, command: program.command() }];
    }
    let (mut first, mut second) = (program.command(), program.command());
    first.arg(half);
    second.args(["--skip", half]);
    vec![
        Program { title: format!("{title}, {half}"), command: first },
        Program { title: format!("{title}, without {half}"), command: second },
    ]
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
