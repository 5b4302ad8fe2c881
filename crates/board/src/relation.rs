//! The facts or moves of one shape, as a table.

use std::collections::{BTreeMap, BTreeSet};

use crate::term::Flattener;

/// All terms of one shape: a row has the constants of a term.
#[derive(Clone, Debug)]
pub(crate) struct Relation<'a> {
    pub(crate) shape: String,
    pub(crate) arity: usize,
    /// The rows that can hold.
    pub(crate) rows: BTreeSet<Vec<&'a str>>,
    /// The constants that can stand at each position.
    pub(crate) domains: Vec<BTreeSet<&'a str>>,
    /// The rows that hold, state by state.
    pub(crate) states: Vec<Vec<Vec<&'a str>>>,
}

impl<'a> Relation<'a> {
    /// The relations of some terms and of those that hold in some states.
    pub(crate) fn all(
        terms: &'a [String],
        states: &'a [Vec<String>],
        flattener: &Flattener,
    ) -> Vec<Self> {
        let mut relations: BTreeMap<String, Self> = BTreeMap::new();
        let mut add = |term: &'a str, state: Option<usize>| {
            let flat = flattener.flatten(term);
            let relation = relations.entry(flat.shape).or_insert_with_key(|shape| Self {
                shape: shape.clone(),
                arity: flat.leaves.len(),
                rows: BTreeSet::new(),
                domains: vec![BTreeSet::new(); flat.leaves.len()],
                states: vec![Vec::new(); states.len()],
            });
            for (domain, leaf) in relation.domains.iter_mut().zip(&flat.leaves) {
                domain.insert(leaf);
            }
            if let Some(state) = state {
                relation.states[state].push(flat.leaves.clone());
            }
            relation.rows.insert(flat.leaves);
        };
        for term in terms {
            add(term, None);
        }
        for (state, facts) in states.iter().enumerate() {
            for fact in facts {
                add(fact, Some(state));
            }
        }
        relations.into_values().collect()
    }

    /// How many combinations of constants can stand at two positions.
    pub(crate) fn n_pairs(&self, first: usize, second: usize) -> usize {
        self.rows.iter().map(|row| (row[first], row[second])).collect::<BTreeSet<_>>().len()
    }

    /// Whether in all states rows that agree at the positions of the key agree
    /// everywhere.
    pub(crate) fn has_key(&self, key: &[usize]) -> bool {
        self.states.iter().all(|rows| {
            let keys = rows.iter().map(|row| pick(row, key)).collect::<BTreeSet<_>>();
            keys.len() == rows.len()
        })
    }
}

/// The constants at some positions.
pub(crate) fn pick<'a>(row: &[&'a str], positions: &[usize]) -> Vec<&'a str> {
    positions.iter().map(|&position| row[position]).collect()
}
