//! The order of roles' moves and of facts.

use std::cmp::Ordering;

use stonegate_gdl::{Symbols, TermId, Terms};

/// Sorts terms by their text, runs of digits by their value, and drops doubles:
/// `(cell 2 1)` stands before `(cell 10 1)`.
pub(crate) fn sort_terms(terms: &Terms, symbols: &Symbols, mut list: Vec<TermId>) -> Vec<TermId> {
    list.sort_unstable();
    list.dedup();
    let mut texts = list
        .into_iter()
        .map(|term| (terms.display(symbols, term).to_string(), term))
        .collect::<Vec<_>>();
    texts.sort_by(|(left, _), (right, _)| compare(left, right));
    texts.into_iter().map(|(_, term)| term).collect()
}

/// The order of a role's moves and of facts in a machine, by their texts: runs of
/// digits are compared by their value.
pub fn compare(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left.as_bytes(), right.as_bytes());
    loop {
        let (left_run, right_run) = (digits(left), digits(right));
        let order = if left_run.is_empty() || right_run.is_empty() {
            match (left.first(), right.first()) {
                (None, None) => return Ordering::Equal,
                (a, b) => a.cmp(&b),
            }
        } else {
            number(left_run).cmp(&number(right_run)).then(left_run.len().cmp(&right_run.len()))
        };
        if order != Ordering::Equal {
            return order;
        }
        left = &left[left_run.len().max(1)..];
        right = &right[right_run.len().max(1)..];
    }
}

/// The run of digits at the start of a text.
fn digits(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    &text[..end]
}

/// A number as a length and digits, which compare like its value.
fn number(digits: &[u8]) -> (usize, &[u8]) {
    let start = digits.iter().position(|&digit| digit != b'0').unwrap_or(digits.len());
    (digits.len() - start, &digits[start..])
}
