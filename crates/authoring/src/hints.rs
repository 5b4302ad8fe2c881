//! What variables range over, beside where they first stand.

use stonegate_gdl::Span;

use crate::document::Document;
use crate::figures::Figures;
use crate::names::{Name, NameKind};

/// A few words behind a place.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Hint {
    pub offset: u32,
    pub text: String,
}

impl Document {
    /// The ranges of the variables whose first places in their clauses are in a part of the text.
    pub fn hints(&self, part: Span, figures: &Figures) -> Vec<Hint> {
        let mut hints = Vec::new();
        let mut seen = Vec::<Name>::new();
        for &name in self.names().iter().filter(|name| name.kind == NameKind::Variable) {
            if seen.last().is_some_and(|last| last.clause != name.clause) {
                seen.clear();
            }
            if seen.iter().any(|other| other.symbol == name.symbol) {
                continue;
            }
            seen.push(name);
            if part.contains(name.span)
                && let Some(range) = self.range_of(name, figures)
            {
                hints.push(Hint { offset: name.span.end, text: format!(": {range}") });
            }
        }
        hints
    }
}
