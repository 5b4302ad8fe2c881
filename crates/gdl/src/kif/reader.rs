//! From KIF text to lists of names, variables and lists.

use std::borrow::Cow;

use super::lexer::{Lexeme, Lexer};
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
        lexer: Lexer::new(text),
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
    lexer: Lexer<'t>,
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
        while !self.errors.full() {
            let Some((lexeme, span)) = self.lexer.next() else {
                self.abandon_open_lists();
                return;
            };
            match lexeme {
                Lexeme::Open => self.open(span),
                Lexeme::Close => self.close(span),
                Lexeme::Name { name, quoted } => self.push(Sexp::Name { name, quoted, span }),
                Lexeme::Variable(name) => self.push(Sexp::Variable(name, span)),
                Lexeme::Comment => {
                    self.comments.push(comment(self.lexer.text, span.start as usize));
                }
                Lexeme::Nameless => {
                    let message = "this variable has no name";
                    self.errors.push(
                        Diagnostic::new(Code::UnexpectedToken, span, message)
                            .hint("write a name right behind the question mark"),
                    );
                    self.push_stand_in(span);
                }
                Lexeme::OpenBar => {
                    let message = "this bar opens a quoted name that never ends";
                    self.errors.push(
                        Diagnostic::new(Code::UnclosedQuote, span, message)
                            .hint("close the name with another bar on the same line"),
                    );
                }
                Lexeme::Control(char) => {
                    report_control_character(char, span.start as usize, self.errors);
                }
            }
        }
    }

    fn open(&mut self, span: Span) {
        if self.open.is_empty() {
            self.n_abandoned = 0;
        } else if self.next_clause_starts(span) {
            self.n_abandoned = self.open.len();
            self.abandon_open_lists();
        }
        if self.open.len() == self.max_depth() {
            self.skip_deep_list(span);
        } else {
            self.open.push((span.start as usize, Vec::new()));
        }
    }

    fn close(&mut self, span: Span) {
        if let Some((start, items)) = self.open.pop() {
            self.push(Sexp::List(items, Span::new(start, span.end as usize)));
        } else if self.n_abandoned > 0 {
            self.n_abandoned -= 1;
        } else {
            let message = "this closing parenthesis closes nothing";
            self.errors.push(
                Diagnostic::new(Code::Unbalanced, span, message)
                    .hint("remove it, or add the opening one before it"),
            );
        }
    }

    /// Whether the parenthesis here begins a clause although lists are open.
    /// A rule cannot stand inside of anything. In a text with unequal numbers of
    /// parentheses, so does a list at the start of a line after an empty line.
    fn next_clause_starts(&self, open: Span) -> bool {
        let inside = self.lexer.text[open.end as usize..].trim_start();
        if inside
            .strip_prefix("<=")
            .is_some_and(|rest| rest.starts_with([' ', '\t', '\r', '\n', '(']))
        {
            return true;
        }
        let before = &self.lexer.text[..open.start as usize];
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

    fn skip_deep_list(&mut self, open: Span) {
        let message = format!("more than {MAX_DEPTH} lists are nested here");
        self.errors.push(
            Diagnostic::new(Code::TooDeep, open, message)
                .hint("give the inner terms names by relations of their own"),
        );
        self.push_stand_in(open);
        let mut depth = 1;
        for byte in &self.lexer.text.as_bytes()[open.end as usize..] {
            if depth == 0 {
                return;
            }
            self.lexer.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
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
