//! `cargo xtask test`: runs the parts of the tests and sums up.

use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;

use crate::debian;
use crate::npm;
use crate::parts::STAGES;
use crate::project::say;
use crate::python;

/// Leaves the packages of the machine alone.
const NO_INSTALL: &str = "--no-install";

/// Two lists of parts, which are done side by side, each in its order.
pub(crate) struct Stage {
    pub(crate) parts: &'static [Part],
    pub(crate) beside: &'static [Part],
}

impl Stage {
    fn all(&self) -> impl Iterator<Item = &'static Part> {
        self.parts.iter().chain(self.beside)
    }
}

/// One thing to test.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) needs: Needs,
    pub(crate) run: fn() -> Outcome,
}

/// Packages without which a part is skipped.
pub(crate) enum Needs {
    Nothing,
    Debian(&'static [&'static str]),
    /// With its version.
    Npm(&'static str),
    /// With their versions.
    Python(&'static [&'static str]),
}

pub(crate) enum Outcome {
    Passed,
    Failed(String),
    /// With the reason.
    Skipped(String),
    /// Many tests in one part.
    Tests(Tests),
}

/// What came of single tests.
#[derive(Default)]
pub(crate) struct Tests {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    /// Tests that did not do their work, with the reasons.
    pub(crate) skipped: Vec<String>,
    /// Tests that failed beside others and passed alone, counted as passed.
    pub(crate) unsteady: Vec<String>,
}

impl Tests {
    /// Adds what a line of the test harness says, as in
    /// `test result: ok. 24 passed; 0 failed; 0 ignored; ..`.
    pub(crate) fn count(&mut self, line: &str) {
        let Some((_, counts)) =
            line.strip_prefix("test result: ").and_then(|it| it.split_once(". "))
        else {
            return;
        };
        for count in counts.split("; ") {
            match count.split_once(' ') {
                Some((n, "passed")) => self.passed += n.parse().unwrap_or(0),
                Some((n, "failed")) => self.failed += n.parse().unwrap_or(0),
                _ => {}
            }
        }
    }

    /// Whether all ran to their end. Those that could not even be built have no name.
    pub(crate) fn are_fine(&self) -> bool {
        self.failed == 0
    }
}

/// Runs all parts, or those with the given names. A part that fails does not
/// stop the others. With `--no-install` among the names nothing is installed.
pub(crate) fn run(names: &[&str]) -> anyhow::Result<ExitCode> {
    let may_install = !names.contains(&NO_INSTALL);
    let names = names.iter().copied().filter(|name| *name != NO_INSTALL).collect::<Vec<_>>();
    let known = STAGES.iter().flat_map(Stage::all).map(|part| part.name).collect::<Vec<_>>();
    if let Some(name) = names.iter().find(|name| !known.contains(name)) {
        bail!("there is no part `{name}`: the parts are {}", known.join(", "));
    }
    let is_wanted = |part: &&'static Part| names.is_empty() || names.contains(&part.name);
    let run_parts = |parts: &'static [Part]| {
        let parts = parts.iter().filter(is_wanted);
        parts.map(|part| run_part(part, may_install)).collect::<Vec<_>>()
    };
    let mut results = Vec::new();
    for stage in STAGES {
        thread::scope(|scope| {
            let beside = scope.spawn(|| run_parts(stage.beside));
            results.extend(run_parts(stage.parts));
            results.extend(beside.join().expect("parts do not panic"));
        });
    }
    for (part, outcome, time) in &results {
        say(format_args!("{}", describe(part, outcome, *time)));
    }
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for (_, outcome, _) in &results {
        match outcome {
            Outcome::Passed => passed += 1,
            Outcome::Failed(_) => failed += 1,
            Outcome::Skipped(_) => skipped += 1,
            Outcome::Tests(tests) => {
                passed += tests.passed.saturating_sub(tests.skipped.len());
                failed += tests.failed;
                skipped += tests.skipped.len();
                tests.skipped.iter().for_each(|test| say(format_args!("skipped: {test}")));
                for test in &tests.unsteady {
                    say(format_args!("unsteady: {test}: failed beside others, passed alone"));
                }
            }
        }
    }
    say(format_args!("{passed} passed, {failed} failed, {skipped} skipped"));
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Runs a part, and says what came of it and how long it took.
fn run_part(part: &'static Part, may_install: bool) -> (&'static Part, Outcome, Duration) {
    say(format_args!("==> {}", part.name));
    let start = Instant::now();
    let outcome = outcome(part, may_install);
    let time = start.elapsed();
    say(format_args!("    {}\n", describe(part, &outcome, time)));
    (part, outcome, time)
}

fn outcome(part: &Part, may_install: bool) -> Outcome {
    let missing = match part.needs {
        Needs::Nothing => None,
        Needs::Debian(packages) => {
            let missing =
                if may_install { debian::install(packages) } else { debian::missing(packages) };
            let reason = || format!("needs the Debian package {}", missing.join(", "));
            (!missing.is_empty()).then(reason)
        }
        Needs::Npm(package) if may_install => npm::install(package).err(),
        Needs::Npm(package) => {
            (!npm::is_installed(package)).then(|| format!("needs {package} from npm"))
        }
        Needs::Python(packages) if may_install => python::install(packages).err(),
        Needs::Python(packages) => (!python::is_installed(packages))
            .then(|| format!("needs {} from PyPI", packages.join(", "))),
    };
    missing.map_or_else(part.run, Outcome::Skipped)
}

fn describe(part: &Part, outcome: &Outcome, time: Duration) -> String {
    let (outcome, reason) = match outcome {
        Outcome::Passed => ("passed", ""),
        Outcome::Failed(reason) => ("FAILED", reason.as_str()),
        Outcome::Skipped(reason) => ("skipped", reason.as_str()),
        Outcome::Tests(tests) if tests.are_fine() => ("passed", ""),
        Outcome::Tests(_) => ("FAILED", "see the failures above"),
    };
    let line = format!("{:<12} {outcome:<8} {:>6.1} s  {reason}", part.name, time.as_secs_f64());
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_the_harness_are_counted() {
        let mut tests = Tests::default();
        for line in [
            "running 2 tests",
            "test result: ok. 24 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
        ] {
            tests.count(line);
        }
        assert_eq!((tests.passed, tests.failed), (27, 2));
        assert!(!tests.are_fine());
    }
}
