//! From KIF text to words, parentheses and comments.

use std::borrow::Cow;

use crate::parse::{LINE_END, quoted};
use crate::span::Span;

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Lexeme<'t> {
    Open,
    Close,
    Name {
        name: Cow<'t, str>,
        /// A name in bars, `|like this|`, is never a keyword.
        quoted: bool,
    },
    Variable(Cow<'t, str>),
    /// A question mark alone.
    Nameless,
    Comment,
    /// A bar that opens a name which never ends.
    OpenBar,
    /// A character that no text has.
    Control(char),
}

/// Reads one lexeme after the other.
pub(crate) struct Lexer<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 } }
    }

    /// `|a name with blanks|`, or `?|such a variable|`. An open bar is left behind.
    fn quoted(&mut self, variable: bool) -> (Lexeme<'t>, Span) {
        let start = self.at;
        let mark = start + usize::from(variable);
        let Some((name, length)) = quoted(&self.text[mark..]) else {
            self.at = mark + 1;
            return (Lexeme::OpenBar, Span::new(mark, mark + 1));
        };
        self.at = mark + length;
        let name = name.into();
        let lexeme =
            if variable { Lexeme::Variable(name) } else { Lexeme::Name { name, quoted: true } };
        (lexeme, Span::new(start, self.at))
    }

    fn word(&mut self) -> Lexeme<'t> {
        let rest = &self.text[self.at..];
        let ends = |char: char| char.is_whitespace() || char.is_control() || "();".contains(char);
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += word.len();
        match word.strip_prefix('?') {
            Some("") => Lexeme::Nameless,
            Some(variable) => Lexeme::Variable(variable.into()),
            None => Lexeme::Name { name: word.into(), quoted: false },
        }
    }
}

impl<'t> Iterator for Lexer<'t> {
    type Item = (Lexeme<'t>, Span);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let start = self.at;
        let rest = &self.text[start..];
        let char = rest.chars().next()?;
        let lexeme = match char {
            '|' => return Some(self.quoted(false)),
            '?' if rest[1..].starts_with('|') => return Some(self.quoted(true)),
            '(' | ')' => {
                self.at += 1;
                if char == '(' { Lexeme::Open } else { Lexeme::Close }
            }
            ';' => {
                self.at += rest.find(LINE_END).unwrap_or(rest.len());
                Lexeme::Comment
            }
            _ if char.is_control() => {
                self.at += char.len_utf8();
                Lexeme::Control(char)
            }
            _ => self.word(),
        };
        Some((lexeme, Span::new(start, self.at)))
    }
}
