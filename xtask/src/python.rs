//! The Python package: builds its wheel, installs it into a virtual environment below `target`, and
//! runs its tests.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

use crate::project::{self, answers, cargo, say, succeeds, tool};
use crate::test::Outcome;

/// What a part of the tests needs, in versions that are known to work.
pub(crate) const QUICK: &[&str] = &[
    "maturin==1.16.0",
    "wheel==0.48.0",
    "numpy==2.4.6",
    "pytest==9.2.0",
    "gymnasium==1.4.0",
    "pettingzoo==1.27.0",
];

/// What all tests need besides.
const OTHERS: &[&str] = &[
    "open_spiel==2.0.2",
    "envpool==1.2.5",
    "ray[tune]==2.60.0",
    "optuna==5.0.0",
    "nbclient==0.11.0",
    "ipykernel==7.4.0",
];

/// The tests that are a part of `cargo xtask test`.
const QUICK_TESTS: &[&str] = &[
    "test_batch.py",
    "test_dedicated.py",
    "test_errors.py",
    "test_gymnasium.py",
    "test_hidden.py",
    "test_pettingzoo.py",
    "test_pgx.py",
    "test_records.py",
];

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
    match pack().and_then(|wheel| test(QUICK, &wheel, QUICK_TESTS, Sheets::Few)) {
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
    let wheel = build(&packages)?;
    test(&packages, &wheel, &["."], Sheets::All)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the wheel as users do.
fn build(packages: &[&str]) -> anyhow::Result<PathBuf> {
    let wheels = empty("wheels")?;
    let mut build = python(packages, &["-m", "maturin", "build", "--quiet", "--release"]);
    build.arg("--manifest-path").arg(package().join("Cargo.toml")).arg("--out").arg(&wheels);
    if !succeeds(&mut build)? {
        bail!("the wheel cannot be built");
    }
    only_file(&wheels)
}

/// Makes a wheel around the library that the tests of all crates leave behind. Maturin would have
/// all of them built once more, because the package alone has dependencies with fewer features.
fn pack() -> anyhow::Result<PathBuf> {
    let library = library()?;
    let tree = empty("tree")?;
    let mut describe = python(QUICK, &["-m", "maturin", "pep517", "write-dist-info"]);
    describe.current_dir(package()).arg("--metadata-directory").arg(&tree);
    if !answers(&mut describe) {
        bail!("maturin cannot describe the wheel");
    }
    let module = tree.join("stonegate");
    fs::create_dir(&module)?;
    for source in project::files(&package().join("python/stonegate"))? {
        fs::copy(&source, module.join(source.file_name().unwrap_or_default()))?;
    }
    let name = if cfg!(windows) { "_stonegate.pyd" } else { "_stonegate.abi3.so" };
    fs::copy(&library, module.join(name))
        .with_context(|| format!("copying {}", library.display()))?;
    let wheels = empty("wheels")?;
    let mut pack = python(QUICK, &["-m", "wheel", "pack"]);
    if !answers(pack.arg(&tree).arg("--dest-dir").arg(&wheels)) {
        bail!("the wheel cannot be packed");
    }
    only_file(&wheels)
}

/// The library as `cargo test --workspace` makes it, with a test that wants it.
fn library() -> anyhow::Result<PathBuf> {
    let build = ["test", "--quiet", "--workspace", "--test", "stubs", "--no-run"];
    if !succeeds(&mut cargo(&build))? {
        bail!("the library cannot be built");
    }
    Ok(project::target().join("debug/deps").join(format!("{DLL_PREFIX}_stonegate{DLL_SUFFIX}")))
}

#[derive(Copy, Clone)]
enum Sheets {
    Few,
    All,
}

/// Installs a wheel and runs tests with it.
fn test(packages: &[&str], wheel: &Path, tests: &[&str], sheets: Sheets) -> anyhow::Result<()> {
    let install =
        ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--force-reinstall"];
    if !succeeds(python(packages, &install).arg(wheel))? {
        bail!("the wheel cannot be installed");
    }
    let mut pytest = python(
        packages,
        &["-m", "pytest", "--quiet", "-rs", "-p", "no:cacheprovider", "--durations=5"],
    );
    for test in tests {
        pytest.arg(package().join("tests").join(test));
    }
    if let Sheets::All = sheets {
        // Studies are played by the program, wherever their units are.
        pytest.env("STONEGATE_ALL", "1").env("STONEGATE_PROGRAM", project::release()?);
    }
    if !succeeds(&mut pytest)? {
        bail!("see the failures above");
    }
    Ok(())
}

/// The folder of the package.
fn package() -> PathBuf {
    project::root().join("crates/python")
}

/// An empty folder below `target`: what an earlier version has left must not be taken for this one.
fn empty(name: &str) -> anyhow::Result<PathBuf> {
    let folder = project::root().join("target/python").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    Ok(folder)
}

fn only_file(folder: &Path) -> anyhow::Result<PathBuf> {
    let mut entries = fs::read_dir(folder)?;
    Ok(entries.next().context("there is no wheel")??.path())
}
