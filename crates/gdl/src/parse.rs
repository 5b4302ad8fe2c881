//! From text to a [`Sheet`]: what both parsers share.

use std::borrow::Cow;

use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use crate::syntax::{Comment, Sheet, Syntax};
use crate::{infix, kif};

/// Terms and conditions nest no deeper than this, so that walking a tree
/// cannot exhaust the stack.
pub(crate) const MAX_DEPTH: usize = 200;

/// A sheet with more syntax errors than this is no rule sheet.
const MAX_ERRORS: usize = 100;

/// What ends a line, and with it a comment. Old sheets have either or both.
pub(crate) const LINE_END: [char; 2] = ['\n', '\r'];

/// A rule sheet has at most so many bytes. Reading takes several times as much memory, and the
/// largest sheet that anybody published has half a megabyte.
pub const MAX_SHEET_BYTES: usize = 16 << 20;

/// Parses a rule sheet in whichever syntax it is written.
///
/// There is always a sheet, made of all the clauses that could be read, and all
/// syntax errors of the text are reported at once.
pub fn parse(text: &str) -> (Sheet, Vec<Diagnostic>) {
    parse_as(text, detect(text))
}

/// Parses a rule sheet in the given syntax.
pub fn parse_as(text: &str, syntax: Syntax) -> (Sheet, Vec<Diagnostic>) {
    let mut errors = Errors::new();
    let whole = Span { start: 0, end: 0 };
    let text = if text.len() > MAX_SHEET_BYTES {
        let message = format!("the sheet has more than {MAX_SHEET_BYTES} bytes");
        let hint = "check that the right file was given";
        errors.push(Diagnostic::new(Code::TooLarge, whole, message).hint(hint));
        ""
    } else if is_binary(text) {
        let message = "this is not UTF-8 text: the file is a binary one, or in another encoding";
        let hint = "check that the right file was given, or save it as UTF-8";
        errors.push(Diagnostic::new(Code::InvalidText, whole, message).hint(hint));
        ""
    } else {
        text
    };
    let mut sheet = match syntax {
        Syntax::Kif => kif::parse(text, &mut errors),
        Syntax::Infix => infix::parse(text, &mut errors),
    };
    mark_paragraphs(text, &mut sheet);
    (sheet, errors.list)
}

/// Whether so much of a text is none that reading it would only give many errors.
fn is_binary(text: &str) -> bool {
    const SAMPLE: usize = 1 << 14;
    const LEAST: usize = 16;
    let is_odd = |char: &char| {
        *char == char::REPLACEMENT_CHARACTER || char.is_control() && !char.is_whitespace()
    };
    let n_chars = text.chars().take(SAMPLE).count();
    let n_odd = text.chars().take(SAMPLE).filter(is_odd).count();
    n_odd >= LEAST && 10 * n_odd > n_chars
}

/// Reads bytes as text. What is not UTF-8 becomes replacement characters and
/// one diagnostic, whose span lies in the returned text.
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, Option<Diagnostic>) {
    match str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), None),
        Err(error) => {
            let at = error.valid_up_to();
            let span = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
            let diagnostic = Diagnostic::new(Code::InvalidText, span, "this is not UTF-8 text")
                .hint("save the sheet as UTF-8, or check that the right file was given");
            (String::from_utf8_lossy(bytes), Some(diagnostic))
        }
    }
}

/// The syntax that a text is written in, as far as its looks tell.
///
/// A list at the start of a line is KIF. A name before a parenthesis, a `:-` or a
/// full stop is infix. Whichever comes first decides.
pub fn detect(text: &str) -> Syntax {
    let mut rest = text.trim_start_matches('\u{feff}');
    let mut behind_word = false;
    while let Some(first) = rest.chars().next() {
        match first {
            '(' | '|' if !behind_word => return Syntax::Kif,
            '(' | '\'' => return Syntax::Infix,
            ')' => rest = &rest[1..],
            ';' | '%' => rest = rest.find(LINE_END).map_or("", |end| &rest[end..]),
            _ if first.is_whitespace() => {
                behind_word &= !LINE_END.contains(&first);
                rest = &rest[first.len_utf8()..];
            }
            _ => {
                let ends = |char: char| char.is_whitespace() || "();%".contains(char);
                let (word, behind) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
                if word.ends_with('.') || word.contains(":-") {
                    return Syntax::Infix;
                }
                behind_word = true;
                rest = behind;
            }
        }
    }
    Syntax::Kif
}

/// Syntax errors, up to a limit.
pub(crate) struct Errors {
    list: Vec<Diagnostic>,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self { list: Vec::new() }
    }

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let span = diagnostic.span;
        if self.list.len() < MAX_ERRORS {
            self.list.push(diagnostic);
        } else if self.list.len() == MAX_ERRORS {
            let message = "too many syntax errors: the rest is not read";
            self.list.push(
                Diagnostic::new(Code::TooManyErrors, span, message)
                    .hint("is this a rule sheet at all?"),
            );
        }
    }

    /// Whether parsing should stop.
    pub(crate) fn full(&self) -> bool {
        self.list.len() > MAX_ERRORS
    }
}

/// Reports a character that no text has. Reading goes on as if it were a blank.
/// Where there is one there are many, so only the first is reported.
pub(crate) fn report_control_character(char: char, at: usize, errors: &mut Errors) {
    if errors.list.iter().any(|error| error.code == Code::InvalidText) {
        return;
    }
    let message = format!("there is a character here that no text has: {}", char.escape_unicode());
    errors.push(
        Diagnostic::new(Code::InvalidText, Span::new(at, at + char.len_utf8()), message)
            .hint("remove it and all like it, or check that the right file was given"),
    );
}

/// A name in quotes at the start of a text, and its length with the quotes. A
/// backslash makes the next character plain. The name ends on its line.
pub(crate) fn quoted(text: &str) -> Option<(String, usize)> {
    let mut chars = text.char_indices();
    let (_, mark) = chars.next()?;
    let mut name = String::new();
    while let Some((offset, mut char)) = chars.next() {
        if char == mark {
            return Some((name, offset + mark.len_utf8()));
        }
        if char == '\\' {
            char = chars.next()?.1;
        }
        if LINE_END.contains(&char) {
            return None;
        }
        name.push(char);
    }
    None
}

/// The comment that starts at `at` (with its marker), up to the end of the line.
pub(crate) fn comment(text: &str, at: usize) -> Comment {
    let line_start = text[..at].rfind(LINE_END).map_or(0, |newline| newline + 1);
    let end = text[at..].find(LINE_END).map_or(text.len(), |newline| at + newline);
    let body = text[at..end].trim_start_matches([';', '%']).trim_end();
    Comment {
        text: body.strip_prefix(' ').unwrap_or(body).to_owned(),
        span: Span::new(at, end),
        trailing: !text[line_start..at].trim_start_matches('\u{feff}').trim().is_empty(),
        paragraph: false,
    }
}

/// Notes before which clauses and comments the author left an empty line.
fn mark_paragraphs(text: &str, sheet: &mut Sheet) {
    let after_empty_line = |span: Span| {
        let before = text[..span.start as usize].trim_end_matches([' ', '\t', '\r']);
        let before = before.strip_suffix('\n').unwrap_or(before);
        before.trim_end_matches([' ', '\t', '\r']).ends_with('\n')
    };
    for clause in &mut sheet.clauses {
        clause.paragraph = after_empty_line(clause.span);
    }
    for comment in &mut sheet.comments {
        comment.paragraph = after_empty_line(comment.span);
    }
}
