//! Every name of a sheet, with its place and what it stands for.

use stonegate_gdl::{
    Atom, Clause, Formula, Sheet, Span, Symbol, Term, TermKind, Token, TokenKind, form,
};

/// A name where it stands.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Name {
    pub span: Span,
    pub symbol: Symbol,
    pub kind: NameKind,
    /// The clause that it stands in.
    pub clause: usize,
    /// Whether it stands in the head of the clause.
    pub in_head: bool,
    /// The relation whose argument it is, or a part of it; for a relation itself.
    pub relation: Symbol,
    /// How many arguments it has.
    pub n_args: usize,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum NameKind {
    /// A relation that the language gives a meaning.
    Keyword,
    Relation,
    /// What facts, moves and other terms are made with.
    Function,
    Object,
    Variable,
}

impl NameKind {
    /// What such a name stands for, in a word.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Keyword => "keyword",
            Self::Relation => "relation",
            Self::Function => "function",
            Self::Object => "object",
            Self::Variable => "variable",
        }
    }
}

/// All names of a sheet by their places.
#[derive(Clone, Debug, Default)]
pub struct Names {
    list: Vec<Name>,
}

impl Names {
    pub(crate) fn new(sheet: &Sheet, tokens: &[Token]) -> Self {
        let mut collector = Collector {
            tokens,
            list: Vec::new(),
            clause: 0,
            in_head: false,
            relation: Symbol::ROLE,
        };
        for (index, clause) in sheet.clauses.iter().enumerate() {
            collector.clause = index;
            collector.clause(clause);
        }
        let mut list = collector.list;
        list.sort_unstable_by_key(|name| name.span);
        Self { list }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Name> {
        self.list.iter()
    }

    /// The name at an offset, or right before it.
    pub fn at(&self, offset: u32) -> Option<&Name> {
        let next = self.list.partition_point(|name| name.span.start <= offset);
        let name = self.list.get(next.checked_sub(1)?)?;
        (offset <= name.span.end).then_some(name)
    }

    /// The name that begins at an offset.
    pub fn starting(&self, offset: u32) -> Option<&Name> {
        let next = self.list.partition_point(|name| name.span.start < offset);
        self.list.get(next).filter(|name| name.span.start == offset)
    }

    /// The places of what a name stands for: a variable is one within its clause only.
    pub fn same(&self, name: Name) -> impl Iterator<Item = &Name> {
        let is_variable = name.kind == NameKind::Variable;
        self.list.iter().filter(move |other| {
            other.symbol == name.symbol
                && (other.kind == NameKind::Variable) == is_variable
                && (!is_variable || other.clause == name.clause)
        })
    }
}

struct Collector<'a> {
    tokens: &'a [Token],
    list: Vec<Name>,
    clause: usize,
    in_head: bool,
    relation: Symbol,
}

impl Collector<'_> {
    fn clause(&mut self, clause: &Clause) {
        self.in_head = true;
        self.atom(&clause.head);
        self.in_head = false;
        for formula in clause.conditions() {
            self.formula(formula);
        }
    }

    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Atom(atom) => self.atom(atom),
            Formula::Not(inner, _) => self.formula(inner),
            Formula::And(parts, _) | Formula::Or(parts, _) => {
                for part in parts {
                    self.formula(part);
                }
            }
        }
    }

    fn atom(&mut self, atom: &Atom) {
        self.relation = atom.relation;
        let is_keyword = form(atom.relation).is_some();
        let kind = if is_keyword { NameKind::Keyword } else { NameKind::Relation };
        self.push(atom.span, atom.relation, kind, atom.args.len());
        for arg in &atom.args {
            self.term(arg);
        }
    }

    fn term(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Variable(symbol) => {
                self.push(term.span, *symbol, NameKind::Variable, 0);
            }
            TermKind::Constant(symbol) => self.push(term.span, *symbol, NameKind::Object, 0),
            TermKind::Function(symbol, args) => {
                self.push(term.span, *symbol, NameKind::Function, args.len());
                for arg in args {
                    self.term(arg);
                }
            }
        }
    }

    /// Adds the name of what stands in a span: the first word in it.
    fn push(&mut self, span: Span, symbol: Symbol, kind: NameKind, n_args: usize) {
        let first = self.tokens.partition_point(|token| token.span.start < span.start);
        let is_name = |token: &&Token| matches!(token.kind, TokenKind::Name | TokenKind::Variable);
        if let Some(token) = self.tokens[first..].iter().find(is_name)
            && span.contains(token.span)
        {
            let Self { clause, in_head, relation, .. } = *self;
            let span = token.span;
            self.list.push(Name { span, symbol, kind, clause, in_head, relation, n_args });
        }
    }
}
