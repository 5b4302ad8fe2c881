//! What is known of a game: its facts, and the answers proved so far.

use stonegate_gdl::{Phase, RelationId, TermId, TermNode, Terms};

use crate::budget::{Budget, EvaluateError};
use crate::calls::Cell;
use crate::facts::FactTable;
use crate::program::{FactsId, Program};
use crate::proof::Proof;
use crate::rows::Rows;
use crate::tables::{Status, Tables};

#[derive(Debug)]
pub(crate) struct Knowledge {
    pub(crate) terms: Terms,
    pub(crate) facts: Vec<FactTable>,
    pub(crate) tables: Tables,
}

impl Knowledge {
    /// The facts of the sheet.
    pub(crate) fn new(program: &Program, terms: Terms) -> Self {
        let mut facts: Vec<FactTable> = program.widths().into_iter().map(FactTable::new).collect();
        for (relation, args) in program.facts() {
            facts[Program::facts_of(*relation).index()].push(args);
        }
        Self { terms, facts, tables: Tables::new(program.relations.len()) }
    }

    /// Replaces the facts of the state, and forgets what was proved from them.
    pub(crate) fn set_state(&mut self, program: &Program, state: &[TermId]) {
        self.forget(program, Phase::State);
        for id in program.state_facts() {
            self.facts[id.index()].clear();
        }
        let truths = program.truths();
        for fact in state {
            if let Some(id) = truths {
                self.facts[id.index()].push(&[*fact]);
            }
            if let TermNode::Function(function, args) = self.terms.get(*fact)
                && let Some(id) = program.fluent(*function, args.len())
            {
                self.facts[id.index()].push(args);
            }
        }
    }

    /// Replaces what the roles do, and forgets what was proved from it.
    pub(crate) fn set_moves(
        &mut self,
        program: &Program,
        does: FactsId,
        facts: impl Iterator<Item = [TermId; 2]>,
    ) {
        self.forget(program, Phase::Moves);
        let table = &mut self.facts[does.index()];
        table.clear();
        facts.for_each(|fact| table.push(&fact));
    }

    /// All answers to a call.
    pub(crate) fn prove(
        &mut self,
        program: &Program,
        relation: RelationId,
        call: &[Cell],
        budget: &Budget<'_>,
    ) -> Result<&Rows, EvaluateError> {
        if self.bytes() > budget.max_bytes / 2 {
            self.forget(program, Phase::Static);
        }
        let table = self.tables.of_call(relation, call);
        if self.tables.get(table).status != Status::Complete
            && let Err(error) = Proof::new(program, self).run(table, budget)
        {
            // Tables of an unfinished proof are in no state to be used again.
            self.forget(program, Phase::Static);
            return Err(error);
        }
        Ok(&self.tables.get(table).answers)
    }

    /// Forgets the answers of relations that are known in this phase or later.
    fn forget(&mut self, program: &Program, from: Phase) {
        for relation in program.relations.ids() {
            if program.phase(relation) >= from {
                self.tables.clear(relation);
            }
        }
    }

    /// The memory that tables and terms take, roughly.
    pub(crate) fn bytes(&self) -> usize {
        const TERM_BYTES: usize = 160;
        self.tables.bytes() + self.terms.len() * TERM_BYTES
    }
}
