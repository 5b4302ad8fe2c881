//! Parts that no game can do without.

use stonegate_gdl::{Code, Diagnostic, Symbol, TermKind};

use super::Fix;
use crate::document::Document;
use crate::edit::Edit;
use crate::template::{Kind, template};

pub(super) fn propose(document: &Document, finding: &Diagnostic) -> Vec<Fix> {
    if document.analysis.sheet.clauses.is_empty() {
        let text = template(Kind::Grid, "my game").sheet;
        return vec![Fix::new("Start from a small game", vec![append(document, &text)])];
    }
    let roles = document.roles();
    let for_roles = |relation: &str, value: &str| {
        let clauses = roles
            .iter()
            .map(|role| document.clause_text(&document.sentence(relation, &[role, value]), &[]));
        append(document, &clauses.collect::<Vec<_>>().join("\n"))
    };
    let (title, edit) = match finding.code {
        Code::MissingRole => match named_roles(document) {
            roles if roles.is_empty() => return Vec::new(),
            roles => {
                let facts = roles.iter().map(|role| {
                    document.clause_text(&document.sentence("role", &[role]), &[]) + "\n"
                });
                ("Say who plays", Edit::insert(0, facts.collect::<String>()))
            }
        },
        Code::MissingLegal => ("Give every role the move `noop`", for_roles("legal", "noop")),
        Code::MissingGoal => ("Give every role 50 points", for_roles("goal", "50")),
        _ => {
            // The game is over when nothing of the first state is left.
            let Some(fact) = first_fact(document) else { return Vec::new() };
            let condition = document.negation(&document.sentence("true", &[fact]));
            let clause = document.clause_text("terminal", &[&condition]);
            ("End the game when the first fact is gone", append(document, &clause))
        }
    };
    vec![Fix::new(title, vec![edit])]
}

/// Adds clauses at the end of the sheet.
fn append(document: &Document, clauses: &str) -> Edit {
    let text = document.text.trim_end();
    let before = if text.is_empty() { "" } else { "\n" };
    let end = if clauses.ends_with('\n') { "" } else { "\n" };
    let span = stonegate_gdl::Span::new(text.len(), document.text.len());
    Edit::new(span, format!("{before}{clauses}{end}"))
}

/// Those who move or score although nobody says that they play.
fn named_roles(document: &Document) -> Vec<&str> {
    let mut roles = Vec::new();
    for clause in &document.analysis.sheet.clauses {
        clause.for_each_atom(&mut |atom| {
            let takes_role = [Symbol::LEGAL, Symbol::DOES, Symbol::GOAL].contains(&atom.relation);
            if let (true, [role, _]) = (takes_role, &atom.args[..])
                && let TermKind::Constant(_) = role.kind
                && !roles.contains(&document.source(role.span))
            {
                roles.push(document.source(role.span));
            }
        });
    }
    roles
}

fn first_fact(document: &Document) -> Option<&str> {
    let mut clauses = document.analysis.sheet.clauses.iter();
    let fact = clauses.find(|it| it.head.relation == Symbol::INIT && it.body.is_none())?;
    Some(document.source(fact.head.args.first()?.span))
}
