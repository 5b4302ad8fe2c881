//! Sheets with one mistake each, in `tests/bad`, and what is said about them.
//!
//! `UPDATE_EXPECT=1 cargo test` writes the `.expect` files.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use stonegate_gdl::{Analysis, Code, analyze, render};

/// What only a large sheet shows. See the module `large`.
const NOT_ON_FILE: [Code; 5] =
    [Code::InvalidText, Code::TooDeep, Code::TooLarge, Code::TooManyErrors, Code::TooManyWarnings];

fn sheets() -> Vec<(PathBuf, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let entries = fs::read_dir(directory).expect("the directory of bad sheets can be read");
    let paths = entries.map(|entry| entry.expect("its entries can be read").path());
    let is_sheet = |path: &PathBuf| path.extension() != Some(OsStr::new("expect"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a bad sheet is still text");
        (path, text)
    };
    paths.filter(is_sheet).map(read).collect()
}

fn draw(analysis: &Analysis, path: &Path, text: &str) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let drawings = analysis.diagnostics.iter().map(|it| render(it, &name, text, false));
    drawings.collect::<Vec<_>>().join("\n")
}

#[test]
fn bad_sheets_are_explained() {
    for (path, text) in sheets() {
        let drawing = draw(&analyze(&text), &path, &text);
        expect_file![path.with_extension("expect")].assert_eq(&drawing);
    }
}

#[test]
fn there_is_a_bad_sheet_for_every_code() {
    let mut missing = Code::ALL.iter().copied().collect::<BTreeSet<_>>();
    for (_, text) in sheets() {
        for diagnostic in analyze(&text).diagnostics {
            missing.remove(&diagnostic.code);
        }
    }
    assert_eq!(missing, BTreeSet::from(NOT_ON_FILE));
}
