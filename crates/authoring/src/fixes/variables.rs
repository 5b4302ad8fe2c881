//! Variables without a value.

use stonegate_gdl::{Clause, Diagnostic, Span, Symbol, Syntax, TermKind};
use strsim::osa_distance;

use super::Fix;
use crate::document::Document;
use crate::edit::Edit;
use crate::names::NameKind;

pub(super) fn propose(document: &Document, finding: &Diagnostic) -> Vec<Fix> {
    let Some(clause) = document.clause_at(finding.span) else { return Vec::new() };
    let mut fixes = Vec::new();
    fixes.extend(bind_role(document, clause, finding.span));
    fixes.extend(same_spelling(document, finding.span));
    fixes.extend(keep_fact(document, clause, finding.span));
    fixes
}

/// A variable in the place of a role is one of the roles.
fn bind_role(document: &Document, clause: &Clause, span: Span) -> Option<Fix> {
    let takes_role = [Symbol::LEGAL, Symbol::DOES, Symbol::GOAL, Symbol::INPUT, Symbol::SEES];
    let atom = document.atom_around(span)?;
    if !takes_role.contains(&atom.relation) || atom.args.first()?.span != span {
        return None;
    }
    let written = document.source(span);
    // Every `_` is a variable of its own: it needs a name before it can have a value.
    let (variable, named) = if written == "_" { ("Role", true) } else { (written, false) };
    let condition = document.sentence("role", &[variable]);
    let mut edits = vec![document.add_condition(clause, &condition)];
    if named {
        edits.push(Edit::new(span, variable));
    }
    Some(Fix::new(format!("Add the condition `{condition}`"), edits))
}

/// Another variable of the clause that is spelled nearly so.
fn same_spelling(document: &Document, span: Span) -> Vec<Fix> {
    let Some(&name) = document.names().starting(span.start) else { return Vec::new() };
    let others = document.names().iter().filter(|other| {
        other.kind == NameKind::Variable
            && other.clause == name.clause
            && other.symbol != name.symbol
    });
    let mut fixes = Vec::new();
    for other in others {
        let text = document.source(other.span);
        let edits = document.names().same(name).map(|place| Edit::new(place.span, text));
        let fix = Fix::new(format!("Write `{text}`"), edits.collect());
        if osa_distance(text, document.source(span)) <= 2 && !fixes.contains(&fix) {
            fixes.push(fix);
        }
    }
    fixes
}

/// `(next (cell ?x))` without a word on `?x`: what was true stays true.
fn keep_fact(document: &Document, clause: &Clause, span: Span) -> Option<Fix> {
    let (Symbol::NEXT, [fact]) = (clause.head.relation, &clause.head.args[..]) else { return None };
    if !fact.span.contains(span) || !matches!(fact.kind, TermKind::Function(..)) {
        return None;
    }
    if document.syntax() == Syntax::Infix && document.source(span) == "_" {
        return None;
    }
    let condition = document.sentence("true", &[document.source(fact.span)]);
    let edit = document.add_condition(clause, &condition);
    Some(Fix::new(format!("Add the condition `{condition}`"), vec![edit]))
}
