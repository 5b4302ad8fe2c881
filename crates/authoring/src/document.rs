//! A text that somebody is writing, and what is known of it.

use std::sync::OnceLock;

use stonegate_gdl::{Analysis, Diagnostic, Span, Syntax, Token, analyze, tokens};

use crate::fixes::{self, Fix};
use crate::lines::Lines;
use crate::names::Names;

/// A rule sheet in an editor. Every change makes another one.
#[derive(Clone, Debug)]
pub struct Document {
    pub text: String,
    pub analysis: Analysis,
    pub lines: Lines,
    tokens: OnceLock<Vec<Token>>,
    names: OnceLock<Names>,
}

impl Document {
    /// ```
    /// use stonegate_authoring::Document;
    ///
    /// let document = Document::new("(role robot)\n(legal robot push)".to_owned());
    /// assert_eq!(document.analysis.diagnostics.len(), 2, "it has neither goal nor end");
    /// let push = document.text.find("push").unwrap() as u32;
    /// assert_eq!(document.name_text(document.names().at(push).unwrap().span), "push");
    /// ```
    pub fn new(text: String) -> Self {
        let analysis = analyze(&text);
        let lines = Lines::new(&text);
        Self { text, analysis, lines, tokens: OnceLock::new(), names: OnceLock::new() }
    }

    /// The words of the text. Whoever types fast never asks for them.
    pub fn tokens(&self) -> &[Token] {
        self.tokens.get_or_init(|| tokens(&self.text, self.syntax()))
    }

    /// Every name with its place.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::new(&self.analysis.sheet, self.tokens()))
    }

    pub fn syntax(&self) -> Syntax {
        self.analysis.sheet.syntax
    }

    /// What stands in a span.
    pub fn name_text(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// What can be done about a finding.
    pub fn fixes(&self, finding: &Diagnostic) -> Vec<Fix> {
        fixes::fixes(self, finding)
    }

    /// The token that ends at or before an offset, comments left out.
    pub(crate) fn token_before(&self, offset: u32) -> Option<usize> {
        let end = self.tokens().partition_point(|token| token.span.end <= offset);
        (0..end).rev().find(|&at| self.tokens()[at].kind != stonegate_gdl::TokenKind::Comment)
    }

    /// The first token that begins at or behind an offset.
    pub(crate) fn token_from(&self, offset: u32) -> usize {
        self.tokens().partition_point(|token| token.span.start < offset)
    }
}
