//! What the page says, it says in every language: dictionaries have all texts of the page, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::Context;

use crate::project;

/// Where the page has its texts.
const FOLDERS: [&str; 2] = ["web/js", "site/js"];

/// Where it has them in other languages.
const DICTIONARIES: &str = "web/js/languages/";

/// The functions whose first argument is a text.
const TRANSLATORS: [&str; 2] = ["t(", "plural("];

/// What comes before a text that people read.
const READ: [&str; 9] = [
    "'aria-label': ",
    "title: ",
    "label: ",
    "placeholder: ",
    "alt: ",
    "textContent = ",
    "button(",
    "notice(",
    "{}, ",
];

struct Source {
    name: String,
    text: String,
}

pub(crate) fn check() -> anyhow::Result<Vec<String>> {
    let mut sources = Vec::new();
    for folder in FOLDERS {
        for path in project::files(&project::root().join(folder))? {
            let reading = || format!("reading {}", path.display());
            let text = fs::read_to_string(&path).with_context(reading)?;
            let name = path.strip_prefix(project::root()).unwrap_or(&path);
            sources.push(Source { name: name.display().to_string(), text });
        }
    }
    Ok(compare(&sources))
}

fn compare(sources: &[Source]) -> Vec<String> {
    let is_dictionary = |source: &&Source| source.name.starts_with(DICTIONARIES);
    let (dictionaries, page): (Vec<_>, Vec<_>) = sources.iter().partition(is_dictionary);
    let mut findings = Vec::new();
    // Each text, and where it is said first.
    let mut texts = BTreeMap::new();
    for Source { name, text } in page {
        for (line, said) in said(text) {
            match said {
                Some(said) => _ = texts.entry(said).or_insert(format!("{name}:{line}")),
                None => findings.push(format!("{name}:{line}: a text is one literal in '…'")),
            }
        }
        for line in untranslated(text) {
            findings.push(format!("{name}:{line}: a text does not go through `t`"));
        }
    }
    for Source { name, text } in dictionaries {
        let mut known = BTreeSet::new();
        for (line, text, translations) in entries(text) {
            known.insert(text);
            if !texts.contains_key(text) {
                findings.push(format!("{name}:{line}: the page does not say `{text}`"));
            }
            if translations.iter().any(|translation| places(translation) != places(text)) {
                findings.push(format!("{name}:{line}: `{text}` has other places in {{…}}"));
            }
        }
        let missing = texts.iter().filter(|(text, _)| !known.contains(*text));
        findings.extend(missing.map(|(text, place)| format!("{place}: {name} lacks `{text}`")));
    }
    findings
}

/// The lines where texts are said, and the texts, if they can be seen there.
fn said(source: &str) -> Vec<(usize, Option<&str>)> {
    let mut found = Vec::new();
    for translator in TRANSLATORS {
        for (at, _) in source.match_indices(translator) {
            let (before, rest) = (&source[..at], &source[at + translator.len()..]);
            let is_other = before.ends_with(|c: char| c.is_alphanumeric() || "_$.".contains(c));
            if !is_other && !before.ends_with("function ") {
                found.push((line_of(before), literal(rest)));
            }
        }
    }
    found
}

/// The argument that a source begins with, if it is one literal.
fn literal(source: &str) -> Option<&str> {
    let (text, rest) = source.trim_start().strip_prefix('\'')?.split_once('\'')?;
    let is_whole = rest.trim_start().starts_with([',', ')']) && !text.contains('\\');
    is_whole.then_some(text)
}

/// The lines where people read a literal that is the same in all languages.
fn untranslated(source: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for read in READ {
        for (at, _) in source.match_indices(read) {
            let rest = source[at + read.len()..].strip_prefix(['\'', '`']);
            // Signs are no words.
            if rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())) {
                found.push(line_of(&source[..at]));
            }
        }
    }
    found
}

fn line_of(before: &str) -> usize {
    before.matches('\n').count() + 1
}

/// The entries of a dictionary: line, text, and the translation in all its forms.
fn entries(dictionary: &str) -> impl Iterator<Item = (usize, &str, Vec<&str>)> {
    dictionary.lines().enumerate().filter_map(|(index, line)| {
        let (text, translations) = line.trim_start().strip_prefix('\'')?.split_once("': ")?;
        Some((index + 1, text, translations.split('\'').skip(1).step_by(2).collect()))
    })
}

/// The names in braces.
fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DICTIONARY: &str = "web/js/languages/de.js";

    fn findings(sources: &[(&str, &str)]) -> Vec<String> {
        let source = |&(name, text): &(&str, &str)| Source { name: name.into(), text: text.into() };
        compare(&sources.iter().map(source).collect::<Vec<_>>())
    }

    #[test]
    fn a_translated_page_passes() {
        let page = "button(t('Play {game}', { game }));\nplural(\n  '{count} move', '{count} moves', n);\n\
                    export function t(text) {}\nat(3); button('›', on);\n";
        let dictionary = "  'Play {game}': '{game} spielen',\n\
                          \x20 '{count} move': { one: '{count} Zug', other: '{count} Züge' },\n";
        let found = findings(&[("web/js/a.js", page), (DICTIONARY, dictionary)]);
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn missing_and_superfluous_texts_are_told() {
        let page = ("site/js/a.js", "\nt('Play');\n");
        let found = findings(&[page, (DICTIONARY, "  'Pause': 'Pause',\n")]);
        assert_eq!(
            found,
            [
                format!("{DICTIONARY}:1: the page does not say `Pause`"),
                format!("site/js/a.js:2: {DICTIONARY} lacks `Play`"),
            ]
        );
    }

    #[test]
    fn texts_that_cannot_be_seen_are_told() {
        for page in ["t(label)", "t('One ' + 'two')", "t(`Move ${k}`)", "t('Don\\'t')"] {
            let found = findings(&[("web/js/a.js", page)]);
            assert_eq!(found, ["web/js/a.js:1: a text is one literal in '…'"], "{page}");
        }
        for page in ["h('p', {}, 'Hello')", "button(`Play ${game}`, on)"] {
            let found = findings(&[("web/js/a.js", page)]);
            assert_eq!(found, ["web/js/a.js:1: a text does not go through `t`"], "{page}");
        }
    }

    #[test]
    fn other_places_are_told() {
        let found = findings(&[
            ("web/js/a.js", "t('Move {move}', { move })"),
            (DICTIONARY, "'Move {move}': 'Zug {ply}',"),
        ]);
        assert_eq!(found, [format!("{DICTIONARY}:1: `Move {{move}}` has other places in {{…}}")]);
    }
}
