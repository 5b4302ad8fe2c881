//! What the editor of a page asks, and the answers, as data with places in UTF-16 units: those of
//! JavaScript. A server passes them on, and a page without one can ask the library itself.

use serde::{Deserialize, Serialize};
use stonegate_gdl::Span;

use crate::document::Document;
use crate::edit::Edit;
use crate::format::format;
use crate::hover::Sizes;

/// The most that a page shows.
const MAX_COMPLETIONS: usize = 50;

/// Fixes are tried out one by one: for so many findings, and in sheets that are not large.
const MAX_FINDINGS: usize = 20;
const MAX_BYTES_TO_FIX: usize = 64 << 10;

/// A question about a text.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Deserialize)]
#[serde(tag = "question", rename_all = "kebab-case")]
pub enum PageQuestion {
    /// What stands there?
    Hover { at: u32 },
    /// What could be written there?
    Completions { at: u32 },
    /// What can be done about each finding?
    Fixes,
    /// How does it look in a tidy layout?
    Format,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageAnswer {
    Hover(Option<HoverView>),
    Completions(Vec<CompletionView>),
    /// For each finding, in their order, the fixes that there are.
    Fixes(Vec<Vec<FixView>>),
    /// `None` for a text with syntax errors.
    Format(Option<String>),
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct HoverView {
    pub start: u32,
    pub end: u32,
    pub text: String,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct CompletionView {
    pub label: String,
    pub kind: &'static str,
    pub detail: String,
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct FixView {
    pub title: String,
    pub edits: Vec<EditView>,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct EditView {
    pub start: u32,
    pub end: u32,
    pub text: String,
}

impl PageQuestion {
    /// Whether the answer has figures in it.
    pub fn wants_figures(self) -> bool {
        matches!(self, Self::Hover { .. })
    }

    pub fn answer(self, document: &Document, sizes: Sizes<'_>) -> PageAnswer {
        let text = &document.text;
        match self {
            Self::Hover { at } => {
                let hover = document.hover(offset(text, at), sizes);
                PageAnswer::Hover(hover.map(|hover| {
                    let (start, end) = units(text, hover.span);
                    HoverView { start, end, text: hover.markdown }
                }))
            }
            Self::Completions { at } => {
                let items = document.completions(offset(text, at)).into_iter();
                let items = items.take(MAX_COMPLETIONS).map(|item| {
                    let (start, end) = units(text, item.span);
                    let kind = item.kind.noun();
                    CompletionView { label: item.label, kind, detail: item.detail, start, end }
                });
                PageAnswer::Completions(items.collect())
            }
            Self::Fixes if text.len() > MAX_BYTES_TO_FIX => PageAnswer::Fixes(Vec::new()),
            Self::Fixes => {
                let findings = document.analysis.diagnostics.iter().take(MAX_FINDINGS);
                let fixes = findings.map(|finding| {
                    let fixes = document.fixes(finding).into_iter();
                    fixes
                        .map(|fix| FixView {
                            edits: fix.edits.iter().map(|edit| edit_view(text, edit)).collect(),
                            title: fix.title,
                        })
                        .collect()
                });
                PageAnswer::Fixes(fixes.collect())
            }
            Self::Format => PageAnswer::Format(format(text).ok()),
        }
    }
}

fn edit_view(text: &str, edit: &Edit) -> EditView {
    let (start, end) = units(text, edit.span);
    EditView { start, end, text: edit.text.clone() }
}

/// The place of a span in units.
fn units(text: &str, span: Span) -> (u32, u32) {
    let count = |text: &str| text.chars().map(|char| char.len_utf16() as u32).sum::<u32>();
    let range = span.range();
    let start = count(&text[..range.start]);
    (start, start + count(&text[range]))
}

/// The offset of a place in units; one behind the end is the end.
fn offset(text: &str, at: u32) -> u32 {
    let mut left = at as usize;
    for (offset, char) in text.char_indices() {
        if left < char.len_utf16() {
            return offset as u32;
        }
        left -= char.len_utf16();
    }
    text.len() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_in_javascript() {
        let text = "😀 (é a)";
        for (offset, units) in [(0, 0), (5, 3), (6, 4), (8, 5)] {
            assert_eq!(super::offset(text, units), offset);
            let (start, end) = super::units(text, Span::new(0, offset as usize));
            assert_eq!((start, end), (0, units));
        }
        assert_eq!(offset(text, 99), text.len() as u32);
    }

    #[test]
    fn questions_are_answered() {
        let document = Document::new("(role robot)\n(legal ro".to_owned());
        let sizes = Sizes::Unknown("");
        let PageAnswer::Completions(items) =
            PageQuestion::Completions { at: 22 }.answer(&document, sizes)
        else {
            panic!("completions were asked for")
        };
        let item = &items[0];
        assert_eq!((item.label.as_str(), item.start, item.end), ("robot", 20, 22));
        assert_eq!(PageQuestion::Format.answer(&document, sizes), PageAnswer::Format(None));
        let PageAnswer::Fixes(fixes) = PageQuestion::Fixes.answer(&document, sizes) else {
            panic!("fixes were asked for")
        };
        assert_eq!(fixes.len(), document.analysis.diagnostics.len());
        let hover = PageQuestion::Hover { at: 2 }.answer(&document, sizes);
        assert!(matches!(hover, PageAnswer::Hover(Some(HoverView { start: 1, end: 5, .. }))));
    }
}
