//! The values of variables.

use stonegate_gdl::TermId;

use crate::plan::{Shape, Value};
use crate::terms::TermTable;

/// The registers of all clauses that are being proved, one clause upon the other. Only those of the
/// top clause are read and written.
#[derive(Default, Debug)]
pub(crate) struct Registers {
    values: Vec<Option<TermId>>,
    /// Where the registers of the clause at hand begin.
    base: usize,
}

impl Registers {
    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.base = 0;
    }

    /// How many registers are in use.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// Turns to a clause whose registers begin at `base`.
    pub(crate) fn start(&mut self, base: usize, n_registers: usize) {
        self.values.truncate(base);
        self.values.resize(base + n_registers, None);
        self.base = base;
    }

    /// Drops the registers from `base` on; those of the clause below begin at `below`.
    pub(crate) fn leave(&mut self, base: usize, below: usize) {
        self.values.truncate(base);
        self.base = below;
    }

    fn get(&self, register: usize) -> TermId {
        self.values[self.base + register].expect("plans read what they have written")
    }

    /// The term that a value is. `stack` is left as it was.
    pub(crate) fn build(
        &self,
        terms: &mut TermTable,
        value: &Value,
        stack: &mut Vec<TermId>,
    ) -> TermId {
        match value {
            Value::Term(term) => *term,
            Value::Register(register) => self.get(*register),
            Value::Function(symbol, values) => {
                let start = stack.len();
                self.push_all(terms, values, stack);
                let term = terms.function(*symbol, &stack[start..]);
                stack.truncate(start);
                term
            }
        }
    }

    /// Writes the terms that some values are.
    pub(crate) fn push_all(
        &self,
        terms: &mut TermTable,
        values: &[Value],
        stack: &mut Vec<TermId>,
    ) {
        for value in values {
            let term = self.build(terms, value, stack);
            stack.push(term);
        }
    }

    /// Compares a term with a shape, and takes what the shape takes.
    pub(crate) fn matches(&mut self, terms: &TermTable, shape: &Shape, term: TermId) -> bool {
        match shape {
            Shape::Take(register) => {
                self.values[self.base + register] = Some(term);
                true
            }
            Shape::Same(register) => self.get(*register) == term,
            Shape::Term(wanted) => *wanted == term,
            Shape::Function(symbol, shapes) => match terms.parts(term) {
                Some((function, args)) => {
                    function == *symbol
                        && args.len() == shapes.len()
                        && shapes
                            .iter()
                            .zip(args)
                            .all(|(shape, &arg)| self.matches(terms, shape, arg))
                }
                None => false,
            },
        }
    }
}
