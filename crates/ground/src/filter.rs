//! Tests on values: what a rule asks of its variables besides its conditions.

use stonegate_gdl::TermId;

use crate::pattern::{Clause, Pattern, Var};
use crate::store::{Store, ViewId};

/// A test that can be decided before any state is known.
pub(crate) enum Filter {
    Distinct(usize),
    /// No row of the view has the values of `vars`.
    Absent {
        view: ViewId,
        index: usize,
        vars: Vec<Var>,
    },
}

impl Filter {
    pub(crate) fn vars<'c>(&'c self, clause: &'c Clause) -> &'c [Var] {
        match self {
            Self::Distinct(position) => &clause.distinct[*position].vars,
            Self::Absent { vars, .. } => vars,
        }
    }

    pub(crate) fn passes(
        &self,
        store: &Store,
        clause: &Clause,
        vars: &[Var],
        row: &[TermId],
    ) -> bool {
        match self {
            Self::Distinct(position) => {
                let distinct = &clause.distinct[*position];
                !same_instance(store, &distinct.left, &distinct.right, vars, row)
            }
            Self::Absent { view, index, vars: key_vars } => {
                let key =
                    key_vars.iter().map(|&var| row[position_of(vars, var)]).collect::<Vec<_>>();
                !store.view(*view).indexed(*index).contains(&key)
            }
        }
    }
}

/// Whether two patterns have the same instance under the values of a row.
pub(crate) fn same_instance(
    store: &Store,
    left: &Pattern,
    right: &Pattern,
    vars: &[Var],
    row: &[TermId],
) -> bool {
    let value = |pattern: &Pattern| match pattern {
        Pattern::Variable(var) => Some(row[position_of(vars, *var)]),
        Pattern::Ground(term) => Some(*term),
        Pattern::Function(..) => None,
    };
    match (value(left), value(right)) {
        (Some(left), Some(right)) => left == right,
        (Some(term), None) => equals_term(store, right, term, vars, row),
        (None, Some(term)) => equals_term(store, left, term, vars, row),
        (None, None) => match (left, right) {
            (Pattern::Function(f, left), Pattern::Function(g, right)) => {
                f == g
                    && left.len() == right.len()
                    && left.iter().zip(right).all(|(l, r)| same_instance(store, l, r, vars, row))
            }
            _ => false,
        },
    }
}

fn equals_term(
    store: &Store,
    pattern: &Pattern,
    term: TermId,
    vars: &[Var],
    row: &[TermId],
) -> bool {
    let n_vars = vars.iter().max().map_or(0, |&max| max + 1);
    let mut values = vec![None; n_vars];
    for (&var, &value) in vars.iter().zip(row) {
        values[var] = Some(value);
    }
    pattern.matches(&store.terms, term, &mut values)
}

pub(crate) fn position_of(vars: &[Var], var: Var) -> usize {
    vars.iter().position(|&other| other == var).expect("the variable has a value")
}

pub(crate) fn subset(vars: &[Var], of: &[Var]) -> bool {
    vars.iter().all(|var| of.contains(var))
}
