//! Printing a [`Sheet`] in either syntax.
//!
//! What is printed parses to the same clauses again. Comments stay before, or on
//! the line of, the clause they belong to.

use std::borrow::Cow;
use std::fmt::Write;

use crate::symbol::{Symbol, Symbols, keyword};
use crate::syntax::{Atom, Clause, Formula, Sheet, Syntax, Term, TermKind};

/// A clause that fits this many columns is printed on one line.
const WIDTH: usize = 80;

impl Sheet {
    /// The sheet as text in the given syntax.
    pub fn print(&self, syntax: Syntax) -> String {
        let mut out = String::new();
        let mut comments = self.comments.iter().peekable();
        for clause in &self.clauses {
            let mut paragraph = clause.paragraph;
            while let Some(comment) =
                comments.next_if(|comment| comment.span.start < clause.span.end)
            {
                separate(&mut out, comment.paragraph);
                print_comment(&mut out, syntax, &comment.text);
                out.push('\n');
                // A comment inside of the clause moves before it, right above.
                paragraph &= comment.span.end < clause.span.start;
            }
            separate(&mut out, paragraph);
            self.print_clause(&mut out, clause, syntax);
            if let Some(comment) = comments.next_if(|comment| {
                comment.trailing && !self.clause_between(clause.span.end, comment.span.start)
            }) {
                out.push(' ');
                print_comment(&mut out, syntax, &comment.text);
            }
            out.push('\n');
        }
        for comment in comments {
            separate(&mut out, comment.paragraph);
            print_comment(&mut out, syntax, &comment.text);
            out.push('\n');
        }
        out
    }

    fn clause_between(&self, start: u32, end: u32) -> bool {
        let next = self.clauses.partition_point(|clause| clause.span.start < start);
        self.clauses.get(next).is_some_and(|clause| clause.span.start < end)
    }

    fn print_clause(&self, out: &mut String, clause: &Clause, syntax: Syntax) {
        let printer = Printer { symbols: &self.symbols, syntax };
        let mut head = String::new();
        printer.atom(&mut head, &clause.head);
        let conditions = clause.conditions().iter().map(|condition| {
            let mut text = String::new();
            printer.formula(&mut text, condition, false);
            text
        });
        let conditions = conditions.collect::<Vec<_>>();
        let width = head.len() + conditions.iter().map(|text| text.len() + 3).sum::<usize>() + 4;
        let line_break = if width <= WIDTH { " " } else { "\n  " };
        match (syntax, &clause.body) {
            (Syntax::Kif, None) => out.push_str(&head),
            (Syntax::Kif, Some(_)) => {
                out.push_str("(<= ");
                out.push_str(&head);
                for condition in &conditions {
                    out.push_str(line_break);
                    out.push_str(condition);
                }
                out.push(')');
            }
            (Syntax::Infix, None) => {
                out.push_str(&head);
                out.push('.');
            }
            (Syntax::Infix, Some(_)) => {
                out.push_str(&head);
                out.push_str(" :-");
                for (index, condition) in conditions.iter().enumerate() {
                    out.push_str(if index > 0 { " &" } else { "" });
                    out.push_str(line_break);
                    out.push_str(condition);
                }
                out.push('.');
            }
        }
    }
}

fn separate(out: &mut String, paragraph: bool) {
    if paragraph && !out.is_empty() {
        out.push('\n');
    }
}

fn print_comment(out: &mut String, syntax: Syntax, text: &str) {
    let marker = match syntax {
        Syntax::Kif => ";",
        Syntax::Infix => "%",
    };
    let blank = if text.is_empty() { "" } else { " " };
    let _ = write!(out, "{marker}{blank}{text}");
}

/// Writes atoms and terms in one syntax.
#[derive(Copy, Clone)]
pub(crate) struct Printer<'a> {
    pub(crate) symbols: &'a Symbols,
    pub(crate) syntax: Syntax,
}

impl Printer<'_> {
    /// `nested` says that the formula stands inside of another one.
    fn formula(&self, out: &mut String, formula: &Formula, nested: bool) {
        match (self.syntax, formula) {
            (_, Formula::Atom(atom)) => self.atom(out, atom),
            (Syntax::Kif, Formula::Not(inner, _)) => self.list(out, "not", [&**inner]),
            (Syntax::Kif, Formula::And(parts, _)) => self.list(out, "and", parts),
            (Syntax::Kif, Formula::Or(parts, _)) => self.list(out, "or", parts),
            (Syntax::Infix, Formula::Not(inner, _)) => {
                out.push('~');
                self.formula(out, inner, true);
            }
            (Syntax::Infix, Formula::And(parts, _)) if parts.len() < 2 => {
                self.call(out, "and", parts);
            }
            (Syntax::Infix, Formula::Or(parts, _)) if parts.len() < 2 => {
                self.call(out, "or", parts);
            }
            (Syntax::Infix, Formula::And(parts, _)) => self.join(out, parts, " & ", nested),
            (Syntax::Infix, Formula::Or(parts, _)) => self.join(out, parts, " | ", true),
        }
    }

    fn list<'f>(&self, out: &mut String, name: &str, parts: impl IntoIterator<Item = &'f Formula>) {
        out.push('(');
        out.push_str(name);
        for part in parts {
            out.push(' ');
            self.formula(out, part, true);
        }
        out.push(')');
    }

    fn call(&self, out: &mut String, name: &str, parts: &[Formula]) {
        out.push_str(name);
        out.push('(');
        for part in parts {
            self.formula(out, part, true);
        }
        out.push(')');
    }

    fn join(&self, out: &mut String, parts: &[Formula], operator: &str, parentheses: bool) {
        out.push_str(if parentheses { "(" } else { "" });
        for (index, part) in parts.iter().enumerate() {
            out.push_str(if index > 0 { operator } else { "" });
            self.formula(out, part, true);
        }
        out.push_str(if parentheses { ")" } else { "" });
    }

    fn atom(&self, out: &mut String, atom: &Atom) {
        // An operator is read as such, and other keywords in any case.
        let misread = |keyword| keyword >= Symbol::NOT || keyword != atom.relation;
        let name = self.name(atom.relation, misread);
        self.application(out, &name, &atom.args);
    }

    fn term(&self, out: &mut String, term: &Term) {
        match &term.kind {
            TermKind::Variable(symbol) => out.push_str(&self.variable(*symbol)),
            TermKind::Constant(symbol) => self.application(out, &self.constant(*symbol), &[]),
            TermKind::Function(symbol, args) => {
                self.application(out, &self.constant(*symbol), args);
            }
        }
    }

    fn application(&self, out: &mut String, name: &str, args: &[Term]) {
        let (open, separator) = match self.syntax {
            Syntax::Kif if !args.is_empty() => ("(", " "),
            _ => ("", ","),
        };
        out.push_str(open);
        out.push_str(name);
        for (index, arg) in args.iter().enumerate() {
            match (self.syntax, index) {
                (Syntax::Infix, 0) => out.push('('),
                _ => out.push_str(separator),
            }
            self.term(out, arg);
        }
        out.push_str(if args.is_empty() { "" } else { ")" });
    }

    pub(crate) fn variable(&self, symbol: Symbol) -> Cow<'_, str> {
        let name = self.symbols.name(symbol);
        let first = name.chars().next().unwrap_or_default();
        match self.syntax {
            Syntax::Infix if first == '_' && name.len() > 1 && is_word(name) => name.into(),
            Syntax::Infix if first.is_ascii_lowercase() && is_word(name) => {
                format!("{}{}", first.to_ascii_uppercase(), &name[1..]).into()
            }
            Syntax::Infix if !is_word(name) => format!("?{}", quote(name, '\'')).into(),
            Syntax::Kif if !is_kif_word(name) => format!("?{}", quote(name, '|')).into(),
            _ => format!("?{name}").into(),
        }
    }

    pub(crate) fn constant(&self, symbol: Symbol) -> Cow<'_, str> {
        // The parser takes `<=` for a rule, and the first keywords in any case.
        let misread =
            |keyword| keyword == Symbol::RULE || (keyword < Symbol::SEES && keyword != symbol);
        self.name(symbol, misread)
    }

    /// A name, quoted where it would be read as something else. `misread` tells
    /// whether it would be read so because it spells a keyword.
    fn name(&self, symbol: Symbol, misread: impl Fn(Symbol) -> bool) -> Cow<'_, str> {
        let name = self.symbols.name(symbol);
        let plain = match self.syntax {
            Syntax::Kif => is_kif_word(name) && !name.starts_with('?'),
            Syntax::Infix => {
                is_word(name)
                    && !name.starts_with(|char: char| char.is_ascii_uppercase() || char == '_')
            }
        };
        if plain && !keyword(name).is_some_and(misread) {
            return name.into();
        }
        match self.syntax {
            Syntax::Kif => quote(name, '|').into(),
            Syntax::Infix => quote(name, '\'').into(),
        }
    }
}

fn quote(name: &str, mark: char) -> String {
    let mut quoted = String::from(mark);
    for char in name.chars() {
        if char == mark || char == '\\' {
            quoted.push('\\');
        }
        quoted.push(char);
    }
    quoted.push(mark);
    quoted
}

/// Whether the KIF reader reads a text as one word.
fn is_kif_word(text: &str) -> bool {
    let ends = |char: char| char.is_whitespace() || char.is_control() || "();".contains(char);
    !text.is_empty() && !text.starts_with(['|', '\u{feff}']) && !text.contains(ends)
}

/// Whether the infix lexer reads a text as one word.
fn is_word(text: &str) -> bool {
    let is_plain = |char: char| char.is_alphanumeric() || char == '_';
    text.starts_with(is_plain)
        && text.ends_with(is_plain)
        && text.chars().all(|char| is_plain(char) || char == '-')
        && !text.contains("--")
}
