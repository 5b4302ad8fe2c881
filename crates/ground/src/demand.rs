//! What is asked of each relation: magic sets.
//!
//! A relation with many arguments may have more tuples than anybody wants to list, although each
//! rule asks for few of them: with values for some arguments that its other conditions give. So a
//! relation gets *demands*, tuples of values for the arguments that are known when it is asked for,
//! and its rules are guarded by them: what nobody asks for is not derived. Which arguments are known
//! follows from an order of the conditions of the rule that asks, the conditions before it pass
//! their values on. (F. Bancilhon, D. Maier, Y. Sagiv and J. Ullman, *Magic sets and other strange
//! ways to implement logic programs*, 1986.)
//!
//! All that is derived under a guard is complete: every rule of the relation has had its say. So
//! nobody has to tell later for which demand a tuple was derived.

use rustc_hash::{FxHashMap, FxHashSet};
use stonegate_gdl::{RelationId, Relations, Rules};

use crate::filter::subset;
use crate::pattern::{Clause, Condition, Var};

/// Which arguments of a relation are known when it is asked for.
type Known = Box<[bool]>;

/// A relation and what is known when it is asked for.
type Question = (RelationId, Known);

/// Clauses with guards, and those that derive the guards.
pub(crate) struct Demand {
    pub(crate) clauses: Vec<Clause>,
    /// The relations of the rules and those of the guards.
    pub(crate) relations: Relations,
    /// The relations that have guards.
    pub(crate) asked: Vec<bool>,
}

/// Rewrites the clauses of a game so that the relations in `asked` have only the tuples that are
/// asked for. `fan_out` says about how many rows a condition has for each row of values of its known
/// variables, if that is known.
pub(crate) fn by_demand(
    rules: &Rules,
    clauses: &[Clause],
    asked: &[bool],
    fan_out: &mut dyn FnMut(&Condition, &[Var]) -> Option<f64>,
) -> Demand {
    let mut asked = asked.to_vec();
    loop {
        let mut rewriting = Rewriting::new(rules, clauses, &asked, fan_out);
        rewriting.run();
        // A relation that is asked for as a whole needs no guard.
        let whole = rewriting.questions.keys().filter(|(_, known)| !known.contains(&true));
        let whole = whole.map(|&(relation, _)| relation).collect::<Vec<_>>();
        let Rewriting { rewritten, relations, .. } = rewriting;
        if whole.is_empty() {
            return Demand { clauses: rewritten, relations, asked };
        }
        for relation in whole {
            asked[relation.index()] = false;
        }
    }
}

struct Rewriting<'a> {
    clauses: &'a [Clause],
    asked: &'a [bool],
    fan_out: &'a mut dyn FnMut(&Condition, &[Var]) -> Option<f64>,
    relations: Relations,
    /// The guard of each question.
    questions: FxHashMap<Question, RelationId>,
    waiting: Vec<Question>,
    rewritten: Vec<Clause>,
    /// What asks for what, to say nothing twice.
    said: FxHashSet<(Condition, Vec<Condition>)>,
}

/// About how many values a variable has that nothing is known of.
const VALUES: f64 = 8.0;

/// How much worse a join without shared variables is than it looks.
const UNCONNECTED: f64 = 1e6;

impl<'a> Rewriting<'a> {
    fn new(
        rules: &'a Rules,
        clauses: &'a [Clause],
        asked: &'a [bool],
        fan_out: &'a mut dyn FnMut(&Condition, &[Var]) -> Option<f64>,
    ) -> Self {
        Self {
            clauses,
            asked,
            fan_out,
            relations: rules.relations.clone(),
            questions: FxHashMap::default(),
            waiting: Vec::new(),
            rewritten: Vec::new(),
            said: FxHashSet::default(),
        }
    }

    fn run(&mut self) {
        let clauses = self.clauses;
        for clause in clauses {
            if !self.asked[clause.head.relation.index()] {
                self.rewrite(clause, None);
            }
        }
        while let Some((relation, known)) = self.waiting.pop() {
            for clause in clauses.iter().filter(|clause| clause.head.relation == relation) {
                let guard = self.question(&clause.head, &known);
                self.rewrite(clause, Some(guard));
            }
        }
    }

    /// Guards a clause, and lets its conditions ask for what they need.
    fn rewrite(&mut self, clause: &Clause, guard: Option<Condition>) {
        let mut known = guard.as_ref().map_or(Vec::new(), |guard| guard.vars.clone());
        let mut before = guard.into_iter().collect::<Vec<_>>();
        let mut guarded = clause.clone();
        guarded.positive.splice(0..0, before.iter().cloned());
        self.rewritten.push(guarded);
        let mut remaining = clause.positive.iter().collect::<Vec<_>>();
        while let Some(position) = self.cheapest(&known, &remaining) {
            let condition = remaining.remove(position);
            self.ask(clause, condition, &known, &before);
            known.extend(&condition.vars);
            before.push(condition.clone());
        }
        for condition in &clause.negative {
            self.ask(clause, condition, &known, &before);
        }
    }

    /// A condition asks for its tuples, for the values that the conditions before it give.
    fn ask(&mut self, clause: &Clause, condition: &Condition, vars: &[Var], before: &[Condition]) {
        if !self.asked[condition.relation.index()] {
            return;
        }
        let known = condition.patterns.iter().map(|pattern| pattern.is_known(vars));
        let head = self.question(condition, &known.collect::<Vec<_>>());
        if before.contains(&head) || !self.said.insert((head.clone(), before.to_vec())) {
            return;
        }
        let is_known = |test: &[Var]| subset(test, vars);
        let negative = clause.negative.iter().filter(|condition| {
            !self.asked[condition.relation.index()] && is_known(&condition.vars)
        });
        let distinct = clause.distinct.iter().filter(|distinct| is_known(&distinct.vars));
        self.rewritten.push(Clause {
            rule: clause.rule,
            positive: before.to_vec(),
            negative: negative.cloned().collect(),
            distinct: distinct.cloned().collect(),
            head,
        });
    }

    /// The guard for a condition of which some arguments are known.
    fn question(&mut self, condition: &Condition, known: &[bool]) -> Condition {
        let patterns = condition.patterns.iter().zip(known).filter(|&(_, &known)| known);
        let patterns = patterns.map(|(pattern, _)| pattern.clone()).collect::<Vec<_>>();
        let question = (condition.relation, Known::from(known));
        let relation = self.questions.get(&question).copied().unwrap_or_else(|| {
            let name = self.relations.name(condition.relation);
            let guard = self.relations.add_hidden(name, patterns.len());
            self.questions.insert(question.clone(), guard);
            self.waiting.push(question);
            guard
        });
        Condition::new(relation, patterns)
    }

    /// The condition to come next: the one with the fewest rows for each row of what is known, and
    /// of equal ones those that need not be asked for.
    fn cheapest(&mut self, known: &[Var], remaining: &[&Condition]) -> Option<usize> {
        let mut best = None;
        for (position, condition) in remaining.iter().enumerate() {
            let new = condition.vars.iter().filter(|var| !known.contains(var)).count();
            let is_asked = self.asked[condition.relation.index()];
            let guess = VALUES.powi(new as i32) * if is_asked { 2.0 } else { 1.0 };
            let known_cost = if is_asked { None } else { (self.fan_out)(condition, known) };
            let mut cost = known_cost.unwrap_or(guess);
            if new == condition.vars.len() && new > 0 && !known.is_empty() {
                cost *= UNCONNECTED;
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, position));
            }
        }
        best.map(|(_, position)| position)
    }
}
