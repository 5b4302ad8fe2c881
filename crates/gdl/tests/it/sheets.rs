//! The rule sheets that tests read.

use std::fs;
use std::path::{Path, PathBuf};

use stonegate_gdl::decode;

/// A rule sheet and the name of its file, without the extension.
pub(crate) struct RuleSheet {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Something in `../shared`, beside the repository. Says so if it is not there.
#[expect(clippy::print_stderr, reason = "the one way to tell that a test was skipped")]
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: ../shared is not there");
    None
}

/// The sheets of `../shared`; none if it is not there.
pub(crate) fn shared_games() -> Vec<RuleSheet> {
    shared("games").map_or_else(Vec::new, |path| read_sheets(&path))
}

/// The sheets that come with the project.
pub(crate) fn own_games() -> Vec<RuleSheet> {
    read_sheets(&root().join("games"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read_sheets(directory: &Path) -> Vec<RuleSheet> {
    let mut sheets = Vec::new();
    for entry in fs::read_dir(directory).expect("the directory of sheets can be read") {
        let path = entry.expect("its entries can be read").path();
        if path.extension().is_some_and(|extension| extension == "kif") {
            let bytes = fs::read(&path).expect("a sheet can be read");
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            sheets.push(RuleSheet { name, text: decode(&bytes).0.into_owned() });
        }
    }
    sheets.sort_by(|left, right| left.name.cmp(&right.name));
    sheets
}
