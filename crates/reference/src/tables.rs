//! The tables of all calls made so far.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use stonegate_gdl::{RelationId, TermId};

use crate::calls::{self, Cell};
use crate::rows::Rows;

/// How far the proof of a call is.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Status {
    /// To be proved. There may be answers already, but perhaps not all.
    Fresh,
    /// Being proved, by the frame at this depth of the stack.
    Open { depth: usize },
    /// Proved as far as a call that is still open allows. The position is that
    /// in the prover's list of such calls.
    Partial { position: usize },
    /// All answers are known.
    Complete,
}

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) status: Status,
    pub(crate) call: Arc<[Cell]>,
    pub(crate) answers: Rows,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct TableId {
    pub(crate) relation: RelationId,
    index: usize,
}

#[derive(Debug)]
pub(crate) struct Tables {
    relations: Vec<RelationTables>,
}

/// The tables of one relation.
#[derive(Default, Debug)]
struct RelationTables {
    tables: Vec<Table>,
    by_call: FxHashMap<Arc<[Cell]>, usize>,
    bytes: usize,
}

/// What a table takes beside its cells, roughly.
const TABLE_BYTES: usize = 200;
const ROW_BYTES: usize = 24;

impl Tables {
    pub(crate) fn new(n_relations: usize) -> Self {
        Self { relations: (0..n_relations).map(|_| RelationTables::default()).collect() }
    }

    /// The table of a call, made on the first call.
    pub(crate) fn of_call(&mut self, relation: RelationId, call: &[Cell]) -> TableId {
        let group = &mut self.relations[relation.index()];
        let index = group.by_call.get(call).copied().unwrap_or_else(|| {
            let call: Arc<[Cell]> = call.into();
            let index = group.tables.len();
            group.bytes += TABLE_BYTES + size_of_val(&call[..]);
            group.by_call.insert(Arc::clone(&call), index);
            let answers = Rows::new(calls::n_free(&call));
            group.tables.push(Table { status: Status::Fresh, call, answers });
            index
        });
        TableId { relation, index }
    }

    pub(crate) fn get(&self, id: TableId) -> &Table {
        &self.relations[id.relation.index()].tables[id.index]
    }

    pub(crate) fn set_status(&mut self, id: TableId, status: Status) {
        self.relations[id.relation.index()].tables[id.index].status = status;
    }

    /// Adds an answer; false if it was known.
    pub(crate) fn insert(&mut self, id: TableId, row: &[TermId]) -> bool {
        let group = &mut self.relations[id.relation.index()];
        let is_new = group.tables[id.index].answers.insert(row);
        if is_new {
            group.bytes += ROW_BYTES + size_of_val(row);
        }
        is_new
    }

    /// Forgets what is known of a relation.
    pub(crate) fn clear(&mut self, relation: RelationId) {
        self.relations[relation.index()] = RelationTables::default();
    }

    /// The memory that the tables take, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.relations.iter().map(|group| group.bytes).sum()
    }
}
