//! Values for some variables of a clause, in which a join grows.

use crate::pattern::Var;
use crate::row_set::RowSet;

/// Rows of values, in the order of the variables.
pub(crate) struct Bindings {
    pub(crate) vars: Vec<Var>,
    pub(crate) rows: RowSet,
}

impl Bindings {
    /// The one row that binds nothing.
    pub(crate) fn unit() -> Self {
        let mut rows = RowSet::new(0);
        rows.insert(&[]);
        Self { vars: Vec::new(), rows }
    }

    pub(crate) fn project(self, needed: &[Var]) -> Self {
        let kept =
            (0..self.vars.len()).filter(|&at| needed.contains(&self.vars[at])).collect::<Vec<_>>();
        if kept.len() == self.vars.len() {
            return self;
        }
        let mut rows = RowSet::new(kept.len());
        let mut projected = Vec::new();
        for row in self.rows.rows() {
            projected.clear();
            projected.extend(kept.iter().map(|&at| row[at]));
            rows.insert(&projected);
        }
        Self { vars: kept.iter().map(|&at| self.vars[at]).collect(), rows }
    }
}
