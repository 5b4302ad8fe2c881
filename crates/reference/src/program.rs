//! The clauses of a game, prepared for proving.
//!
//! Variables become numbered slots, tests move behind the conditions that give
//! their variables values, and sentences that no rule concludes are told apart
//! from those that need a proof.

use std::iter;

use rustc_hash::{FxHashMap, FxHashSet};
use stonegate_gdl::{
    Literal, Phase, RelationId, Relations, Rule, Rules, Sentence, Symbol, TermId, TermNode, Terms,
};

/// A term of a clause.
#[derive(Debug)]
pub(crate) enum Pattern {
    Variable(usize),
    Ground(TermId),
    /// A function with variables inside.
    Function(Symbol, Box<[Self]>),
}

/// A table of facts: one for each relation, and one for each function that
/// the rules look for in the state.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct FactsId(usize);

/// Where the answers to a sentence come from.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Source {
    Facts(FactsId),
    Rules(RelationId),
}

#[derive(Debug)]
pub(crate) struct Atom {
    pub(crate) source: Source,
    pub(crate) args: Box<[Pattern]>,
}

/// A condition of a clause.
#[derive(Debug)]
pub(crate) enum Goal {
    Holds(Atom),
    /// A test: its variables are bound when it is reached.
    Fails(Atom),
    /// A test that two terms differ.
    Distinct(Pattern, Pattern),
}

/// A rule, or a fact with variables.
#[derive(Debug)]
pub(crate) struct Clause {
    pub(crate) head: Box<[Pattern]>,
    pub(crate) body: Box<[Goal]>,
    pub(crate) n_variables: usize,
    /// Its place in the sheet.
    pub(crate) index: usize,
}

#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) relations: Relations,
    names: Vec<Box<str>>,
    phases: Vec<Phase>,
    clauses: Vec<Vec<Clause>>,
    facts: Vec<(RelationId, Box<[TermId]>)>,
    fluents: FxHashMap<(Symbol, usize), FactsId>,
}

impl FactsId {
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

impl Program {
    pub(crate) fn new(rules: &Rules) -> Self {
        let relations = rules.relations.clone();
        let phases = relations.ids().map(|relation| rules.dependencies.phase(relation)).collect();
        let names = relations.ids().map(|relation| rules.relation_name(relation).into()).collect();
        let is_fact = |rule: &Rule| {
            rule.body.is_empty() && rule.head.args.iter().all(|&arg| rules.terms.is_ground(arg))
        };
        let (facts, proper) = rules.rules.iter().partition::<Vec<_>, _>(|rule| is_fact(rule));
        let mut compiler = Compiler {
            terms: &rules.terms,
            relations: &relations,
            concluded: proper.iter().map(|rule| rule.head.relation).collect(),
            fluents: FxHashMap::default(),
            variables: Vec::new(),
        };
        let mut clauses: Vec<Vec<Clause>> = relations.ids().map(|_| Vec::new()).collect();
        for rule in proper {
            clauses[rule.head.relation.index()].push(compiler.clause(rule));
        }
        let fluents = compiler.fluents;
        let mut facts = facts
            .into_iter()
            .map(|fact| (fact.head.relation, fact.head.args.clone()))
            .collect::<Vec<_>>();
        // A fact that is written twice would double every proof that uses it.
        let mut seen = FxHashSet::default();
        facts.retain(|fact| seen.insert(fact.clone()));
        Self { relations, names, phases, clauses, facts, fluents }
    }

    pub(crate) fn clauses(&self, relation: RelationId) -> &[Clause] {
        &self.clauses[relation.index()]
    }

    pub(crate) fn name(&self, relation: RelationId) -> &str {
        &self.names[relation.index()]
    }

    pub(crate) fn phase(&self, relation: RelationId) -> Phase {
        self.phases[relation.index()]
    }

    /// The facts of the sheet, in its order, each once.
    pub(crate) fn facts(&self) -> &[(RelationId, Box<[TermId]>)] {
        &self.facts
    }

    /// The facts of a relation.
    pub(crate) fn facts_of(relation: RelationId) -> FactsId {
        FactsId(relation.index())
    }

    /// The facts of the state that apply this function, if any rule looks for them.
    pub(crate) fn fluent(&self, function: Symbol, arity: usize) -> Option<FactsId> {
        self.fluents.get(&(function, arity)).copied()
    }

    /// The facts of the state, whatever they are.
    pub(crate) fn truths(&self) -> Option<FactsId> {
        self.relations.get(Symbol::TRUE, 1).map(Self::facts_of)
    }

    /// All tables that are filled from the state.
    pub(crate) fn state_facts(&self) -> impl Iterator<Item = FactsId> {
        self.fluents.values().copied().chain(self.truths())
    }

    /// The number of columns of each table of facts.
    pub(crate) fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> =
            self.relations.ids().map(|relation| self.relations.arity(relation)).collect();
        widths.resize(widths.len() + self.fluents.len(), 0);
        for (&(_, arity), id) in &self.fluents {
            widths[id.0] = arity;
        }
        widths
    }
}

/// Makes clauses of rules.
struct Compiler<'a> {
    terms: &'a Terms,
    relations: &'a Relations,
    /// The relations that have rules, not just facts.
    concluded: FxHashSet<RelationId>,
    fluents: FxHashMap<(Symbol, usize), FactsId>,
    /// The variables of the clause at hand, by their slots.
    variables: Vec<Symbol>,
}

impl Compiler<'_> {
    fn clause(&mut self, rule: &Rule) -> Clause {
        self.variables.clear();
        let head = rule.head.args.iter().map(|&arg| self.pattern(arg)).collect();
        let body = place_tests(self.terms, &rule.body);
        let body = body.into_iter().map(|literal| self.goal(literal)).collect();
        Clause { head, body, n_variables: self.variables.len(), index: rule.clause }
    }

    fn goal(&mut self, literal: &Literal) -> Goal {
        match literal {
            Literal::Positive(sentence) => Goal::Holds(self.atom(sentence)),
            Literal::Negative(sentence) => Goal::Fails(self.atom(sentence)),
            Literal::Distinct(left, right) => {
                Goal::Distinct(self.pattern(*left), self.pattern(*right))
            }
        }
    }

    fn atom(&mut self, sentence: &Sentence) -> Atom {
        let relation = sentence.relation;
        let mut args = &sentence.args;
        let source = if self.concluded.contains(&relation) {
            Source::Rules(relation)
        } else if let (Symbol::TRUE, [arg]) = (self.relations.name(relation), &args[..])
            && let TermNode::Function(function, inner) = self.terms.get(*arg)
        {
            args = inner;
            let unused = FactsId(self.relations.len() + self.fluents.len());
            Source::Facts(*self.fluents.entry((*function, inner.len())).or_insert(unused))
        } else {
            Source::Facts(Program::facts_of(relation))
        };
        Atom { source, args: args.iter().map(|&arg| self.pattern(arg)).collect() }
    }

    fn pattern(&mut self, term: TermId) -> Pattern {
        match self.terms.get(term) {
            _ if self.terms.is_ground(term) => Pattern::Ground(term),
            TermNode::Function(symbol, args) => {
                Pattern::Function(*symbol, args.iter().map(|&arg| self.pattern(arg)).collect())
            }
            TermNode::Variable(symbol) | TermNode::Constant(symbol) => {
                let known = self.variables.iter().position(|variable| variable == symbol);
                Pattern::Variable(known.unwrap_or_else(|| {
                    self.variables.push(*symbol);
                    self.variables.len() - 1
                }))
            }
        }
    }
}

/// The body with each test (`not`, `distinct`) right behind the conditions that
/// give values to its variables.
///
/// A test with a variable that no condition binds is left out. Such a rule is not
/// safe, so the specification gives it no meaning; this is the one that the
/// prover of ggp-base gives it, and published games are played by it.
fn place_tests<'a>(terms: &Terms, body: &'a [Literal]) -> Vec<&'a Literal> {
    let is_condition = |literal: &&Literal| matches!(literal, Literal::Positive(_));
    let (conditions, mut tests) = body.iter().partition::<Vec<_>, _>(is_condition);
    let mut bound = FxHashSet::default();
    let mut ordered = Vec::with_capacity(body.len());
    for condition in iter::once(None).chain(conditions.into_iter().map(Some)) {
        if let Some(condition) = condition {
            bound.extend(variables(terms, condition));
            ordered.push(condition);
        }
        let is_ready = |test: &mut &Literal| variables(terms, test).is_subset(&bound);
        ordered.extend(tests.extract_if(.., is_ready));
    }
    ordered
}

fn variables(terms: &Terms, literal: &Literal) -> FxHashSet<Symbol> {
    let mut variables = FxHashSet::default();
    let args = match literal {
        Literal::Positive(sentence) | Literal::Negative(sentence) => &sentence.args[..],
        Literal::Distinct(left, right) => &[*left, *right],
    };
    for &arg in args {
        terms.for_each_variable(arg, &mut |variable| {
            variables.insert(variable);
        });
    }
    variables
}
