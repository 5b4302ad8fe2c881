//! What the library says, in the words of the protocol.

use lsp_types::{
    CodeAction, CodeActionKind, CompletionItem, CompletionItemKind, CompletionTextEdit, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, DocumentSymbol, Location, NumberOrString,
    Position, Range, SemanticToken, SymbolKind, TextEdit, Uri, WorkspaceEdit,
};
use stonegate_authoring::{
    Color, Colored, Completion, Document, Edit, Encoding, Fix, NameKind, Section,
};
use stonegate_gdl::{Severity, Span};

/// A document and how its client counts columns.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Page<'a> {
    pub(crate) document: &'a Document,
    pub(crate) encoding: Encoding,
    pub(crate) uri: &'a Uri,
}

impl Page<'_> {
    pub(crate) fn offset(self, position: Position) -> u32 {
        let place = (position.line, position.character);
        self.document.lines.offset(&self.document.text, place, self.encoding)
    }

    pub(crate) fn span(self, range: Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span { start, end: end.max(start) }
    }

    /// What somebody means who asks for fixes: a selection, or the line of the cursor.
    pub(crate) fn around(self, range: Range) -> Span {
        if range.start != range.end {
            return self.span(range);
        }
        let line = range.start.line;
        self.span(Range::new(Position::new(line, 0), Position::new(line, u32::MAX)))
    }

    pub(crate) fn position(self, offset: u32) -> Position {
        let place = self.document.lines.position(&self.document.text, offset, self.encoding);
        Position::new(place.0, place.1)
    }

    pub(crate) fn range(self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    pub(crate) fn location(self, span: Span) -> Location {
        Location::new(self.uri.clone(), self.range(span))
    }

    pub(crate) fn text_edits(self, edits: &[Edit]) -> Vec<TextEdit> {
        edits.iter().map(|edit| TextEdit::new(self.range(edit.span), edit.text.clone())).collect()
    }

    pub(crate) fn workspace_edit(self, edits: &[Edit]) -> WorkspaceEdit {
        #[expect(clippy::mutable_key_type, reason = "an address does not change")]
        let changes = [(self.uri.clone(), self.text_edits(edits))].into_iter().collect();
        WorkspaceEdit::new(changes)
    }

    pub(crate) fn diagnostic(self, finding: &stonegate_gdl::Diagnostic) -> Diagnostic {
        let message = match &finding.hint {
            Some(hint) => format!("{}\nhelp: {hint}", finding.message),
            None => finding.message.clone(),
        };
        let related = finding.related.iter().map(|(span, label)| DiagnosticRelatedInformation {
            location: self.location(*span),
            message: label.clone(),
        });
        let related = related.collect::<Vec<_>>();
        Diagnostic {
            range: self.range(finding.span),
            severity: Some(match finding.code.severity() {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(finding.code.to_string())),
            source: Some("stonegate".to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            ..Diagnostic::default()
        }
    }

    pub(crate) fn code_action(
        self,
        finding: &stonegate_gdl::Diagnostic,
        fix: &Fix,
        is_best: bool,
    ) -> CodeAction {
        CodeAction {
            title: fix.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![self.diagnostic(finding)]),
            edit: Some(self.workspace_edit(&fix.edits)),
            is_preferred: is_best.then_some(true),
            ..CodeAction::default()
        }
    }

    pub(crate) fn completion(self, completion: Completion) -> CompletionItem {
        let edit = TextEdit::new(self.range(completion.span), completion.label.clone());
        CompletionItem {
            kind: Some(match completion.kind {
                NameKind::Keyword => CompletionItemKind::KEYWORD,
                NameKind::Relation => CompletionItemKind::FUNCTION,
                NameKind::Function => CompletionItemKind::PROPERTY,
                NameKind::Object => CompletionItemKind::ENUM_MEMBER,
                NameKind::Variable => CompletionItemKind::VARIABLE,
            }),
            detail: Some(completion.detail),
            sort_text: Some(format!("{} {}", completion.rank, completion.label)),
            filter_text: Some(completion.label.clone()),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            label: completion.label,
            ..CompletionItem::default()
        }
    }

    #[expect(deprecated, reason = "the protocol still has the field")]
    pub(crate) fn symbol(self, section: Section) -> DocumentSymbol {
        DocumentSymbol {
            name: section.name,
            detail: (!section.detail.is_empty()).then_some(section.detail),
            kind: if section.is_keyword { SymbolKind::KEY } else { SymbolKind::FUNCTION },
            tags: None,
            deprecated: None,
            range: self.range(section.span),
            selection_range: self.range(section.head),
            children: None,
        }
    }

    /// Tokens as the protocol has them: each from where the one before it starts. The text is
    /// walked through once, since a whole sheet may stand on one line.
    pub(crate) fn semantic_tokens(self, colors: &[Colored]) -> Vec<SemanticToken> {
        let text = &self.document.text;
        let mut tokens = Vec::with_capacity(colors.len());
        let (mut line, mut column) = (0, 0);
        let (mut last_line, mut last_column) = (0, 0);
        let mut at = 0;
        for colored in colors {
            let start = colored.span.start as usize;
            let number = self.document.lines.number(colored.span.start) as u32 - 1;
            if number != line {
                (line, column) = (number, 0);
                at = self.document.lines.offset(text, (line, 0), Encoding::Utf8) as usize;
            }
            column += self.units(&text[at..start]);
            at = start;
            let same_line = line == last_line;
            tokens.push(SemanticToken {
                delta_line: line - last_line,
                delta_start: if same_line { column - last_column } else { column },
                length: self.units(&text[colored.span.range()]),
                token_type: color_number(colored.color),
                token_modifiers_bitset: u32::from(colored.is_definition)
                    | u32::from(colored.is_static) << 1,
            });
            (last_line, last_column) = (line, column);
        }
        tokens
    }

    fn units(self, text: &str) -> u32 {
        (match self.encoding {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => text.chars().count(),
        }) as u32
    }
}

/// The place of a color in the legend.
fn color_number(color: Color) -> u32 {
    match color {
        Color::Keyword => 0,
        Color::Operator => 1,
        Color::Relation => 2,
        Color::Function => 3,
        Color::Object => 4,
        Color::Number => 5,
        Color::Variable => 6,
        Color::Comment => 7,
    }
}
