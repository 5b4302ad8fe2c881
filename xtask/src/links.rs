//! Links from one document to another lead somewhere.

use std::path::Path;

use crate::project;

/// Adds a finding for each link of a document to a file that is not there.
pub(crate) fn check(name: &Path, text: &str, findings: &mut Vec<String>) {
    let folder = project::root().join(name.parent().unwrap_or(Path::new("")));
    for (line, target) in links(text) {
        if !folder.join(target).exists() {
            findings.push(format!("{}:{line}: there is no `{target}`", name.display()));
        }
    }
}

/// The files that a document links to, with the lines of the links. Code has no links.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut is_code = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            let files = targets.map(|target| target.split('#').next().unwrap_or_default());
            let files = files.filter(|file| !file.is_empty() && !file.contains(':'));
            found.extend(files.map(|file| (index + 1, file)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_are_found() {
        let text = "[a](a.md#part) and ![b](images/b.png)\n[c](https://example.org) [d](#part)\n\
                    ```\n[e](e.md)\n```\n";
        assert_eq!(links(text), [(1, "a.md"), (1, "images/b.png")]);
    }

    #[test]
    fn a_link_to_nowhere_is_told() {
        let mut findings = Vec::new();
        let name = Path::new("docs/page.md");
        check(name, "[here](../README.md)\n[there](nowhere.md)\n", &mut findings);
        assert_eq!(findings, ["docs/page.md:2: there is no `nowhere.md`"]);
    }
}
