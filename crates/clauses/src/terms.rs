//! Interned terms, and functions that are found without making them.

use hashbrown::HashTable;
use stonegate_gdl::{Symbol, TermId, TermNode, Terms};

use crate::rows;

/// The terms of a game. Functions are looked up by their parts.
#[derive(Debug)]
pub(crate) struct TermTable {
    pub(crate) terms: Terms,
    functions: HashTable<(u64, TermId)>,
}

impl TermTable {
    pub(crate) fn new(terms: Terms) -> Self {
        Self { terms, functions: HashTable::new() }
    }

    /// The ground term that applies a function.
    pub(crate) fn function(&mut self, symbol: Symbol, args: &[TermId]) -> TermId {
        let hash = rows::hash(args.iter().copied()).wrapping_add(symbol.index() as u64);
        let is_it = |&(other, term): &(u64, TermId)| {
            other == hash && self.parts(term).is_some_and(|parts| parts == (symbol, args))
        };
        if let Some(&(_, term)) = self.functions.find(hash, is_it) {
            return term;
        }
        let term = self.terms.intern(TermNode::Function(symbol, args.into()));
        self.functions.insert_unique(hash, (hash, term), |&(hash, _)| hash);
        term
    }

    /// The function and the arguments of a term that has some.
    pub(crate) fn parts(&self, term: TermId) -> Option<(Symbol, &[TermId])> {
        match self.terms.get(term) {
            TermNode::Function(symbol, args) => Some((*symbol, args)),
            _ => None,
        }
    }
}
