//! The layout of clauses in infix syntax.

use stonegate_gdl::{Clause, Sheet, Span, Token, TokenKind};

use super::{Block, WIDTH, comment, is_comment, is_trailing, width};

/// The clauses and comments of a sheet, laid out.
pub(super) fn blocks(text: &str, tokens: &[Token], sheet: &Sheet) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut tokens = tokens;
    for clause in &sheet.clauses {
        let before = tokens.partition_point(|token| token.span.start < clause.span.start);
        blocks.extend(comments(text, &tokens[..before]));
        tokens = &tokens[before..];
        let inside = tokens.partition_point(|token| token.span.start < clause.span.end);
        // Comments before the full stop come behind it.
        let is_stop = |token: &&Token| token.kind == TokenKind::Stop;
        let rest = &tokens[inside..];
        let n_comments = rest.iter().take_while(|token| is_comment(token)).count();
        let has_stop = rest.get(n_comments).as_ref().is_some_and(is_stop);
        let (body, behind) = split_last_and(&tokens[..inside]);
        let end = match body.last() {
            Some(last) if !behind.is_empty() => last.span.end,
            _ if has_stop && n_comments == 0 => rest[0].span.end,
            _ => clause.span.end,
        };
        let layout = lay_out(text, body, clause);
        let span = Span { start: clause.span.start, end };
        blocks.push(Block { text: layout, span, is_comment: false });
        blocks.extend(comments(text, behind));
        tokens = rest;
        if has_stop {
            blocks.extend(comments(text, &tokens[..n_comments]));
            tokens = &tokens[n_comments + 1..];
        }
    }
    blocks.extend(comments(text, tokens));
    blocks
}

fn comments(text: &str, tokens: &[Token]) -> Vec<Block> {
    tokens.iter().filter(|token| is_comment(token)).map(|&token| comment(text, token)).collect()
}

/// A clause without an `&` behind its last condition, which means nothing, and the comments before
/// that.
fn split_last_and(tokens: &[Token]) -> (&[Token], &[Token]) {
    let is_and = |token: &Token| matches!(token.kind, TokenKind::And | TokenKind::Comma);
    match tokens.split_last() {
        Some((last, rest)) if is_and(last) => {
            let n_comments = rest.iter().rev().take_while(|token| is_comment(token)).count();
            rest.split_at(rest.len() - n_comments)
        }
        _ => (tokens, &[]),
    }
}

fn lay_out(text: &str, tokens: &[Token], clause: &Clause) -> String {
    let is_broken = tokens.iter().any(is_comment) || is_broken_by_author(text, clause);
    let flat = Printer::print(text, tokens, false);
    if is_broken || width(&flat) > WIDTH { Printer::print(text, tokens, true) } else { flat }
}

/// Whether the author gave the conditions lines of their own.
fn is_broken_by_author(text: &str, clause: &Clause) -> bool {
    let mut end = clause.head.span.end;
    clause.conditions().iter().any(|condition| {
        let Span { start, end: next } = condition.span();
        let gap = &text[end as usize..start as usize];
        end = next;
        gap.contains(['\n', '\r'])
    })
}

struct Printer<'a> {
    text: &'a str,
    out: String,
    /// For each open parenthesis, whether it holds arguments.
    open: Vec<bool>,
    /// Whether each condition has a line.
    is_broken: bool,
    needs_line: bool,
}

impl<'a> Printer<'a> {
    fn print(text: &'a str, tokens: &[Token], is_broken: bool) -> String {
        let mut printer =
            Self { text, out: String::new(), open: Vec::new(), is_broken, needs_line: false };
        let mut previous = None;
        for &token in tokens {
            if is_comment(&token) {
                printer.comment(token);
            } else {
                printer.token(previous, token);
                previous = Some(token.kind);
            }
        }
        printer.out.push('.');
        printer.out
    }

    fn comment(&mut self, token: Token) {
        if is_trailing(self.text, token) && !self.needs_line {
            let has_blank = self.out.ends_with(' ');
            self.out.push_str(if has_blank { "" } else { " " });
        } else {
            self.line();
        }
        self.out.push_str(self.text[token.span.range()].trim_end());
        self.needs_line = true;
    }

    fn token(&mut self, previous: Option<TokenKind>, token: Token) {
        use TokenKind::{And, Close, Comma, If, Name, Not, Open, Or, Variable};
        let is_call = matches!((previous, token.kind), (Some(Name), Open));
        let in_arguments = self.open.last() == Some(&true);
        let begins = matches!(token.kind, Name | Not | Variable | Open);
        // An `&` may be left out.
        if begins && !is_call && matches!(previous, Some(Close | Name | Variable)) {
            if self.needs_line {
                self.line();
            } else {
                self.out.push(' ');
            }
            self.out.push('&');
            self.gap();
        } else if matches!(previous, Some(If | And)) && token.kind != Close
            || previous == Some(Comma) && !in_arguments
        {
            self.gap();
        } else if previous == Some(Or) || matches!(token.kind, If | And | Or) {
            self.blank();
        }
        if self.needs_line {
            self.line();
        }
        match token.kind {
            Open => self.open.push(is_call),
            Close => drop(self.open.pop()),
            _ => {}
        }
        self.out.push_str(&self.text[token.span.range()]);
    }

    /// What stands before a condition.
    fn gap(&mut self) {
        if self.is_broken && self.open.is_empty() {
            self.needs_line = true;
        } else {
            self.blank();
        }
    }

    fn blank(&mut self) {
        if !self.needs_line {
            self.out.push(' ');
        }
    }

    fn line(&mut self) {
        self.out.truncate(self.out.trim_end().len());
        self.out.push('\n');
        self.out.push_str(&"  ".repeat(self.open.len() + 1));
        self.needs_line = false;
    }
}
