//! Stratification and the recursion restriction: rules have one meaning, and it
//! is finite.

use rustc_hash::FxHashSet;

use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::graph::Edge;
use crate::rules::{Literal, Rule};
use crate::span::Span;

pub(super) fn check(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let graph = checker.dependencies;
    let mut reported = FxHashSet::default();
    for edge in graph.edges() {
        if graph.component(edge.from) != graph.component(edge.to) {
            continue;
        }
        if edge.negative {
            // One finding for each component tells enough.
            if reported.insert(graph.component(edge.from)) {
                diagnostics.push(negative_cycle(checker, edge));
            }
        } else {
            diagnostics.extend(unbounded_argument(checker, edge));
        }
    }
}

fn negative_cycle(checker: &Checker<'_>, edge: &Edge) -> Diagnostic {
    let rules = checker.rules;
    let name = rules.relation_name(edge.from);
    let mut cycle = vec![name, rules.relation_name(edge.to)];
    if edge.to != edge.from
        && let Some(path) = checker.dependencies.path(edge.to, |relation| relation == edge.from)
    {
        cycle.extend(path.iter().map(|edge| rules.relation_name(edge.to)));
    }
    let message = format!("`{name}` depends on its own negation: {}", cycle.join(" -> "));
    Diagnostic::new(Code::NegativeCycle, literal_span(checker, edge), message)
        .hint("break the cycle, perhaps by asking for the state before (`true`)")
        .related(rules.rules[edge.rule].head.span, "this is concluded")
}

/// Reports an argument of a recursive condition that nothing bounds.
fn unbounded_argument(checker: &Checker<'_>, edge: &Edge) -> Option<Diagnostic> {
    let rules = checker.rules;
    let rule = &rules.rules[edge.rule];
    let sentence = rule.body[edge.literal].sentence()?;
    let bounded = bounded_variables(checker, rule);
    let unbounded = sentence.args.iter().find(|&&arg| {
        let mut variables_bounded = true;
        rules.terms.for_each_variable(arg, &mut |variable| {
            variables_bounded &= bounded.contains(&variable);
        });
        !variables_bounded && !rule.head.args.contains(&arg)
    })?;
    let argument = rules.display(*unbounded);
    let message = format!("nothing bounds `{argument}` in this recursive condition");
    Some(
        Diagnostic::new(Code::UnboundedRecursion, literal_span(checker, edge), message)
            .hint(format!(
                "make `{argument}` an argument of the head, or add a condition outside of the \
                 recursion that says which values it can have"
            ))
            .related(rule.head.span, "this is concluded"),
    )
}

/// The variables in positive conditions of a rule outside of its head's cycle.
fn bounded_variables(checker: &Checker<'_>, rule: &Rule) -> FxHashSet<crate::symbol::Symbol> {
    let graph = checker.dependencies;
    let component = graph.component(rule.head.relation);
    let mut bounded = FxHashSet::default();
    for literal in &rule.body {
        if let Literal::Positive(sentence) = literal
            && graph.component(sentence.relation) != component
        {
            for &arg in &sentence.args {
                checker.rules.terms.for_each_variable(arg, &mut |variable| {
                    bounded.insert(variable);
                });
            }
        }
    }
    bounded
}

fn literal_span(checker: &Checker<'_>, edge: &Edge) -> Span {
    let rule = &checker.rules.rules[edge.rule];
    rule.body[edge.literal].sentence().map_or(rule.head.span, |sentence| sentence.span)
}
