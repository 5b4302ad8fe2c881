//! Where tests find rule sheets.

use std::fs;
use std::path::{Path, PathBuf};

use stonegate_gdl::decode;

/// The text of one of our own games.
pub(crate) fn own_game(name: &str) -> String {
    read(&own_games().join(format!("{name}.kif")))
}

/// The names of our own games.
pub(crate) fn own_names() -> Vec<String> {
    names(&own_games(), "kif")
}

fn own_games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// Something in `../shared`, beside the repository. Says so if it is not there.
#[expect(clippy::print_stderr, reason = "the one way to tell that a test was skipped")]
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    if shared.exists() {
        return Some(shared.join(path));
    }
    eprintln!("skipped: ../shared is not there");
    None
}

/// The text of a shared game.
pub(crate) fn shared_game(name: &str) -> Option<String> {
    Some(read(&shared(&format!("games/{name}.kif"))?))
}

/// The names of the files in a folder with a certain extension, sorted.
pub(crate) fn names(folder: &Path, extension: &str) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        if path.extension().is_some_and(|other| other == extension) {
            names.push(path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
        }
    }
    names.sort();
    names
}

fn read(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    decode(&bytes).0.into_owned()
}
