//! Rules with numbered variables, ready to be matched against ground tuples.

use rustc_hash::FxHashMap;
use stonegate_gdl::{Literal, RelationId, Rules, Sentence, Symbol, TermId, TermNode, Terms};

use crate::error::{GroundError, GroundErrorKind};

/// A variable of a rule, by number.
pub(crate) type Var = usize;

/// A term with numbered variables.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) enum Pattern {
    Variable(Var),
    Ground(TermId),
    Function(Symbol, Box<[Self]>),
}

/// A rule in the form that grounding works on.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    /// Its number in [`Rules`].
    pub(crate) rule: usize,
    pub(crate) head: Condition,
    pub(crate) positive: Vec<Condition>,
    pub(crate) negative: Vec<Condition>,
    pub(crate) distinct: Vec<Distinct>,
}

/// A relation with patterns for arguments.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Condition {
    pub(crate) relation: RelationId,
    pub(crate) patterns: Vec<Pattern>,
    /// Its variables, in the order of their first occurrence.
    pub(crate) vars: Vec<Var>,
}

#[derive(Clone, Debug)]
pub(crate) struct Distinct {
    pub(crate) left: Pattern,
    pub(crate) right: Pattern,
    pub(crate) vars: Vec<Var>,
}

impl Clause {
    /// Numbers the variables of a rule. A role that only the head names is bound
    /// by `role`; any other variable of the head must be bound by a condition.
    pub(crate) fn new(rules: &Rules, index: usize) -> Result<Self, GroundError> {
        let rule = &rules.rules[index];
        let mut numbers = Numbering { terms: &rules.terms, vars: FxHashMap::default() };
        let head = numbers.condition(&rule.head);
        let mut clause = Self {
            rule: index,
            head,
            positive: Vec::new(),
            negative: Vec::new(),
            distinct: Vec::new(),
        };
        for literal in &rule.body {
            match literal {
                Literal::Positive(sentence) => clause.positive.push(numbers.condition(sentence)),
                Literal::Negative(sentence) => clause.negative.push(numbers.condition(sentence)),
                Literal::Distinct(left, right) => {
                    let (left, right) = (numbers.pattern(*left), numbers.pattern(*right));
                    let mut vars = Vec::new();
                    left.collect_vars(&mut vars);
                    right.collect_vars(&mut vars);
                    clause.distinct.push(Distinct { left, right, vars });
                }
            }
        }
        clause.drop_unbound_tests();
        clause.bind_role(rules);
        if clause.head.vars.iter().all(|&var| clause.is_bound(var)) {
            Ok(clause)
        } else {
            Err(GroundError::at_rule(rules, index, GroundErrorKind::Unsafe))
        }
    }

    fn bind_role(&mut self, rules: &Rules) {
        let takes_role = [Symbol::LEGAL, Symbol::GOAL, Symbol::SEES];
        if takes_role.contains(&rules.relations.name(self.head.relation))
            && let Some(Pattern::Variable(role)) = self.head.patterns.first()
            && !self.is_bound(*role)
            && let Some(relation) = rules.relations.get(Symbol::ROLE, 1)
        {
            let patterns = vec![Pattern::Variable(*role)];
            self.positive.push(Condition { relation, patterns, vars: vec![*role] });
        }
    }

    fn is_bound(&self, var: Var) -> bool {
        self.positive.iter().any(|condition| condition.vars.contains(&var))
    }

    /// Leaves out tests on variables without a value, as other provers do: the
    /// language does not allow them, but sheets in the wild have them.
    fn drop_unbound_tests(&mut self) {
        let bound = self.positive.iter().flat_map(|condition| &condition.vars);
        let bound = bound.copied().collect::<Vec<_>>();
        let is_bound = |vars: &[Var]| vars.iter().all(|var| bound.contains(var));
        self.negative.retain(|condition| is_bound(&condition.vars));
        self.distinct.retain(|distinct| is_bound(&distinct.vars));
    }
}

impl Condition {
    pub(crate) fn new(relation: RelationId, patterns: Vec<Pattern>) -> Self {
        let mut vars = Vec::new();
        for pattern in &patterns {
            pattern.collect_vars(&mut vars);
        }
        Self { relation, patterns, vars }
    }
}

/// Gives the variables of one rule their numbers.
struct Numbering<'a> {
    terms: &'a Terms,
    vars: FxHashMap<Symbol, Var>,
}

impl Numbering<'_> {
    fn condition(&mut self, sentence: &Sentence) -> Condition {
        let patterns = sentence.args.iter().map(|&arg| self.pattern(arg)).collect();
        Condition::new(sentence.relation, patterns)
    }

    fn pattern(&mut self, term: TermId) -> Pattern {
        if self.terms.is_ground(term) {
            return Pattern::Ground(term);
        }
        match self.terms.get(term) {
            TermNode::Variable(symbol) => {
                let next = self.vars.len();
                Pattern::Variable(*self.vars.entry(*symbol).or_insert(next))
            }
            TermNode::Constant(_) => Pattern::Ground(term),
            TermNode::Function(symbol, args) => {
                Pattern::Function(*symbol, args.iter().map(|&arg| self.pattern(arg)).collect())
            }
        }
    }
}

impl Pattern {
    fn collect_vars(&self, vars: &mut Vec<Var>) {
        match self {
            Self::Variable(var) => {
                if !vars.contains(var) {
                    vars.push(*var);
                }
            }
            Self::Ground(_) => {}
            Self::Function(_, args) => args.iter().for_each(|arg| arg.collect_vars(vars)),
        }
    }

    /// Whether all its variables are among these.
    pub(crate) fn is_known(&self, known: &[Var]) -> bool {
        match self {
            Self::Variable(var) => known.contains(var),
            Self::Ground(_) => true,
            Self::Function(_, args) => args.iter().all(|arg| arg.is_known(known)),
        }
    }

    /// The same pattern with each variable replaced by its position in `vars`.
    pub(crate) fn renumbered(&self, vars: &[Var]) -> Self {
        match self {
            Self::Variable(var) => {
                let position = vars.iter().position(|other| other == var);
                Self::Variable(position.expect("vars are those of the pattern"))
            }
            Self::Ground(term) => Self::Ground(*term),
            Self::Function(symbol, args) => {
                Self::Function(*symbol, args.iter().map(|arg| arg.renumbered(vars)).collect())
            }
        }
    }

    /// Matches a ground term, binding variables in `values`.
    pub(crate) fn matches(
        &self,
        terms: &Terms,
        term: TermId,
        values: &mut [Option<TermId>],
    ) -> bool {
        match self {
            Self::Ground(ground) => *ground == term,
            Self::Variable(var) => *values[*var].get_or_insert(term) == term,
            Self::Function(symbol, args) => match terms.get(term) {
                TermNode::Function(other, inner) => {
                    symbol == other
                        && args.len() == inner.len()
                        && args
                            .iter()
                            .zip(inner)
                            .all(|(arg, &inner)| arg.matches(terms, inner, values))
                }
                _ => false,
            },
        }
    }

    /// The ground term for given values of the variables.
    pub(crate) fn instance(&self, terms: &mut Terms, value: &impl Fn(Var) -> TermId) -> TermId {
        match self {
            Self::Ground(term) => *term,
            Self::Variable(var) => value(*var),
            Self::Function(symbol, args) => {
                let args = args.iter().map(|arg| arg.instance(terms, value)).collect();
                terms.intern(TermNode::Function(*symbol, args))
            }
        }
    }
}
