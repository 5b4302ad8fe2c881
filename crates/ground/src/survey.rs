//! What a game could be made of: the atoms of each relation, and the values of each variable.

use rustc_hash::FxHashSet;
use stonegate_gdl::{Literal, Phase, RelationId, Rules, Symbol, TermId, Terms};

use crate::error::{Budget, GroundError};
use crate::order::sort_terms;
use crate::pattern::Clause;
use crate::reach::{Reach, reach};

/// The atoms that can hold, counted, and what variables range over.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The terms of the rules, and those that grounding made.
    pub terms: Terms,
    /// How many atoms each relation can have; `None` for one that the game does not depend on.
    n_atoms: Vec<Option<usize>>,
    /// For each rule the values of its variables.
    ranges: Vec<Vec<Range>>,
    /// What can be true, and what can be done.
    pub facts: Vec<TermId>,
    pub moves: Vec<TermId>,
}

/// What a variable of a rule can stand for.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Range {
    pub variable: Symbol,
    pub n_values: usize,
    /// The values in order, if there are no more than [`Range::MAX_LISTED`].
    pub values: Vec<TermId>,
}

impl Range {
    /// Longer lists are of no use to anybody, and take long to sort.
    pub const MAX_LISTED: usize = 64;
}

/// Finds the atoms that can hold, without making a circuit of them.
pub fn survey(rules: &Rules, budget: &Budget<'_>) -> Result<Survey, GroundError> {
    let mut reach = reach(rules, budget)?;
    let n_atoms = rules
        .relations
        .ids()
        .map(|relation| reach.needed[relation.index()].then(|| reach.store.tuples(relation).len()));
    let n_atoms = n_atoms.collect();
    let mut ranges = vec![Vec::new(); rules.rules.len()];
    for clause in std::mem::take(&mut reach.clauses) {
        ranges[clause.rule] = clause_ranges(rules, &mut reach, &clause);
    }
    let last_argument = |name, arity| {
        let relation = rules.relations.get(name, arity);
        let tuples = relation.map(|relation| reach.store.tuples(relation));
        let terms = tuples.into_iter().flat_map(crate::row_set::RowSet::rows);
        terms.filter_map(|tuple| tuple.last().copied()).collect::<Vec<_>>()
    };
    let facts = last_argument(Symbol::TRUE, 1);
    let moves = last_argument(Symbol::LEGAL, 2);
    Ok(Survey { n_atoms, ranges, facts, moves, terms: reach.store.terms })
}

/// The values that conditions give the variables of a clause: of several conditions the one that
/// gives the fewest.
fn clause_ranges(rules: &Rules, reach: &mut Reach, clause: &Clause) -> Vec<Range> {
    let mut ranges = Vec::new();
    for (var, variable) in variables(rules, clause.rule).into_iter().enumerate() {
        let mut fewest = None::<FxHashSet<TermId>>;
        for condition in &clause.positive {
            let Some(column) = condition.vars.iter().position(|&other| other == var) else {
                continue;
            };
            let view = reach.store.view_of(condition);
            let view = reach.store.view(view);
            let values = (0..view.len()).map(|row| view.row(row)[column]);
            let values = values.collect::<FxHashSet<_>>();
            if fewest.as_ref().is_none_or(|fewest| values.len() < fewest.len()) {
                fewest = Some(values);
            }
        }
        let Some(values) = fewest else { continue };
        let n_values = values.len();
        let values = if n_values > Range::MAX_LISTED {
            Vec::new()
        } else {
            sort_terms(&reach.store.terms, &rules.symbols, values.into_iter().collect())
        };
        ranges.push(Range { variable, n_values, values });
    }
    ranges
}

/// The variables of a rule by the numbers that its clause gives them: in the order in which they
/// first occur.
fn variables(rules: &Rules, rule: usize) -> Vec<Symbol> {
    let rule = &rules.rules[rule];
    let mut found = Vec::new();
    let mut note = |term: TermId| {
        rules.terms.for_each_variable(term, &mut |variable| {
            if !found.contains(&variable) {
                found.push(variable);
            }
        });
    };
    rule.head.args.iter().for_each(|&arg| note(arg));
    for literal in &rule.body {
        match literal {
            Literal::Positive(sentence) | Literal::Negative(sentence) => {
                sentence.args.iter().for_each(|&arg| note(arg));
            }
            &Literal::Distinct(left, right) => {
                note(left);
                note(right);
            }
        }
    }
    found
}

impl Survey {
    /// How many atoms a relation can have; `None` for one that the game does not depend on.
    pub fn n_atoms(&self, relation: RelationId) -> Option<usize> {
        self.n_atoms[relation.index()]
    }

    /// How many atoms can hold in some states and not in others.
    pub fn n_changing(&self, rules: &Rules) -> usize {
        let changing = |&relation: &RelationId| rules.dependencies.phase(relation) != Phase::Static;
        let relations = rules.relations.ids().filter(changing);
        relations.filter_map(|relation| self.n_atoms(relation)).sum()
    }

    /// What the variables of a rule can stand for, in order.
    pub fn ranges(&self, rule: usize) -> &[Range] {
        &self.ranges[rule]
    }
}
