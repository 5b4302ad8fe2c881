//! Stratification and the recursion restriction: rules have one meaning, and it
//! is finite.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::graph::Edge;
use crate::rules::{Literal, RelationId, Rule, Sentence, TermId, TermNode};
use crate::span::Span;
use crate::symbol::Symbol;

pub(super) fn check(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let graph = &checker.rules.dependencies;
    let is_recursive = |edge: &&Edge| graph.component(edge.from) == graph.component(edge.to);
    let mut reported = FxHashSet::default();
    for edge in graph.edges().iter().filter(is_recursive).filter(|edge| edge.negative) {
        // One finding for each component tells enough.
        if reported.insert(graph.component(edge.from)) {
            diagnostics.push(if is_ordered_by_value(checker, edge.from) {
                negated_goal(checker, edge)
            } else {
                negative_cycle(checker, edge)
            });
        }
    }
    for rule in &checker.rules.rules {
        check_bounds(checker, rule, diagnostics);
    }
}

/// Whether a relation is `goal`, which depends on nothing but itself in its component, and values
/// depend on other values only without ever coming back to themselves.
fn is_ordered_by_value(checker: &Checker<'_>, relation: RelationId) -> bool {
    let rules = checker.rules;
    let graph = &rules.dependencies;
    let is_alone = graph.components()[graph.component(relation)].len() == 1;
    if rules.relations.name(relation) != Symbol::GOAL || !is_alone {
        return false;
    }
    let value = |sentence: &Sentence| match rules.terms.get(*sentence.args.get(1)?) {
        TermNode::Constant(value) => Some(*value),
        _ => None,
    };
    let mut below = FxHashMap::<Symbol, Vec<Symbol>>::default();
    for edge in graph.edges().iter().filter(|edge| edge.from == relation && edge.to == relation) {
        let rule = &rules.rules[edge.rule];
        let from = value(&rule.head);
        let to = rule.body[edge.literal].sentence().and_then(value);
        let (Some(from), Some(to)) = (from, to) else { return false };
        below.entry(from).or_default().push(to);
    }
    // Values from which nothing but values without a way on can be reached are taken away.
    let is_settled = |value: &Symbol, below: &FxHashMap<Symbol, Vec<Symbol>>| {
        below.get(value).is_none_or(|values| values.iter().all(|value| !below.contains_key(value)))
    };
    while let Some(value) = below.keys().copied().find(|value| is_settled(value, &below)) {
        below.remove(&value);
    }
    below.is_empty()
}

fn negated_goal(checker: &Checker<'_>, edge: &Edge) -> Diagnostic {
    let message = "this goal follows from the absence of another goal";
    Diagnostic::new(Code::NegatedGoal, literal_span(checker, edge), message)
        .hint("conclude a relation from what the other goal asks for, and negate that")
        .related(checker.rules.rules[edge.rule].head.span, "this is concluded")
}

fn negative_cycle(checker: &Checker<'_>, edge: &Edge) -> Diagnostic {
    let rules = checker.rules;
    let name = rules.relation_name(edge.from);
    let mut cycle = vec![name, rules.relation_name(edge.to)];
    if edge.to != edge.from
        && let Some(path) =
            checker.rules.dependencies.path(edge.to, |relation| relation == edge.from)
    {
        cycle.extend(path.iter().map(|edge| rules.relation_name(edge.to)));
    }
    let message = format!("`{name}` depends on its own negation: {}", cycle.join(" -> "));
    Diagnostic::new(Code::NegativeCycle, literal_span(checker, edge), message)
        .hint(format!("negate something that does not depend on `{name}`"))
        .related(rules.rules[edge.rule].head.span, "this is concluded")
}

/// Reports arguments of recursive conditions that nothing bounds.
fn check_bounds(checker: &Checker<'_>, rule: &Rule, diagnostics: &mut Vec<Diagnostic>) {
    let terms = &checker.rules.terms;
    let graph = &checker.rules.dependencies;
    let component = graph.component(rule.head.relation);
    let mut bounded = rule.head.args.iter().copied().collect::<FxHashSet<_>>();
    let mut bounded_variables = FxHashSet::default();
    let mut recursive = Vec::new();
    for literal in &rule.body {
        let Literal::Positive(sentence) = literal else { continue };
        if graph.component(sentence.relation) == component {
            recursive.push(sentence);
            continue;
        }
        for &arg in &sentence.args {
            terms.for_each_variable(arg, &mut |variable| {
                bounded_variables.insert(variable);
            });
        }
    }
    for sentence in recursive {
        for &arg in &sentence.args {
            let mut variables_bounded = true;
            terms.for_each_variable(arg, &mut |variable| {
                variables_bounded &= bounded_variables.contains(&variable);
            });
            // An argument is reported once for the rule.
            if !variables_bounded && bounded.insert(arg) {
                diagnostics.push(unbounded_argument(checker, rule, sentence, arg));
            }
        }
    }
}

fn unbounded_argument(
    checker: &Checker<'_>,
    rule: &Rule,
    sentence: &Sentence,
    argument: TermId,
) -> Diagnostic {
    let argument = checker.term(argument);
    let message = format!("nothing bounds `{argument}` in this recursive condition");
    Diagnostic::new(Code::UnboundedRecursion, sentence.span, message)
        .hint(format!(
            "make `{argument}` an argument of the head, or add a condition outside of the \
             recursion that says which values it can have"
        ))
        .related(rule.head.span, "this is concluded")
}

fn literal_span(checker: &Checker<'_>, edge: &Edge) -> Span {
    let rule = &checker.rules.rules[edge.rule];
    rule.body[edge.literal].sentence().map_or(rule.head.span, |sentence| sentence.span)
}
