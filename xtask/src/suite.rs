//! The tests of all crates, several programs of them at a time.
//!
//! `cargo test` runs one program after the other, and waits for the slowest test of each.

use std::env;
use std::fs;
use std::num::NonZero;
use std::process::{Command, Output};
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

/// So many tests may fail and be given a second chance; where more fail, it is no accident.
const SECOND_CHANCES: usize = 3;

/// Something that runs tests.
struct Program {
    title: String,
    command: Command,
    /// Whether single tests of it can be named.
    has_names: bool,
}

/// A test that failed, and the program that has it.
struct Failure {
    name: String,
    program: Command,
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
    let sum = Mutex::new((Tests::default(), Vec::new()));
    let work = || -> anyhow::Result<()> {
        loop {
            let next = waiting.lock().expect("nobody panics").next();
            let Some(program) = next else { return Ok(()) };
            let (tests, failures) = program.run()?;
            let mut sum = sum.lock().expect("nobody panics");
            sum.0.passed += tests.passed;
            sum.0.failed += tests.failed;
            sum.1.extend(failures);
        }
    };
    thread::scope(|scope| {
        let workers = (0..n_cores).map(|_| scope.spawn(work)).collect::<Vec<_>>();
        let results = workers.into_iter().map(|worker| worker.join().expect("nobody panics"));
        results.collect::<anyhow::Result<Vec<_>>>()
    })?;
    let (mut tests, failures) = sum.into_inner().expect("nobody panics");
    if tests.failed == failures.len() && failures.len() <= SECOND_CHANCES {
        failures.into_iter().try_for_each(|failure| failure.run_alone(&mut tests))?;
    }
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
        return vec![Program { title, command: program.command(), has_names: true }];
    }
    let (mut first, mut second) = (program.command(), program.command());
    first.arg(half);
    second.args(["--skip", half]);
    vec![
        Program { title: format!("{title}, {half}"), command: first, has_names: true },
        Program { title: format!("{title}, without {half}"), command: second, has_names: true },
    ]
}

/// The examples in the documentation.
fn examples() -> Program {
    let command = cargo(&["test", "--workspace", "--doc", "--no-fail-fast"]);
    let title = "examples in the documentation".to_owned();
    Program { title, command, has_names: false }
}

impl Program {
    /// Runs it to its end, shows what it printed in one piece, and counts.
    fn run(mut self) -> anyhow::Result<(Tests, Vec<Failure>)> {
        say(format_args!("... {}", self.title));
        let output = self.command.output().with_context(|| format!("starting {}", self.title))?;
        let printed = show(&self.title, &output);
        let mut tests = Tests::default();
        printed.lines().for_each(|line| tests.count(line));
        if !output.status.success() && tests.failed == 0 {
            say(format_args!("{} ended with {}", self.title, output.status));
            tests.failed = 1;
        }
        let names = printed.lines().filter(|_| self.has_names).filter_map(failed_test);
        let failures =
            names.map(|name| Failure { name: name.to_owned(), program: again(&self.command) });
        Ok((tests, failures.collect()))
    }
}

impl Failure {
    /// Runs the test when nothing else does. If it passes then, it counts as passed, and is named:
    /// whoever reads the report knows what depends on how busy a machine is.
    fn run_alone(mut self, tests: &mut Tests) -> anyhow::Result<()> {
        let title = format!("{}, alone", self.name);
        say(format_args!("... {title}"));
        let command = self.program.args([&self.name, "--exact"]);
        let output = command.output().with_context(|| format!("starting {title}"))?;
        if is_one_success(&show(&title, &output)) {
            tests.passed += 1;
            tests.failed -= 1;
            tests.unsteady.push(self.name);
        }
        Ok(())
    }
}

/// Whether a program ran a single test, which passed.
fn is_one_success(printed: &str) -> bool {
    let mut tests = Tests::default();
    printed.lines().for_each(|line| tests.count(line));
    (tests.passed, tests.failed) == (1, 0)
}

/// Shows what a program of tests printed, and gives back what there is to count.
fn show(title: &str, output: &Output) -> String {
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    say(format_args!("--- {title}\n{}{}", printed.trim_start(), errors.trim_start()));
    printed
}

/// The name of a test, in a line of the harness that says that it failed.
fn failed_test(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

/// The same program without what chooses among its tests.
fn again(command: &Command) -> Command {
    let mut other = Command::new(command.get_program());
    other.envs(command.get_envs().filter_map(|(key, value)| Some((key, value?))));
    if let Some(folder) = command.get_current_dir() {
        other.current_dir(folder);
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_has_one_more_chance() {
        assert_eq!(failed_test("test a::b ... FAILED"), Some("a::b"));
        assert_eq!(failed_test("test a::b ... ok"), None);
        let is_fine = |verdict: &str, counts: &str| {
            is_one_success(&format!("running 1 test\ntest result: {verdict}. {counts}; 0 ignored"))
        };
        assert!(is_fine("ok", "1 passed; 0 failed"));
        assert!(!is_fine("ok", "0 passed; 0 failed"), "there is no such test");
        assert!(!is_fine("FAILED", "0 passed; 1 failed"));
        assert!(!is_one_success("running 1 test"), "it did not come to its end");
    }
}
