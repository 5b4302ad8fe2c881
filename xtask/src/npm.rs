//! Packages from npm that some parts of the tests need. They are installed below `target`.

use std::path::PathBuf;

use crate::project::{self, answers, say, tool};

/// Installs a package, named with its version, unless it is there. Says why it is not there afterwards.
pub(crate) fn install(package: &str) -> Result<(), String> {
    if is_installed(package) {
        return Ok(());
    }
    if !answers(&mut tool("npm", &["--version"])) {
        return Err(format!("needs npm, to install {package}"));
    }
    say(format_args!("    installing {package} into target/npm; `--no-install` leaves it alone"));
    let folder = folder(package);
    let mut command = tool("npm", &["install", "--no-save", "--no-audit", "--no-fund", "--prefix"]);
    if answers(command.arg(&folder).arg(package)) && is_installed(package) {
        return Ok(());
    }
    Err(format!("`npm install {package}` fails"))
}

pub(crate) fn is_installed(package: &str) -> bool {
    folder(package).join("node_modules/.package-lock.json").is_file()
}

/// Every version has a folder of its own.
pub(crate) fn folder(package: &str) -> PathBuf {
    project::root().join("target/npm").join(package)
}
