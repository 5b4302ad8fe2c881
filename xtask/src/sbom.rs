//! The list of all parts of the program, as CycloneDX.

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::project::tool;

/// All crates that the program is made of.
pub(crate) fn parts() -> anyhow::Result<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let args = ["tree", "--package", "stonegate", "--edges", "normal", "--prefix", "none"];
    let mut tree = tool(&cargo, &args);
    tree.args(["--locked", "--format", "{p}\t{l}"]);
    let output = tree.output().context("starting cargo")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(list(&String::from_utf8_lossy(&output.stdout)))
}

/// The list of what `cargo tree` prints, each part once.
fn list(tree: &str) -> Value {
    let mut lines = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect::<Vec<_>>();
    lines.sort_unstable();
    lines.dedup();
    let components = lines.iter().filter_map(|line| component(line)).collect::<Vec<_>>();
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application", "name": "stonegate", "version": env!("CARGO_PKG_VERSION"),
        } },
        "components": components,
    })
}

/// A part, as in `png v0.18.0\tMIT OR Apache-2.0`. Our own have their folder behind the version.
fn component(line: &str) -> Option<Value> {
    let (package, license) = line.split_once('\t')?;
    let mut words = package.split(' ');
    let (name, version) = (words.next()?, words.next()?.trim_start_matches('v'));
    let license = license.replace('/', " OR ");
    Some(json!({
        "type": "library",
        "name": name,
        "version": version,
        "purl": format!("pkg:cargo/{name}@{version}"),
        "licenses": [{ "expression": license }],
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_listed_once() {
        let tree = "stonegate v0.1.0 (/somewhere)\tMIT\npng v0.18.0\tMIT/Apache-2.0\n\
                    png v0.18.0\tMIT/Apache-2.0 (*)\n";
        let list = list(tree);
        let names = list["components"].as_array().expect("a list").iter();
        let names = names.map(|part| part["purl"].as_str().expect("a name")).collect::<Vec<_>>();
        assert_eq!(names, ["pkg:cargo/png@0.18.0", "pkg:cargo/stonegate@0.1.0"]);
        let license = &list["components"][0]["licenses"][0]["expression"];
        assert_eq!(license, "MIT OR Apache-2.0");
        assert!(!list.to_string().contains("/somewhere"));
    }
}
