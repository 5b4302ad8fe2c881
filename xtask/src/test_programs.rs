//! The programs that cargo makes of tests.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::project::cargo;

/// A program of tests, as it was built.
#[derive(Debug)]
pub(crate) struct TestProgram {
    pub(crate) package: String,
    /// `it`, or the name of the library or program whose unit tests these are.
    pub(crate) target: String,
    path: PathBuf,
    folder: PathBuf,
}

impl TestProgram {
    /// Builds the tests that cargo is told by these arguments.
    pub(crate) fn build(selection: &[&str]) -> anyhow::Result<Vec<Self>> {
        let args = [&["test", "--no-run", "--message-format=json-render-diagnostics"], selection];
        let mut child =
            cargo(&args.concat()).stdout(Stdio::piped()).spawn().context("starting cargo")?;
        let stdout = child.stdout.take().context("what cargo prints")?;
        let mut programs = Vec::new();
        for line in BufReader::new(stdout).lines() {
            let line = line.context("what cargo prints")?;
            let message: Value = serde_json::from_str(&line).context("what cargo prints")?;
            programs.extend(Self::built(&message));
        }
        if !child.wait().context("waiting for cargo")?.success() {
            bail!("see the errors above");
        }
        Ok(programs)
    }

    /// The program that a message of cargo tells of, if it is one of tests.
    fn built(message: &Value) -> Option<Self> {
        let is_test = message["profile"]["test"].as_bool()?;
        let path = message["executable"].as_str().filter(|_| is_test)?;
        let manifest = PathBuf::from(message["manifest_path"].as_str()?);
        // `path+file:///FOLDER#NAME@VERSION`, or without the name if the folder has it.
        let (folder, name) = message["package_id"].as_str()?.rsplit_once('#')?;
        let package = name.split_once('@').map_or_else(
            || Path::new(folder).file_name().unwrap_or_default().to_string_lossy().into_owned(),
            |(name, _)| name.to_owned(),
        );
        let target = message["target"]["name"].as_str()?.to_owned();
        Some(Self { package, target, path: path.into(), folder: manifest.parent()?.to_owned() })
    }

    /// The program, to be run as cargo does it.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder);
        command.env("CARGO_MANIFEST_DIR", &self.folder).env("CARGO_PKG_NAME", &self.package);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_tests_are_found_in_what_cargo_says() {
        let message = |test: bool, id: &str| {
            serde_json::json!({
                "reason": "compiler-artifact",
                "package_id": id,
                "manifest_path": "/house/crates/cli/Cargo.toml",
                "target": { "name": "it" },
                "profile": { "test": test },
                "executable": "/house/target/debug/deps/it-1",
            })
        };
        let built = |test: bool, id: &str| TestProgram::built(&message(test, id));
        let program = built(true, "path+file:///house/crates/cli#stonegate@0.1.0").expect("it is");
        assert_eq!((program.package.as_str(), program.target.as_str()), ("stonegate", "it"));
        let program = built(true, "path+file:///house/xtask#0.1.0").expect("it is");
        assert_eq!(program.package, "xtask");
        assert!(built(false, "path+file:///house/xtask#0.1.0").is_none());
        let other = serde_json::json!({ "reason": "build-finished" });
        assert!(TestProgram::built(&other).is_none());
    }
}
