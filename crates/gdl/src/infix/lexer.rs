//! From infix text to tokens.

use std::borrow::Cow;

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::{Errors, comment, quoted, report_control_character};
use crate::span::Span;
use crate::syntax::Comment;
use crate::tokens::TokenKind;

pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind,
    /// Of a name, and of a variable unless it is `_`, which occurs nowhere else.
    pub(crate) word: Option<Word<'t>>,
    pub(crate) span: Span,
    /// The column, for the first token of a line.
    pub(crate) line_start: Option<usize>,
}

pub(crate) struct Word<'t> {
    pub(crate) name: Cow<'t, str>,
    /// A name in quotes is never a keyword.
    pub(crate) quoted: bool,
}

/// All tokens of a text, and its comments.
pub(crate) fn lex<'t>(text: &'t str, errors: &mut Errors) -> (Vec<Token<'t>>, Vec<Comment>) {
    let mut lexer = Lexer { text, errors, tokens: Vec::new(), line: 0, fresh_line: true };
    let mut comments = Vec::new();
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    while !lexer.errors.full() {
        let Some(char) = text[at..].chars().next() else { break };
        match char {
            '\n' | '\r' => {
                at += 1;
                lexer.line = at;
                lexer.fresh_line = true;
            }
            ';' | '%' => {
                let comment = comment(text, at);
                at = comment.span.end as usize;
                comments.push(comment);
            }
            _ if char.is_whitespace() => at += char.len_utf8(),
            _ if char.is_control() => {
                report_control_character(char, at, lexer.errors);
                at += char.len_utf8();
            }
            _ => at = lexer.token(at),
        }
    }
    (lexer.tokens, comments)
}

struct Lexer<'t, 'e> {
    text: &'t str,
    errors: &'e mut Errors,
    tokens: Vec<Token<'t>>,
    /// Where the current line starts.
    line: usize,
    /// Whether the current line has no token yet.
    fresh_line: bool,
}

impl Lexer<'_, '_> {
    /// Reads the token at an offset and returns the offset behind it.
    fn token(&mut self, at: usize) -> usize {
        let text = self.text;
        let rest = &text[at..];
        let sign = |kind, length| (kind, None, length);
        let (kind, word, length) = match rest.as_bytes()[0] {
            b'(' => sign(TokenKind::Open, 1),
            b')' => sign(TokenKind::Close, 1),
            b',' => sign(TokenKind::Comma, 1),
            b'&' => sign(TokenKind::And, 1),
            b'|' => sign(TokenKind::Or, 1),
            b'~' => sign(TokenKind::Not, 1),
            b'.' => sign(TokenKind::Stop, 1),
            b':' if rest.starts_with(":-") => sign(TokenKind::If, 2),
            b'\'' => match quoted(rest) {
                Some((name, length)) => (TokenKind::Name, Some(name.into()), length),
                None => return self.unclosed_quote(at),
            },
            b'?' if rest[1..].starts_with('\'') => match quoted(&rest[1..]) {
                Some((name, length)) => (TokenKind::Variable, Some(name.into()), 1 + length),
                None => return self.unclosed_quote(at + 1),
            },
            b'?' if word_length(&rest[1..]) > 0 => {
                let length = 1 + word_length(&rest[1..]);
                (TokenKind::Variable, Some(Cow::Borrowed(&rest[1..length])), length)
            }
            _ => match word_length(rest) {
                0 => return self.unexpected_character(at),
                length => {
                    let (kind, name) = word(&rest[..length]);
                    (kind, name, length)
                }
            },
        };
        let word = word.map(|name| Word { name, quoted: rest.starts_with('\'') });
        let line_start = self.fresh_line.then(|| at - self.line);
        self.fresh_line = false;
        self.tokens.push(Token { kind, word, span: Span::new(at, at + length), line_start });
        at + length
    }

    fn unclosed_quote(&mut self, at: usize) -> usize {
        let message = "this quote opens a name that never ends";
        self.errors.push(
            Diagnostic::new(Code::UnclosedQuote, Span::new(at, at + 1), message)
                .hint("close the name with another quote on the same line"),
        );
        at + 1
    }

    fn unexpected_character(&mut self, at: usize) -> usize {
        let char = self.text[at..].chars().next().unwrap_or_default();
        let end = at + char.len_utf8();
        let message = format!("`{char}` has no meaning here");
        self.errors.push(
            Diagnostic::new(Code::UnexpectedToken, Span::new(at, end), message)
                .hint("a name with such characters is put in quotes: 'like this'"),
        );
        end
    }
}

/// The length of the word at the start of a text. A hyphen may stand inside.
fn word_length(text: &str) -> usize {
    let is_word = |char: char| char.is_alphanumeric() || char == '_';
    let mut length = 0;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let hyphen = char == '-' && length > 0 && chars.peek().is_some_and(|&next| is_word(next));
        if !is_word(char) && !hyphen {
            break;
        }
        length += char.len_utf8();
    }
    length
}

/// Upper-case words are variables: `X` is what KIF writes as `?x`. Variables with
/// other names are written with the question mark, `?'like this'` if need be.
fn word(word: &str) -> (TokenKind, Option<Cow<'_, str>>) {
    let first = word.chars().next().unwrap_or_default();
    if word == "_" {
        (TokenKind::Variable, None)
    } else if first == '_' {
        (TokenKind::Variable, Some(Cow::Borrowed(word)))
    } else if first.is_ascii_uppercase() {
        let name = format!("{}{}", first.to_ascii_lowercase(), &word[1..]);
        (TokenKind::Variable, Some(Cow::Owned(name)))
    } else {
        (TokenKind::Name, Some(Cow::Borrowed(word)))
    }
}
