//! Sheets to try things on.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use stonegate_gdl::{Syntax, parse};
use stonegate_oracles::{own_game, own_names};

/// The sheets with one mistake each, by their names.
pub(crate) fn bad() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gdl/tests/bad");
    let entries = fs::read_dir(folder).expect("the folder of bad sheets can be read");
    let paths = entries.map(|entry| entry.expect("its entries can be read").path());
    let sheets = paths.filter(|path| path.extension() != Some(OsStr::new("expect")));
    let mut sheets = sheets
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a bad sheet is still text"))
        })
        .collect::<Vec<_>>();
    sheets.sort();
    assert!(sheets.len() >= 114, "there are {}", sheets.len());
    sheets
}

/// Our own sheets, in both syntaxes.
pub(crate) fn good() -> Vec<(String, String)> {
    let mut sheets = Vec::new();
    for name in own_names() {
        let text = own_game(&name);
        let (sheet, _) = parse(&text);
        sheets.push((format!("{name}.gdl"), sheet.print(Syntax::Infix)));
        sheets.push((name, text));
    }
    sheets
}

/// Whether a sheet of [`good`] is in infix syntax.
pub(crate) fn is_infix(name: &str) -> bool {
    name.split_once('.').is_some_and(|(_, ending)| ending == "gdl")
}
