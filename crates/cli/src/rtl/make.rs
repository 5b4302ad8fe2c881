//! Running the Makefile of a project.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail};

/// How much of what a tool printed is shown when it fails.
const LINES_SHOWN: usize = 20;

/// Makes a target, for some time at most.
pub(crate) fn make(
    folder: &Path,
    target: &str,
    variables: &[(&str, String)],
    limit: Duration,
) -> anyhow::Result<()> {
    // `timeout` also ends what make has started.
    let mut command = Command::new("timeout");
    command.args(["--kill-after=5", &limit.as_secs().max(1).to_string(), "make"]);
    command.arg("--silent").arg("-C").arg(folder).arg(target);
    for (name, value) in variables {
        command.arg(format!("{name}={value}"));
    }
    let output = command.output().context("starting make")?;
    if output.status.success() {
        return Ok(());
    }
    if output.status.code() == Some(124) {
        bail!("`make {target}` was stopped, because the time is up");
    }
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().collect::<Vec<_>>();
    let shown = &lines[lines.len().saturating_sub(LINES_SHOWN)..];
    bail!("`make {target}` fails in {}:\n{}", folder.display(), shown.join("\n"))
}
