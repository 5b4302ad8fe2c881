//! From KIF text to lists of names, variables and lists.

use std::borrow::Cow;

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::{Errors, MAX_DEPTH, comment, quoted, report_control_character};
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
    Variable(Cow<'t, str>, Span),
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
        n_abandoned: 0,
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
    /// How many lists were given up right before the current clause.
    n_abandoned: usize,
    errors: &'e mut Errors,
}

impl<'t> Reader<'t, '_> {
    fn run(&mut self) {
        while let Some(char) = self.text[self.at..].chars().next() {
            if self.errors.full() {
                return;
            }
            match char {
                ';' => {
                    let comment = comment(self.text, self.at);
                    self.at = comment.span.end as usize;
                    self.comments.push(comment);
                }
                '(' => self.open(),
                ')' => self.close(),
                '|' => self.quoted(false),
                '?' if self.text[self.at + 1..].starts_with('|') => self.quoted(true),
                _ if char.is_whitespace() => self.at += char.len_utf8(),
                _ if char.is_control() => {
                    report_control_character(char, self.at, self.errors);
                    self.at += char.len_utf8();
                }
                _ => self.word(),
            }
        }
        self.abandon_open_lists();
    }

    fn open(&mut self) {
        if self.open.is_empty() {
            self.n_abandoned = 0;
        } else if self.next_clause_starts() {
            self.n_abandoned = self.open.len();
            self.abandon_open_lists();
        }
        if self.open.len() == self.max_depth() {
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
        } else if self.n_abandoned > 0 {
            self.n_abandoned -= 1;
            self.at += 1;
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

    /// The list of a rule does not count: it is no term or condition.
    fn max_depth(&self) -> usize {
        match self.open.first().and_then(|(_, items)| items.first()) {
            Some(Sexp::Name { name, quoted: false, .. }) if name == "<=" => MAX_DEPTH + 1,
            _ => MAX_DEPTH,
        }
    }

    fn skip_deep_list(&mut self) {
        let span = Span::new(self.at, self.at + 1);
        let message = format!("more than {MAX_DEPTH} lists are nested here");
        self.errors.push(
            Diagnostic::new(Code::TooDeep, span, message)
                .hint("give the inner terms names by relations of their own"),
        );
        self.push_stand_in(span);
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

    /// `|a name with blanks|`, or `?|such a variable|`.
    fn quoted(&mut self, variable: bool) {
        let start = self.at;
        let mark = start + usize::from(variable);
        let Some((name, length)) = quoted(&self.text[mark..]) else {
            self.at = mark + 1;
            let message = "this bar opens a quoted name that never ends";
            self.errors.push(
                Diagnostic::new(Code::UnclosedQuote, Span::new(mark, mark + 1), message)
                    .hint("close the name with another bar on the same line"),
            );
            return;
        };
        self.at = mark + length;
        let span = Span::new(start, self.at);
        self.push(if variable {
            Sexp::Variable(name.into(), span)
        } else {
            Sexp::Name { name: name.into(), quoted: true, span }
        });
    }

    fn word(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        let ends = |char: char| char.is_whitespace() || char.is_control() || "();".contains(char);
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at = start + word.len();
        let span = Span::new(start, self.at);
        match word.strip_prefix('?') {
            Some("") => {
                self.errors.push(
                    Diagnostic::new(Code::UnexpectedToken, span, "this variable has no name")
                        .hint("write a name right behind the question mark"),
                );
                self.push_stand_in(span);
            }
            Some(variable) => self.push(Sexp::Variable(variable.into(), span)),
            None => self.push(Sexp::Name { name: word.into(), quoted: false, span }),
        }
    }

    /// Puts a name where something could not be read, so that the list around it
    /// has as many items as its author wrote.
    fn push_stand_in(&mut self, span: Span) {
        self.push(Sexp::Name { name: "?".into(), quoted: true, span });
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
