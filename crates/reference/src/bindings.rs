//! Values of the variables of clauses.

use stonegate_gdl::{TermId, TermNode, Terms};

use crate::program::Pattern;

/// The variables of all clauses that are being proved, one clause upon the
/// other. Only those of the top clause are read and bound.
#[derive(Default, Debug)]
pub(crate) struct Bindings {
    values: Vec<Option<TermId>>,
    /// Where the variables of the top clause begin.
    base: usize,
    /// The variables bound since, in order, to be unbound on the way back.
    trail: Vec<usize>,
}

/// A moment to go back to.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Mark(usize);

impl Bindings {
    /// Where the variables of a further clause would begin.
    pub(crate) fn top(&self) -> (usize, Mark) {
        (self.values.len(), self.mark())
    }

    /// Makes the top clause one that begins at `base`, with unbound variables.
    pub(crate) fn start_clause(&mut self, (base, mark): (usize, Mark), n_variables: usize) {
        self.trail.truncate(mark.0);
        self.values.truncate(base);
        self.values.resize(base + n_variables, None);
        self.base = base;
    }

    /// Drops the top clause; the one below begins at `below`.
    pub(crate) fn leave_clause(&mut self, (base, mark): (usize, Mark), below: usize) {
        self.trail.truncate(mark.0);
        self.values.truncate(base);
        self.base = below;
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Unbinds what was bound since the mark.
    pub(crate) fn undo(&mut self, mark: Mark) {
        for index in self.trail.drain(mark.0..) {
            self.values[index] = None;
        }
    }

    pub(crate) fn get(&self, variable: usize) -> Option<TermId> {
        self.values[self.base + variable]
    }

    pub(crate) fn bind(&mut self, variable: usize, value: TermId) {
        self.values[self.base + variable] = Some(value);
        self.trail.push(self.base + variable);
    }

    /// Binds variables such that the pattern becomes the ground term. When it
    /// cannot, some may be left bound.
    pub(crate) fn matches(&mut self, terms: &Terms, pattern: &Pattern, term: TermId) -> bool {
        match pattern {
            Pattern::Ground(ground) => *ground == term,
            Pattern::Variable(variable) => {
                if let Some(value) = self.get(*variable) {
                    return value == term;
                }
                self.bind(*variable, term);
                true
            }
            Pattern::Function(symbol, patterns) => match terms.get(term) {
                TermNode::Function(function, args) => {
                    function == symbol && self.match_all(terms, patterns, args)
                }
                _ => false,
            },
        }
    }

    pub(crate) fn match_all(
        &mut self,
        terms: &Terms,
        patterns: &[Pattern],
        row: &[TermId],
    ) -> bool {
        patterns.len() == row.len()
            && patterns.iter().zip(row).all(|(pattern, &term)| self.matches(terms, pattern, term))
    }

    /// The ground term that the pattern stands for, if all variables are bound.
    pub(crate) fn resolve(&self, terms: &mut Terms, pattern: &Pattern) -> Option<TermId> {
        match pattern {
            Pattern::Ground(ground) => Some(*ground),
            Pattern::Variable(variable) => self.get(*variable),
            Pattern::Function(symbol, patterns) => {
                let mut args = Vec::with_capacity(patterns.len());
                for pattern in patterns {
                    args.push(self.resolve(terms, pattern)?);
                }
                Some(terms.intern(TermNode::Function(*symbol, args.into())))
            }
        }
    }
}
