//! `cargo xtask golden`: all rule sheets of `../shared` against what another prover recorded.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};

use crate::project::{self, root, say};

/// Who takes this long is told by name: such a sheet plays on the reference.
const LONG: Duration = Duration::from_mins(1);

/// What came of a sheet.
struct Verdict {
    states: usize,
    mismatches: usize,
}

/// What came of all sheets.
#[derive(Default)]
struct Summary {
    done: usize,
    states: usize,
    mismatches: usize,
    /// Sheets that could not be compared.
    failed: Vec<String>,
}

pub(crate) fn run(args: &[&str]) -> anyhow::Result<ExitCode> {
    let (program, names) = match args {
        ["--program", program, names @ ..] => (PathBuf::from(program), names),
        names => (project::release()?, names),
    };
    let sheets = sheets(names)?;
    let (n_sheets, waiting) = (sheets.len(), Mutex::new(sheets));
    let summary = Mutex::new(Summary::default());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                // In a binding of its own, so that the others do not wait for the comparison.
                while let Some(name) = pop(&waiting) {
                    let start = Instant::now();
                    let verdict = compare(&program, &name);
                    summary.lock().expect("nobody panics").add(&name, verdict, start.elapsed());
                }
            });
        }
    });
    let Summary { states, mismatches, failed, .. } = summary.into_inner()?;
    let n_failed = failed.len();
    say(format_args!(
        "{n_sheets} sheets, {states} states, {mismatches} mismatches, {n_failed} not compared"
    ));
    Ok(if mismatches + n_failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn pop(waiting: &Mutex<Vec<String>>) -> Option<String> {
    waiting.lock().expect("nobody panics").pop()
}

/// The sheets that have records, or those with the given names.
fn sheets(names: &[&str]) -> anyhow::Result<Vec<String>> {
    if !names.is_empty() {
        return Ok(names.iter().map(|&name| name.to_owned()).collect());
    }
    let folder = records();
    let reading = || format!("reading {}", folder.display());
    let mut sheets = Vec::new();
    for entry in fs::read_dir(&folder).with_context(reading)? {
        let path = entry.with_context(reading)?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            sheets.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    // The last one is taken first.
    sheets.sort_by(|a, b| b.cmp(a));
    Ok(sheets)
}

fn records() -> PathBuf {
    root().join("../shared/golden")
}

fn compare(program: &Path, name: &str) -> anyhow::Result<Verdict> {
    let sheet = root().join("../shared/games").join(format!("{name}.kif"));
    let record = records().join(format!("{name}.jsonl"));
    let output = Command::new(program).arg("verify").args([sheet, record]).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let verdict = text.lines().find_map(verdict);
    let error = String::from_utf8_lossy(&output.stderr);
    let error = || anyhow!("{}", error.lines().last().unwrap_or("it says nothing").to_owned());
    verdict.ok_or_else(error)
}

/// What the last line says, as in `states 24 mismatches 0`.
fn verdict(line: &str) -> Option<Verdict> {
    let (states, mismatches) = line.strip_prefix("states ")?.split_once(" mismatches ")?;
    Some(Verdict { states: states.parse().ok()?, mismatches: mismatches.parse().ok()? })
}

impl Summary {
    fn add(&mut self, name: &str, verdict: anyhow::Result<Verdict>, time: Duration) {
        self.done += 1;
        match verdict {
            Ok(verdict) => {
                self.states += verdict.states;
                self.mismatches += verdict.mismatches;
                if verdict.mismatches > 0 {
                    say(format_args!("{name}: {} mismatches", verdict.mismatches));
                }
                if verdict.states == 0 {
                    say(format_args!("{name}: its record has no state"));
                }
                if time > LONG {
                    say(format_args!("{name}: {:.0} s", time.as_secs_f64()));
                }
            }
            Err(error) => {
                say(format_args!("{name}: {error:#}"));
                self.failed.push(name.to_owned());
            }
        }
        if self.done.is_multiple_of(50) {
            say(format_args!("{} sheets done", self.done));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_verify_is_read() {
        let verdict = verdict("states 24 mismatches 2").expect("it is one");
        assert_eq!((verdict.states, verdict.mismatches), (24, 2));
        assert!(super::verdict("lamp.jsonl, line 4: goals of robot").is_none());
    }
}
