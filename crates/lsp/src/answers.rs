//! Answers about a document: each a function of the document and of the question.

use lsp_server::ErrorCode;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest,
    DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest, InlayHintRequest,
    PrepareRenameRequest, References, Rename, Request, SemanticTokensFullRequest,
    SemanticTokensRangeRequest,
};
use lsp_types::{
    DocumentHighlight, GotoDefinitionResponse, Hover, HoverContents, InlayHint, InlayHintLabel,
    MarkupContent, MarkupKind, PrepareRenameResponse, SemanticTokens,
};
use serde_json::Value;
use stonegate_authoring::{Sizes, difference, format};
use stonegate_gdl::Span;

use crate::convert::Page;
use crate::lenses::lenses;
use crate::outlook::Outlook;

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// What is known of the game besides the sheet.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Known<'a> {
    Outlook(&'a Outlook),
    /// Why nothing is.
    Nothing(&'a str),
}

impl<'a> Known<'a> {
    fn outlook(self) -> Option<&'a Outlook> {
        match self {
            Self::Outlook(outlook) => Some(outlook),
            Self::Nothing(_) => None,
        }
    }
}

/// Answers a request on a document.
pub(crate) fn answer(
    page: Page<'_>,
    known: Known<'_>,
    method: &str,
    params: Value,
) -> Result<Value, Failure> {
    match method {
        HoverRequest::METHOD => say::<HoverRequest>(params, |params| {
            let at = params.text_document_position_params.position;
            Ok(hover(page, known, page.offset(at)))
        }),
        Completion::METHOD => say::<Completion>(params, |params| {
            let at = page.offset(params.text_document_position.position);
            let items = page.document.completions(at).into_iter();
            let items = items.map(|item| page.completion(item)).collect::<Vec<_>>();
            Ok(Some(items.into()))
        }),
        GotoDefinition::METHOD => say::<GotoDefinition>(params, |params| {
            let at = page.offset(params.text_document_position_params.position);
            let places = page.document.definitions(at).into_iter();
            let places = places.map(|name| page.location(name.span)).collect();
            Ok(Some(GotoDefinitionResponse::Array(places)))
        }),
        References::METHOD => say::<References>(params, |params| {
            let at = page.offset(params.text_document_position.position);
            let definitions = page.document.definitions(at);
            let places =
                page.document.references(at).into_iter().filter(|name| {
                    params.context.include_declaration || !definitions.contains(name)
                });
            Ok(Some(places.map(|name| page.location(name.span)).collect()))
        }),
        DocumentHighlightRequest::METHOD => say::<DocumentHighlightRequest>(params, |params| {
            let at = page.offset(params.text_document_position_params.position);
            let places = page.document.references(at).into_iter();
            let highlight = |span| DocumentHighlight { range: page.range(span), kind: None };
            Ok(Some(places.map(|name| highlight(name.span)).collect()))
        }),
        DocumentSymbolRequest::METHOD => say::<DocumentSymbolRequest>(params, |_| {
            let sections = page.document.outline().into_iter();
            let symbols = sections.map(|section| page.symbol(section)).collect::<Vec<_>>();
            Ok(Some(symbols.into()))
        }),
        Formatting::METHOD => say::<Formatting>(params, |_| {
            let tidy = format(&page.document.text).map_err(|_| {
                let message = "a sheet with syntax errors cannot be formatted";
                Failure::new(ErrorCode::RequestFailed, message)
            })?;
            Ok(Some(page.text_edits(&difference(&page.document.text, &tidy))))
        }),
        PrepareRenameRequest::METHOD => say::<PrepareRenameRequest>(params, |params| {
            let name = page.document.renameable(page.offset(params.position));
            let name = name.map_err(|error| refusal(&error))?;
            let placeholder = page.document.name_text(name.span).to_owned();
            let range = page.range(name.span);
            Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
        }),
        Rename::METHOD => say::<Rename>(params, |params| {
            let at = page.offset(params.text_document_position.position);
            let edits = page.document.rename(at, &params.new_name);
            Ok(Some(page.workspace_edit(&edits.map_err(|error| refusal(&error))?)))
        }),
        CodeActionRequest::METHOD => say::<CodeActionRequest>(params, |params| {
            let span = page.around(params.range);
            let mut actions = Vec::new();
            for finding in
                page.document.analysis.diagnostics.iter().filter(|it| touches(it.span, span))
            {
                for (index, fix) in page.document.fixes(finding).iter().enumerate() {
                    actions.push(page.code_action(finding, fix, index == 0).into());
                }
            }
            Ok(Some(actions))
        }),
        CodeLensRequest::METHOD => say::<CodeLensRequest>(params, |_| {
            if page.document.analysis.has_errors() {
                return Ok(Some(Vec::new()));
            }
            Ok(Some(lenses(page.document, page.uri, known.outlook())))
        }),
        InlayHintRequest::METHOD => say::<InlayHintRequest>(params, |params| {
            let part = page.span(params.range);
            let outlook = known.outlook();
            let hints = outlook.map(|outlook| page.document.hints(part, &outlook.figures));
            let hints = hints.unwrap_or_default().into_iter().map(|hint| InlayHint {
                position: page.position(hint.offset),
                label: InlayHintLabel::String(hint.text),
                kind: Some(lsp_types::InlayHintKind::TYPE),
                text_edits: None,
                tooltip: None,
                padding_left: Some(false),
                padding_right: Some(false),
                data: None,
            });
            Ok(Some(hints.collect()))
        }),
        SemanticTokensFullRequest::METHOD => say::<SemanticTokensFullRequest>(params, |_| {
            let whole = Span::new(0, page.document.text.len());
            Ok(Some(tokens(page, whole).into()))
        }),
        SemanticTokensRangeRequest::METHOD => say::<SemanticTokensRangeRequest>(params, |params| {
            Ok(Some(tokens(page, page.span(params.range)).into()))
        }),
        _ => {
            let message = format!("there is no request `{method}`");
            Err(Failure::new(ErrorCode::MethodNotFound, message))
        }
    }
}

/// Whether the fixes for a part of a document are worth a thread: whether anything is wrong there.
pub(crate) fn has_findings(page: Page<'_>, params: &Value) -> bool {
    let range = params.get("range").cloned().unwrap_or_default();
    let Ok(range) = serde_json::from_value(range) else { return false };
    let part = page.around(range);
    page.document.analysis.diagnostics.iter().any(|finding| touches(finding.span, part))
}

fn touches(finding: Span, part: Span) -> bool {
    finding.start <= part.end && part.start <= finding.end
}

fn hover(page: Page<'_>, known: Known<'_>, at: u32) -> Option<Hover> {
    let sizes = match known {
        Known::Outlook(outlook) => Sizes::Known(&outlook.figures),
        Known::Nothing(reason) => Sizes::Unknown(reason),
    };
    let hover = page.document.hover(at, sizes)?;
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: hover.markdown };
    Some(Hover { contents: HoverContents::Markup(contents), range: Some(page.range(hover.span)) })
}

fn tokens(page: Page<'_>, part: Span) -> SemanticTokens {
    let data = page.semantic_tokens(&page.document.colors(part));
    SemanticTokens { result_id: None, data }
}

fn refusal(error: &stonegate_authoring::RenameError) -> Failure {
    Failure::new(ErrorCode::RequestFailed, error.to_string())
}

/// Reads the parameters of a request, and writes its result.
fn say<R: Request>(
    params: Value,
    answer: impl FnOnce(R::Params) -> Result<R::Result, Failure>,
) -> Result<Value, Failure> {
    let bad = |error: serde_json::Error| Failure::new(ErrorCode::InvalidParams, error.to_string());
    let result = answer(serde_json::from_value(params).map_err(bad)?)?;
    serde_json::to_value(result)
        .map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))
}
