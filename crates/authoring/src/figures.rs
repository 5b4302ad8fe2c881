//! What a sheet becomes: the atoms and gates of each relation, and what variables range over.
//!
//! This is work that may take long, for those who have time and a budget.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use stonegate_compile::Compilation;
use stonegate_gdl::{RelationId, Rules, Symbol, TermId, TermNode};
use stonegate_ground::{Budget, GroundError, GroundErrorKind, Machine, Survey, survey};

/// The sizes of a game.
#[derive(Clone, Debug)]
pub struct Figures {
    survey: Survey,
    /// How many facts and moves have a name.
    facts: FxHashMap<Symbol, usize>,
    moves: FxHashMap<Symbol, usize>,
    /// `None` if there was no time for a circuit.
    pub circuit: Option<CircuitFigures>,
}

/// The sizes of the small circuit, as `stonegate compile` counts them.
#[derive(Clone, Debug)]
pub struct CircuitFigures {
    pub machine: Arc<Machine>,
    pub n_facts: usize,
    pub n_registers: usize,
    /// What play needs, and what goals need besides.
    pub core: usize,
    pub goals: usize,
    /// How many gates come from the rules of each relation.
    by_relation: FxHashMap<String, usize>,
}

/// What the figures may cost.
#[derive(Copy, Clone)]
pub struct Limits<'a> {
    /// Asked now and then: is the time up, or are the figures no longer wanted?
    pub stop: &'a dyn Fn() -> bool,
    pub max_rows: usize,
    pub max_bytes: usize,
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").field("max_rows", &self.max_rows).finish_non_exhaustive()
    }
}

impl Figures {
    /// Surveys rules and, as far as limits allow, makes a circuit of them.
    pub fn new(rules: &Rules, limits: &Limits<'_>) -> Result<Self, GroundError> {
        let budget = Budget {
            stop: limits.stop,
            max_rows: limits.max_rows,
            max_bytes: limits.max_bytes,
            ..Budget::default()
        };
        let survey = survey(rules, &budget)?;
        let count = |terms: &[TermId]| {
            let mut counts = FxHashMap::default();
            for &term in terms {
                let (TermNode::Constant(name) | TermNode::Function(name, _)) =
                    survey.terms.get(term)
                else {
                    continue;
                };
                *counts.entry(*name).or_default() += 1;
            }
            counts
        };
        let (facts, moves) = (count(&survey.facts), count(&survey.moves));
        let circuit = match Compilation::new(rules, &budget) {
            Ok(compilation) => {
                let machine = compilation.optimize(limits.stop).machine;
                // Half-way the numbers are not those of the game.
                (!(limits.stop)()).then(|| CircuitFigures::new(machine))
            }
            Err(error) if error.kind == GroundErrorKind::Stopped => None,
            Err(error) => return Err(error),
        };
        Ok(Self { survey, facts, moves, circuit })
    }

    /// How many atoms a relation can have; `None` for one that the game does not depend on.
    pub fn n_atoms(&self, relation: RelationId) -> Option<usize> {
        self.survey.n_atoms(relation)
    }

    /// How many atoms can hold in some states and not in others.
    pub fn n_changing(&self, rules: &Rules) -> usize {
        self.survey.n_changing(rules)
    }

    /// How many facts and how many moves are made with a name.
    pub fn n_made_with(&self, name: Symbol) -> (usize, usize) {
        let count = |counts: &FxHashMap<_, _>| counts.get(&name).copied().unwrap_or(0);
        (count(&self.facts), count(&self.moves))
    }

    /// What a variable of a rule can stand for, in a few words: `1..8`, `a b c`, `90 values`.
    pub fn range(&self, rules: &Rules, rule: usize, variable: Symbol) -> Option<String> {
        let range = self.survey.ranges(rule).iter().find(|range| range.variable == variable)?;
        let text = |&term: &TermId| self.survey.terms.display(&rules.symbols, term).to_string();
        let texts = range.values.iter().map(text).collect::<Vec<_>>();
        Some(describe(&texts, range.n_values))
    }
}

/// Lists values as shortly as possible.
fn describe(values: &[String], n_values: usize) -> String {
    const MAX_CHARS: usize = 24;
    if n_values == 0 {
        return "nothing".to_owned();
    }
    if let Some((first, last)) = run(values) {
        return format!("{first}..{last}");
    }
    let list = values.join(" ");
    if !values.is_empty() && list.chars().count() <= MAX_CHARS {
        return list;
    }
    format!("{n_values} values")
}

/// The first and last of at least three numbers without a gap.
fn run(values: &[String]) -> Option<(i64, i64)> {
    let numbers = values.iter().map(|value| value.parse().ok()).collect::<Option<Vec<i64>>>()?;
    let (&first, &last) = (numbers.first()?, numbers.last()?);
    let is_run = numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    (is_run && numbers.len() > 2).then_some((first, last))
}

impl CircuitFigures {
    fn new(machine: Machine) -> Self {
        let circuit = &machine.circuit;
        let core = circuit.gates(machine.core_roots());
        let mut roots = machine.core_roots();
        roots.extend(machine.goal_roots());
        let all = circuit.gates(roots.iter().copied());
        let mut by_relation = FxHashMap::<String, usize>::default();
        for node in circuit.cone(roots) {
            if circuit.fanins(node).is_some()
                && let Some(provenance) = machine.provenance(node)
            {
                *by_relation.entry(provenance.relation.clone()).or_default() += 1;
            }
        }
        Self {
            n_facts: machine.facts.len(),
            n_registers: circuit.registers().len(),
            core,
            goals: all - core,
            by_relation,
            machine: Arc::new(machine),
        }
    }

    /// How many gates come from the rules of a relation.
    pub fn gates_of(&self, relation: &str) -> usize {
        self.by_relation.get(relation).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_listed_shortly() {
        let check = |values: &[&str], expected: &str| {
            let values = values.iter().map(|&value| value.to_owned()).collect::<Vec<_>>();
            assert_eq!(describe(&values, values.len()), expected);
        };
        check(&[], "nothing");
        check(&["1", "2"], "1 2");
        check(&["1", "2", "3"], "1..3");
        check(&["1", "3", "4"], "1 3 4");
        check(&["black", "white"], "black white");
        check(&["(f 1 2 3 4 5)", "(f 1 2 3 4 6)"], "2 values");
        assert_eq!(describe(&[], 90), "90 values");
    }
}
