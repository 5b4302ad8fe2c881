//! From KIF text to lists of names, variables and lists.

use std::borrow::Cow;

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::{Errors, MAX_DEPTH, comment, report_control_character};
use crate::span::Span;
use crate::syntax::Comment;

/// A list, or what stands in one.
pub(super) enum Sexp<'t> {
    Name {
        name: Cow<'t, str>,
        /// A name in bars, `|like this|`, is never a keyword.
        quoted: bool,
        span: Span,
    },
    Variable(&'t str, Span),
    List(Vec<Self>, Span),
}

impl Sexp<'_> {
    pub(super) fn span(&self) -> Span {
        match self {
            Self::Name { span, .. } | Self::Variable(_, span) | Self::List(_, span) => *span,
        }
    }
}

/// Reads all lists of a text, and its comments.
pub(super) fn read<'t>(text: &'t str, errors: &mut Errors) -> (Vec<Sexp<'t>>, Vec<Comment>) {
    let mut reader = Reader {
        text,
        at: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 },
        top: Vec::new(),
        open: Vec::new(),
        comments: Vec::new(),
        balanced: is_balanced(text),
        errors,
    };
    reader.run();
    (reader.top, reader.comments)
}

struct Reader<'t, 'e> {
    text: &'t str,
    at: usize,
    top: Vec<Sexp<'t>>,
    /// The lists that are not closed yet, each with the offset of its parenthesis.
    open: Vec<(usize, Vec<Sexp<'t>>)>,
    comments: Vec<Comment>,
    balanced: bool,
    errors: &'e mut Errors,
}

impl<'t> Reader<'t, '_> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if self.errors.full() {
                return;
            }
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0c => self.at += 1,
                b';' => {
                    let comment = comment(self.text, self.at);
                    self.at = comment.span.end as usize;
                    self.comments.push(comment);
                }
                b'(' => self.open(),
                b')' => self.close(),
                b'|' => self.quoted_name(),
                0..0x20 | 0x7f => {
                    report_control_character(self.text, self.at, self.errors);
                    self.at += 1;
                }
                _ => self.word(),
            }
        }
        self.abandon_open_lists();
    }

    fn open(&mut self) {
        if !self.open.is_empty() && self.next_clause_starts() {
            self.abandon_open_lists();
        }
        if self.open.len() == MAX_DEPTH {
            self.skip_deep_list();
        } else {
            self.open.push((self.at, Vec::new()));
            self.at += 1;
        }
    }

    fn close(&mut self) {
        if let Some((start, items)) = self.open.pop() {
            self.at += 1;
            self.push(Sexp::List(items, Span::new(start, self.at)));
        } else {
            let span = Span::new(self.at, self.at + 1);
            let message = "this closing parenthesis closes nothing";
            self.errors.push(
                Diagnostic::new(Code::Unbalanced, span, message)
                    .hint("remove it, or add the opening one before it"),
            );
            self.at += 1;
        }
    }

    /// Whether the parenthesis here begins a clause although lists are open.
    /// A rule cannot stand inside of anything. In a text with unequal numbers of
    /// parentheses, so does a list at the start of a line after an empty line.
    fn next_clause_starts(&self) -> bool {
        let inside = self.text[self.at + 1..].trim_start();
        if inside
            .strip_prefix("<=")
            .is_some_and(|rest| rest.starts_with([' ', '\t', '\r', '\n', '(']))
        {
            return true;
        }
        let before = &self.text[..self.at];
        !self.balanced && (before.ends_with("\n\n") || before.ends_with("\n\r\n"))
    }

    fn abandon_open_lists(&mut self) {
        let Some(&(start, _)) = self.open.first() else { return };
        // The innermost list is the one that its author forgot to close most often,
        // but the outermost is where the reader must start looking.
        let innermost = self.open.last().map_or(start, |&(at, _)| at);
        let message = match self.open.len() {
            1 => "this parenthesis is never closed".to_owned(),
            n => format!("{n} parentheses are never closed, from this one on"),
        };
        let mut diagnostic =
            Diagnostic::new(Code::Unbalanced, Span::new(start, start + 1), message)
                .hint("add the closing parenthesis at the end of the clause");
        if innermost != start {
            diagnostic =
                diagnostic.related(Span::new(innermost, innermost + 1), "the last one still open");
        }
        self.errors.push(diagnostic);
        self.open.clear();
    }

    fn skip_deep_list(&mut self) {
        let span = Span::new(self.at, self.at + 1);
        let message = format!("more than {MAX_DEPTH} lists are nested here");
        self.errors.push(
            Diagnostic::new(Code::TooDeep, span, message)
                .hint("give the inner terms names by relations of their own"),
        );
        let mut depth = 0;
        for byte in &self.text.as_bytes()[self.at..] {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// `|a name with blanks|`, in which a backslash makes the next character plain.
    fn quoted_name(&mut self) {
        let start = self.at;
        let mut name = String::new();
        let mut chars = self.text[start + 1..].char_indices();
        while let Some((offset, char)) = chars.next() {
            match char {
                '|' => {
                    self.at = start + offset + 2;
                    let span = Span::new(start, self.at);
                    self.push(Sexp::Name { name: name.into(), quoted: true, span });
                    return;
                }
                '\\' => name.extend(chars.next().map(|(_, char)| char)),
                '\n' => break,
                char => name.push(char),
            }
        }
        self.at = self.text[start..].find('\n').map_or(self.text.len(), |end| start + end);
        self.errors.push(
            Diagnostic::new(
                Code::UnclosedQuote,
                Span::new(start, start + 1),
                "this bar opens a quoted name that never ends",
            )
            .hint("close the name with another bar on the same line"),
        );
    }

    fn word(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        let ends = |char: char| char.is_whitespace() || char.is_control() || "();".contains(char);
        // At least one character, so that an odd blank cannot hold the reader up.
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let length = rest[first..].find(ends).map_or(rest.len(), |end| first + end);
        self.at = start + length;
        let span = Span::new(start, self.at);
        let word = &rest[..length];
        if word.trim().is_empty() {
            return;
        }
        match word.strip_prefix('?') {
            Some("") => {
                self.errors.push(
                    Diagnostic::new(Code::UnexpectedToken, span, "this variable has no name")
                        .hint("write a name right behind the question mark"),
                );
            }
            Some(variable) => self.push(Sexp::Variable(variable, span)),
            None => self.push(Sexp::Name { name: word.into(), quoted: false, span }),
        }
    }

    fn push(&mut self, sexp: Sexp<'t>) {
        match self.open.last_mut() {
            Some((_, items)) => items.push(sexp),
            None => self.top.push(sexp),
        }
    }
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0i64;
    for line in text.lines() {
        for byte in line.bytes().take_while(|&byte| byte != b';') {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
        }
    }
    depth == 0
}
