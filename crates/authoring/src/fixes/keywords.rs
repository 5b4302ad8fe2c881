//! Keywords with the wrong arguments or in the wrong place.

use stonegate_gdl::{Atom, Clause, Code, Diagnostic, Formula, Span, Symbol, TermKind, form};

use super::Fix;
use crate::document::Document;
use crate::edit::Edit;

pub(super) fn propose(document: &Document, finding: &Diagnostic) -> Vec<Fix> {
    match finding.code {
        Code::KeywordArity => mend_arguments(document, finding.span),
        Code::KeywordInHead => mend_head(document, finding.span),
        Code::KeywordInBody | Code::PerceptInBody => mend_condition(document, finding.span),
        Code::KeywordAsFunction => unwrap_condition(document, finding.span),
        Code::RoleRule => list_roles(document, finding.span).into_iter().collect(),
        Code::GoalValue => clamp_goal(document, finding.span).into_iter().collect(),
        _ => drop_condition(document, finding.span),
    }
}

fn name(document: &Document, atom: &Atom) -> String {
    document.analysis.sheet.symbols.name(atom.relation).to_owned()
}

fn mend_arguments(document: &Document, span: Span) -> Vec<Fix> {
    let Some(atom) = document.atom_at(span) else { return Vec::new() };
    let n_args = form(atom.relation).unwrap_or_default().len();
    let name = name(document, atom);
    let args = document.texts(&atom.args);
    let replace = |title: &str, text: String| Fix::new(title, vec![Edit::new(span, text)]);
    let mut fixes = Vec::new();
    if args.len() > n_args {
        if atom.relation == Symbol::DISTINCT {
            let pairs = args[1..].iter().map(|other| document.sentence(&name, &[args[0], other]));
            let pairs = document.conjunction(&pairs.collect::<Vec<_>>());
            fixes.push(replace("Compare it with each of the others", pairs));
        }
        if n_args == 1 {
            let fact = document.sentence(args[0], &args[1..]);
            // A role is a name, not a fact.
            if atom.relation != Symbol::ROLE {
                let text = document.sentence(&name, &[&fact]);
                fixes.push(replace("Put the arguments into one term", text));
            }
        }
        let text = document.sentence(&name, &args[..n_args]);
        fixes.push(replace("Leave out what is too much", text));
    } else if args.len() == 1 && n_args == 2 {
        if atom.relation == Symbol::GOAL {
            let text = document.sentence(&name, &[args[0], "100"]);
            fixes.push(replace("Add the value 100", text));
        } else if !document.roles().contains(&args[0]) {
            for role in document.roles() {
                let text = document.sentence(&name, &[role, args[0]]);
                fixes.push(replace(&format!("Add the role `{role}`"), text));
            }
        }
    }
    fixes
}

/// The text of an atom with another relation.
fn renamed(document: &Document, atom: &Atom, relation: &str) -> String {
    document.sentence(relation, &document.texts(&atom.args))
}

fn mend_head(document: &Document, span: Span) -> Vec<Fix> {
    let Some(atom) = document.atom_at(span) else { return Vec::new() };
    let Some(clause) = document.clause_at(span) else { return Vec::new() };
    let replace = |relation: &str| {
        let edit = Edit::new(span, renamed(document, atom, relation));
        Fix::new(format!("Conclude `{relation}` instead"), vec![edit])
    };
    let remove = Fix::new("Remove the clause", vec![document.remove(clause.span)]);
    match (atom.relation, clause.body.is_some()) {
        (Symbol::TRUE, true) => vec![replace("next")],
        (Symbol::TRUE, false) => vec![replace("init"), remove],
        (Symbol::DOES, _) => vec![replace("legal"), remove],
        _ => vec![remove],
    }
}

fn mend_condition(document: &Document, span: Span) -> Vec<Fix> {
    let Some(atom) = document.atom_at(span) else { return Vec::new() };
    let mut fixes = Vec::new();
    if atom.args.len() == 1 {
        let edit = Edit::new(span, renamed(document, atom, "true"));
        fixes.push(Fix::new("Ask for `true` instead", vec![edit]));
    }
    fixes.extend(drop_condition(document, span));
    if let Some(clause) = document.clause_at(span) {
        fixes.push(Fix::new("Remove the clause", vec![document.remove(clause.span)]));
    }
    fixes
}

/// `(true (legal robot push))` is meant as `(legal robot push)`.
fn unwrap_condition(document: &Document, span: Span) -> Vec<Fix> {
    let Some(atom) = document.atom_around(span) else { return Vec::new() };
    let is_alone =
        atom.relation == Symbol::TRUE && atom.args.len() == 1 && atom.args[0].span == span;
    if !is_alone {
        return Vec::new();
    }
    let inner = document.source(span).to_owned();
    vec![Fix::new("Ask for it without `true`", vec![Edit::new(atom.span, inner)])]
}

/// Roles that a rule takes from the facts of a relation: the facts can say so themselves.
fn list_roles(document: &Document, head: Span) -> Option<Fix> {
    let clause = document.clause_at(head)?;
    let [Formula::Atom(condition)] = clause.conditions() else { return None };
    let [arg] = &condition.args[..] else { return None };
    let TermKind::Variable(_) = arg.kind else { return None };
    let relation = condition.relation;
    let clauses = document.analysis.sheet.clauses.iter();
    let is_fact = |other: &&Clause| other.head.relation == relation;
    let mut edits = vec![document.remove(clause.span)];
    for other in clauses.clone() {
        let mut places = Vec::new();
        other.for_each_atom(&mut |atom| {
            if atom.relation == relation && atom.span != condition.span {
                places.push(Edit::new(atom.span, renamed(document, atom, "role")));
            }
        });
        edits.extend(places);
    }
    let name = document.analysis.sheet.symbols.name(relation);
    clauses
        .clone()
        .any(|other| is_fact(&other))
        .then(|| Fix::new(format!("Write the facts of `{name}` as roles"), edits))
}

fn clamp_goal(document: &Document, value: Span) -> Option<Fix> {
    let number = document.source(value).parse::<i64>().ok()?.clamp(0, 100);
    Some(Fix::new(format!("Make it {number}"), vec![Edit::new(value, number.to_string())]))
}

/// Takes a condition away; the head of `legal` can do without any.
fn drop_condition(document: &Document, span: Span) -> Vec<Fix> {
    let Some(clause) = document.clause_at(span) else { return Vec::new() };
    let edit = document.remove_condition(span).or_else(|| {
        let is_only = clause.conditions().len() == 1 && clause.conditions()[0].span() == span;
        let head = document.source(clause.head.span);
        (is_only && clause.head.relation == Symbol::LEGAL)
            .then(|| document.replace_clause(clause, head, &[]))
    });
    edit.into_iter().map(|edit| Fix::new("Remove the condition", vec![edit])).collect()
}
