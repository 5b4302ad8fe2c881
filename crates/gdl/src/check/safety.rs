//! Safety: every variable gets its value from a positive condition.

use std::slice;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use crate::symbol::Symbol;
use crate::syntax::{Atom, Clause, Formula, TermKind};

type Variables = FxHashSet<Symbol>;

pub(super) fn check(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for clause in &checker.sheet.clauses {
        match &clause.body {
            None => diagnostics.extend(check_fact(checker, clause)),
            Some(conditions) => {
                let bound = bound_by_all(conditions);
                let mut unsafe_variables = UnsafeVariables { bound, ..Default::default() };
                unsafe_variables.require(&clause.head, "the head");
                for condition in conditions {
                    unsafe_variables.check(condition);
                }
                diagnostics.extend(unsafe_variables.report(checker));
            }
        }
    }
}

fn check_fact(checker: &Checker<'_>, clause: &Clause) -> Option<Diagnostic> {
    let (variable, span) = variables(&clause.head).into_iter().next()?;
    let message = format!("a fact cannot have the variable `{}`", checker.variable(variable));
    Some(Diagnostic::new(Code::VariableInFact, span, message).hint(
        "write one fact for each value, or make it a rule with a condition that gives the values",
    ))
}

/// The unsafe variables of one clause, each with its first bad place.
#[derive(Default)]
struct UnsafeVariables {
    /// The variables that have a value at the place being checked.
    bound: Variables,
    found: FxHashMap<Symbol, (Span, &'static str)>,
    order: Vec<Symbol>,
}

impl UnsafeVariables {
    fn check(&mut self, formula: &Formula) {
        match formula {
            Formula::Atom(atom) if atom.relation == Symbol::DISTINCT => {
                self.require(atom, "`distinct`");
            }
            Formula::Atom(_) => {}
            Formula::Not(inner, _) => {
                inner.for_each_atom(&mut |atom| self.require(atom, "`not`"));
            }
            Formula::And(parts, _) => {
                self.check_among(parts, bound_by_all(parts));
            }
            Formula::Or(parts, _) => {
                for part in parts {
                    self.check_among(slice::from_ref(part), bound_by(part));
                }
            }
        }
    }

    /// Checks formulas where some more variables have a value.
    fn check_among(&mut self, formulas: &[Formula], mut bound: Variables) {
        bound.retain(|&variable| self.bound.insert(variable));
        for formula in formulas {
            self.check(formula);
        }
        for variable in bound {
            self.bound.remove(&variable);
        }
    }

    fn require(&mut self, atom: &Atom, place: &'static str) {
        for (variable, span) in variables(atom) {
            if !self.bound.contains(&variable) && !self.found.contains_key(&variable) {
                self.found.insert(variable, (span, place));
                self.order.push(variable);
            }
        }
    }

    fn report(&self, checker: &Checker<'_>) -> Vec<Diagnostic> {
        let report = |variable: &Symbol| {
            let (span, place) = self.found[variable];
            let name = checker.variable(*variable);
            let message =
                format!("the variable `{name}` of {place} is in no positive condition of the rule");
            Diagnostic::new(Code::UnsafeVariable, span, message).hint(format!(
                "add a condition that says which values `{name}` can have \
                 (for `or`, in each alternative)"
            ))
        };
        self.order.iter().map(report).collect()
    }
}

/// The variables that have a value once a formula holds.
fn bound_by(formula: &Formula) -> Variables {
    match formula {
        Formula::Atom(atom) if atom.relation == Symbol::DISTINCT => Variables::default(),
        Formula::Atom(atom) => variables(atom).into_iter().map(|(variable, _)| variable).collect(),
        Formula::Not(..) => Variables::default(),
        Formula::And(parts, _) => bound_by_all(parts),
        Formula::Or(parts, _) => parts
            .iter()
            .map(bound_by)
            .reduce(|left, right| left.intersection(&right).copied().collect())
            .unwrap_or_default(),
    }
}

fn bound_by_all(formulas: &[Formula]) -> Variables {
    formulas.iter().flat_map(bound_by).collect()
}

fn variables(atom: &Atom) -> Vec<(Symbol, Span)> {
    let mut variables = Vec::new();
    atom.for_each_term(&mut |term| {
        if let TermKind::Variable(variable) = term.kind {
            variables.push((variable, term.span));
        }
    });
    variables
}
