//! Terms that grow from state to state: rules that make a larger fact or move of one that was
//! there before. Within a state the recursion restriction bounds them.
//!
//! Each place where a relation takes a term has a rank, a bound on how deep the terms there nest.
//! A variable of a head has the least rank that a positive condition gives it, and the places of
//! the head follow. Where ranks have a fixpoint all terms are bounded (Lierler and Lifschitz, "One
//! More Decidable Class of Finitely Ground Programs", ICLP 2009); where they have not, terms may
//! grow without end. They need not: other conditions may put an end to it, which is why this is no
//! error.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Literal, Rule, Sentence, TermId, TermNode};
use crate::span::Span;
use crate::symbol::Symbol;

/// No finite game nests terms deeper than this.
const UNBOUNDED: i32 = 100;

pub(super) fn check(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut places = Places::default();
    let mut demands = Vec::new();
    for (index, rule) in checker.rules.rules.iter().enumerate() {
        places.add_demands(checker, index, rule, &mut demands);
    }
    // Where nothing grows, there is nothing to rank.
    if !demands.iter().any(Demand::grows) {
        return;
    }
    places.rank(&demands);
    let unbounded = demands.iter().filter(|demand| places.is_unbounded(demand.target));
    let unbounded = unbounded.collect::<Vec<_>>();
    let mut reported = FxHashSet::default();
    for demand in unbounded.iter().filter(|demand| demand.grows()) {
        let rule = &checker.rules.rules[demand.rule];
        if places.returns(demand, &unbounded) && reported.insert(rule.clause) {
            diagnostics.push(growing_term(checker, rule, demand));
        }
    }
}

fn growing_term(checker: &Checker<'_>, rule: &Rule, demand: &Demand) -> Diagnostic {
    let (term, variable) = (checker.term(demand.term), checker.variable(demand.variable));
    let message =
        format!("`{term}` may grow without end: whenever this is concluded, it has a larger term");
    let mut diagnostic = Diagnostic::new(Code::GrowingTerm, rule.head.span, message).hint(format!(
        "count by facts as in (succ 1 2), or add a condition that says which values `{variable}` \
         can have"
    ));
    if let Some(source) = demand.sources.first() {
        diagnostic = diagnostic.related(source.span, "from this");
    }
    diagnostic
}

/// An argument of a relation. What `next` and `init` conclude is `true`, and what is `legal` can
/// be done.
type Argument = (Symbol, usize, usize);

/// Where a term stands: as an argument, or right below the function of one.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
struct Place {
    argument: Argument,
    below: Option<(Symbol, usize)>,
}

/// A variable in a sentence.
struct Occurrence {
    variable: Symbol,
    place: usize,
    /// How many functions it is below, of which the name of a fact is none.
    depth: i32,
    /// The whole argument.
    term: TermId,
    span: Span,
}

/// The terms of a place are made of those that a variable has.
struct Demand {
    rule: usize,
    variable: Symbol,
    target: usize,
    depth: i32,
    term: TermId,
    /// Where positive conditions ask for the variable: each of them bounds it.
    sources: Vec<Occurrence>,
}

impl Demand {
    /// Whether the head has larger terms than every condition.
    fn grows(&self) -> bool {
        self.sources.iter().all(|source| self.depth > source.depth)
    }
}

#[derive(Default)]
struct Places {
    ids: FxHashMap<Place, usize>,
    list: Vec<Place>,
    /// The places of each argument.
    of_argument: FxHashMap<Argument, Vec<usize>>,
    /// How deep arguments nest that have a term in this place.
    ranks: Vec<i32>,
}

impl Places {
    fn id(&mut self, place: Place) -> usize {
        *self.ids.entry(place).or_insert_with(|| {
            self.list.push(place);
            self.ranks.push(0);
            let id = self.list.len() - 1;
            self.of_argument.entry(place.argument).or_default().push(id);
            id
        })
    }

    fn add_demands(
        &mut self,
        checker: &Checker<'_>,
        index: usize,
        rule: &Rule,
        demands: &mut Vec<Demand>,
    ) {
        if rule.head.args.iter().all(|&arg| checker.rules.terms.is_ground(arg)) {
            return;
        }
        let head = self.occurrences(checker, &rule.head);
        let component =
            |sentence: &Sentence| checker.rules.dependencies.component(sentence.relation);
        let mut body = Vec::new();
        let mut recursive = FxHashSet::default();
        for literal in &rule.body {
            let Literal::Positive(sentence) = literal else { continue };
            let found = self.occurrences(checker, sentence);
            if component(sentence) == component(&rule.head) {
                recursive.extend(found.iter().map(|occurrence| occurrence.variable));
            }
            body.extend(found);
        }
        for Occurrence { variable, place: target, depth, term, .. } in head {
            let sources = body.iter().filter(|source| source.variable == variable);
            let sources = sources.map(|source| Occurrence { ..*source }).collect::<Vec<_>>();
            // A term that is copied to where it comes from is not larger there.
            let is_copied = sources.iter().any(|source| {
                self.list[source.place] == self.list[target] && source.depth >= depth
            });
            if !sources.is_empty() && !is_copied && !recursive.contains(&variable) {
                demands.push(Demand { rule: index, variable, target, depth, term, sources });
            }
        }
    }

    fn occurrences(&mut self, checker: &Checker<'_>, sentence: &Sentence) -> Vec<Occurrence> {
        let rules = checker.rules;
        let relation = match rules.relations.name(sentence.relation) {
            Symbol::NEXT | Symbol::INIT => Symbol::TRUE,
            Symbol::LEGAL => Symbol::DOES,
            other => other,
        };
        let top = if relation == Symbol::TRUE { -1 } else { 0 };
        let mut found = Vec::new();
        for (number, &arg) in sentence.args.iter().enumerate() {
            let argument = (relation, sentence.args.len(), number);
            let mut add = |below, term, depth| {
                let place = self.id(Place { argument, below });
                for_each_variable(checker, term, depth, &mut |variable, depth| {
                    found.push(Occurrence {
                        variable,
                        place,
                        depth,
                        term: arg,
                        span: sentence.span,
                    });
                });
            };
            match rules.terms.get(arg) {
                TermNode::Function(name, inner) => {
                    for (index, &term) in inner.iter().enumerate() {
                        add(Some((*name, index)), term, top + 1);
                    }
                }
                TermNode::Variable(_) => add(None, arg, top),
                TermNode::Constant(_) => {}
            }
        }
        found
    }

    /// Raises ranks until all demands are met or beyond bounds.
    fn rank(&mut self, demands: &[Demand]) {
        let mut readers = FxHashMap::<Argument, Vec<usize>>::default();
        for (index, demand) in demands.iter().enumerate() {
            for source in &demand.sources {
                readers.entry(self.list[source.place].argument).or_default().push(index);
            }
        }
        let mut queue = (0..demands.len()).collect::<Vec<_>>();
        let mut is_queued = vec![true; demands.len()];
        while let Some(index) = queue.pop() {
            is_queued[index] = false;
            let demand = &demands[index];
            let values = demand.sources.iter().map(|source| self.read(source));
            let value = (values.min().unwrap_or(0) + demand.depth).min(UNBOUNDED);
            if value <= self.ranks[demand.target] {
                continue;
            }
            self.ranks[demand.target] = value;
            let argument = self.list[demand.target].argument;
            for &reader in readers.get(&argument).into_iter().flatten() {
                if !std::mem::replace(&mut is_queued[reader], true) {
                    queue.push(reader);
                }
            }
        }
    }

    /// How deep the terms of a variable nest here.
    fn read(&self, source: &Occurrence) -> i32 {
        let Place { argument, below } = self.list[source.place];
        let is_seen = |&&id: &&usize| {
            // A whole argument may have any function, and a variable stands for any argument.
            id == source.place || below.is_none() || self.list[id].below.is_none()
        };
        let ranks = self.of_argument[&argument].iter().filter(is_seen).map(|&id| self.ranks[id]);
        match ranks.max().unwrap_or(0) {
            // Below an unbounded term there is another.
            UNBOUNDED => UNBOUNDED + 1,
            rank => (rank - source.depth).max(0),
        }
    }

    fn is_unbounded(&self, place: usize) -> bool {
        self.ranks[place] >= UNBOUNDED
    }

    /// Whether the larger term comes back to where the demand takes it from.
    fn returns(&self, demand: &Demand, unbounded: &[&Demand]) -> bool {
        let argument = |place: usize| self.list[place].argument;
        let wanted = demand.sources.iter().map(|source| argument(source.place));
        let wanted = wanted.collect::<FxHashSet<_>>();
        let mut reached = FxHashSet::from_iter([argument(demand.target)]);
        let mut queue = vec![argument(demand.target)];
        while let Some(from) = queue.pop() {
            if wanted.contains(&from) {
                return true;
            }
            for next in unbounded {
                let reads = next.sources.iter().any(|source| argument(source.place) == from);
                let target = argument(next.target);
                if reads && reached.insert(target) {
                    queue.push(target);
                }
            }
        }
        false
    }
}

/// Calls `visit` on the variables of a term that is below `depth` functions, with their depths.
fn for_each_variable(
    checker: &Checker<'_>,
    term: TermId,
    depth: i32,
    visit: &mut impl FnMut(Symbol, i32),
) {
    match checker.rules.terms.get(term) {
        TermNode::Variable(variable) => visit(*variable, depth),
        TermNode::Function(_, args) => {
            for &arg in args {
                for_each_variable(checker, arg, depth + 1, visit);
            }
        }
        TermNode::Constant(_) => {}
    }
}
