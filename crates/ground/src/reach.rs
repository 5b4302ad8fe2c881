//! Which ground atoms can ever hold: a relaxed, negation-free fixpoint.
//!
//! Relations that are the same in every state are evaluated exactly, component
//! by component. The others are evaluated together, as if every fact that was
//! ever true stayed true and every negation of such a fact could hold: `next`
//! feeds `true` and `legal` feeds `does`. What comes out is a superset of what
//! can hold in play; the circuit tells the rest. Evaluation is semi-naive: a rule
//! is applied to what is new in one of its conditions and all there is in the
//! others.

use rustc_hash::FxHashSet;
use stonegate_gdl::{Edge, Phase, Relations, Rules, Symbol, TermId};

use crate::demand::{Demand, by_demand};
use crate::error::{Budget, GroundError, GroundErrorKind, Progress};
use crate::filter::{Filter, position_of, subset};
use crate::pattern::{Clause, Condition, Var};
use crate::row_set::{ROWS_PER_LOOK, RowSet};
use crate::store::{Store, ViewId};

/// The rules that matter, and the tuples that each relation can have.
pub(crate) struct Reach {
    pub(crate) store: Store,
    pub(crate) clauses: Vec<Clause>,
    /// The relations that the game depends on.
    pub(crate) needed: Vec<bool>,
    /// The relations whose tuples hold in every state.
    pub(crate) is_static: Vec<bool>,
    /// The relations that have no other tuples than those that are asked for.
    pub(crate) asked: Vec<bool>,
}

impl Reach {
    /// How many atoms can hold in some states and not in others.
    pub(crate) fn n_atoms(&self, rules: &Rules) -> usize {
        let relations = rules.relations.ids().filter(|&relation| {
            self.needed[relation.index()] && rules.dependencies.phase(relation) != Phase::Static
        });
        relations.map(|relation| self.store.tuples(relation).len()).sum()
    }
}

/// The relations that the language gives a meaning are never asked for in part.
const KEYWORDS: [Symbol; 12] = [
    Symbol::ROLE,
    Symbol::BASE,
    Symbol::INPUT,
    Symbol::INIT,
    Symbol::TRUE,
    Symbol::DOES,
    Symbol::NEXT,
    Symbol::LEGAL,
    Symbol::GOAL,
    Symbol::TERMINAL,
    Symbol::RANDOM,
    Symbol::SEES,
];

/// Computes all atoms that can ever hold, or if they are too many, those of them that are asked for.
pub(crate) fn reach(rules: &Rules, budget: &Budget<'_>) -> Result<Reach, GroundError> {
    let needed = needed_relations(rules);
    let clauses = (0..rules.rules.len())
        .filter(|&rule| needed[rules.rules[rule].head.relation.index()])
        .map(|rule| Clause::new(rules, rule))
        .collect::<Result<Vec<_>, _>>()?;
    let is_static = |relation| rules.dependencies.phase(relation) == Phase::Static;
    let is_static = rules.relations.ids().map(is_static).collect::<Vec<_>>();
    let whole = |max_rows: usize| {
        let relations = &rules.relations;
        let mut fixpoint = Fixpoint::new(rules, budget, &clauses, relations, is_static.clone());
        let outcome = fixpoint.run(max_rows);
        (fixpoint, outcome)
    };
    let too_large = |outcome: &Result<(), GroundError>| {
        outcome.as_ref().is_err_and(|error| error.kind == GroundErrorKind::TooLarge)
    };
    let (mut fixpoint, mut outcome) = whole(budget.max_rows.min(budget.many_rows));
    if too_large(&outcome) {
        let demand = fixpoint.demand();
        let mut is_static = fixpoint.is_static.clone();
        is_static.resize(demand.relations.len(), false);
        drop(fixpoint);
        let Demand { clauses: guarded, relations, .. } = &demand;
        let mut asked = Fixpoint::new(rules, budget, guarded, relations, is_static);
        let by_demand = asked.run(budget.max_rows);
        if !too_large(&by_demand) {
            by_demand?;
            let (store, is_static) = (asked.store, asked.is_static);
            return Ok(Reach { store, clauses, needed, is_static, asked: demand.asked });
        }
        drop(asked);
        if budget.max_rows <= budget.many_rows {
            outcome?;
        }
        (fixpoint, outcome) = whole(budget.max_rows);
    }
    outcome?;
    let (store, asked) = (fixpoint.store, vec![false; rules.relations.len()]);
    Ok(Reach { store, clauses, needed, is_static, asked })
}

/// The relations that legal, next, goal, terminal, sees, init and role depend on.
/// `base` and `input` are not trusted, so nothing needs them.
fn needed_relations(rules: &Rules) -> Vec<bool> {
    let roots = [
        (Symbol::ROLE, 1),
        (Symbol::INIT, 1),
        (Symbol::NEXT, 1),
        (Symbol::LEGAL, 2),
        (Symbol::GOAL, 2),
        (Symbol::TERMINAL, 0),
        (Symbol::SEES, 2),
        (Symbol::TRUE, 1),
        (Symbol::DOES, 2),
    ];
    dependencies_of(rules, &roots, |_| true)
}

/// The relations that some relations depend on, by edges of a kind.
fn dependencies_of(
    rules: &Rules,
    roots: &[(Symbol, usize)],
    is_followed: impl Fn(&Edge) -> bool,
) -> Vec<bool> {
    let mut found = vec![false; rules.relations.len()];
    let mut stack = Vec::new();
    for &(name, arity) in roots {
        stack.extend(rules.relations.get(name, arity));
    }
    while let Some(relation) = stack.pop() {
        if !std::mem::replace(&mut found[relation.index()], true) {
            let edges = rules.dependencies.edges_of(relation).iter();
            stack.extend(edges.filter(|edge| is_followed(edge)).map(|edge| edge.to));
        }
    }
    found
}

/// How much worse a join without shared variables is than it looks.
const UNCONNECTED: f64 = 1e6;

struct Fixpoint<'a> {
    rules: &'a Rules,
    budget: &'a Budget<'a>,
    clauses: &'a [Clause],
    /// Those of the rules, and perhaps guards.
    relations: &'a Relations,
    views: Vec<ClauseViews>,
    store: Store,
    roles: FxHashSet<TermId>,
    /// The relations whose tuples hold in every state, and are all known.
    is_static: Vec<bool>,
    /// How many tuples all relations have together, and how many they may have.
    n_rows: usize,
    max_rows: usize,
}

/// The views of a clause's conditions, and how much of them it has seen.
struct ClauseViews {
    positive: Vec<ViewId>,
    negative: Vec<ViewId>,
    n_seen: Vec<usize>,
    /// Whether it was applied at all.
    applied: bool,
}

impl<'a> Fixpoint<'a> {
    fn new(
        rules: &'a Rules,
        budget: &'a Budget<'a>,
        clauses: &'a [Clause],
        relations: &'a Relations,
        is_static: Vec<bool>,
    ) -> Self {
        let mut store = Store::new(&rules.terms, relations);
        let views = clauses
            .iter()
            .map(|clause| ClauseViews {
                positive: clause.positive.iter().map(|c| store.view_of(c)).collect(),
                negative: clause.negative.iter().map(|c| store.view_of(c)).collect(),
                n_seen: vec![0; clause.positive.len()],
                applied: false,
            })
            .collect();
        let roles = FxHashSet::default();
        let (n_rows, max_rows) = (0, budget.max_rows);
        Self { rules, budget, clauses, relations, views, store, roles, is_static, n_rows, max_rows }
    }

    fn run(&mut self, max_rows: usize) -> Result<(), GroundError> {
        self.saturate_static(max_rows)?;
        // What `next` and `legal` only ask to be false, or do not ask for at all,
        // cannot make further facts or moves possible: it waits until those are known.
        let roots = [(Symbol::NEXT, 1), (Symbol::LEGAL, 2)];
        let mut growing = dependencies_of(self.rules, &roots, |edge| !edge.negative);
        growing.resize(self.relations.len(), false);
        let head = |clause: usize| self.clauses[clause].head.relation.index();
        let dynamic = (0..self.clauses.len()).filter(|&clause| !self.is_static[head(clause)]);
        let (first, mut last): (Vec<_>, Vec<_>) =
            dynamic.partition(|&clause| growing[head(clause)]);
        if self.relations.len() > self.rules.relations.len() {
            // What waits may ask for more of what does not.
            last.extend(&first);
        }
        self.saturate(&first)?;
        self.saturate(&last)
    }

    /// Evaluates what is the same in every state. A relation that is too large for that is no longer
    /// among them, nor is what depends on it; the rest is done before the error is told. What there
    /// is in the beginning is known as a whole.
    fn saturate_static(&mut self, max_rows: usize) -> Result<(), GroundError> {
        let dependencies = &self.rules.dependencies;
        let is_initial =
            dependencies_of(self.rules, &[(Symbol::ROLE, 1), (Symbol::INIT, 1)], |_| true);
        let mut clauses_of = vec![Vec::new(); dependencies.components().len()];
        for (index, clause) in self.clauses.iter().enumerate() {
            if self.is_static[clause.head.relation.index()] {
                clauses_of[dependencies.component(clause.head.relation)].push(index);
            }
        }
        let mut failure = None;
        for (component, clauses) in dependencies.components().iter().zip(clauses_of) {
            if clauses.is_empty() {
                continue;
            }
            self.check_stratified(&clauses)?;
            let mut edges = component.iter().flat_map(|&relation| dependencies.edges_of(relation));
            let n_rows = self.n_rows;
            let is_initial = component.iter().any(|relation| is_initial[relation.index()]);
            self.max_rows = if is_initial { self.budget.max_rows } else { max_rows };
            if edges.all(|edge| self.is_static[edge.to.index()]) {
                match self.saturate(&clauses) {
                    Ok(()) => continue,
                    Err(error) if error.kind != GroundErrorKind::TooLarge || is_initial => {
                        return Err(error);
                    }
                    Err(error) => failure = Some(error),
                }
            }
            for &relation in component {
                self.is_static[relation.index()] = false;
            }
            self.n_rows = n_rows;
        }
        self.max_rows = max_rows;
        failure.map_or(Ok(()), Err)
    }

    /// The clauses with guards, so that nothing is derived that is not asked for.
    fn demand(&mut self) -> Demand {
        let relations = &self.rules.relations;
        let asked = relations.ids().map(|relation| {
            !self.is_static[relation.index()] && !KEYWORDS.contains(&relations.name(relation))
        });
        let asked = asked.collect::<Vec<_>>();
        let mut fan_out = |condition: &Condition, known: &[Var]| {
            let view = self.store.view_of(condition);
            let columns =
                (0..condition.vars.len()).filter(|&at| known.contains(&condition.vars[at]));
            let n_keys = self.store.n_keys(view, &columns.collect::<Vec<_>>());
            (n_keys > 0).then(|| self.store.view(view).len() as f64 / n_keys as f64)
        };
        by_demand(self.rules, self.clauses, &asked, &mut fan_out)
    }

    /// Negation inside of a static component has no meaning here.
    fn check_stratified(&self, clauses: &[usize]) -> Result<(), GroundError> {
        for &clause in clauses {
            let clause = &self.clauses[clause];
            let component = self.rules.dependencies.component(clause.head.relation);
            let cyclic = clause.negative.iter().any(|condition| {
                self.rules.dependencies.component(condition.relation) == component
            });
            if cyclic {
                let kind = GroundErrorKind::NegativeCycle;
                return Err(GroundError::at_rule(self.rules, clause.rule, kind));
            }
        }
        Ok(())
    }

    /// Applies clauses until nothing new comes out.
    fn saturate(&mut self, clauses: &[usize]) -> Result<(), GroundError> {
        loop {
            let mut changed = false;
            for &clause in clauses {
                changed |= self.apply_to_news(clause)?;
            }
            if !changed {
                return Ok(());
            }
        }
    }

    fn apply_to_news(&mut self, index: usize) -> Result<bool, GroundError> {
        (self.budget.progress)(Progress::Reaching {
            relation: self
                .rules
                .symbols
                .name(self.relations.name(self.clauses[index].head.relation)),
            n_atoms: self.n_rows,
        });
        let lens = self.views[index].positive.iter().map(|&view| self.store.view(view).len());
        let lens = lens.collect::<Vec<_>>();
        if !self.views[index].applied {
            if lens.contains(&0) {
                return Ok(false);
            }
            self.views[index].applied = true;
            self.views[index].n_seen.clone_from(&lens);
            return self.derive(index, Rows::unit(), None, &lens);
        }
        let mut changed = false;
        for position in 0..lens.len() {
            let (from, to) = (self.views[index].n_seen[position], lens[position]);
            if from == to {
                continue;
            }
            // New rows here meet all rows of the conditions before, but only old rows
            // of those behind, which meet the new ones when their turn comes.
            let mut limits = lens.clone();
            limits[position + 1..].copy_from_slice(&self.views[index].n_seen[position + 1..]);
            let condition = &self.clauses[index].positive[position];
            let view = self.store.view(self.views[index].positive[position]);
            let mut rows = RowSet::new(condition.vars.len());
            for row in from..to {
                rows.insert(view.row(row));
            }
            let news = Rows { vars: condition.vars.clone(), rows };
            changed |= self.derive(index, news, Some(position), &limits)?;
        }
        self.views[index].n_seen = lens;
        if (self.budget.stop)() {
            return Err(self.error(index, GroundErrorKind::Stopped));
        }
        Ok(changed)
    }

    /// Joins the conditions of a clause, those rows of them below the limits,
    /// starting from rows of one of them, and adds the heads. Variables are dropped
    /// as soon as nothing needs them.
    fn derive(
        &mut self,
        index: usize,
        mut rows: Rows,
        joined: Option<usize>,
        limits: &[usize],
    ) -> Result<bool, GroundError> {
        let clause = &self.clauses[index];
        let mut remaining = (0..clause.positive.len())
            .filter(|&position| Some(position) != joined)
            .collect::<Vec<_>>();
        let mut filters = self.filters(index);
        rows = self.filter(index, rows, &mut filters);
        rows = rows.project(&self.needed_vars(index, &remaining, &filters));
        while let Some(position) = self.cheapest(index, &rows.vars, &remaining, &filters) {
            if rows.rows.len() == 0 {
                return Ok(false);
            }
            remaining.retain(|&other| other != position);
            let join = Join { position, limit: limits[position], remaining: &remaining };
            rows = self.join(index, &rows, &join, &mut filters)?;
        }
        self.add_heads(index, &rows)
    }

    /// The tests of a clause that can be decided here: `distinct`, and negations
    /// of relations that are the same in every state.
    fn filters(&mut self, index: usize) -> Vec<Filter> {
        let clause = &self.clauses[index];
        let distinct = (0..clause.distinct.len()).map(Filter::Distinct);
        let negative = clause.negative.iter().enumerate();
        let negative = negative.filter(|(_, condition)| self.is_static[condition.relation.index()]);
        let negative = negative.map(|(position, _)| position).collect::<Vec<_>>();
        let mut filters = distinct.collect::<Vec<_>>();
        for position in negative {
            let vars = clause.negative[position].vars.clone();
            let view = self.views[index].negative[position];
            let number = self.store.index(view, &(0..vars.len()).collect::<Vec<_>>());
            filters.push(Filter::Absent { view, index: number, vars });
        }
        filters
    }

    /// Applies the filters whose variables all have values.
    fn filter(&self, index: usize, rows: Rows, filters: &mut Vec<Filter>) -> Rows {
        let clause = &self.clauses[index];
        let (ready, waiting) = std::mem::take(filters)
            .into_iter()
            .partition::<Vec<_>, _>(|filter| subset(filter.vars(clause), &rows.vars));
        *filters = waiting;
        if ready.is_empty() {
            return rows;
        }
        let mut kept = RowSet::new(rows.vars.len());
        for row in rows.rows.rows() {
            if ready.iter().all(|filter| filter.passes(&self.store, clause, &rows.vars, row)) {
                kept.insert(row);
            }
        }
        Rows { vars: rows.vars, rows: kept }
    }

    fn needed_vars(&self, index: usize, remaining: &[usize], filters: &[Filter]) -> Vec<Var> {
        let clause = &self.clauses[index];
        let mut needed = clause.head.vars.clone();
        for &position in remaining {
            needed.extend(&clause.positive[position].vars);
        }
        for filter in filters {
            needed.extend(filter.vars(clause));
        }
        needed
    }

    /// The condition to join next: the one that multiplies the rows least. One that
    /// shares no variable comes last, unless nothing needs its variables.
    fn cheapest(
        &mut self,
        index: usize,
        bound: &[Var],
        remaining: &[usize],
        filters: &[Filter],
    ) -> Option<usize> {
        let mut best = None;
        for &position in remaining {
            let vars = &self.clauses[index].positive[position].vars;
            let view = self.views[index].positive[position];
            let others = remaining.iter().copied().filter(|&other| other != position);
            let needed = self.needed_vars(index, &others.collect::<Vec<_>>(), filters);
            let key = (0..vars.len()).filter(|&at| bound.contains(&vars[at])).collect::<Vec<_>>();
            let n_rows = self.store.view(view).len() as f64;
            let mut cost = n_rows / self.store.n_keys(view, &key).max(1) as f64;
            if !vars.iter().any(|var| needed.contains(var)) {
                cost = 0.0;
            } else if key.is_empty() && !bound.is_empty() {
                cost *= UNCONNECTED;
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, position));
            }
        }
        best.map(|(_, position)| position)
    }

    fn join(
        &mut self,
        index: usize,
        left: &Rows,
        &Join { position, limit, remaining }: &Join<'_>,
        filters: &mut Vec<Filter>,
    ) -> Result<Rows, GroundError> {
        let clause = &self.clauses[index];
        let condition = &clause.positive[position];
        let view_id = self.views[index].positive[position];
        let (key_columns, new_columns): (Vec<_>, Vec<_>) = (0..condition.vars.len())
            .partition(|&column| left.vars.contains(&condition.vars[column]));
        let key_positions = key_columns
            .iter()
            .map(|&column| position_of(&left.vars, condition.vars[column]))
            .collect::<Vec<_>>();
        let number = self.store.index(view_id, &key_columns);

        let mut vars = left.vars.clone();
        vars.extend(new_columns.iter().map(|&column| condition.vars[column]));
        let (ready, waiting) = std::mem::take(filters)
            .into_iter()
            .partition::<Vec<_>, _>(|filter| subset(filter.vars(clause), &vars));
        *filters = waiting;
        let needed = self.needed_vars(index, remaining, filters);
        let kept = (0..vars.len()).filter(|&at| needed.contains(&vars[at])).collect::<Vec<_>>();

        // A table that grows is there twice for a moment.
        let max_bytes = (self.budget.max_bytes / 2).saturating_sub(self.store.bytes());
        let view = self.store.view(view_id);
        let mut joined = RowSet::new(kept.len());
        let mut key = Vec::new();
        let mut row = Vec::new();
        let mut projected = Vec::new();
        let mut n_steps = 0_usize;
        for left_row in left.rows.rows() {
            key.clear();
            key.extend(key_positions.iter().map(|&at| left_row[at]));
            for matching in view.indexed(number).matching(&key) {
                if matching >= limit {
                    break;
                }
                n_steps += 1;
                if n_steps.is_multiple_of(4096) {
                    if (self.budget.stop)() {
                        return Err(self.error(index, GroundErrorKind::Stopped));
                    }
                    if joined.bytes() > max_bytes {
                        return Err(self.error(index, GroundErrorKind::TooLarge));
                    }
                }
                let right_row = view.row(matching);
                row.clear();
                row.extend_from_slice(left_row);
                row.extend(new_columns.iter().map(|&column| right_row[column]));
                if !ready.iter().all(|filter| filter.passes(&self.store, clause, &vars, &row)) {
                    continue;
                }
                projected.clear();
                projected.extend(kept.iter().map(|&at| row[at]));
                joined.insert(&projected);
            }
            if joined.len() + self.n_rows > self.max_rows {
                return Err(self.error(index, GroundErrorKind::TooLarge));
            }
        }
        Ok(Rows { vars: kept.iter().map(|&at| vars[at]).collect(), rows: joined })
    }

    fn add_heads(&mut self, index: usize, rows: &Rows) -> Result<bool, GroundError> {
        let head = &self.clauses[index].head;
        let mut changed = false;
        let mut tuple = Vec::new();
        for (number, row) in rows.rows.rows().enumerate() {
            if number.is_multiple_of(ROWS_PER_LOOK) && (self.budget.stop)() {
                return Err(self.error(index, GroundErrorKind::Stopped));
            }
            tuple.clear();
            for pattern in &head.patterns {
                let value = |var| row[position_of(&rows.vars, var)];
                tuple.push(pattern.instance(&mut self.store.terms, &value));
            }
            changed |= self.add(head, &tuple);
        }
        let is_full = self.store.bytes() > self.budget.max_bytes / 2;
        if is_full || self.n_rows > self.max_rows {
            return Err(self.error(index, GroundErrorKind::TooLarge));
        }
        if (self.budget.stop)() {
            return Err(self.error(index, GroundErrorKind::Stopped));
        }
        Ok(changed)
    }

    /// Adds a tuple, and what follows from it over time: a fact that is initial
    /// or next can be true, a legal move can be done.
    fn add(&mut self, head: &Condition, tuple: &[TermId]) -> bool {
        if !self.store.insert(head.relation, tuple) {
            return false;
        }
        self.n_rows += 1;
        let relations = self.relations;
        match (relations.name(head.relation), tuple) {
            (Symbol::ROLE, &[role]) => {
                self.roles.insert(role);
            }
            (Symbol::INIT | Symbol::NEXT, [_]) => {
                if let Some(relation) = relations.get(Symbol::TRUE, 1) {
                    self.store.insert(relation, tuple);
                }
            }
            (Symbol::LEGAL, [role, _]) if self.roles.contains(role) => {
                if let Some(relation) = relations.get(Symbol::DOES, 2) {
                    self.store.insert(relation, tuple);
                }
            }
            _ => {}
        }
        true
    }

    fn error(&self, index: usize, kind: GroundErrorKind) -> GroundError {
        GroundError::at_rule(self.rules, self.clauses[index].rule, kind)
    }
}

/// The condition to join next: its rows below a limit, and what comes later.
struct Join<'a> {
    position: usize,
    limit: usize,
    remaining: &'a [usize],
}

/// Values for some variables of a clause.
struct Rows {
    vars: Vec<Var>,
    rows: RowSet,
}

impl Rows {
    /// The one row that binds nothing.
    fn unit() -> Self {
        let mut rows = RowSet::new(0);
        rows.insert(&[]);
        Self { vars: Vec::new(), rows }
    }

    fn project(self, needed: &[Var]) -> Self {
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
