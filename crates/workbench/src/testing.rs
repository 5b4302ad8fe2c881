//! Running the tests of a game.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use stonegate_authoring::{Complaint, Script};
use stonegate_gdl::{Remark, Severity, render_remark};

use crate::engine::{self, EngineChoice};
use crate::report::count;
use crate::source::Source;

/// Nobody writes longer tests.
const MAX_BYTES: u64 = 1 << 20;

/// How the tests of a file went.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Outcome {
    pub n_passed: usize,
    pub n_failed: usize,
}

/// Runs all tests of a file and draws what is not as expected.
pub fn run(path: &Path, choice: &EngineChoice, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let mut text = String::new();
    let name = path.to_string_lossy();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text))
        .with_context(|| format!("reading {name}"))?;
    let (script, complaints) = Script::read(&text);
    let draw = |out: &mut dyn Write, id: &str, complaint: &Complaint| -> io::Result<()> {
        let Complaint { span, message, hint } = complaint;
        let hint = hint.as_deref();
        let (severity, span) = (Severity::Error, *span);
        let remark = Remark { severity, id, span, message, hint, related: &[] };
        writeln!(out, "{}", render_remark(remark, &name, &text, true))
    };
    if !complaints.is_empty() {
        for complaint in &complaints {
            draw(out, "unreadable-test", complaint)?;
        }
        bail!("{name}: {}", count(complaints.len(), "line") + " cannot be read");
    }
    let source = Source::read(&sheet(path, script.game.as_deref()))?;
    let mut referee = engine::open(&source, choice, "test")?;
    let mut outcome = Outcome { n_passed: 0, n_failed: 0 };
    for test in &script.tests {
        match test.run(&mut *referee, &mut || false) {
            Ok(()) => outcome.n_passed += 1,
            Err(mut complaint) => {
                outcome.n_failed += 1;
                complaint.message = format!("{}: {}", test.name, complaint.message);
                draw(out, "failed-test", &complaint)?;
            }
        }
    }
    Ok(outcome)
}

/// The sheet that a file tests: the one it names, beside it or built in, or the one of its name.
fn sheet(path: &Path, game: Option<&str>) -> PathBuf {
    let Some(game) = game else {
        let infix = path.with_extension("gdl");
        return if infix.is_file() { infix } else { path.with_extension("kif") };
    };
    let beside = path.with_file_name(game);
    if beside.is_file() { beside } else { PathBuf::from(game) }
}
