//! The rule sheets that tests read, and the same under other names.

use std::collections::HashMap;

use stonegate_oracles::{read, shared};

/// The text of a game in `../shared`.
pub(crate) fn shared_game(name: &str) -> Option<String> {
    Some(read(&shared(&format!("games/{name}.kif"))?))
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
