//! How queries are answered: what to do, step by step, for each clause.
//!
//! A query is a relation together with which of its arguments are given. Which variables have values
//! at a step of a clause is therefore known beforehand, and they live in numbered registers.

use stonegate_gdl::{Phase, RelationId, Symbol, TermId};

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct QueryId(pub(crate) usize);

/// A table of facts.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct FactsId(pub(crate) usize);

#[derive(Debug)]
pub(crate) struct Query {
    pub(crate) relation: RelationId,
    pub(crate) name: String,
    pub(crate) phase: Phase,
    pub(crate) n_given: usize,
    pub(crate) n_free: usize,
    pub(crate) clauses: Vec<Clause>,
}

#[derive(Debug)]
pub(crate) struct Clause {
    pub(crate) n_registers: usize,
    /// What the given arguments must look like.
    pub(crate) given: Box<[Shape]>,
    pub(crate) body: Box<[Step]>,
    /// The free arguments; nothing if one of them has a variable without a value.
    pub(crate) free: Option<Box<[Value]>>,
    /// The place of the rule in the sheet.
    pub(crate) place: usize,
}

#[derive(Debug)]
pub(crate) enum Step {
    /// Goes through facts.
    Scan(Scan),
    /// Goes through the answers to a query.
    Ask(Ask),
    /// Goes on if there is such a fact, or if there is none.
    HasFact {
        facts: FactsId,
        index: usize,
        key: Box<[Value]>,
        wanted: bool,
    },
    /// Goes on if a query without free arguments has an answer, or if it has none.
    HasAnswer {
        query: QueryId,
        key: Box<[Value]>,
        wanted: bool,
    },
    Differ(Value, Value),
}

#[derive(Debug)]
pub(crate) struct Scan {
    pub(crate) facts: FactsId,
    /// The index on the columns that have values, and these; without one all rows are looked at.
    pub(crate) index: Option<usize>,
    pub(crate) key: Box<[Value]>,
    /// The other columns.
    pub(crate) shapes: Box<[(usize, Shape)]>,
    /// Nothing later depends on which row it is.
    pub(crate) once: bool,
}

#[derive(Debug)]
pub(crate) struct Ask {
    pub(crate) query: QueryId,
    pub(crate) key: Box<[Value]>,
    pub(crate) shapes: Box<[Shape]>,
    pub(crate) once: bool,
}

/// How a term is made of registers.
#[derive(Debug)]
pub(crate) enum Value {
    Term(TermId),
    Register(usize),
    Function(Symbol, Box<[Self]>),
}

/// What a term must look like, and which registers take its parts.
#[derive(Debug)]
pub(crate) enum Shape {
    Take(usize),
    /// The term in this register.
    Same(usize),
    Term(TermId),
    Function(Symbol, Box<[Self]>),
}
