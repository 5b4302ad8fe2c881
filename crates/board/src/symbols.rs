//! Short symbols for what is on the squares.

use std::collections::{BTreeMap, BTreeSet};

/// How the words on a square become a symbol of one or two characters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbols {
    labels: BTreeMap<String, String>,
    /// The roles that own pieces, in the order of the sheet.
    owners: Vec<String>,
    /// The word for a square with nothing on it.
    blanks: BTreeSet<String>,
    /// Every piece is an owner and a kind, and there are two owners: the first has
    /// the capital letters.
    is_cased: bool,
    /// The commonest kind at the beginning, which has no letter in front of its moves.
    common: Option<String>,
    /// Words that are all that is seen of a square.
    signs: BTreeMap<String, String>,
}

/// Words with a usual sign. They only change how a piece looks.
const USUAL: &[(&str, &str)] = &[
    ("king", "k"),
    ("queen", "q"),
    ("rook", "r"),
    ("bishop", "b"),
    ("knight", "n"),
    ("pawn", "p"),
    ("on", "*"),
    ("wall", "#"),
    ("burned", "#"),
    ("arrow", "#"),
];

/// Words for nothing.
pub(crate) const BLANKS: &[&str] = &["blank", "empty", "b", "none", "off", "free", "gap"];

impl Symbols {
    /// Symbols for all words, which come in the order of the sheet. `cells` are the
    /// words of squares in some states.
    pub(crate) fn new(
        words: &[&str],
        roles: &[String],
        blanks: BTreeSet<String>,
        cells: &BTreeSet<Vec<String>>,
    ) -> Self {
        let is_word = |role: &&String| words.contains(&role.as_str());
        let owners = roles.iter().filter(is_word).cloned().collect::<Vec<_>>();
        let is_owner = |word: &String| owners.contains(word);
        let is_owned_kind = |cell: &Vec<String>| {
            cell.len() == 2 && cell.iter().filter(|word| is_owner(word)).count() == 1
        };
        let pieces = || cells.iter().filter(|cell| !cell.iter().all(|word| blanks.contains(word)));
        let is_cased =
            owners.len() == 2 && pieces().next().is_some() && pieces().all(is_owned_kind);
        let (labels, signs) = (BTreeMap::new(), BTreeMap::new());
        let mut symbols = Self { labels, owners, blanks, is_cased, common: None, signs };
        let owners = symbols.owners.clone();
        let others = words.iter().filter(|word| !owners.iter().any(|owner| owner == *word));
        let mut taken = BTreeSet::new();
        for owner in &owners {
            // In the other case, owners and kinds do not compete for letters.
            let label = free_label(owner, &taken);
            if !symbols.is_cased {
                taken.insert(label.to_lowercase());
            }
            // Noughts and crosses are small.
            let label =
                if ["x", "o"].contains(&label.as_str()) { label } else { label.to_uppercase() };
            symbols.labels.insert(owner.clone(), label);
        }
        let mut kinds: BTreeMap<String, String> = BTreeMap::new();
        for word in others.filter(|word| !symbols.blanks.contains(**word)) {
            let mut fresh_label = |word: &str| {
                let label = free_label(word, &taken);
                taken.insert(label.to_lowercase());
                label
            };
            let label = match owned_kind(word, roles) {
                Some((owner, kind)) => {
                    let label = kinds.entry(kind).or_insert_with_key(|kind| fresh_label(kind));
                    if owner == 0 { label.to_uppercase() } else { label.to_lowercase() }
                }
                None => fresh_label(word),
            };
            symbols.labels.insert((*word).to_owned(), label);
        }
        symbols
    }

    /// Notes what stands on the squares at the beginning.
    pub(crate) fn set_start<'a>(&mut self, cells: impl Iterator<Item = &'a Vec<String>>) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for kind in cells.filter_map(|cell| self.kind(cell)) {
            *counts.entry(kind).or_default() += 1;
        }
        let common = counts.into_iter().max_by_key(|(_, count)| *count);
        self.common = common.map(|(kind, _)| kind.to_owned());
    }

    /// The letter of the piece on a square, as it stands before moves: where each piece is an owner
    /// and a kind, and not the commonest one.
    pub(crate) fn letter(&self, words: &[String]) -> Option<String> {
        let kind = self.kind(words).filter(|_| self.is_cased)?;
        (self.common.as_deref() != Some(kind)).then(|| self.label(kind).to_uppercase())
    }

    /// The kind of the piece on a square, beside its owner.
    fn kind<'a>(&self, words: &'a [String]) -> Option<&'a str> {
        let is_kind = |word: &&String| !self.owners.contains(word) && !self.blanks.contains(*word);
        words.iter().find(is_kind).map(String::as_str)
    }

    /// Where this word is on a square, only its sign is seen.
    pub(crate) fn set_sign(&mut self, word: &str, sign: &str) {
        self.signs.insert(word.to_owned(), sign.to_owned());
    }

    /// The symbol for the words on a square; empty if there is nothing.
    pub(crate) fn symbol(&self, words: &[String]) -> String {
        if let Some(sign) = words.iter().find_map(|word| self.signs.get(word)) {
            return sign.clone();
        }
        let pieces = words.iter().filter(|word| !self.blanks.contains(*word));
        let (owners, kinds): (Vec<_>, Vec<_>) = pieces.partition(|word| self.owners.contains(word));
        if self.is_cased
            && let ([owner], [kind]) = (&owners[..], &kinds[..])
        {
            let label = self.label(kind);
            let is_first = **owner == self.owners[0];
            return if is_first { label.to_uppercase() } else { label.to_lowercase() };
        }
        let shown = owners.into_iter().chain(kinds).take(2);
        shown.map(|word| self.label(word)).collect()
    }

    pub(crate) fn is_blank(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.blanks.contains(word))
    }

    fn label(&self, word: &str) -> String {
        self.labels.get(word).cloned().unwrap_or_else(|| word.chars().take(1).collect())
    }
}

/// The owner and the kind of a piece that is called after both: `blackPawn` is a pawn
/// of the second of the roles white and black.
fn owned_kind(word: &str, roles: &[String]) -> Option<(usize, String)> {
    let owned = roles.iter().enumerate().find_map(|(owner, role)| {
        let is_role = role.len() > 1 && word.get(..role.len())?.eq_ignore_ascii_case(role);
        let kind = word.get(role.len()..)?.trim_start_matches(['_', '-']);
        (is_role && !kind.is_empty()).then(|| (owner, kind.to_lowercase()))
    });
    owned.filter(|_| roles.len() == 2)
}

/// A label that no other word has: the word itself if it is short, its usual sign,
/// one of its letters, or its first letter and another one.
fn free_label(word: &str, taken: &BTreeSet<String>) -> String {
    let usual = USUAL.iter().find(|(usual, _)| *usual == word).map(|(_, sign)| (*sign).to_owned());
    let whole = (word.chars().count() <= 2).then(|| word.to_owned());
    let lower = word.to_lowercase();
    let letters = || lower.chars().filter(|c| c.is_alphanumeric());
    let first = lower.chars().take(1).collect::<String>();
    let pairs = letters().skip(1).chain('0'..='9').map(|second| format!("{first}{second}"));
    let mut labels = usual.into_iter().chain(whole);
    labels
        .by_ref()
        .chain(letters().map(String::from))
        .chain(pairs)
        .find(|label| !taken.contains(&label.to_lowercase()))
        .unwrap_or_else(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(words: &[&str], roles: &[&str], cells: &[&[&str]], expected: &str) {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let cells = cells.iter().map(|cell| owned(cell));
        let blanks = BTreeSet::from(["blank".to_owned()]);
        let symbols =
            Symbols::new(words, &owned(roles), blanks, &cells.clone().collect::<BTreeSet<_>>());
        let drawn = cells.map(|cell| symbols.symbol(&cell)).collect::<Vec<_>>();
        assert_eq!(drawn.join(" "), expected);
    }

    #[test]
    fn one_word() {
        check(&["blank", "x", "o"], &[], &[&["x"], &["o"]], "x o");
        check(&["white", "black", "blue"], &["white", "black"], &[&["white"], &["blue"]], "W l");
        check(&["17", "wp", "elephant"], &[], &[&["17"], &["wp"], &["elephant"]], "17 wp e");
    }

    #[test]
    fn owners_and_kinds() {
        let words = ["white", "black", "king", "knight", "blank"];
        let pieces: &[&[&str]] = &[&["white", "king"], &["knight", "black"]];
        check(&words, &["white", "black"], pieces, "K n");
        let pieces: &[&[&str]] = &[&["white"], &["black", "king"]];
        check(&words, &["white", "black"], pieces, "W Bk");
        let words = ["whiteKing", "blackKing", "black_pawn"];
        let pieces: &[&[&str]] = &[&["whiteKing"], &["blackKing"], &["black_pawn"]];
        check(&words, &["white", "black"], pieces, "K k p");
    }
}
