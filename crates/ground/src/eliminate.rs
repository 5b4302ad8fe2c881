//! The literals of a rule's heads, by variable elimination.
//!
//! Each condition is a [`Factor`]. A variable that the head does not need is
//! eliminated by joining the factors that have it and dropping it, the cheapest
//! variable first. So no join enumerates what it can project away, and gates are
//! shared by all rows that agree on what is left.

use stonegate_circuit::Lit;
use stonegate_gdl::TermId;

use crate::error::GroundErrorKind;
use crate::factor::Factor;
use crate::filter::{position_of, same_instance};
use crate::gates::Gates;
use crate::pattern::{Clause, Var};
use crate::store::Store;

/// What must hold besides the factors, once its variables have values.
pub(crate) enum Test<'a> {
    /// The clause's `distinct` of this number.
    Distinct(usize),
    /// None of the rows of the factor holds.
    Negation(&'a Factor),
    /// A row of the factor holds.
    Condition(Box<Factor>),
}

/// Limits on the work: rows in one table, nodes of the circuit, and when to stop.
pub(crate) struct Limits<'a> {
    pub(crate) max_rows: usize,
    pub(crate) max_nodes: usize,
    pub(crate) stop: &'a dyn Fn() -> bool,
}

/// What a rule is made of, as tables.
pub(crate) struct Parts<'a> {
    pub(crate) factors: Vec<Factor>,
    pub(crate) tests: Vec<Test<'a>>,
    /// The heads that are asked for, if not all are.
    pub(crate) guard: Option<Factor>,
}

/// The literals of the head for each row of values of its variables.
pub(crate) fn eliminate(
    gates: &mut Gates,
    store: &Store,
    clause: &Clause,
    Parts { factors, tests, guard }: Parts<'_>,
    limits: &Limits<'_>,
) -> Result<Factor, GroundErrorKind> {
    let mut elimination = Elimination { gates, store, clause, factors, tests, guard, limits };
    elimination.restrict_all().ok_or(GroundErrorKind::Stopped)?;
    while let Some(var) = elimination.cheapest() {
        let bucket = elimination.take_bucket(var)?;
        let joined = elimination.join_guarded(bucket)?;
        let head = &clause.head.vars;
        let tests = &elimination.tests;
        let waiting = |other: Var| tests.iter().any(|test| test.vars(clause).contains(&other));
        let factors = &elimination.factors;
        let elsewhere = |other: Var| factors.iter().any(|factor| factor.vars.contains(&other));
        let kept = |other: Var| head.contains(&other) || elsewhere(other) || waiting(other);
        let projected = joined.project(elimination.gates, kept, limits.stop);
        elimination.factors.push(projected.ok_or(GroundErrorKind::Stopped)?);
        if elimination.gates.circuit.nodes().len() > limits.max_nodes {
            return Err(GroundErrorKind::TooLarge);
        }
    }
    let rest = std::mem::take(&mut elimination.factors);
    elimination.join_guarded(rest)
}

struct Elimination<'a, 'g> {
    gates: &'g mut Gates,
    store: &'a Store,
    clause: &'a Clause,
    factors: Vec<Factor>,
    tests: Vec<Test<'a>>,
    guard: Option<Factor>,
    limits: &'a Limits<'a>,
}

impl Test<'_> {
    fn vars<'c>(&'c self, clause: &'c Clause) -> &'c [Var] {
        match self {
            Self::Distinct(position) => &clause.distinct[*position].vars,
            Self::Negation(factor) => &factor.vars,
            Self::Condition(factor) => &factor.vars,
        }
    }
}

impl<'a> Elimination<'a, '_> {
    /// Drops rows without partners, so that no table is larger than it needs, unless it is time to
    /// stop.
    fn restrict_all(&mut self) -> Option<()> {
        for _ in 0..2 {
            for target in 0..self.factors.len() {
                if let Some(guard) = &self.guard {
                    self.factors[target].restrict(guard, self.limits.stop)?;
                }
                for source in 0..self.factors.len() {
                    if source != target {
                        let mut factor =
                            std::mem::replace(&mut self.factors[target], Factor::unit());
                        factor.restrict(&self.factors[source], self.limits.stop)?;
                        self.factors[target] = factor;
                    }
                }
            }
        }
        Some(())
    }

    /// The variable to eliminate next, if there is one left.
    fn cheapest(&self) -> Option<Var> {
        let mut vars =
            self.factors.iter().flat_map(|factor| factor.vars.iter().copied()).collect::<Vec<_>>();
        vars.sort_unstable();
        vars.dedup();
        vars.retain(|var| !self.clause.head.vars.contains(var));
        let costs = vars.into_iter().map(|var| (self.cost(var), var));
        costs.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, var)| var)
    }

    /// About how many rows the join of all factors with a variable has.
    fn cost(&self, var: Var) -> f64 {
        let mut n_rows = 1.0;
        let mut seen: Vec<(Var, f64)> = Vec::new();
        for factor in self.factors.iter().filter(|factor| factor.vars.contains(&var)) {
            n_rows *= factor.len() as f64;
            for &other in &factor.vars {
                let n_values = factor.n_values(other) as f64;
                match seen.iter_mut().find(|(known, _)| *known == other) {
                    Some((_, known)) => {
                        n_rows /= known.max(n_values).max(1.0);
                        *known = known.min(n_values);
                    }
                    None => seen.push((other, n_values)),
                }
            }
        }
        for test in &self.tests {
            let vars = test.vars(self.clause);
            for &other in vars.iter().filter(|_| vars.contains(&var)) {
                if !seen.iter().any(|(known, _)| *known == other) {
                    let values = self.values_of(other).ok().flatten();
                    let n_values = values.map_or(1, |values| values.len());
                    n_rows *= n_values as f64;
                    seen.push((other, n_values as f64));
                }
            }
        }
        n_rows
    }

    /// All factors with a variable, and for each other variable of a test on it
    /// the values that it can have, unless it is time to stop.
    fn take_bucket(&mut self, var: Var) -> Result<Vec<Factor>, GroundErrorKind> {
        let (mut bucket, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.factors)
            .into_iter()
            .partition(|factor| factor.vars.contains(&var));
        self.factors = rest;
        let mut missing = Vec::new();
        for test in &self.tests {
            let vars = test.vars(self.clause);
            if vars.contains(&var) {
                missing.extend(vars);
            }
        }
        missing.sort_unstable();
        missing.dedup();
        for other in missing {
            if !bucket.iter().any(|factor| factor.vars.contains(&other)) {
                bucket.extend(self.values_of(other)?);
            }
        }
        Ok(bucket)
    }

    /// The values of a variable, from the smallest factor that has it, if there is one; unless it is
    /// time to stop.
    fn values_of(&self, var: Var) -> Result<Option<Factor>, GroundErrorKind> {
        let factors = self.factors.iter().filter(|factor| factor.vars.contains(&var));
        match factors.min_by_key(|factor| factor.len()) {
            Some(factor) => {
                let values = factor.values(&[var], self.limits.stop);
                values.map(Some).ok_or(GroundErrorKind::Stopped)
            }
            None => Ok(None),
        }
    }

    /// Joins factors, but only rows that belong to heads that are asked for.
    fn join_guarded(&mut self, mut factors: Vec<Factor>) -> Result<Factor, GroundErrorKind> {
        let Some(guard) = &self.guard else { return self.join_all(factors) };
        let is_there = |var: &Var| factors.iter().any(|factor| factor.vars.contains(var));
        let shared = guard.vars.iter().copied().filter(is_there).collect::<Vec<_>>();
        let asked = guard.values(&shared, self.limits.stop).ok_or(GroundErrorKind::Stopped)?;
        let mut joined = self.test(&asked);
        while !factors.is_empty() {
            // The factor that multiplies the rows least.
            let n_rows = |factor: &Factor| {
                let shared = factor.vars.iter().filter(|var| joined.vars.contains(var));
                let n_keys = shared.map(|&var| factor.n_values(var) as f64).product::<f64>();
                factor.len() as f64 / n_keys.max(1.0)
            };
            let next = (0..factors.len())
                .min_by(|&a, &b| n_rows(&factors[a]).total_cmp(&n_rows(&factors[b])))
                .expect("there are factors left");
            let factor = factors.swap_remove(next);
            // What has no further variables is a test.
            let is_known = |var: &Var| joined.vars.contains(var) || factor.vars.contains(var);
            let (known, rest): (Vec<_>, Vec<_>) =
                factors.into_iter().partition(|other| other.vars.iter().all(is_known));
            self.tests.extend(known.into_iter().map(Box::new).map(Test::Condition));
            factors = rest;
            joined = self.join(&joined, &factor)?;
        }
        Ok(joined)
    }

    fn join_all(&mut self, mut factors: Vec<Factor>) -> Result<Factor, GroundErrorKind> {
        let mut joined = self.test(&Factor::unit());
        while !factors.is_empty() {
            // The smallest factor that shares a variable, else the smallest.
            let connected = |factor: &Factor| factor.vars.iter().any(|v| joined.vars.contains(v));
            let next = (0..factors.len())
                .min_by_key(|&at| {
                    let factor = &factors[at];
                    (!factor.vars.is_empty() && !connected(factor), factor.len())
                })
                .expect("there are factors left");
            let factor = factors.swap_remove(next);
            joined = self.join(&joined, &factor)?;
        }
        Ok(joined)
    }

    /// Joins two factors and applies the tests whose variables all have values.
    fn join(&mut self, left: &Factor, right: &Factor) -> Result<Factor, GroundErrorKind> {
        let vars = left.vars.iter().chain(&right.vars).copied().collect::<Vec<_>>();
        let ready = self.take_ready(&vars);
        let limits = self.limits;
        let mut n_calls = 0_usize;
        let mut failure = None;
        let joined = left.join(
            right,
            self.gates,
            |gates, vars, row, lit| apply(gates, self.store, self.clause, &ready, vars, row, lit),
            |n_rows| {
                n_calls += 1;
                if n_rows > limits.max_rows {
                    failure = Some(GroundErrorKind::TooLarge);
                } else if n_calls.is_multiple_of(1024) && (limits.stop)() {
                    failure = Some(GroundErrorKind::Stopped);
                }
                failure.is_some()
            },
        );
        joined.ok_or(failure.unwrap_or(GroundErrorKind::TooLarge))
    }

    /// Applies the tests without variables.
    fn test(&mut self, factor: &Factor) -> Factor {
        let ready = self.take_ready(&factor.vars);
        let mut tested = Factor::empty(&factor.vars);
        for (row, lit) in factor.iter() {
            let lit = apply(self.gates, self.store, self.clause, &ready, &factor.vars, row, lit);
            if let Some(lit) = lit.filter(|&lit| lit != Lit::FALSE) {
                tested.push(row, lit);
            }
        }
        tested
    }

    fn take_ready(&mut self, vars: &[Var]) -> Vec<Test<'a>> {
        let (ready, waiting) = std::mem::take(&mut self.tests)
            .into_iter()
            .partition(|test| test.vars(self.clause).iter().all(|var| vars.contains(var)));
        self.tests = waiting;
        ready
    }
}

fn apply(
    gates: &mut Gates,
    store: &Store,
    clause: &Clause,
    tests: &[Test<'_>],
    vars: &[Var],
    row: &[TermId],
    mut lit: Lit,
) -> Option<Lit> {
    for test in tests {
        match test {
            Test::Distinct(position) => {
                let distinct = &clause.distinct[*position];
                if same_instance(store, &distinct.left, &distinct.right, vars, row) {
                    return None;
                }
            }
            Test::Negation(factor) => {
                if let Some(found) = factor.lit_of(&values_of(&factor.vars, vars, row)) {
                    lit = gates.and(lit, !found);
                }
            }
            Test::Condition(factor) => {
                let found = factor.lit_of(&values_of(&factor.vars, vars, row))?;
                lit = gates.and(lit, found);
            }
        }
    }
    Some(lit)
}

/// The values that a row of all variables has for some of them.
fn values_of(some: &[Var], all: &[Var], row: &[TermId]) -> Vec<TermId> {
    some.iter().map(|&var| row[position_of(all, var)]).collect()
}
