//! Debian packages that some parts of the tests need.

use std::process::Command;
use std::sync::LazyLock;

use crate::project::{answers, say};

/// Installs what is missing, if we may, and returns what is still missing.
pub(crate) fn install(packages: &[&'static str]) -> Vec<&'static str> {
    let mut missing = missing(packages);
    if !missing.is_empty() && *READY {
        let names = missing.join(", ");
        say(format_args!("    installing {names}; `--no-install` leaves packages alone"));
        answers(apt_get().args(["install", "--yes", "--no-install-recommends"]).args(&missing));
        missing.retain(|package| !is_installed(package));
    }
    missing
}

/// What is not installed.
pub(crate) fn missing(packages: &[&'static str]) -> Vec<&'static str> {
    packages.iter().copied().filter(|package| !is_installed(package)).collect()
}

fn is_installed(package: &str) -> bool {
    let query = Command::new("dpkg-query").args(["-W", "-f=${db:Status-Status}", package]).output();
    query.is_ok_and(|output| output.stdout == b"installed")
}

/// Whether packages can be installed: we are root, and apt-get has its lists.
static READY: LazyLock<bool> = LazyLock::new(|| {
    let user = Command::new("id").arg("-u").output();
    user.is_ok_and(|output| output.stdout == b"0\n") && answers(apt_get().arg("update"))
});

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.arg("--quiet").env("DEBIAN_FRONTEND", "noninteractive");
    command
}
