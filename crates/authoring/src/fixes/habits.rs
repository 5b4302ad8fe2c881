//! Names used consistently, rules written plainly.

use stonegate_gdl::{Code, Diagnostic, Formula, Span, Symbol, TermKind};
use strsim::osa_distance;

use super::Fix;
use crate::document::Document;
use crate::edit::Edit;
use crate::names::{Name, NameKind};

pub(super) fn propose(document: &Document, finding: &Diagnostic) -> Vec<Fix> {
    let span = finding.span;
    match finding.code {
        Code::NegatedFormula => push_negation(document, span).into_iter().collect(),
        Code::RelationArity | Code::FunctionArity => drop_arguments(document, finding),
        Code::UndefinedRelation => define(document, span),
        Code::UnusedRelation => remove_relation(document, span).into_iter().collect(),
        Code::UnknownRole => name_role(document, span),
        Code::CaseVariants => one_spelling(document, finding),
        Code::EmptyBody => make_fact(document, span).into_iter().collect(),
        Code::OddAlternatives => mend_alternatives(document, span),
        _ => make_equal(document, span).into_iter().collect(),
    }
}

fn push_negation(document: &Document, span: Span) -> Option<Fix> {
    let Formula::Not(inner, _) = document.formula_at(span)? else { return None };
    let negated = |parts: &[Formula]| {
        let parts = parts.iter().map(|part| document.negation(document.source(part.span())));
        parts.collect::<Vec<_>>()
    };
    let (title, text) = match &**inner {
        Formula::Not(condition, _) => {
            ("Leave both negations out", document.source(condition.span()).to_owned())
        }
        Formula::Or(parts, _) => ("Negate each alternative", document.conjunction(&negated(parts))),
        Formula::And(parts, _) => {
            ("Make it alternatives, each negated", document.alternatives(&negated(parts)))
        }
        Formula::Atom(_) => return None,
    };
    Some(Fix::new(title, vec![Edit::new(span, text)]))
}

/// Leaves out the arguments that were not there before.
fn drop_arguments(document: &Document, finding: &Diagnostic) -> Vec<Fix> {
    let words = finding.message.split_whitespace().collect::<Vec<_>>();
    let Some(expected) = words.iter().rev().find_map(|word| word.parse::<usize>().ok()) else {
        return Vec::new();
    };
    let Some(name) = names_in(document, finding.span).next() else { return Vec::new() };
    let args = arguments(document, finding.span);
    if args.len() <= expected {
        return Vec::new();
    }
    let kept = args[..expected].iter().map(|&arg| document.source(arg)).collect::<Vec<_>>();
    let text = document.sentence(document.source(name.span), &kept);
    vec![Fix::new("Leave out what is too much", vec![Edit::new(finding.span, text)])]
}

fn names_in(document: &Document, span: Span) -> impl Iterator<Item = &Name> {
    document.names().iter().filter(move |name| span.contains(name.span))
}

/// The places of the arguments of the atom or the term with this span.
fn arguments(document: &Document, span: Span) -> Vec<Span> {
    let mut found = Vec::new();
    let Some(clause) = document.clause_at(span) else { return found };
    clause.for_each_atom(&mut |atom| {
        if atom.span == span {
            found = atom.args.iter().map(|arg| arg.span).collect();
        }
        atom.for_each_term(&mut |term| {
            if let (true, TermKind::Function(_, args)) = (term.span == span, &term.kind) {
                found = args.iter().map(|arg| arg.span).collect();
            }
        });
    });
    found
}

/// A relation without rules is most likely another one, misspelled.
fn define(document: &Document, span: Span) -> Vec<Fix> {
    let Some(&name) = names_in(document, span).next() else { return Vec::new() };
    let written = document.source(name.span);
    let defined = document.names().iter().filter(|other| {
        other.kind == NameKind::Relation && other.in_head && other.n_args == name.n_args
    });
    let mut fixes = similar(written, defined.map(|other| document.source(other.span)))
        .into_iter()
        .map(|other| {
            let places =
                document.names().same(name).filter(|place| place.kind == NameKind::Relation);
            let edits = places.map(|place| Edit::new(place.span, other)).collect();
            Fix::new(format!("Write `{other}`"), edits)
        })
        .collect::<Vec<_>>();
    let edit = document.remove_condition(span);
    fixes.extend(edit.map(|edit| Fix::new("Remove the condition", vec![edit])));
    fixes
}

fn remove_relation(document: &Document, span: Span) -> Option<Fix> {
    let clause = document.clause_at(span)?;
    let relation = clause.head.relation;
    let clauses = document.analysis.sheet.clauses.iter();
    let edits = clauses.filter(|other| other.head.relation == relation);
    let edits = edits.map(|other| document.remove(other.span)).collect::<Vec<_>>();
    let name = document.analysis.sheet.symbols.name(relation);
    Some(Fix::new(format!("Remove `{name}`"), edits))
}

fn name_role(document: &Document, span: Span) -> Vec<Fix> {
    let mut roles = document.roles();
    roles.sort_by_key(|role| osa_distance(role, document.source(span)));
    let replace = |role: &str| Fix::new(format!("Write `{role}`"), vec![Edit::new(span, role)]);
    roles.into_iter().map(replace).collect()
}

/// Writes a name everywhere as it was first written.
fn one_spelling(document: &Document, finding: &Diagnostic) -> Vec<Fix> {
    let name_in = |span: Span| names_in(document, span).next().copied();
    let first = finding.related.first().and_then(|(span, _)| name_in(*span));
    let (Some(first), Some(other)) = (first, name_in(finding.span)) else { return Vec::new() };
    let spell = |name: Name, like: Name| {
        let text = document.source(like.span);
        let edits = document.names().same(name).map(|place| Edit::new(place.span, text));
        Fix::new(format!("Write `{text}` everywhere"), edits.collect())
    };
    vec![spell(other, first), spell(first, other)]
}

fn make_fact(document: &Document, span: Span) -> Option<Fix> {
    let clause = document.clause_at(span)?;
    let edit = document.replace_clause(clause, document.source(clause.head.span), &[]);
    Some(Fix::new("Write it as a fact", vec![edit]))
}

fn mend_alternatives(document: &Document, span: Span) -> Vec<Fix> {
    let Some(Formula::Or(parts, _)) = document.formula_at(span) else { return Vec::new() };
    let text = |part: &Formula| document.source(part.span()).to_owned();
    let fix = match &parts[..] {
        [] => {
            let edit = document.remove_condition(span);
            edit.map(|edit| Fix::new("Remove it", vec![edit]))
        }
        [part] => Some(Fix::new("Write the condition alone", vec![Edit::new(span, text(part))])),
        parts => {
            let mut flat = Vec::new();
            for part in parts {
                match part {
                    Formula::Or(inner, _) => flat.extend(inner.iter().map(text)),
                    part => flat.push(text(part)),
                }
            }
            let edit = Edit::new(span, document.alternatives(&flat));
            Some(Fix::new("List all alternatives in one", vec![edit]))
        }
    };
    fix.into_iter().collect()
}

/// Puts the term that a variable is equal to in its place.
fn make_equal(document: &Document, span: Span) -> Option<Fix> {
    let clause = document.clause_at(span)?;
    let Formula::Not(inner, _) = document.formula_at(span)? else { return None };
    let Formula::Atom(atom) = &**inner else { return None };
    let (Symbol::DISTINCT, [left, right]) = (atom.relation, &atom.args[..]) else { return None };
    let (variable, term) = match (&left.kind, &right.kind) {
        (TermKind::Variable(variable), _) => (*variable, right),
        (_, TermKind::Variable(variable)) => (*variable, left),
        _ => return None,
    };
    let term = document.source(term.span);
    let others = document.other_conditions(clause, span);
    if others.is_empty() {
        return None;
    }
    // All places but those in the condition that goes.
    let substitute = |part: Span| {
        let mut text = document.source(part).to_owned();
        let places = names_in(document, part)
            .filter(|name| name.kind == NameKind::Variable && name.symbol == variable);
        for name in places.collect::<Vec<_>>().into_iter().rev() {
            let range =
                (name.span.start - part.start) as usize..(name.span.end - part.start) as usize;
            text.replace_range(range, term);
        }
        text
    };
    let head = substitute(clause.head.span);
    let conditions = clause.conditions().iter().map(Formula::span).filter(|&other| other != span);
    let conditions = conditions.map(substitute).collect::<Vec<_>>();
    let conditions = conditions.iter().map(String::as_str).collect::<Vec<_>>();
    let edit = document.replace_clause(clause, &head, &conditions);
    Some(Fix::new(format!("Write `{term}` instead of the variable"), vec![edit]))
}

/// The names that are spelled nearly like another, the nearest first.
fn similar<'a>(name: &str, others: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = others.map(|other| (osa_distance(name, other), other)).collect::<Vec<_>>();
    found.retain(|&(distance, _)| distance <= 2);
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, other)| other).collect()
}
