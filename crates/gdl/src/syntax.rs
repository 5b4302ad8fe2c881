//! The tree of a rule sheet as it was written.
//!
//! Both parsers build this tree and both printers print it.
//! It keeps what the author wrote (alternatives, comments, order, spelling) and
//! where; [`Rules`](crate::Rules) is the flat form to compute with.

use crate::span::Span;
use crate::symbol::{Symbol, Symbols};

/// The two ways to write GDL.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Syntax {
    /// `(<= (legal ?p noop) (not (true (control ?p))))`
    Kif,
    /// `legal(P,noop) :- ~true(control(P))`
    Infix,
}

/// A parsed rule sheet.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub syntax: Syntax,
    pub symbols: Symbols,
    pub clauses: Vec<Clause>,
    pub comments: Vec<Comment>,
}

/// A fact or a rule.
#[derive(Clone, Debug)]
pub struct Clause {
    pub head: Atom,
    /// The conditions, all of which must hold. `None` for a fact; an empty
    /// list for a rule that was written without conditions.
    pub body: Option<Vec<Formula>>,
    pub span: Span,
    /// Whether an empty line stands before the clause and its comments.
    pub paragraph: bool,
}

/// A condition in the body of a rule.
#[derive(Clone, Debug)]
pub enum Formula {
    Atom(Atom),
    Not(Box<Self>, Span),
    And(Vec<Self>, Span),
    Or(Vec<Self>, Span),
}

/// A relation applied to terms.
#[derive(Clone, Debug)]
pub struct Atom {
    pub relation: Symbol,
    pub args: Vec<Term>,
    pub span: Span,
}

/// A term and its place.
#[derive(Clone, Debug)]
pub struct Term {
    pub kind: TermKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TermKind {
    Variable(Symbol),
    Constant(Symbol),
    Function(Symbol, Vec<Term>),
}

/// A comment, without its marker.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Comment {
    pub text: String,
    pub span: Span,
    /// Whether it stands behind something else on its line.
    pub trailing: bool,
    /// Whether an empty line stands before it.
    pub paragraph: bool,
}

impl Sheet {
    /// Whether two sheets say the same, clause by clause; places, comments and
    /// the syntax do not count.
    pub fn same_clauses(&self, other: &Self) -> bool {
        let same = Same { left: &self.symbols, right: &other.symbols };
        all(&self.clauses, &other.clauses, |l, r| same.clause(l, r))
    }
}

impl Clause {
    /// The conditions; none for a fact.
    pub fn conditions(&self) -> &[Formula] {
        self.body.as_deref().unwrap_or_default()
    }

    /// Calls `visit` on every atom: the head, then the body in order.
    pub fn for_each_atom<'a>(&'a self, visit: &mut impl FnMut(&'a Atom)) {
        visit(&self.head);
        for formula in self.conditions() {
            formula.for_each_atom(visit);
        }
    }
}

impl Formula {
    pub fn span(&self) -> Span {
        match self {
            Self::Atom(atom) => atom.span,
            Self::Not(_, span) | Self::And(_, span) | Self::Or(_, span) => *span,
        }
    }

    pub fn for_each_atom<'a>(&'a self, visit: &mut impl FnMut(&'a Atom)) {
        match self {
            Self::Atom(atom) => visit(atom),
            Self::Not(inner, _) => inner.for_each_atom(visit),
            Self::And(parts, _) | Self::Or(parts, _) => {
                for part in parts {
                    part.for_each_atom(visit);
                }
            }
        }
    }
}

impl Atom {
    /// Calls `visit` on every term in the arguments, outer terms first.
    pub fn for_each_term<'a>(&'a self, visit: &mut impl FnMut(&'a Term)) {
        for arg in &self.args {
            arg.for_each_term(visit);
        }
    }
}

impl Term {
    pub fn for_each_term<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        if let TermKind::Function(_, args) = &self.kind {
            for arg in args {
                arg.for_each_term(visit);
            }
        }
    }
}

/// Compares trees of two sheets, whose symbols are numbered apart.
struct Same<'a> {
    left: &'a Symbols,
    right: &'a Symbols,
}

impl Same<'_> {
    fn name(&self, left: Symbol, right: Symbol) -> bool {
        self.left.name(left) == self.right.name(right)
    }

    fn clause(&self, left: &Clause, right: &Clause) -> bool {
        self.atom(&left.head, &right.head)
            && left.body.is_some() == right.body.is_some()
            && all(left.conditions(), right.conditions(), |l, r| self.formula(l, r))
    }

    fn formula(&self, left: &Formula, right: &Formula) -> bool {
        match (left, right) {
            (Formula::Atom(l), Formula::Atom(r)) => self.atom(l, r),
            (Formula::Not(l, _), Formula::Not(r, _)) => self.formula(l, r),
            (Formula::And(l, _), Formula::And(r, _)) | (Formula::Or(l, _), Formula::Or(r, _)) => {
                all(l, r, |l, r| self.formula(l, r))
            }
            _ => false,
        }
    }

    fn atom(&self, left: &Atom, right: &Atom) -> bool {
        self.name(left.relation, right.relation)
            && all(&left.args, &right.args, |l, r| self.term(l, r))
    }

    fn term(&self, left: &Term, right: &Term) -> bool {
        match (&left.kind, &right.kind) {
            (TermKind::Variable(l), TermKind::Variable(r))
            | (TermKind::Constant(l), TermKind::Constant(r)) => self.name(*l, *r),
            (TermKind::Function(f, l), TermKind::Function(g, r)) => {
                self.name(*f, *g) && all(l, r, |l, r| self.term(l, r))
            }
            _ => false,
        }
    }
}

fn all<T>(left: &[T], right: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
}
