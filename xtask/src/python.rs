//! The Python package: builds its wheel, installs it into a virtual environment below `target`, and
//! runs its tests.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

use crate::project::{self, answers, say, succeeds, tool};
use crate::test::Outcome;

/// What a part of the tests needs, in versions that are known to work.
pub(crate) const QUICK: &[&str] =
    &["maturin==1.16.0", "numpy==2.4.6", "pytest==9.2.0", "gymnasium==1.4.0", "pettingzoo==1.27.0"];

/// What all tests need besides.
const OTHERS: &[&str] = &["open_spiel==2.0.2", "envpool==1.2.5", "ray==2.60.0"];

/// The tests that are a part of `cargo xtask test`.
const QUICK_TESTS: &[&str] =
    &["test_batch.py", "test_errors.py", "test_gymnasium.py", "test_pettingzoo.py"];

/// Installs packages into a virtual environment, unless they are there. Says why they are not there
/// afterwards.
pub(crate) fn install(packages: &[&str]) -> Result<(), String> {
    if is_installed(packages) {
        return Ok(());
    }
    let folder = folder(packages);
    say(format_args!(
        "    installing {} into {}; `--no-install` leaves it alone",
        packages.join(", "),
        folder.strip_prefix(project::root()).unwrap_or(&folder).display()
    ));
    if !answers(&mut tool("python3", &["-m", "venv", "--clear", &folder.to_string_lossy()])) {
        return Err("`python3 -m venv` fails".to_owned());
    }
    let mut pip = python(packages, &["-m", "pip", "install", "--quiet"]);
    if !answers(pip.args(packages)) {
        return Err(format!("`pip install {}` fails", packages.join(" ")));
    }
    let mark = fs::write(folder.join("packages.txt"), packages.join("\n"));
    mark.map_err(|error| error.to_string())
}

pub(crate) fn is_installed(packages: &[&str]) -> bool {
    let mark = fs::read_to_string(folder(packages).join("packages.txt"));
    mark.is_ok_and(|mark| mark == packages.join("\n"))
}

/// The virtual environment for these packages.
fn folder(packages: &[&str]) -> PathBuf {
    let name = if packages.len() == QUICK.len() { "quick" } else { "all" };
    project::root().join("target/python").join(name)
}

/// The Python of the virtual environment for these packages.
fn python(packages: &[&str], args: &[&str]) -> Command {
    let program = folder(packages).join("bin/python");
    let mut command = tool(&program.to_string_lossy(), args);
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// The part of `cargo xtask test`: games in a few sheets.
pub(crate) fn quick() -> Outcome {
    match build_and_test(QUICK, "dev", QUICK_TESTS) {
        Ok(()) => Outcome::Passed,
        Err(error) => Outcome::Failed(format!("{error:#}")),
    }
}

/// `cargo xtask python`: everything, with the libraries of others.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let packages = [QUICK, OTHERS].concat();
    if let Err(reason) = install(&packages) {
        bail!(reason);
    }
    build_and_test(&packages, "release", &["."])?;
    Ok(ExitCode::SUCCESS)
}

fn build_and_test(packages: &[&str], profile: &str, tests: &[&str]) -> anyhow::Result<()> {
    let wheels = project::root().join("target/python/wheels");
    // A wheel of an earlier version must not be taken for this one.
    let _ = fs::remove_dir_all(&wheels);
    let manifest = project::root().join("crates/python/Cargo.toml");
    let mut build = python(packages, &["-m", "maturin", "build", "--quiet", "--profile", profile]);
    build.arg("--manifest-path").arg(manifest).arg("--out").arg(&wheels);
    if !succeeds(&mut build)? {
        bail!("the wheel cannot be built");
    }
    let mut entries = fs::read_dir(&wheels).context("the wheel")?;
    let wheel = entries.next().context("maturin has made no wheel")??.path();
    let install =
        ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--force-reinstall"];
    if !succeeds(python(packages, &install).arg(wheel))? {
        bail!("the wheel cannot be installed");
    }
    let mut pytest =
        python(packages, &["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--durations=5"]);
    for test in tests {
        pytest.arg(project::root().join("crates/python/tests").join(test));
    }
    // All sheets rather than a few.
    if profile == "release" {
        pytest.env("STONEGATE_ALL", "1");
    }
    if !succeeds(&mut pytest)? {
        bail!("see the failures above");
    }
    Ok(())
}
