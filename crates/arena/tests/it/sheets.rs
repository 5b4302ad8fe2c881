//! The rule sheets that tests read, and the same under other names.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use stonegate_gdl::decode;

/// The text of one of our own games.
pub(crate) fn own_game(name: &str) -> String {
    read(&own_games().join(format!("{name}.kif")))
}

/// The names of our own games, sorted.
pub(crate) fn own_names() -> Vec<String> {
    let entries = fs::read_dir(own_games()).expect("the directory of sheets can be read");
    let paths = entries.map(|entry| entry.expect("its entries can be read").path());
    let mut names = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "kif"))
        .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
        .collect::<Vec<_>>();
    names.sort();
    names
}

/// The text of a game in `../shared`, beside the repository. Says so if it is not there.
#[expect(clippy::print_stderr, reason = "the one way to tell that a test was skipped")]
pub(crate) fn shared_game(name: &str) -> Option<String> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    if shared.exists() {
        return Some(read(&shared.join(format!("games/{name}.kif"))));
    }
    eprintln!("skipped: ../shared is not there");
    None
}

fn own_games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

fn read(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    decode(&bytes).0.into_owned()
}

/// The words that a scrambler keeps.
const KEYWORDS: &[&str] = &[
    "role", "base", "input", "init", "true", "does", "next", "legal", "goal", "terminal", "random",
    "sees", "distinct", "not", "or", "and", "<=",
];

/// Replaces the names of a KIF sheet but keywords, whole numbers and variables, so that they sort
/// in another order.
pub(crate) fn scramble(text: &str) -> String {
    let mut words: HashMap<&str, String> = HashMap::new();
    let mut scrambled = String::new();
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default());
    for piece in lines.flat_map(|line| line.split_inclusive([' ', '\t', '(', ')']).chain(["\n"])) {
        let word = piece.trim_end_matches([' ', '\t', '(', ')', '\n']);
        let is_kept = word.is_empty()
            || word.starts_with('?')
            || word.parse::<i64>().is_ok()
            || KEYWORDS.contains(&word.to_ascii_lowercase().as_str());
        if is_kept {
            scrambled.push_str(word);
        } else {
            let n = words.len();
            let letter = char::from(b'a' + (n * 7 % 26) as u8);
            scrambled.push_str(words.entry(word).or_insert_with(|| format!("{letter}word{n}")));
        }
        scrambled.push_str(&piece[word.len()..]);
    }
    scrambled
}
