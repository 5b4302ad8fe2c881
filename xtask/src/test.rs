//! `cargo xtask test`: runs the parts of the tests and sums up.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;

use crate::debian;
use crate::parts::PARTS;
use crate::project::say;

/// One thing to test.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    /// Debian packages without which it is skipped.
    pub(crate) packages: &'static [&'static str],
    pub(crate) run: fn() -> Outcome,
}

pub(crate) enum Outcome {
    Passed,
    Failed(String),
    /// With the reason.
    Skipped(String),
}

/// Runs all parts, or those with the given names. A part that fails does not
/// stop the others.
pub(crate) fn run(names: &[&str]) -> anyhow::Result<ExitCode> {
    if let Some(name) = names.iter().find(|name| !PARTS.iter().any(|part| part.name == **name)) {
        let known = PARTS.iter().map(|part| part.name).collect::<Vec<_>>();
        bail!("there is no part `{name}`: the parts are {}", known.join(", "));
    }
    let mut results = Vec::new();
    for part in PARTS.iter().filter(|part| names.is_empty() || names.contains(&part.name)) {
        say(format_args!("==> {}", part.name));
        let start = Instant::now();
        let outcome = run_part(part);
        let time = start.elapsed();
        say(format_args!("    {}\n", describe(part, &outcome, time)));
        results.push((part, outcome, time));
    }
    for (part, outcome, time) in &results {
        say(format_args!("{}", describe(part, outcome, *time)));
    }
    let count =
        |kind: fn(&Outcome) -> bool| results.iter().filter(|(_, outcome, _)| kind(outcome)).count();
    let passed = count(|outcome| matches!(outcome, Outcome::Passed));
    let failed = count(|outcome| matches!(outcome, Outcome::Failed(_)));
    let skipped = count(|outcome| matches!(outcome, Outcome::Skipped(_)));
    say(format_args!("{passed} passed, {failed} failed, {skipped} skipped"));
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn run_part(part: &Part) -> Outcome {
    let missing = debian::install(part.packages);
    if !missing.is_empty() {
        return Outcome::Skipped(format!("needs the Debian package {}", missing.join(", ")));
    }
    (part.run)()
}

fn describe(part: &Part, outcome: &Outcome, time: Duration) -> String {
    let (outcome, reason) = match outcome {
        Outcome::Passed => ("passed", ""),
        Outcome::Failed(reason) => ("FAILED", reason.as_str()),
        Outcome::Skipped(reason) => ("skipped", reason.as_str()),
    };
    let line = format!("{:<12} {outcome:<8} {:>6.1} s  {reason}", part.name, time.as_secs_f64());
    line.trim_end().to_owned()
}
