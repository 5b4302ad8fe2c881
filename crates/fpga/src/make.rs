//! Running the Makefile of a project.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};

/// How much of what a tool printed is shown when it fails.
const LINES_SHOWN: usize = 20;

/// How often it is looked whether make is done.
const INTERVAL: Duration = Duration::from_millis(100);

/// Makes a target, for some time at most; calls `wait` now and then meanwhile.
pub(crate) fn make(
    folder: &Path,
    target: &str,
    variables: &[(&str, String)],
    limit: Duration,
    mut wait: impl FnMut(),
) -> anyhow::Result<()> {
    let log = folder.join("build/make.log");
    fs::create_dir_all(folder.join("build")).context("making a folder for the build")?;
    let output = File::create(&log).with_context(|| format!("writing {}", log.display()))?;
    // `timeout` also ends what make has started.
    let mut command = Command::new("timeout");
    command.args(["--kill-after=5", &limit.as_secs().max(1).to_string(), "make"]);
    command.arg("--silent").arg("-C").arg(folder).arg(target);
    for (name, value) in variables {
        command.arg(format!("{name}={value}"));
    }
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    let mut child = command.spawn().context("starting make")?;
    let status = loop {
        if let Some(status) = child.try_wait().context("waiting for make")? {
            break status;
        }
        wait();
        thread::sleep(INTERVAL);
    };
    if status.success() {
        return Ok(());
    }
    if status.code() == Some(124) {
        bail!("`make {target}` was stopped, because the time is up");
    }
    let text = fs::read(&log).with_context(|| format!("reading {}", log.display()))?;
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().collect::<Vec<_>>();
    let shown = &lines[lines.len().saturating_sub(LINES_SHOWN)..];
    bail!("`make {target}` fails in {}:\n{}", folder.display(), shown.join("\n"))
}
