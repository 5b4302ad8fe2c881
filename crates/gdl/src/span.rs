//! Places in a source text.

use std::ops::Range;

/// A half-open range of byte offsets in a source text.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end);
        Self { start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The 1-based line and column (in characters) of a byte offset.
pub fn line_column(text: &str, offset: u32) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset as usize)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (
        before.bytes().filter(|&byte| byte == b'\n').count() + 1,
        before[line_start..].chars().count() + 1,
    )
}
