//! What ARCHITECTURE.md says of the crates, checked: who may depend on whom, and that the libraries
//! do no I/O.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::parts::CORE_CRATES;
use crate::project;

/// What a library without I/O, threads and clocks has no use for.
const IMPURE: [&str; 9] = [
    "std::fs",
    "std::net",
    "std::process",
    "std::env",
    "thread::spawn",
    "thread::scope",
    "Instant::now",
    "SystemTime::now",
    "println!(",
];

pub(crate) fn check() -> anyhow::Result<Vec<String>> {
    let mut findings = check_order()?;
    for name in CORE_CRATES {
        let folder = format!("crates/{}/src", name.trim_start_matches("stonegate-"));
        for path in project::files(&project::root().join(folder))? {
            // What is not text is no code.
            if let Ok(text) = fs::read_to_string(&path) {
                let name = path.strip_prefix(project::root()).unwrap_or(&path);
                check_purity(name, &text, &mut findings);
            }
        }
    }
    Ok(findings)
}

/// Every crate depends only on crates above it in the code map.
fn check_order() -> anyhow::Result<Vec<String>> {
    let read = |path: &str| {
        fs::read_to_string(project::root().join(path)).with_context(|| format!("reading {path}"))
    };
    let map = order(&read("ARCHITECTURE.md")?);
    let mut findings = Vec::new();
    let mut folders = Vec::new();
    for entry in fs::read_dir(project::root().join("crates"))? {
        folders.push(entry?.file_name().to_string_lossy().into_owned());
    }
    folders.sort();
    for folder in folders {
        let path = format!("crates/{folder}/Cargo.toml");
        let Some(place) = map.iter().position(|name| *name == folder) else {
            findings
                .push(format!("{path}:1: `{folder}` is not in the code map of ARCHITECTURE.md"));
            continue;
        };
        for needed in dependencies(&read(&path)?) {
            if !map[..place].contains(&needed) {
                findings
                    .push(format!("{path}:1: `{folder}` needs `{needed}`, which is not above it"));
            }
        }
    }
    Ok(findings)
}

/// The crates in the order of the code map.
fn order(architecture: &str) -> Vec<String> {
    let headings = architecture.lines().filter(|line| line.starts_with("### "));
    let names = headings.flat_map(|line| line.split("crates/").skip(1));
    names.filter_map(|rest| rest.split('`').next().map(str::to_owned)).collect()
}

/// The crates of ours that a manifest names as dependencies, those of tests left out.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut is_normal = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_normal = line == "[dependencies]" || line.ends_with(".dependencies]");
        } else if is_normal && let Some(name) = line.strip_prefix("stonegate-") {
            found.push(name.split(['.', ' ']).next().unwrap_or_default().to_owned());
        }
    }
    found
}

fn check_purity(name: &Path, text: &str, findings: &mut Vec<String>) {
    let is_test = name.components().any(|part| {
        let part = part.as_os_str().to_string_lossy();
        part == "tests" || part == "tests.rs"
    });
    if is_test {
        return;
    }
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("#[cfg(") && line.contains("test") {
            return;
        }
        let is_comment = line.trim_start().starts_with("//");
        if let Some(what) = IMPURE.iter().find(|what| !is_comment && line.contains(**what)) {
            let place = format!("{}:{}", name.display(), index + 1);
            findings.push(format!("{place}: `{what}` has no place in a library without I/O"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_read_from_the_headings() {
        let map = "# A\n### `crates/gdl`\ntext\n### `crates/go`, `crates/gomoku`\n### `web`\n";
        assert_eq!(order(map), ["gdl", "go", "gomoku"]);
    }

    #[test]
    fn dependencies_of_tests_do_not_count() {
        let manifest = "[dependencies]\nserde.workspace = true\nstonegate-gdl.workspace = true\n\
                        [dev-dependencies]\nstonegate-ground.workspace = true\n";
        assert_eq!(dependencies(manifest), ["gdl"]);
    }

    #[test]
    fn io_is_found() {
        let mut findings = Vec::new();
        let text = "// std::fs is not used\nuse std::fs;\n#[cfg(test)]\nuse std::net;\n";
        check_purity(Path::new("crates/gdl/src/lib.rs"), text, &mut findings);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].starts_with("crates/gdl/src/lib.rs:2: "), "{findings:?}");
        check_purity(Path::new("crates/gdl/src/tests.rs"), text, &mut findings);
        assert_eq!(findings.len(), 1);
    }
}
