//! The canonical form of rules: what it forgets, and what it does not.

use std::collections::HashMap;

use stonegate_gdl::{Canonical, Fingerprint, Syntax, analyze, parse};

use crate::sheets::{own_games, shared_games};

const LAMP: &str = "
    (role robot)
    (init (lamp off))
    (<= (legal robot (push ?n)) (button ?n 7) (distinct ?n 2) (not (true (lamp on))))
    (<= (next (lamp on)) (does robot (push ?any)))";

fn fingerprint(text: &str) -> Fingerprint {
    Canonical::new(&analyze(text).rules).fingerprint()
}

/// Replaces all names but keywords and whole numbers, and leaves out comments.
fn scramble(text: &str) -> String {
    const KEPT: &[&str] = &[
        "role", "base", "input", "init", "true", "does", "next", "legal", "goal", "terminal",
        "random", "sees", "distinct", "not", "or", "and", "<=",
    ];
    let mut words: HashMap<String, String> = HashMap::new();
    let mut scrambled = String::new();
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default());
    for piece in lines.flat_map(|line| line.split_inclusive([' ', '\t', '(', ')']).chain(["\n"])) {
        let word = piece.trim_end_matches([' ', '\t', '(', ')', '\n']);
        let is_kept = word.is_empty()
            || word.parse::<i64>().is_ok()
            || KEPT.contains(&word.to_ascii_lowercase().as_str());
        if is_kept {
            scrambled.push_str(word);
        } else {
            let n = words.len();
            let variable = if word.starts_with('?') { "?" } else { "" };
            // Names that sort in another order than they appear in.
            let letter = char::from(b'a' + (n * 7 % 26) as u8);
            let name = words.entry(word.to_owned());
            scrambled.push_str(name.or_insert_with(|| format!("{variable}{letter}word{n}")));
        }
        scrambled.push_str(&piece[word.len()..]);
    }
    scrambled
}

#[test]
fn names_layout_and_syntax_do_not_matter() {
    let expected = fingerprint(LAMP);
    assert_eq!(fingerprint(&scramble(LAMP)), expected);
    assert_eq!(fingerprint(&LAMP.replace(' ', "\n ;; a comment\n  ")), expected);
    assert_eq!(fingerprint(&LAMP.replace("init", "INIT").replace("true", "True")), expected);
    assert_eq!(fingerprint(&LAMP.replace("?n", "?button")), expected);
    assert_eq!(fingerprint(&parse(LAMP).0.print(Syntax::Infix)), expected);
}

#[test]
fn everything_else_matters() {
    let mut variants = vec![
        LAMP.to_owned(),
        LAMP.replace("(role robot)", "(role robot) (role human)"),
        LAMP.replace("(push ?any)", "(push 7)"),
        LAMP.replace("?n 7", "?n 8"),
        LAMP.replace("(lamp on)", "(lamp off)"),
        LAMP.replace("does robot", "does human"),
        LAMP.replace("(not (true (lamp on)))", "(true (lamp on))"),
        LAMP.replace("distinct ?n 2", "distinct 2 ?n"),
        LAMP.replace("robot)", "random)"),
        LAMP.replace("(lamp off)", "(lamp off 1)"),
        LAMP.lines().rev().collect::<Vec<_>>().join("\n"),
    ]
    .into_iter()
    .map(|text| fingerprint(&text))
    .collect::<Vec<_>>();
    let n_variants = variants.len();
    variants.sort_unstable();
    variants.dedup();
    assert_eq!(variants.len(), n_variants);
}

#[test]
fn names_come_back() {
    let analysis =
        analyze("(role |two words|) (init (cell 1 c7 |(|)) (init (cell 1 |two words| x))");
    let canonical = Canonical::new(&analysis.rules);
    assert_eq!(canonical.names, ["|two words|", "cell", "c7", "|(|", "x"]);
    assert_eq!(canonical.rename("c0"), "|two words|");
    assert_eq!(canonical.rename("(c1 1 c2 c3) legal c9"), "(cell 1 c7 |(|) legal c9");
}

#[test]
fn printed_in_hexadecimal() {
    let printed = fingerprint(LAMP).to_string();
    assert_eq!(printed.len(), 64);
    assert!(printed.bytes().all(|byte| byte.is_ascii_hexdigit()));
}

#[test]
fn games_keep_their_fingerprints_when_scrambled() {
    let mut fingerprints = HashMap::new();
    for sheet in own_games() {
        let original = fingerprint(&sheet.text);
        assert_eq!(fingerprint(&scramble(&sheet.text)), original, "{}", sheet.name);
        let other = fingerprints.insert(original, sheet.name.clone());
        assert_eq!(other, None, "{} has the fingerprint of another game", sheet.name);
    }
    for sheet in shared_games() {
        // Names in bars are beyond the scrambler of this test.
        if !sheet.text.contains('|') && sheet.text.len() < 100_000 {
            let original = fingerprint(&sheet.text);
            assert_eq!(fingerprint(&scramble(&sheet.text)), original, "{}", sheet.name);
        }
    }
}
