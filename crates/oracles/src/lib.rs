#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod random_sheets;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;

/// The file that skipped tests are noted in, if somebody wants to know.
pub const SKIPPED: &str = "STONEGATE_SKIPPED";

/// Set where tests may take long.
const SLOW: &str = "STONEGATE_SLOW_TESTS";

/// A fact that is part of the project.
pub fn fact(path: &str) -> String {
    read(&facts(path))
}

/// Where the facts on something are.
pub fn facts(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("facts").join(path)
}

/// The folder of our own rule sheets.
pub fn own_games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// The text of one of our own rule sheets.
pub fn own_game(name: &str) -> String {
    read(&own_games().join(format!("{name}.kif")))
}

/// The names of our own games, sorted.
pub fn own_names() -> Vec<String> {
    names(&own_games(), "kif")
}

/// The names of those of our own games of which an independent prover has recorded some, sorted.
pub fn recorded_names() -> Vec<String> {
    let names = names(&facts("games"), "jsonl");
    assert!(names.len() >= 24, "only {} records", names.len());
    names
}

/// Something in the folder `shared` beside the project. Without it the test is skipped.
pub fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(path);
    if path.exists() {
        return Some(path);
    }
    skip("../shared is not there");
    None
}

/// Whether the test may take long. Otherwise it is skipped.
pub fn may_be_slow() -> bool {
    let may = is_slow_run();
    if !may {
        skip("STONEGATE_SLOW_TESTS is not set");
    }
    may
}

/// Whether tests that can be short or long should be long.
pub fn is_slow_run() -> bool {
    std::env::var_os(SLOW).is_some()
}

/// Notes that the running test does not do its work, or not all of it.
#[expect(clippy::print_stderr, reason = "whoever runs a single test should see it too")]
pub fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
    let Some(path) = std::env::var_os(SKIPPED) else { return };
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    let thread = thread::current();
    let line = format!("{package} {}: {reason}\n", thread.name().unwrap_or("?"));
    let file = fs::OpenOptions::new().append(true).create(true).open(path);
    let noted = file.and_then(|mut file| file.write_all(line.as_bytes()));
    noted.expect("the file of skipped tests can be written");
}

/// The names of the files in a folder with a certain extension, sorted.
pub fn names(folder: &Path, extension: &str) -> Vec<String> {
    let unread = |error| panic!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).unwrap_or_else(unread);
    let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
    let mut names = paths
        .filter(|path| path.extension().is_some_and(|other| other == extension))
        .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
        .collect::<Vec<_>>();
    names.sort();
    names
}

/// A text file. Sheets of others are not always UTF-8.
pub fn read(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}
