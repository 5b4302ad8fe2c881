//! The tuples of all relations, and views of them as conditions see them.

use rustc_hash::FxHashMap;
use stonegate_gdl::{RelationId, Relations, TermId, Terms};

use crate::index::Index;
use crate::pattern::{Condition, Pattern};
use crate::row_set::RowSet;

/// What a term takes in memory, with its arguments and its place in a table.
const TERM_BYTES: usize = 150;

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct ViewId(usize);

/// Tuples of ground terms for each relation, and the views on them.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) terms: Terms,
    tables: Vec<Table>,
    views: Vec<View>,
    ids: FxHashMap<(RelationId, Vec<Pattern>), ViewId>,
}

#[derive(Debug)]
struct Table {
    tuples: RowSet,
    views: Vec<ViewId>,
}

/// What the tuples of a relation give the variables of a condition: a row for
/// each tuple that matches its patterns, one column for each variable.
#[derive(Debug)]
pub(crate) struct View {
    patterns: Vec<Pattern>,
    width: usize,
    rows: Vec<TermId>,
    /// The tuple behind each row.
    tuples: Vec<u32>,
    indexes: Vec<Index>,
}

impl Store {
    pub(crate) fn new(terms: &Terms, relations: &Relations) -> Self {
        let table =
            |relation| Table { tuples: RowSet::new(relations.arity(relation)), views: Vec::new() };
        Self {
            terms: terms.clone(),
            tables: relations.ids().map(table).collect(),
            views: Vec::new(),
            ids: FxHashMap::default(),
        }
    }

    /// What it takes in memory, or nearly so.
    pub(crate) fn bytes(&self) -> usize {
        let tables = self.tables.iter().map(|table| table.tuples.bytes());
        let views = self.views.iter().map(View::bytes);
        self.terms.len() * TERM_BYTES + tables.chain(views).sum::<usize>()
    }

    pub(crate) fn tuples(&self, relation: RelationId) -> &RowSet {
        &self.tables[relation.index()].tuples
    }

    /// Adds a tuple to a relation and tells whether it is new.
    pub(crate) fn insert(&mut self, relation: RelationId, tuple: &[TermId]) -> bool {
        let table = &mut self.tables[relation.index()];
        let (index, new) = table.tuples.insert(tuple);
        if new {
            for view in &table.views {
                self.views[view.0].add(&self.terms, tuple, index);
            }
        }
        new
    }

    /// The view that a condition has. Its columns are the condition's variables.
    pub(crate) fn view_of(&mut self, condition: &Condition) -> ViewId {
        let patterns = condition
            .patterns
            .iter()
            .map(|pattern| pattern.renumbered(&condition.vars))
            .collect::<Vec<_>>();
        let key = (condition.relation, patterns);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = ViewId(self.views.len());
        let mut view = View {
            patterns: key.1.clone(),
            width: condition.vars.len(),
            rows: Vec::new(),
            tuples: Vec::new(),
            indexes: Vec::new(),
        };
        let table = &mut self.tables[condition.relation.index()];
        for (index, tuple) in table.tuples.rows().enumerate() {
            view.add(&self.terms, tuple, index);
        }
        table.views.push(id);
        self.views.push(view);
        self.ids.insert(key, id);
        id
    }

    pub(crate) fn view(&self, id: ViewId) -> &View {
        &self.views[id.0]
    }

    /// Brings the index of a view on some columns up to date and returns its number.
    pub(crate) fn index(&mut self, id: ViewId, columns: &[usize]) -> usize {
        self.views[id.0].index(columns)
    }

    /// How many different values some columns of a view have.
    pub(crate) fn n_keys(&mut self, id: ViewId, columns: &[usize]) -> usize {
        let view = &mut self.views[id.0];
        if columns.is_empty() {
            return view.len().min(1);
        }
        let number = view.index(columns);
        view.indexes[number].n_keys()
    }
}

impl View {
    fn bytes(&self) -> usize {
        let indexes = self.indexes.iter().map(Index::bytes).sum::<usize>();
        let rows = self.rows.capacity() * size_of::<TermId>();
        rows + self.tuples.capacity() * size_of::<u32>() + indexes
    }

    fn add(&mut self, terms: &Terms, tuple: &[TermId], tuple_index: usize) {
        let mut values = [None; 32];
        let mut spilled;
        let values = if self.width <= values.len() {
            &mut values[..self.width]
        } else {
            spilled = vec![None; self.width];
            &mut spilled[..]
        };
        let matched = self
            .patterns
            .iter()
            .zip(tuple)
            .all(|(pattern, &term)| pattern.matches(terms, term, values));
        if matched {
            let bound = values.iter().map(|value| value.expect("every variable is in a pattern"));
            self.rows.extend(bound);
            self.tuples.push(tuple_index as u32);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.tuples.len()
    }

    pub(crate) fn row(&self, index: usize) -> &[TermId] {
        &self.rows[index * self.width..(index + 1) * self.width]
    }

    /// The number of the tuple behind a row.
    pub(crate) fn tuple(&self, row: usize) -> usize {
        self.tuples[row] as usize
    }

    /// The index of this number.
    pub(crate) fn indexed(&self, index: usize) -> &Index {
        &self.indexes[index]
    }

    fn index(&mut self, columns: &[usize]) -> usize {
        let position = self.indexes.iter().position(|index| index.columns == columns);
        let position = position.unwrap_or_else(|| {
            self.indexes.push(Index::new(columns));
            self.indexes.len() - 1
        });
        let n_rows = self.len();
        let index = &mut self.indexes[position];
        let mut key = Vec::with_capacity(columns.len());
        for row in index.len()..n_rows {
            index.push(&self.rows[row * self.width..(row + 1) * self.width], &mut key);
        }
        position
    }
}
