//! What is known of a game: its facts, and the answers proved so far.

use rustc_hash::FxHashMap;
use stonegate_gdl::{Phase, RelationId, Symbol, TermId, Terms};

use crate::answers::Answers;
use crate::facts::FactTable;
use crate::plan::{FactsId, Query, QueryId};
use crate::planner::{Planner, facts_of};
use crate::terms::TermTable;

#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) terms: TermTable,
    pub(crate) facts: Vec<FactTable>,
    /// For each query.
    pub(crate) answers: Vec<Answers>,
    phases: Vec<Phase>,
    fluents: FxHashMap<(Symbol, usize), FactsId>,
    truths: Option<FactsId>,
    does: Option<FactsId>,
}

impl Memory {
    /// The facts of the sheet, and the queries that have been planned.
    pub(crate) fn new(
        terms: Terms,
        planner: Planner<'_>,
        truths: Option<RelationId>,
        does: Option<RelationId>,
    ) -> (Self, Vec<Query>) {
        let Planner { facts, fluents, queries, .. } = planner;
        let answers = queries.iter().map(|query| Answers::new(query.n_given, query.n_free));
        let memory = Self {
            terms: TermTable::new(terms),
            facts,
            answers: answers.collect(),
            phases: queries.iter().map(|query| query.phase).collect(),
            fluents,
            truths: truths.map(facts_of),
            does: does.map(facts_of),
        };
        (memory, queries)
    }

    /// Replaces the facts of the state, and forgets what was proved from them.
    pub(crate) fn set_state(&mut self, state: &[TermId]) {
        self.forget(Phase::State);
        let Self { terms, facts, fluents, truths, .. } = self;
        fluents.values().chain(&*truths).for_each(|id| facts[id.0].clear());
        for &fact in state {
            if let Some(id) = truths {
                facts[id.0].push(&[fact]);
            }
            if let Some((function, args)) = terms.parts(fact)
                && let Some(id) = fluents.get(&(function, args.len()))
            {
                facts[id.0].push_parts(args, &[fact]);
            }
        }
    }

    /// Replaces what the roles do, and forgets what was proved from it.
    pub(crate) fn set_moves(&mut self, moves: impl Iterator<Item = [TermId; 2]>) {
        self.forget(Phase::Moves);
        if let Some(id) = self.does {
            let table = &mut self.facts[id.0];
            table.clear();
            moves.for_each(|fact| table.push(&fact));
        }
    }

    /// Forgets the answers that are known in this phase or later.
    pub(crate) fn forget(&mut self, from: Phase) {
        let answers = self.answers.iter_mut().zip(&self.phases);
        answers.filter(|&(_, &phase)| phase >= from).for_each(|(answers, _)| answers.clear());
    }

    /// The memory that answers and terms take, roughly.
    pub(crate) fn bytes(&self) -> usize {
        const TERM_BYTES: usize = 160;
        let answers: usize = self.answers.iter().map(Answers::bytes).sum();
        answers + self.terms.terms.len() * TERM_BYTES
    }

    /// The entry of a query for a key.
    pub(crate) fn entry(&mut self, query: QueryId, key: &[TermId]) -> usize {
        self.answers[query.0].entry(key)
    }
}
