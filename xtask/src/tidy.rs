//! Rules of the project that no other tool checks.

use std::fs;
use std::path::Path;

use crate::layers;
use crate::links;
use crate::project::{self, say};
use crate::test::Outcome;
use crate::texts;

/// A file is read in one sitting.
const MAX_LINES: usize = 600;

/// Marks of unfinished code. Written apart, so that this file may have them.
const UNFINISHED: [&str; 2] = [concat!("todo", "!("), concat!("dbg", "!(")];

/// Folders of the machine on which somebody worked.
const MACHINE_PATHS: [&str; 4] =
    [concat!("/", "work/"), concat!("/", "tmp/"), concat!("/", "root/"), concat!("/", "home/")];

/// How a crate says that its README is its documentation.
const README: &str = "#![doc = include_str!(\"../README.md\")]";

/// Crates with machine code and vector instructions: there unsafe code is denied,
/// and allowed item by item.
const UNSAFE_CRATES: [&str; 2] = ["crates/lanes", "crates/page"];

pub(crate) fn run() -> Outcome {
    let findings = match check_files() {
        Ok(findings) => findings,
        Err(error) => return Outcome::Failed(format!("{error:#}")),
    };
    for finding in &findings {
        say(format_args!("    {finding}"));
    }
    if findings.is_empty() {
        return Outcome::Passed;
    }
    Outcome::Failed("see the findings above".to_owned())
}

fn check_files() -> anyhow::Result<Vec<String>> {
    let mut findings = Vec::new();
    for path in project::files(project::root())? {
        // What is not text has no lines to look at.
        if let Ok(text) = fs::read_to_string(&path) {
            let name = path.strip_prefix(project::root()).unwrap_or(&path);
            check_file(name, &text, &mut findings);
        }
    }
    findings.extend(layers::check()?);
    findings.extend(texts::check()?);
    Ok(findings)
}

fn check_file(name: &Path, text: &str, findings: &mut Vec<String>) {
    let extension = name.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_source = ["rs", "js", "v"].contains(&extension);
    let mut find = |line: usize, what: &str| {
        findings.push(format!("{}:{line}: {what}", name.display()));
    };
    let n_lines = text.lines().count();
    if is_source && n_lines > MAX_LINES {
        find(n_lines, &format!("the file is longer than {MAX_LINES} lines"));
    }
    for (index, line) in text.lines().enumerate() {
        let unfinished = UNFINISHED.iter().find(|mark| line.contains(**mark));
        if let (true, Some(mark)) = (is_source, unfinished) {
            find(index + 1, &format!("`{mark}` is unfinished code"));
        }
        if let Some(folder) = MACHINE_PATHS.iter().find(|path| line.contains(**path)) {
            find(index + 1, &format!("`{folder}` is a path of one machine"));
        }
    }
    if is_crate_root(name) {
        if !text.starts_with("//! ") && !text.starts_with(README) {
            find(1, "the crate has no documentation");
        }
        let may_be_unsafe = UNSAFE_CRATES.iter().any(|folder| name.starts_with(folder));
        let verb = if may_be_unsafe { "deny" } else { "forbid" };
        if !text.contains(&format!("#![{verb}(unsafe_code)]")) {
            find(1, &format!("the crate does not {verb} unsafe code"));
        }
    }
    if extension == "md" {
        links::check(name, text, findings);
    }
}

/// Whether a file is the root module of one of our crates.
fn is_crate_root(name: &Path) -> bool {
    name.ends_with("src/lib.rs") || name.ends_with("src/main.rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str) -> Vec<String> {
        let mut findings = Vec::new();
        check_file(Path::new(name), text, &mut findings);
        findings
    }

    #[test]
    fn tidy_files_pass() {
        assert!(check("src/lib.rs", "//! A crate.\n#![forbid(unsafe_code)]\n").is_empty());
        assert!(check("src/lib.rs", &format!("{README}\n#![forbid(unsafe_code)]\n")).is_empty());
        assert!(check("crates/lanes/src/lib.rs", "//! Lanes.\n#![deny(unsafe_code)]\n").is_empty());
        assert!(check("games/long.kif", &"(fact)\n".repeat(MAX_LINES + 1)).is_empty());
    }

    #[test]
    fn untidy_files_do_not() {
        let unfinished = format!("fn f() {{\n    {})\n}}\n", UNFINISHED[0]);
        assert!(check("src/f.rs", &unfinished)[0].starts_with("src/f.rs:2: "));
        let path = format!("See {}notes.txt.\n", MACHINE_PATHS[0]);
        assert_eq!(check("README.md", &path).len(), 1);
        assert_eq!(check("src/lib.rs", "mod f;\n").len(), 2);
        assert_eq!(check("src/lib.rs", "//! A crate.\n#![deny(unsafe_code)]\n").len(), 1);
        assert_eq!(check("src/f.rs", &"\n".repeat(MAX_LINES + 1)).len(), 1);
    }
}
