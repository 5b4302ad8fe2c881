//! Makes plans of the clauses of a game.

use rustc_hash::{FxHashMap, FxHashSet};
use stonegate_gdl::{Literal, RelationId, Rule, Rules, Sentence, Symbol, TermId, TermNode};

use crate::facts::FactTable;
use crate::plan::{Ask, Clause, FactsId, Query, QueryId, Scan, Shape, Step, Value};

/// Plans all that is asked of a game, and what these queries ask for in turn.
pub(crate) struct Planner<'a> {
    rules: &'a Rules,
    /// The relations that have rules, not just facts.
    concluded: FxHashSet<RelationId>,
    /// The facts of each relation, then those of each function that rules look for in the state.
    pub(crate) facts: Vec<FactTable>,
    pub(crate) fluents: FxHashMap<(Symbol, usize), FactsId>,
    ids: FxHashMap<(RelationId, Box<[bool]>), QueryId>,
    pub(crate) queries: Vec<Query>,
    /// Queries without clauses yet, with which arguments are given.
    waiting: Vec<(QueryId, Box<[bool]>)>,
}

/// The facts of a relation.
pub(crate) fn facts_of(relation: RelationId) -> FactsId {
    FactsId(relation.index())
}

impl<'a> Planner<'a> {
    pub(crate) fn new(rules: &'a Rules) -> Self {
        let is_fact = |rule: &&Rule| {
            rule.body.is_empty() && rule.head.args.iter().all(|&arg| rules.terms.is_ground(arg))
        };
        let widths = rules.relations.ids().map(|relation| rules.relations.arity(relation));
        let mut facts = widths.map(FactTable::new).collect::<Vec<_>>();
        let mut seen = FxHashSet::default();
        for rule in rules.rules.iter().filter(is_fact) {
            if seen.insert((rule.head.relation, &rule.head.args)) {
                facts[rule.head.relation.index()].push(&rule.head.args);
            }
        }
        let proper = rules.rules.iter().filter(|rule| !is_fact(rule));
        Self {
            rules,
            concluded: proper.map(|rule| rule.head.relation).collect(),
            facts,
            fluents: FxHashMap::default(),
            ids: FxHashMap::default(),
            queries: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// The query for a relation with some arguments given.
    pub(crate) fn query(&mut self, relation: RelationId, given: &[bool]) -> QueryId {
        let next = QueryId(self.queries.len());
        let id = *self.ids.entry((relation, given.into())).or_insert(next);
        if id == next {
            let n_given = given.iter().filter(|&&given| given).count();
            self.queries.push(Query {
                relation,
                name: self.rules.relation_name(relation).to_owned(),
                phase: self.rules.dependencies.phase(relation),
                n_given,
                n_free: given.len() - n_given,
                clauses: Vec::new(),
            });
            self.waiting.push((id, given.into()));
        }
        id
    }

    /// Plans the clauses of all queries.
    pub(crate) fn plan(&mut self) {
        while let Some((id, given)) = self.waiting.pop() {
            let relation = self.queries[id.0].relation;
            let is_proper = |rule: &&Rule| {
                rule.head.relation == relation
                    && !(rule.body.is_empty()
                        && rule.head.args.iter().all(|&arg| self.rules.terms.is_ground(arg)))
            };
            let rules = self.rules.rules.iter().filter(is_proper).collect::<Vec<_>>();
            let name = self.rules.relations.name(relation);
            let has_facts = self.facts[facts_of(relation).0].len() > 0;
            let mut clauses = Vec::with_capacity(rules.len() + 1);
            if has_facts || [Symbol::TRUE, Symbol::DOES].contains(&name) {
                clauses.push(self.facts_clause(relation, &given));
            }
            clauses.extend(rules.into_iter().map(|rule| self.clause(rule, &given)));
            self.queries[id.0].clauses = clauses;
        }
    }

    /// The clause that says that the facts of a relation hold.
    fn facts_clause(&mut self, relation: RelationId, given: &[bool]) -> Clause {
        let columns = |wanted| {
            let columns = given.iter().enumerate().filter(move |&(_, &given)| given == wanted);
            columns.map(|(column, _)| column)
        };
        let facts = facts_of(relation);
        let key = columns(true).map(Value::Register).collect::<Box<[_]>>();
        let shapes = columns(false).map(|column| (column, Shape::Take(column)));
        let step = self.look_up(facts, &columns(true).collect::<Vec<_>>(), key, shapes.collect());
        Clause {
            n_registers: given.len(),
            given: columns(true).map(Shape::Take).collect(),
            body: [step].into(),
            free: Some(columns(false).map(Value::Register).collect()),
            place: 0,
        }
    }

    /// A look at facts of which some columns are known.
    fn look_up(
        &mut self,
        facts: FactsId,
        columns: &[usize],
        key: Box<[Value]>,
        shapes: Box<[(usize, Shape)]>,
    ) -> Step {
        let table = &mut self.facts[facts.0];
        if shapes.is_empty() {
            return Step::HasFact { facts, index: table.index_on(columns), key, wanted: true };
        }
        let index = (!columns.is_empty()).then(|| table.index_on(columns));
        Step::Scan(Scan { facts, index, key, shapes, once: false })
    }

    fn clause(&mut self, rule: &Rule, given: &[bool]) -> Clause {
        let head = rule.head.args.iter().zip(given);
        let given_args = head.clone().filter(|&(_, &given)| given);
        let free_args = head.filter(|&(_, &given)| !given).map(|(&arg, _)| arg);
        let free_args = free_args.collect::<Vec<_>>();
        let mut registers = Registers { rules: self.rules, held: Vec::new(), wanted: &free_args };
        let given = given_args.map(|(&arg, _)| registers.shape(arg)).collect();

        let mut body = Vec::new();
        let order = self.order(rule, &registers);
        for (place, literal) in order.iter().enumerate() {
            let n_before = registers.held.len();
            let mut step = self.step(literal, &mut registers);
            let is_used = |held: &Held| {
                let occurs = |arg: &TermId| registers.occurs(*held, *arg);
                free_args.iter().any(occurs)
                    || order[place + 1..].iter().any(|later| args(later).iter().any(occurs))
            };
            let is_once = !registers.held[n_before..].iter().any(is_used);
            if let Step::Scan(Scan { once, .. }) | Step::Ask(Ask { once, .. }) = &mut step {
                *once = is_once;
            }
            body.push(step);
        }
        let is_bound = free_args.iter().all(|&arg| registers.is_bound(arg));
        let free = is_bound.then(|| free_args.iter().map(|&arg| registers.value(arg)).collect());
        let n_registers = registers.held.len();
        Clause { n_registers, given, body: body.into(), free, place: rule.clause }
    }

    /// The conditions of a rule in their order, and tests as soon as their variables have values; so
    /// do conditions that are tests of facts.
    ///
    /// A test with a variable that no condition binds is left out. Such a rule is not safe, so the
    /// specification gives it no meaning; this is the one that published games are played by.
    fn order<'r>(&self, rule: &'r Rule, registers: &Registers<'_>) -> Vec<&'r Literal> {
        let is_condition = |literal: &&Literal| matches!(literal, Literal::Positive(_));
        let (mut conditions, mut tests) = rule.body.iter().partition::<Vec<_>, _>(is_condition);
        let mut all = Registers { rules: self.rules, held: Vec::new(), wanted: &[] };
        for condition in &conditions {
            all.bind(condition);
        }
        tests.retain(|test| args(test).iter().all(|&arg| all.is_bound(arg)));
        let mut bound = registers.clone();
        let mut order = Vec::with_capacity(rule.body.len());
        loop {
            let is_ready =
                |literal: &&Literal| args(literal).iter().all(|&arg| bound.is_bound(arg));
            let is_look_up = |literal: &&Literal| {
                let sentence = literal.sentence();
                sentence.is_some_and(|sentence| !self.concluded.contains(&sentence.relation))
            };
            order.extend(conditions.extract_if(.., |it| is_ready(&&**it) && is_look_up(&&**it)));
            order.extend(tests.extract_if(.., |it| is_ready(&&**it)));
            if conditions.is_empty() {
                return order;
            }
            let condition = conditions.remove(0);
            bound.bind(condition);
            order.push(condition);
        }
    }

    fn step(&mut self, literal: &Literal, registers: &mut Registers<'_>) -> Step {
        match literal {
            Literal::Positive(sentence) => self.condition(sentence, registers),
            Literal::Negative(sentence) => match self.condition(sentence, registers) {
                Step::HasFact { facts, index, key, .. } => {
                    Step::HasFact { facts, index, key, wanted: false }
                }
                Step::HasAnswer { query, key, .. } => Step::HasAnswer { query, key, wanted: false },
                _ => unreachable!("the variables of a test have values"),
            },
            Literal::Distinct(left, right) => {
                Step::Differ(registers.value(*left), registers.value(*right))
            }
        }
    }

    fn condition(&mut self, sentence: &Sentence, registers: &mut Registers<'_>) -> Step {
        let (facts, args) = self.source(sentence);
        let given = args.iter().map(|&arg| registers.is_bound(arg)).collect::<Vec<_>>();
        let columns = (0..args.len()).filter(|&column| given[column]).collect::<Vec<_>>();
        let key = columns.iter().map(|&column| registers.value(args[column])).collect();
        let free = (0..args.len()).filter(|&column| !given[column]);
        let shapes = free.map(|column| (column, registers.shape(args[column])));
        let mut shapes = shapes.collect::<Vec<_>>();
        let Some(facts) = facts else {
            let query = self.query(sentence.relation, &given);
            if shapes.is_empty() {
                return Step::HasAnswer { query, key, wanted: true };
            }
            let shapes = shapes.into_iter().map(|(_, shape)| shape).collect();
            return Step::Ask(Ask { query, key, shapes, once: false });
        };
        // What stays true is not taken apart and put together again.
        if let [fact] = sentence.args[..]
            && self.facts[facts.0].width() > args.len()
            && !shapes.is_empty()
            && registers.wanted.contains(&fact)
        {
            shapes.push((args.len(), registers.take(Held::Fact(fact))));
        }
        self.look_up(facts, &columns, key, shapes.into())
    }

    /// The facts that a sentence is looked up in, unless rules conclude it, and the arguments there.
    fn source<'s>(&mut self, sentence: &'s Sentence) -> (Option<FactsId>, &'s [TermId])
    where
        'a: 's,
    {
        let relation = sentence.relation;
        if self.concluded.contains(&relation) {
            return (None, &sentence.args);
        }
        if let (Symbol::TRUE, [arg]) = (self.rules.relations.name(relation), &sentence.args[..])
            && let TermNode::Function(function, args) = self.rules.terms.get(*arg)
        {
            let unused = FactsId(self.facts.len());
            let id = *self.fluents.entry((*function, args.len())).or_insert(unused);
            if id == unused {
                // The last column has the fact itself.
                self.facts.push(FactTable::new(args.len() + 1));
            }
            return (Some(id), args);
        }
        (Some(facts_of(relation)), &sentence.args)
    }
}

fn args(literal: &Literal) -> Vec<TermId> {
    match literal {
        Literal::Positive(sentence) | Literal::Negative(sentence) => sentence.args.to_vec(),
        Literal::Distinct(left, right) => vec![*left, *right],
    }
}

/// What the registers hold at a step of a clause.
#[derive(Clone)]
struct Registers<'a> {
    rules: &'a Rules,
    held: Vec<Held>,
    /// The terms that the clause is to give.
    wanted: &'a [TermId],
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum Held {
    Variable(Symbol),
    /// A fact of the state that looks like this term.
    Fact(TermId),
}

impl Registers<'_> {
    fn register(&self, wanted: Held) -> Option<usize> {
        self.held.iter().position(|&held| held == wanted)
    }

    fn is_bound(&self, term: TermId) -> bool {
        let mut is_bound = true;
        self.rules.terms.for_each_variable(term, &mut |variable| {
            is_bound &= self.register(Held::Variable(variable)).is_some();
        });
        is_bound
    }

    fn occurs(&self, held: Held, term: TermId) -> bool {
        match held {
            Held::Fact(fact) => fact == term,
            Held::Variable(wanted) => {
                let mut occurs = false;
                let mut visit = |variable| occurs |= variable == wanted;
                self.rules.terms.for_each_variable(term, &mut visit);
                occurs
            }
        }
    }

    /// Gives registers to the variables of a condition.
    fn bind(&mut self, literal: &Literal) {
        for arg in args(literal) {
            self.rules.terms.for_each_variable(arg, &mut |variable| {
                if self.register(Held::Variable(variable)).is_none() {
                    self.held.push(Held::Variable(variable));
                }
            });
        }
    }

    fn value(&self, term: TermId) -> Value {
        if let Some(register) = self.register(Held::Fact(term)) {
            return Value::Register(register);
        }
        match self.rules.terms.get(term) {
            TermNode::Variable(variable) => {
                let register = self.register(Held::Variable(*variable));
                Value::Register(register.expect("it has a value"))
            }
            TermNode::Function(symbol, args) if !self.rules.terms.is_ground(term) => {
                Value::Function(*symbol, args.iter().map(|&arg| self.value(arg)).collect())
            }
            _ => Value::Term(term),
        }
    }

    /// Takes whatever is there into a new register.
    fn take(&mut self, held: Held) -> Shape {
        self.held.push(held);
        Shape::Take(self.held.len() - 1)
    }

    /// What a term must look like; its variables have values from then on.
    fn shape(&mut self, term: TermId) -> Shape {
        match self.rules.terms.get(term) {
            TermNode::Variable(variable) => {
                let variable = Held::Variable(*variable);
                let known = self.register(variable).map(Shape::Same);
                known.unwrap_or_else(|| self.take(variable))
            }
            TermNode::Function(symbol, args) if !self.rules.terms.is_ground(term) => {
                Shape::Function(*symbol, args.iter().map(|&arg| self.shape(arg)).collect())
            }
            _ => Shape::Term(term),
        }
    }
}
