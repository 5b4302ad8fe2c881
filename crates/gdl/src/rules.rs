//! The flat form of a rule sheet: interned terms and clauses to compute with.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use crate::graph::Dependencies;
use crate::print::Printer;
use crate::span::Span;
use crate::symbol::{Symbol, Symbols};
use crate::syntax::Syntax;

/// A term, interned in a [`Terms`] table: equal terms have equal ids.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct TermId(u32);

/// A relation of a certain arity.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct RelationId(u32);

/// The rules of a game: facts are rules without conditions, alternatives are
/// rules of their own, and every term is interned. Which relation depends on which
/// is found out once, when the rules are made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rules {
    pub symbols: Symbols,
    pub terms: Terms,
    pub relations: Relations,
    pub rules: Vec<Rule>,
    pub dependencies: Dependencies,
}

/// `head` holds if every literal of the body does.
#[derive(Clone, Debug)]
pub struct Rule {
    pub head: Sentence,
    pub body: Vec<Literal>,
    /// The clause of the sheet that it comes from.
    pub clause: usize,
}

#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Literal {
    Positive(Sentence),
    Negative(Sentence),
    /// The two terms differ.
    Distinct(TermId, TermId),
}

/// A relation applied to terms.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Sentence {
    pub relation: RelationId,
    pub args: Box<[TermId]>,
    pub span: Span,
}

#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum TermNode {
    Variable(Symbol),
    Constant(Symbol),
    Function(Symbol, Box<[TermId]>),
}

/// Terms, each stored once.
#[derive(Clone, Default)]
pub struct Terms {
    nodes: Vec<TermNode>,
    ground: Vec<bool>,
    ids: FxHashMap<TermNode, TermId>,
}

/// Relations, told apart by name and arity.
#[derive(Clone, Default, Debug)]
pub struct Relations {
    list: Vec<(Symbol, usize)>,
    ids: FxHashMap<(Symbol, usize), RelationId>,
}

impl TermId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl RelationId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Terms {
    pub fn intern(&mut self, node: TermNode) -> TermId {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = TermId(self.nodes.len() as u32);
        self.ground.push(match &node {
            TermNode::Variable(_) => false,
            TermNode::Constant(_) => true,
            TermNode::Function(_, args) => args.iter().all(|&arg| self.is_ground(arg)),
        });
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    pub fn get(&self, id: TermId) -> &TermNode {
        &self.nodes[id.index()]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether a term has no variables.
    pub fn is_ground(&self, id: TermId) -> bool {
        self.ground[id.index()]
    }

    /// Calls `visit` on every variable of a term, in order, repetitions included.
    pub fn for_each_variable(&self, id: TermId, visit: &mut impl FnMut(Symbol)) {
        match self.get(id) {
            TermNode::Variable(variable) => visit(*variable),
            TermNode::Function(_, args) if !self.is_ground(id) => {
                for &arg in args {
                    self.for_each_variable(arg, visit);
                }
            }
            _ => {}
        }
    }

    /// The term as KIF text: `(cell 1 ?x b)`.
    pub fn display<'a>(&'a self, symbols: &'a Symbols, id: TermId) -> impl fmt::Display + 'a {
        self.display_in(Syntax::Kif, symbols, id)
    }

    pub(crate) fn display_in<'a>(
        &'a self,
        syntax: Syntax,
        symbols: &'a Symbols,
        id: TermId,
    ) -> impl fmt::Display + 'a {
        DisplayTerm { terms: self, printer: Printer { symbols, syntax }, id }
    }
}

impl fmt::Debug for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terms({})", self.nodes.len())
    }
}

#[derive(Copy, Clone)]
struct DisplayTerm<'a> {
    terms: &'a Terms,
    printer: Printer<'a>,
    id: TermId,
}

impl fmt::Display for DisplayTerm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { terms, printer, id } = self;
        match terms.get(*id) {
            TermNode::Variable(symbol) => f.write_str(&printer.variable(*symbol)),
            TermNode::Constant(symbol) => f.write_str(&printer.constant(*symbol)),
            TermNode::Function(symbol, args) => {
                let name = printer.constant(*symbol);
                match printer.syntax {
                    Syntax::Kif => write!(f, "({name}")?,
                    Syntax::Infix => write!(f, "{name}")?,
                }
                for (index, &id) in args.iter().enumerate() {
                    f.write_char(match (printer.syntax, index) {
                        (Syntax::Kif, _) => ' ',
                        (Syntax::Infix, 0) => '(',
                        (Syntax::Infix, _) => ',',
                    })?;
                    DisplayTerm { id, ..*self }.fmt(f)?;
                }
                f.write_char(')')
            }
        }
    }
}

impl Relations {
    pub fn intern(&mut self, name: Symbol, arity: usize) -> RelationId {
        *self.ids.entry((name, arity)).or_insert_with(|| {
            self.list.push((name, arity));
            RelationId(self.list.len() as u32 - 1)
        })
    }

    pub fn get(&self, name: Symbol, arity: usize) -> Option<RelationId> {
        self.ids.get(&(name, arity)).copied()
    }

    /// One more relation, which has a name for people to read but is not found by it.
    pub fn add_hidden(&mut self, name: Symbol, arity: usize) -> RelationId {
        self.list.push((name, arity));
        RelationId(self.list.len() as u32 - 1)
    }

    pub fn name(&self, id: RelationId) -> Symbol {
        self.list[id.index()].0
    }

    pub fn arity(&self, id: RelationId) -> usize {
        self.list[id.index()].1
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn ids(&self) -> impl Iterator<Item = RelationId> + use<> {
        (0..self.list.len() as u32).map(RelationId)
    }
}

impl Literal {
    /// The sentence of a positive or negative literal.
    pub fn sentence(&self) -> Option<&Sentence> {
        match self {
            Self::Positive(sentence) | Self::Negative(sentence) => Some(sentence),
            Self::Distinct(..) => None,
        }
    }
}

impl Rules {
    /// No rules yet, over these names.
    pub(crate) fn empty(symbols: Symbols) -> Self {
        Self {
            symbols,
            terms: Terms::default(),
            relations: Relations::default(),
            rules: Vec::new(),
            dependencies: Dependencies::default(),
        }
    }

    /// What all rules together say about dependencies: for when the last of them is there.
    pub(crate) fn complete(mut self) -> Self {
        self.dependencies = Dependencies::new(&self);
        self
    }

    /// Whether players are told what they perceive, by `sees`, and nothing else (GDL-II). In all
    /// other games everybody sees every move.
    pub fn has_percepts(&self) -> bool {
        let sees = self.relations.get(Symbol::SEES, 2);
        sees.is_some_and(|sees| self.rules.iter().any(|rule| rule.head.relation == sees))
    }

    /// The name of a relation.
    pub fn relation_name(&self, id: RelationId) -> &str {
        self.symbols.name(self.relations.name(id))
    }

    /// A term as KIF text.
    pub fn display(&self, id: TermId) -> impl fmt::Display + '_ {
        self.terms.display(&self.symbols, id)
    }
}
