//! What client and server can do.

use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, CompletionOptions, ExecuteCommandOptions, HoverProviderCapability, OneOf,
    PositionEncodingKind, RenameOptions, SemanticTokenModifier, SemanticTokenType,
    SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, WorkDoneProgressOptions,
};
use stonegate_authoring::Encoding;

use crate::commands;

/// What the client can do, as far as it matters.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Client {
    pub(crate) encoding: Encoding,
    pub(crate) shows_documents: bool,
    pub(crate) refreshes_lenses: bool,
    pub(crate) refreshes_hints: bool,
}

impl Client {
    pub(crate) fn new(capabilities: &ClientCapabilities) -> Self {
        let encodings = capabilities.general.as_ref().and_then(|it| it.position_encodings.as_ref());
        let has_utf8 =
            encodings.is_some_and(|encodings| encodings.contains(&PositionEncodingKind::UTF8));
        let workspace = capabilities.workspace.as_ref();
        let window = capabilities.window.as_ref();
        Self {
            encoding: if has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            shows_documents: window
                .and_then(|window| window.show_document.as_ref())
                .is_some_and(|show| show.support),
            refreshes_lenses: workspace
                .and_then(|workspace| workspace.code_lens.as_ref())
                .is_some_and(|lens| lens.refresh_support == Some(true)),
            refreshes_hints: workspace
                .and_then(|workspace| workspace.inlay_hint.as_ref())
                .is_some_and(|hint| hint.refresh_support == Some(true)),
        }
    }

    /// What the server answers with.
    pub(crate) fn server_capabilities(self) -> ServerCapabilities {
        ServerCapabilities {
            position_encoding: Some(match self.encoding {
                Encoding::Utf8 => PositionEncodingKind::UTF8,
                Encoding::Utf16 => PositionEncodingKind::UTF16,
                Encoding::Utf32 => PositionEncodingKind::UTF32,
            }),
            text_document_sync: Some(TextDocumentSyncCapability::Kind(
                TextDocumentSyncKind::INCREMENTAL,
            )),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(vec!["(".to_owned(), "?".to_owned()]),
                ..CompletionOptions::default()
            }),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
                ..CodeActionOptions::default()
            })),
            code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
            document_formatting_provider: Some(OneOf::Left(true)),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })),
            inlay_hint_provider: Some(OneOf::Left(true)),
            semantic_tokens_provider: Some(
                SemanticTokensOptions {
                    legend: legend(),
                    range: Some(true),
                    full: Some(SemanticTokensFullOptions::Bool(true)),
                    ..SemanticTokensOptions::default()
                }
                .into(),
            ),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: commands::ALL.map(str::to_owned).to_vec(),
                ..ExecuteCommandOptions::default()
            }),
            ..ServerCapabilities::default()
        }
    }
}

/// The names of colors: their places are the numbers in `convert::color_number`.
fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: vec![
            SemanticTokenType::KEYWORD,
            SemanticTokenType::OPERATOR,
            SemanticTokenType::FUNCTION,
            SemanticTokenType::PROPERTY,
            SemanticTokenType::ENUM_MEMBER,
            SemanticTokenType::NUMBER,
            SemanticTokenType::PARAMETER,
            SemanticTokenType::COMMENT,
        ],
        token_modifiers: vec![SemanticTokenModifier::DEFINITION, SemanticTokenModifier::STATIC],
    }
}
