//! Tables of literals: for which values of some variables does something hold,
//! and by which gate. Joining two tables ANDs, dropping a variable ORs.

use std::cell::OnceCell;

use stonegate_circuit::Lit;
use stonegate_gdl::TermId;

use crate::filter::position_of;
use crate::gates::Gates;
use crate::index::Index;
use crate::pattern::Var;
use crate::row_set::{ROWS_PER_LOOK, RowSet};

/// A literal for each row of values of `vars`; where there is no row, false.
#[derive(Clone, Debug)]
pub(crate) struct Factor {
    pub(crate) vars: Vec<Var>,
    /// The rows one after another.
    terms: Vec<TermId>,
    pub(crate) lits: Vec<Lit>,
    /// The numbers of the rows, once someone asked.
    numbers: OnceCell<RowSet>,
    /// How many values each variable takes, once someone asked.
    n_values: OnceCell<Vec<usize>>,
}

impl Factor {
    /// The factor without variables that always holds.
    pub(crate) fn unit() -> Self {
        let mut unit = Self::empty(&[]);
        unit.push(&[], Lit::TRUE);
        unit
    }

    pub(crate) fn empty(vars: &[Var]) -> Self {
        Self::new(vars.to_vec(), Vec::new(), Vec::new())
    }

    fn new(vars: Vec<Var>, terms: Vec<TermId>, lits: Vec<Lit>) -> Self {
        let (numbers, n_values) = (OnceCell::new(), OnceCell::new());
        Self { vars, terms, lits, numbers, n_values }
    }

    /// Adds a row, which must be new.
    pub(crate) fn push(&mut self, row: &[TermId], lit: Lit) {
        debug_assert!(self.numbers.get().is_none(), "it is still being filled");
        self.terms.extend_from_slice(row);
        self.lits.push(lit);
    }

    fn row(&self, index: usize) -> &[TermId] {
        &self.terms[index * self.vars.len()..][..self.vars.len()]
    }

    /// The literal of a row, if it is there.
    pub(crate) fn lit_of(&self, row: &[TermId]) -> Option<Lit> {
        let numbers = self.numbers.get_or_init(|| {
            let mut numbers = RowSet::new(self.vars.len());
            for (row, _) in self.iter() {
                numbers.insert(row);
            }
            numbers
        });
        numbers.get(row).map(|number| self.lits[number])
    }

    pub(crate) fn len(&self) -> usize {
        self.lits.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[TermId], Lit)> {
        self.lits.iter().enumerate().map(|(index, &lit)| (self.row(index), lit))
    }

    /// Calls a function for each row, or gives nothing because `stop` says so on the way.
    fn for_each(
        &self,
        stop: &dyn Fn() -> bool,
        mut call: impl FnMut(&[TermId], Lit),
    ) -> Option<()> {
        for (number, (row, lit)) in self.iter().enumerate() {
            if number.is_multiple_of(ROWS_PER_LOOK) && stop() {
                return None;
            }
            call(row, lit);
        }
        Some(())
    }

    /// The number of values that a variable takes.
    pub(crate) fn n_values(&self, var: Var) -> usize {
        let count = |column: usize| {
            let mut values = self.iter().map(|(row, _)| row[column]).collect::<Vec<_>>();
            values.sort_unstable();
            values.dedup();
            values.len()
        };
        self.n_values.get_or_init(|| (0..self.vars.len()).map(count).collect())
            [position_of(&self.vars, var)]
    }

    /// Keeps only the variables in `kept`: rows that become equal are ORed. Gives nothing if `stop`
    /// says so.
    pub(crate) fn project(
        &self,
        gates: &mut Gates,
        kept: impl Fn(Var) -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let columns = (0..self.vars.len()).filter(|&at| kept(self.vars[at])).collect::<Vec<_>>();
        let (groups, lits) = self.grouped(&columns, stop)?;
        let vars = columns.iter().map(|&at| self.vars[at]).collect();
        Some(Self::new(vars, groups.into_terms(), gates.or_each(&lits, stop)?))
    }

    /// The values that some variables take, whatever the literals say. Gives nothing if `stop` says
    /// so.
    pub(crate) fn values(&self, vars: &[Var], stop: &dyn Fn() -> bool) -> Option<Self> {
        let columns = vars.iter().map(|&var| position_of(&self.vars, var)).collect::<Vec<_>>();
        let (rows, _) = self.grouped(&columns, stop)?;
        let lits = vec![Lit::TRUE; rows.len()];
        Some(Self::new(vars.to_vec(), rows.into_terms(), lits))
    }

    fn grouped(
        &self,
        columns: &[usize],
        stop: &dyn Fn() -> bool,
    ) -> Option<(RowSet, Vec<Vec<Lit>>)> {
        let mut groups = RowSet::new(columns.len());
        let mut lits: Vec<Vec<Lit>> = Vec::new();
        let mut key = Vec::new();
        self.for_each(stop, |row, lit| {
            key.clear();
            key.extend(columns.iter().map(|&column| row[column]));
            let (group, new) = groups.insert(&key);
            if new {
                lits.push(Vec::new());
            }
            lits[group].push(lit);
        })?;
        Some((groups, lits))
    }

    /// Removes the rows that have no partner in the other factor. Gives nothing if `stop` says so.
    pub(crate) fn restrict(&mut self, other: &Self, stop: &dyn Fn() -> bool) -> Option<()> {
        let shared =
            self.vars.iter().copied().filter(|var| other.vars.contains(var)).collect::<Vec<_>>();
        if shared.is_empty() {
            return Some(());
        }
        let columns_in = |factor: &Self| {
            shared.iter().map(|&var| position_of(&factor.vars, var)).collect::<Vec<_>>()
        };
        let (partners, _) = other.grouped(&columns_in(other), stop)?;
        let columns = columns_in(self);
        let mut kept = Self::empty(&self.vars);
        let mut key = Vec::new();
        self.for_each(stop, |row, lit| {
            key.clear();
            key.extend(columns.iter().map(|&column| row[column]));
            if partners.get(&key).is_some() {
                kept.push(row, lit);
            }
        })?;
        if kept.len() < self.len() {
            *self = kept;
        }
        Some(())
    }

    /// All pairs of rows that agree on the shared variables. `test` may replace
    /// the literal of a joined row, or drop the row. Gives nothing if `stop` says so, which is asked
    /// for every row of either and every joined one, and told how many are joined.
    pub(crate) fn join(
        &self,
        other: &Self,
        gates: &mut Gates,
        mut test: impl FnMut(&mut Gates, &[Var], &[TermId], Lit) -> Option<Lit>,
        mut stop: impl FnMut(usize) -> bool,
    ) -> Option<Self> {
        let (shared, added): (Vec<_>, Vec<_>) =
            (0..other.vars.len()).partition(|&column| self.vars.contains(&other.vars[column]));
        let mut partners = Index::new(&shared);
        let mut key = Vec::new();
        for (row, _) in other.iter() {
            if stop(0) {
                return None;
            }
            partners.push(row, &mut key);
        }
        let positions = shared
            .iter()
            .map(|&column| position_of(&self.vars, other.vars[column]))
            .collect::<Vec<_>>();
        let mut vars = self.vars.clone();
        vars.extend(added.iter().map(|&column| other.vars[column]));
        let mut joined = Self::empty(&vars);
        let mut row = Vec::new();
        for (left, left_lit) in self.iter() {
            if stop(joined.len()) {
                return None;
            }
            key.clear();
            key.extend(positions.iter().map(|&at| left[at]));
            for right in partners.matching(&key) {
                if stop(joined.len()) {
                    return None;
                }
                row.clear();
                row.extend_from_slice(left);
                row.extend(added.iter().map(|&column| other.row(right)[column]));
                let lit = gates.and(left_lit, other.lits[right]);
                if let Some(lit) = test(gates, &vars, &row, lit)
                    && lit != Lit::FALSE
                {
                    joined.push(&row, lit);
                }
            }
        }
        Some(joined)
    }
}
