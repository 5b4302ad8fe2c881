//! The nightly toolchain, for what the stable one cannot do.

use std::process::Command;

use anyhow::bail;

use crate::project::{answers, tool};

/// Goes through `rustup`, because the `cargo` that runs us is the stable one.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = tool("rustup", &["run", "nightly", "cargo"]);
    command.args(args);
    command
}

/// Is it there, with these components?
pub(crate) fn check(components: &[&str]) -> anyhow::Result<()> {
    let mut list = tool("rustup", &["component", "list", "--toolchain", "nightly", "--installed"]);
    let installed = list.output().map(|output| output.stdout).unwrap_or_default();
    let installed = String::from_utf8_lossy(&installed);
    // Some have the platform in their names.
    let has = |name: &&str| installed.lines().any(|line| line.starts_with(*name));
    if answers(&mut cargo(&["--version"])) && components.iter().all(has) {
        return Ok(());
    }
    let with = if components.is_empty() { "" } else { " --component " };
    bail!(
        "this needs nightly Rust: run `rustup toolchain install nightly{with}{}`",
        components.join(",")
    );
}
