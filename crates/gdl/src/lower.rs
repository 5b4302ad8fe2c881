//! From the tree of a sheet to flat [`Rules`].
//!
//! `or` becomes one rule for each choice of alternatives. `(not (distinct a b))`
//! says that `a` and `b` are one term, so one is put in the place of the other.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Literal, Relations, Rule, Rules, Sentence, TermId, TermNode, Terms};
use crate::symbol::Symbol;
use crate::syntax::{Atom, Clause, Formula, Sheet, Term, TermKind};

/// The alternatives of one clause multiply to no more rules than this.
const MAX_RULES_PER_CLAUSE: usize = 10_000;

/// One choice of alternatives: atoms, each with whether it is to hold.
type Branch<'a> = Vec<(bool, &'a Atom)>;

impl Rules {
    /// The rules of a sheet. Clauses that are too large are reported and left out.
    pub fn new(sheet: &Sheet) -> (Self, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let mut rules = Self {
            symbols: sheet.symbols.clone(),
            terms: Terms::default(),
            relations: Relations::default(),
            rules: Vec::new(),
        };
        for (index, clause) in sheet.clauses.iter().enumerate() {
            let n_rules = n_branches(clause.conditions(), true);
            if n_rules > MAX_RULES_PER_CLAUSE {
                let message = format!("the alternatives of this rule multiply to {n_rules} rules");
                diagnostics.push(
                    Diagnostic::new(Code::TooLarge, clause.span, message)
                        .hint("give each `or` a relation of its own"),
                );
                continue;
            }
            for branch in all_of(clause.conditions(), true) {
                rules.add(index, clause, &branch);
            }
        }
        (rules, diagnostics)
    }

    fn add(&mut self, clause_index: usize, clause: &Clause, branch: &Branch<'_>) {
        let mut equal = Substitution::default();
        let mut body = Vec::new();
        let head = self.sentence(&clause.head);
        for &(holds, atom) in branch {
            if atom.relation == Symbol::DISTINCT {
                let [left, right] = &atom.args[..] else { return };
                let (left, right) = (self.term(left), self.term(right));
                if holds {
                    body.push(Literal::Distinct(left, right));
                } else if !equal.unify(&self.terms, left, right) {
                    return;
                }
            } else {
                let sentence = self.sentence(atom);
                body.push(if holds {
                    Literal::Positive(sentence)
                } else {
                    Literal::Negative(sentence)
                });
            }
        }
        let mut rule = Rule { head, body, clause: clause_index };
        if !equal.bindings.is_empty() {
            equal.apply_to_rule(&mut self.terms, &mut rule);
        }
        self.rules.push(rule);
    }

    fn sentence(&mut self, atom: &Atom) -> Sentence {
        let relation = self.relations.intern(atom.relation, atom.args.len());
        let args = atom.args.iter().map(|arg| self.term(arg)).collect();
        Sentence { relation, args, span: atom.span }
    }

    fn term(&mut self, term: &Term) -> TermId {
        let node = match &term.kind {
            TermKind::Variable(symbol) => TermNode::Variable(*symbol),
            TermKind::Constant(symbol) => TermNode::Constant(*symbol),
            TermKind::Function(symbol, args) => {
                TermNode::Function(*symbol, args.iter().map(|arg| self.term(arg)).collect())
            }
        };
        self.terms.intern(node)
    }
}

/// How many branches [`all_of`] makes.
fn n_branches(formulas: &[Formula], holds: bool) -> usize {
    formulas.iter().fold(1, |n, formula| n.saturating_mul(n_alternatives(formula, holds)))
}

fn n_alternatives(formula: &Formula, holds: bool) -> usize {
    match formula {
        Formula::Atom(_) => 1,
        Formula::Not(inner, _) => n_alternatives(inner, !holds),
        Formula::And(parts, _) | Formula::Or(parts, _) => {
            if matches!(formula, Formula::And(..)) == holds {
                n_branches(parts, holds)
            } else {
                let counts = parts.iter().map(|part| n_alternatives(part, holds));
                counts.fold(0, usize::saturating_add)
            }
        }
    }
}

/// The branches in which all formulas hold (or all fail, if `holds` is false).
fn all_of(formulas: &[Formula], holds: bool) -> Vec<Branch<'_>> {
    let mut branches = vec![Branch::new()];
    for formula in formulas {
        let alternatives = alternatives(formula, holds);
        let mut longer = Vec::with_capacity(branches.len() * alternatives.len());
        for branch in &branches {
            longer.extend(alternatives.iter().map(|alternative| {
                let mut branch = branch.clone();
                branch.extend_from_slice(alternative);
                branch
            }));
        }
        branches = longer;
    }
    branches
}

fn alternatives(formula: &Formula, holds: bool) -> Vec<Branch<'_>> {
    match formula {
        Formula::Atom(atom) => vec![vec![(holds, atom)]],
        Formula::Not(inner, _) => alternatives(inner, !holds),
        Formula::And(parts, _) | Formula::Or(parts, _) => {
            if matches!(formula, Formula::And(..)) == holds {
                all_of(parts, holds)
            } else {
                parts.iter().flat_map(|part| alternatives(part, holds)).collect()
            }
        }
    }
}

/// Terms in the place of variables.
#[derive(Default)]
struct Substitution {
    bindings: FxHashMap<Symbol, TermId>,
}

impl Substitution {
    /// Makes two terms equal, if that is possible.
    fn unify(&mut self, terms: &Terms, left: TermId, right: TermId) -> bool {
        let (left, right) = (self.resolve(terms, left), self.resolve(terms, right));
        if left == right {
            return true;
        }
        match (terms.get(left), terms.get(right)) {
            (TermNode::Variable(variable), _) => self.bind(terms, *variable, right),
            (_, TermNode::Variable(variable)) => self.bind(terms, *variable, left),
            (TermNode::Function(f, left), TermNode::Function(g, right)) => {
                f == g
                    && left.len() == right.len()
                    && left.iter().zip(right).all(|(&l, &r)| self.unify(terms, l, r))
            }
            _ => false,
        }
    }

    fn bind(&mut self, terms: &Terms, variable: Symbol, term: TermId) -> bool {
        if self.occurs(terms, variable, term) {
            return false;
        }
        self.bindings.insert(variable, term);
        true
    }

    fn occurs(&self, terms: &Terms, variable: Symbol, term: TermId) -> bool {
        let mut found = false;
        terms.for_each_variable(term, &mut |inner| {
            found |= inner == variable
                || self
                    .bindings
                    .get(&inner)
                    .is_some_and(|&bound| self.occurs(terms, variable, bound));
        });
        found
    }

    /// Follows bindings while the term is a bound variable.
    fn resolve(&self, terms: &Terms, mut term: TermId) -> TermId {
        while let TermNode::Variable(variable) = terms.get(term) {
            match self.bindings.get(variable) {
                Some(&bound) => term = bound,
                None => break,
            }
        }
        term
    }

    fn apply(&self, terms: &mut Terms, term: TermId) -> TermId {
        let term = self.resolve(terms, term);
        match terms.get(term).clone() {
            TermNode::Function(symbol, args) if !terms.is_ground(term) => {
                let args = args.iter().map(|&arg| self.apply(terms, arg)).collect();
                terms.intern(TermNode::Function(symbol, args))
            }
            _ => term,
        }
    }

    fn apply_to_rule(&self, terms: &mut Terms, rule: &mut Rule) {
        for arg in &mut rule.head.args {
            *arg = self.apply(terms, *arg);
        }
        for literal in &mut rule.body {
            match literal {
                Literal::Positive(sentence) | Literal::Negative(sentence) => {
                    for arg in &mut sentence.args {
                        *arg = self.apply(terms, *arg);
                    }
                }
                Literal::Distinct(left, right) => {
                    *left = self.apply(terms, *left);
                    *right = self.apply(terms, *right);
                }
            }
        }
    }
}
