//! States of a game, and the order of terms.

use std::cmp::Ordering;
use std::sync::Arc;

use stonegate_gdl::{Symbol, Symbols, TermId, TermNode, Terms};

/// The facts that are true at one moment of a game.
///
/// Facts are terms of one evaluator: states of different evaluators cannot be
/// compared. A clone is cheap.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct State {
    facts: Arc<[TermId]>,
}

impl State {
    pub(crate) fn new(terms: &Terms, symbols: &Symbols, mut facts: Vec<TermId>) -> Self {
        sort_terms(terms, symbols, &mut facts);
        facts.dedup();
        Self { facts: facts.into() }
    }

    /// The facts, sorted as their text is (see [`Evaluator`](crate::Evaluator)).
    pub fn facts(&self) -> &[TermId] {
        &self.facts
    }
}

/// Sorts ground terms by name, an order that does not depend on when they were
/// interned.
pub(crate) fn sort_terms(terms: &Terms, symbols: &Symbols, list: &mut [TermId]) {
    list.sort_unstable_by(|&left, &right| compare(terms, symbols, left, right));
}

/// Functions come before constants, as a parenthesis does before letters;
/// then names decide, then the first arguments that differ, then their number.
fn compare(terms: &Terms, symbols: &Symbols, mut left: TermId, mut right: TermId) -> Ordering {
    // Terms are interned: different ids are different terms, so the comparison
    // only ever descends into the first pair that differs.
    while left != right {
        let (f, left_args) = parts(terms, left);
        let (g, right_args) = parts(terms, right);
        let order = left_args.is_empty().cmp(&right_args.is_empty());
        let order = order.then_with(|| symbols.name(f).cmp(symbols.name(g)));
        if order.is_ne() {
            return order;
        }
        match left_args.iter().zip(right_args).find(|(l, r)| l != r) {
            Some((&l, &r)) => (left, right) = (l, r),
            None => return left_args.len().cmp(&right_args.len()),
        }
    }
    Ordering::Equal
}

fn parts(terms: &Terms, term: TermId) -> (Symbol, &[TermId]) {
    match terms.get(term) {
        TermNode::Constant(symbol) | TermNode::Variable(symbol) => (*symbol, &[]),
        TermNode::Function(symbol, args) => (*symbol, args),
    }
}
