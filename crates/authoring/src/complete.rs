//! What could be written at a place.

use rustc_hash::{FxHashMap, FxHashSet};
use stonegate_gdl::{Atom, Span, Symbol, Syntax, Term, TermKind, Token, TokenKind, form, keyword};

use crate::document::Document;
use crate::hover::meaning;
use crate::names::NameKind;

/// Something that could be written.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Completion {
    pub label: String,
    pub kind: NameKind,
    /// What it is, in a few words.
    pub detail: String,
    /// The word that it takes the place of.
    pub span: Span,
    /// The most likely ones have the lowest.
    pub rank: u8,
}

/// More would be of no use.
const MAX_COMPLETIONS: usize = 200;

/// Where somebody is writing.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Place<'t> {
    /// A clause begins.
    Head,
    /// A condition begins.
    Condition,
    /// The argument of this number of a relation or a function.
    Argument { of: &'t str, number: usize },
}

impl Document {
    /// What could be written at an offset, the most likely first.
    pub fn completions(&self, offset: u32) -> Vec<Completion> {
        let word = self.word_before(offset);
        let typed = self.name_text(Span { start: word.start, end: offset });
        if self.is_in_comment(offset) {
            return Vec::new();
        }
        // Names are offered as the sheet writes them, in quotes where need be.
        let mut written = FxHashMap::default();
        for name in self.names().iter().filter(|name| name.kind != NameKind::Variable) {
            // What is being written here is no name yet.
            if name.span == word {
                continue;
            }
            written.entry(name.symbol).or_insert(self.name_text(name.span));
        }
        let (items, seen) = (Vec::new(), FxHashSet::default());
        let mut list = List { items, seen, written, span: word };
        match self.place(word.start) {
            Place::Head => self.add_sentences(&mut list, true),
            Place::Condition => self.add_sentences(&mut list, false),
            Place::Argument { of, number } => self.add_arguments(&mut list, of, number, word.start),
        }
        let typed = typed.to_lowercase();
        list.items.retain(|item| item.label.to_lowercase().starts_with(&typed));
        list.items.sort_by(|left, right| (left.rank, &left.label).cmp(&(right.rank, &right.label)));
        list.items.truncate(MAX_COMPLETIONS);
        list.items
    }

    fn is_in_comment(&self, offset: u32) -> bool {
        let next = self.tokens().partition_point(|token| token.span.start < offset);
        next.checked_sub(1).is_some_and(|at| {
            self.tokens()[at].kind == TokenKind::Comment && offset <= self.tokens()[at].span.end
        })
    }

    /// The word that is being written at an offset.
    fn word_before(&self, offset: u32) -> Span {
        let here = Span { start: offset, end: offset };
        let next = self.tokens().partition_point(|token| token.span.start < offset);
        let Some(token) = next.checked_sub(1).map(|at| self.tokens()[at]) else { return here };
        let is_word = matches!(token.kind, TokenKind::Name | TokenKind::Variable);
        if is_word && offset <= token.span.end { token.span } else { here }
    }

    /// What stands around an offset. The clause begins at the last line that starts at the left.
    fn place(&self, offset: u32) -> Place<'_> {
        let end = self.token_from(offset);
        let is_first = |token: &Token| {
            let before = self.text[..token.span.start as usize].chars().next_back();
            before.is_none_or(|char| char == '\n' || char == '\r')
        };
        let start = self.tokens()[..end].iter().rposition(is_first).unwrap_or(0);
        match self.syntax() {
            Syntax::Kif => self.place_in_lists(&self.tokens()[start..end]),
            Syntax::Infix => self.place_in_terms(&self.tokens()[start..end]),
        }
    }

    fn place_in_lists(&self, tokens: &[Token]) -> Place<'_> {
        // For each open list its first word and how many items it has.
        let mut open = Vec::<(Option<&str>, usize)>::new();
        for token in tokens {
            match token.kind {
                TokenKind::Comment => continue,
                TokenKind::Open => {
                    open.push((None, 0));
                    continue;
                }
                TokenKind::Close => drop(open.pop()),
                _ => {}
            }
            if let Some((first, n_items)) = open.last_mut() {
                if *n_items == 0 && token.kind == TokenKind::Name {
                    *first = Some(self.name_text(token.span));
                }
                *n_items += 1;
            }
        }
        let Some(&(first, n_items)) = open.last() else { return Place::Head };
        if n_items > 0 {
            return match first.and_then(keyword) {
                Some(Symbol::RULE) if n_items == 1 => Place::Head,
                Some(Symbol::RULE | Symbol::NOT | Symbol::OR | Symbol::AND) => Place::Condition,
                _ => Place::Argument { of: first.unwrap_or_default(), number: n_items - 1 },
            };
        }
        // The first word of a list: what it is depends on the list around it.
        match open.len().checked_sub(2).map(|at| open[at]) {
            None => Place::Head,
            Some((Some(outer), n_items)) => match keyword(outer) {
                Some(Symbol::RULE) if n_items == 1 => Place::Head,
                Some(Symbol::RULE | Symbol::NOT | Symbol::OR | Symbol::AND) => Place::Condition,
                _ => Place::Argument { of: outer, number: n_items.saturating_sub(1) },
            },
            Some((None, _)) => Place::Condition,
        }
    }

    fn place_in_terms(&self, tokens: &[Token]) -> Place<'_> {
        let mut open = Vec::<(Option<&str>, usize)>::new();
        let mut in_body = false;
        let mut previous: Option<Token> = None;
        for &token in tokens.iter().filter(|token| token.kind != TokenKind::Comment) {
            match token.kind {
                TokenKind::Open => {
                    let name = previous.filter(|token| token.kind == TokenKind::Name);
                    open.push((name.map(|token| self.name_text(token.span)), 0));
                }
                TokenKind::Close => drop(open.pop()),
                TokenKind::Comma => {
                    if let Some((_, number)) = open.last_mut() {
                        *number += 1;
                    }
                }
                TokenKind::If => in_body = true,
                TokenKind::Stop => (in_body, open) = (false, Vec::new()),
                _ => {}
            }
            previous = Some(token);
        }
        match open.last() {
            Some(&(Some(of), number)) if !is_operator(of) => Place::Argument { of, number },
            _ if in_body => Place::Condition,
            _ => Place::Head,
        }
    }

    /// The relations that a clause or a condition can have.
    fn add_sentences(&self, list: &mut List<'_>, is_head: bool) {
        let symbols = &self.analysis.sheet.symbols;
        for name in self.names().iter().filter(|name| name.kind == NameKind::Relation) {
            let detail = format!("relation of {} arguments", name.n_args);
            list.add_symbol(name.symbol, NameKind::Relation, detail, 0);
        }
        for (symbol, word) in symbols.iter().take_while(|&(symbol, _)| symbol <= Symbol::RULE) {
            let is_possible = match symbol {
                Symbol::TRUE | Symbol::DOES | Symbol::DISTINCT | Symbol::NOT | Symbol::OR => {
                    !is_head
                }
                Symbol::INIT | Symbol::NEXT | Symbol::SEES | Symbol::BASE | Symbol::INPUT => {
                    is_head
                }
                Symbol::RULE => is_head && self.syntax() == Syntax::Kif,
                _ => form(symbol).is_some(),
            };
            if is_possible {
                list.add(word, NameKind::Keyword, meaning(symbol).to_owned(), 1);
            }
        }
    }

    /// The terms that an argument can have: those it has elsewhere first, then the variables of
    /// the clause, then all others.
    fn add_arguments(&self, list: &mut List<'_>, of: &str, number: usize, offset: u32) {
        let sheet = &self.analysis.sheet;
        let symbols = &sheet.symbols;
        let of = keyword(of).or_else(|| symbols.get(of));
        for clause in &sheet.clauses {
            clause.for_each_atom(&mut |atom: &Atom| {
                // Facts are the same in all of these, and so are moves.
                if Some(family(atom.relation)) == of.map(family) {
                    Self::add_term(list, atom.args.get(number));
                }
                atom.for_each_term(&mut |term| {
                    if let TermKind::Function(name, args) = &term.kind
                        && Some(*name) == of
                    {
                        Self::add_term(list, args.get(number));
                    }
                });
            });
        }
        self.add_variables(list, offset);
        for name in self.names().iter() {
            if let NameKind::Function | NameKind::Object = name.kind {
                list.add_symbol(name.symbol, name.kind, name.kind.noun().to_owned(), 3);
            }
        }
    }

    fn add_term(list: &mut List<'_>, term: Option<&Term>) {
        let Some(TermKind::Constant(name) | TermKind::Function(name, _)) =
            term.map(|term| &term.kind)
        else {
            return;
        };
        let is_function = matches!(term.map(|term| &term.kind), Some(TermKind::Function(..)));
        let kind = if is_function { NameKind::Function } else { NameKind::Object };
        let detail = format!("{}, as elsewhere here", kind.noun());
        list.add_symbol(*name, kind, detail, 0);
    }

    /// The variables around an offset, whether the clause can be read or not.
    fn add_variables(&self, list: &mut List<'_>, offset: u32) {
        let here = self.token_from(offset);
        let is_left = |token: &Token| {
            self.text[..token.span.start as usize].ends_with(['\n', '\r']) || token.span.start == 0
        };
        let start = self.tokens()[..here].iter().rposition(is_left).unwrap_or(0);
        let behind = self.tokens().iter().skip(here.max(start + 1));
        let n_behind = behind.take_while(|token| !is_left(token)).count();
        for token in
            &self.tokens()[start..(here.max(start + 1) + n_behind).min(self.tokens().len())]
        {
            let word = self.name_text(token.span);
            let is_named = token.kind == TokenKind::Variable && word != "?" && word != "_";
            if is_named && token.span.start != list.span.start {
                list.add(word, NameKind::Variable, "variable of this clause".to_owned(), 2);
            }
        }
    }
}

struct List<'t> {
    items: Vec<Completion>,
    seen: FxHashSet<String>,
    /// How the sheet writes its names.
    written: FxHashMap<Symbol, &'t str>,
    span: Span,
}

impl List<'_> {
    fn add_symbol(&mut self, symbol: Symbol, kind: NameKind, detail: String, rank: u8) {
        if let Some(&word) = self.written.get(&symbol) {
            self.add(word, kind, detail, rank);
        }
    }

    fn add(&mut self, label: &str, kind: NameKind, detail: String, rank: u8) {
        if self.seen.insert(label.to_owned()) {
            let span = self.span;
            self.items.push(Completion { label: label.to_owned(), kind, detail, span, rank });
        }
    }
}

/// Relations whose arguments are of one kind.
fn family(relation: Symbol) -> Symbol {
    match relation {
        Symbol::BASE | Symbol::INIT | Symbol::NEXT => Symbol::TRUE,
        Symbol::LEGAL | Symbol::INPUT => Symbol::DOES,
        other => other,
    }
}

fn is_operator(name: &str) -> bool {
    matches!(keyword(name), Some(Symbol::NOT | Symbol::OR | Symbol::AND))
}
