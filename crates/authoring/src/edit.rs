//! Changes of a text.

use stonegate_gdl::Span;

/// Puts a text in the place of what stands in a span.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

impl Edit {
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    pub fn insert(at: u32, text: impl Into<String>) -> Self {
        Self::new(Span { start: at, end: at }, text)
    }

    pub fn delete(span: Span) -> Self {
        Self::new(span, "")
    }
}

/// The text after edits that do not overlap, in any order.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut edits = edits.iter().collect::<Vec<_>>();
    edits.sort_by_key(|edit| edit.span);
    let mut changed = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        let range = edit.span.range();
        changed.push_str(text.get(at..range.start).unwrap_or_default());
        changed.push_str(&edit.text);
        at = at.max(range.end);
    }
    changed.push_str(&text[at..]);
    changed
}

/// A few edits that turn one text into another: what is the same at both ends stays.
pub fn difference(old: &str, new: &str) -> Vec<Edit> {
    if old == new {
        return Vec::new();
    }
    let same = |(a, b): &(u8, u8)| a == b;
    let start = old.bytes().zip(new.bytes()).take_while(same).count();
    let start = old.floor_char_boundary(start).min(new.floor_char_boundary(start));
    let ends = old[start..].bytes().rev().zip(new[start..].bytes().rev());
    let mut end = ends.take_while(same).count();
    while !old.is_char_boundary(old.len() - end) || !new.is_char_boundary(new.len() - end) {
        end -= 1;
    }
    vec![Edit::new(Span::new(start, old.len() - end), &new[start..new.len() - end])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_made_in_any_order() {
        let edits = [Edit::delete(Span::new(4, 5)), Edit::insert(0, "("), Edit::insert(5, ")")];
        assert_eq!(apply("a b c", &edits), "(a b )");
    }

    #[test]
    fn a_difference_makes_the_new_text() {
        for (old, new) in [("", "a"), ("aé", "aè"), ("a b c", "a c"), ("aaa", "aa"), ("x", "x")] {
            assert_eq!(apply(old, &difference(old, new)), new);
        }
    }
}
