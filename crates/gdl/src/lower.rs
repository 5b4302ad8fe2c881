//! From the tree of a sheet to flat [`Rules`].
//!
//! `or` becomes one rule for each choice of alternatives. `(not (distinct a b))`
//! says that `a` and `b` are one term, so one is put in the place of the other.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::MAX_DEPTH;
use crate::rules::{Literal, Rule, Rules, Sentence, TermId, TermNode, Terms};
use crate::symbol::Symbol;
use crate::syntax::{Atom, Clause, Formula, Sheet, Term, TermKind};

/// The alternatives of one clause multiply to no more rules than this.
const MAX_RULES_PER_CLAUSE: usize = 10_000;

/// How much larger than the sheet its rules can be: the literals made by
/// multiplying alternatives, and the terms made by putting equals together.
const MAX_GROWTH: usize = 1 << 20;

/// One choice of alternatives: atoms, each with whether it is to hold.
type Branch<'a> = Vec<(bool, &'a Atom)>;

/// The rules would outgrow [`MAX_GROWTH`].
struct TooLarge;

impl Rules {
    /// The rules of a sheet. Clauses that are too large are reported and left out.
    pub fn new(sheet: &Sheet) -> (Self, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let mut rules = Self::empty(sheet.symbols.clone());
        let mut growth = MAX_GROWTH;
        for (index, clause) in sheet.clauses.iter().enumerate() {
            let n_rules = n_branches(clause.conditions(), true);
            let n_literals = if n_rules > 1 { n_rules.saturating_mul(n_atoms(clause)) } else { 0 };
            let (message, hint) = if n_rules > MAX_RULES_PER_CLAUSE {
                let n_rules = match n_rules {
                    0..1_000_000 => n_rules.to_string(),
                    _ => "a million or more".to_owned(),
                };
                let message = format!("the alternatives of this rule multiply to {n_rules} rules");
                (message, "give each `or` a relation of its own")
            } else if n_literals > growth {
                let message = "the alternatives up to here multiply to too many rules".to_owned();
                (message, "give large `or`s relations of their own")
            } else {
                growth -= n_literals;
                let added = all_of(clause.conditions(), true)
                    .iter()
                    .try_for_each(|branch| rules.add(index, clause, branch, &mut growth));
                if added.is_ok() {
                    continue;
                }
                let message = "the terms that are not `distinct` grow too large here".to_owned();
                (message, "write the same term twice instead of (not (distinct ..))")
            };
            diagnostics.push(Diagnostic::new(Code::TooLarge, clause.head.span, message).hint(hint));
        }
        (rules.complete(), diagnostics)
    }

    fn add(
        &mut self,
        clause_index: usize,
        clause: &Clause,
        branch: &Branch<'_>,
        growth: &mut usize,
    ) -> Result<(), TooLarge> {
        let mut equal = Substitution { bindings: FxHashMap::default(), growth };
        let mut body = Vec::new();
        let head = self.sentence(&clause.head);
        for &(holds, atom) in branch {
            if atom.relation == Symbol::DISTINCT {
                let [left, right] = &atom.args[..] else { return Ok(()) };
                let (left, right) = (self.term(left), self.term(right));
                if holds {
                    body.push(Literal::Distinct(left, right));
                } else if !equal.unify(&self.terms, left, right, 0)? {
                    return Ok(());
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
            equal.apply_to_rule(&mut self.terms, &mut rule)?;
        }
        self.rules.push(rule);
        Ok(())
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

fn n_atoms(clause: &Clause) -> usize {
    let mut n_atoms = 0;
    clause.for_each_atom(&mut |_| n_atoms += 1);
    n_atoms
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
    if n_branches(formulas, holds) == 0 {
        return Vec::new();
    }
    let mut branches = vec![Branch::new()];
    for formula in formulas {
        let alternatives = alternatives(formula, holds);
        if let [alternative] = &alternatives[..] {
            for branch in &mut branches {
                branch.extend_from_slice(alternative);
            }
            continue;
        }
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

/// Terms in the place of variables. Each step of work counts as growth.
struct Substitution<'a> {
    bindings: FxHashMap<Symbol, TermId>,
    growth: &'a mut usize,
}

impl Substitution<'_> {
    fn step(&mut self, depth: usize) -> Result<(), TooLarge> {
        if depth > MAX_DEPTH || *self.growth == 0 {
            return Err(TooLarge);
        }
        *self.growth -= 1;
        Ok(())
    }

    /// Makes two terms equal, if that is possible.
    fn unify(
        &mut self,
        terms: &Terms,
        left: TermId,
        right: TermId,
        depth: usize,
    ) -> Result<bool, TooLarge> {
        let left = self.resolve(terms, left, depth)?;
        let right = self.resolve(terms, right, depth)?;
        if left == right {
            return Ok(true);
        }
        match (terms.get(left), terms.get(right)) {
            (TermNode::Variable(variable), _) => self.bind(terms, *variable, right),
            (_, TermNode::Variable(variable)) => self.bind(terms, *variable, left),
            (TermNode::Function(f, left), TermNode::Function(g, right)) => {
                if f != g || left.len() != right.len() {
                    return Ok(false);
                }
                for (&left, &right) in left.iter().zip(right) {
                    if !self.unify(terms, left, right, depth + 1)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn bind(&mut self, terms: &Terms, variable: Symbol, term: TermId) -> Result<bool, TooLarge> {
        if self.occurs(terms, variable, term, 0)? {
            return Ok(false);
        }
        self.bindings.insert(variable, term);
        Ok(true)
    }

    fn occurs(
        &mut self,
        terms: &Terms,
        variable: Symbol,
        term: TermId,
        depth: usize,
    ) -> Result<bool, TooLarge> {
        let term = self.resolve(terms, term, depth)?;
        match terms.get(term) {
            TermNode::Variable(inner) => return Ok(*inner == variable),
            TermNode::Function(_, args) if !terms.is_ground(term) => {
                for &arg in args {
                    if self.occurs(terms, variable, arg, depth + 1)? {
                        return Ok(true);
                    }
                }
            }
            _ => {}
        }
        Ok(false)
    }

    /// Follows bindings while the term is a bound variable.
    fn resolve(
        &mut self,
        terms: &Terms,
        mut term: TermId,
        depth: usize,
    ) -> Result<TermId, TooLarge> {
        self.step(depth)?;
        while let TermNode::Variable(variable) = terms.get(term) {
            let Some(&bound) = self.bindings.get(variable) else { break };
            self.step(depth)?;
            term = bound;
        }
        Ok(term)
    }

    fn apply(&mut self, terms: &mut Terms, term: TermId, depth: usize) -> Result<TermId, TooLarge> {
        let term = self.resolve(terms, term, depth)?;
        match terms.get(term).clone() {
            TermNode::Function(symbol, mut args) if !terms.is_ground(term) => {
                for arg in &mut args {
                    *arg = self.apply(terms, *arg, depth + 1)?;
                }
                Ok(terms.intern(TermNode::Function(symbol, args)))
            }
            _ => Ok(term),
        }
    }

    fn apply_to_rule(&mut self, terms: &mut Terms, rule: &mut Rule) -> Result<(), TooLarge> {
        for arg in &mut rule.head.args {
            *arg = self.apply(terms, *arg, 0)?;
        }
        for literal in &mut rule.body {
            match literal {
                Literal::Positive(sentence) | Literal::Negative(sentence) => {
                    for arg in &mut sentence.args {
                        *arg = self.apply(terms, *arg, 0)?;
                    }
                }
                Literal::Distinct(left, right) => {
                    *left = self.apply(terms, *left, 0)?;
                    *right = self.apply(terms, *right, 0)?;
                }
            }
        }
        Ok(())
    }
}
