//! The tokens of a text as the parsers read them, for programs that color or rearrange it.

use crate::infix;
use crate::kif::lexer::{Lexeme, Lexer};
use crate::parse::Errors;
use crate::span::Span;
use crate::syntax::Syntax;

/// A piece of text between blanks.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TokenKind {
    /// A name, perhaps in quotes. In KIF `<=`, `not`, `or` and `and` are names.
    Name,
    Variable,
    Open,
    Close,
    Comma,
    /// `:-`
    If,
    And,
    Or,
    Not,
    /// The full stop behind a clause.
    Stop,
    Comment,
    /// What has no meaning.
    Odd,
}

/// All tokens of a text in order, whether it makes a sheet or not. A text of many lexical errors
/// is read only in part.
pub fn tokens(text: &str, syntax: Syntax) -> Vec<Token> {
    match syntax {
        Syntax::Kif => Lexer::new(text).map(kif_token).collect(),
        Syntax::Infix => infix_tokens(text),
    }
}

fn kif_token((lexeme, span): (Lexeme<'_>, Span)) -> Token {
    let kind = match lexeme {
        Lexeme::Open => TokenKind::Open,
        Lexeme::Close => TokenKind::Close,
        Lexeme::Name { .. } => TokenKind::Name,
        Lexeme::Variable(_) | Lexeme::Nameless => TokenKind::Variable,
        Lexeme::Comment => TokenKind::Comment,
        Lexeme::OpenBar | Lexeme::Control(_) => TokenKind::Odd,
    };
    Token { kind, span }
}

fn infix_tokens(text: &str) -> Vec<Token> {
    let (tokens, comments) = infix::lexer::lex(text, &mut Errors::new());
    let tokens = tokens.iter().map(|token| Token { kind: token.kind, span: token.span });
    let comments =
        comments.iter().map(|comment| Token { kind: TokenKind::Comment, span: comment.span });
    let mut tokens = tokens.chain(comments).collect::<Vec<_>>();
    tokens.sort_unstable_by_key(|token| token.span);
    tokens
}
