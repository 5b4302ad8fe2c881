//! Names used consistently, relations defined and used, rules written plainly.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::{Checker, Place};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use crate::symbol::Symbol;
use crate::syntax::{Formula, TermKind};

/// `complete` tells whether the whole sheet could be read.
pub(super) fn check(checker: &Checker<'_>, complete: bool, diagnostics: &mut Vec<Diagnostic>) {
    check_arities(checker, diagnostics);
    if complete {
        check_definitions(checker, diagnostics);
        check_roles(checker, diagnostics);
    }
    check_spelling(checker, diagnostics);
    check_forms(checker, diagnostics);
}

fn is_keyword(symbol: Symbol) -> bool {
    symbol <= Symbol::RULE
}

fn check_arities(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut relations = Arities::default();
    let mut functions = Arities::default();
    for &(_, atom) in &checker.atoms {
        if !is_keyword(atom.relation) {
            relations.note(atom.relation, atom.args.len(), atom.span);
        }
        atom.for_each_term(&mut |term| match &term.kind {
            TermKind::Function(symbol, args) => functions.note(*symbol, args.len(), term.span),
            // A name is often a constant here and a function there.
            TermKind::Constant(_) | TermKind::Variable(_) => {}
        });
    }
    for (code, what, arities) in
        [(Code::RelationArity, "relation", relations), (Code::FunctionArity, "function", functions)]
    {
        for (symbol, n_args, span) in arities.deviations {
            let (first, first_span) = arities.first[&symbol];
            let name = checker.name(symbol);
            let message =
                format!("the {what} `{name}` has {n_args} arguments here, but {first} before");
            diagnostics.push(
                Diagnostic::new(code, span, message)
                    .hint("give it the same number of arguments everywhere, or another name")
                    .related(first_span, format!("{first} here")),
            );
        }
    }
}

/// The numbers of arguments that names are used with.
#[derive(Default)]
struct Arities {
    first: FxHashMap<Symbol, (usize, Span)>,
    seen: FxHashSet<(Symbol, usize)>,
    /// The first place of each further number.
    deviations: Vec<(Symbol, usize, Span)>,
}

impl Arities {
    fn note(&mut self, symbol: Symbol, n_args: usize, span: Span) {
        if !self.seen.insert((symbol, n_args)) {
            return;
        }
        match self.first.entry(symbol) {
            Entry::Occupied(_) => self.deviations.push((symbol, n_args, span)),
            Entry::Vacant(first) => {
                first.insert((n_args, span));
            }
        }
    }
}

fn check_definitions(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut defined = FxHashSet::default();
    let mut used = FxHashSet::default();
    for &(place, atom) in &checker.atoms {
        match place {
            Place::Head => defined.insert(atom.relation),
            Place::Body => used.insert(atom.relation),
        };
    }
    let given =
        [Symbol::TRUE, Symbol::DOES, Symbol::DISTINCT, Symbol::INIT, Symbol::NEXT, Symbol::SEES];
    let mut reported = FxHashSet::default();
    for &(place, atom) in &checker.atoms {
        let relation = atom.relation;
        let name = checker.name(relation);
        let diagnostic = match place {
            Place::Body if !defined.contains(&relation) && !given.contains(&relation) => {
                let message = format!("`{name}` has no facts and no rules: this never holds");
                Diagnostic::new(Code::UndefinedRelation, atom.span, message).hint(
                    match similar(checker, name, &defined) {
                        Some(similar) => format!("did you mean `{similar}`?"),
                        None => "define it, or remove the condition".to_owned(),
                    },
                )
            }
            Place::Head if !used.contains(&relation) && !is_keyword(relation) => {
                let message = format!("no condition asks for `{name}`");
                Diagnostic::new(Code::UnusedRelation, atom.span, message)
                    .hint("remove it, or use it")
            }
            _ => continue,
        };
        if reported.insert(relation) {
            diagnostics.push(diagnostic);
        }
    }
}

/// A defined relation whose name is one edit away.
fn similar<'a>(checker: &Checker<'a>, name: &str, defined: &FxHashSet<Symbol>) -> Option<&'a str> {
    let mut names = defined.iter().map(|&symbol| checker.name(symbol)).collect::<Vec<_>>();
    names.sort_unstable();
    names.into_iter().find(|candidate| one_edit_apart(candidate, name))
}

fn one_edit_apart(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let (short, long) = if left.len() < right.len() { (left, right) } else { (right, left) };
    if long.len() - short.len() > 1 || long.len() < 4 {
        return false;
    }
    let prefix = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let suffix = short.iter().rev().zip(long.iter().rev()).take_while(|(a, b)| a == b).count();
    let swapped = short.len() == long.len()
        && prefix + suffix + 2 == long.len()
        && short[prefix] == long[prefix + 1]
        && short[prefix + 1] == long[prefix];
    prefix + suffix + 1 >= long.len() || swapped
}

fn check_roles(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if checker.roles.is_empty() {
        return;
    }
    let mut reported = FxHashSet::default();
    for &(_, atom) in &checker.atoms {
        let takes_role = [Symbol::LEGAL, Symbol::DOES, Symbol::GOAL, Symbol::INPUT, Symbol::SEES]
            .contains(&atom.relation);
        if let (true, Some(arg)) = (takes_role, atom.args.first())
            && let TermKind::Constant(role) = arg.kind
            && !checker.roles.contains_key(&role)
            && reported.insert(role)
        {
            let message = format!("`{}` is not a role of this game", checker.name(role));
            let mut roles = checker.roles.iter().collect::<Vec<_>>();
            roles.sort_by_key(|&(_, span)| *span);
            let names = roles.iter().map(|&(&role, _)| format!("`{}`", checker.name(role)));
            diagnostics.push(
                Diagnostic::new(Code::UnknownRole, arg.span, message)
                    .hint(format!("the roles are {}", names.collect::<Vec<_>>().join(", "))),
            );
        }
    }
}

fn check_spelling(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut constants = Spellings::default();
    for clause in &checker.sheet.clauses {
        let mut variables = Spellings::default();
        clause.for_each_atom(&mut |atom| {
            constants.note(checker, atom.relation, atom.span);
            atom.for_each_term(&mut |term| match &term.kind {
                TermKind::Variable(symbol) => variables.note(checker, *symbol, term.span),
                TermKind::Constant(symbol) | TermKind::Function(symbol, _) => {
                    constants.note(checker, *symbol, term.span);
                }
            });
        });
        diagnostics.append(&mut variables.diagnostics);
    }
    diagnostics.append(&mut constants.diagnostics);
}

/// The first spelling of each name, whatever its case.
#[derive(Default)]
struct Spellings {
    first: FxHashMap<String, (Symbol, Span)>,
    seen: FxHashSet<Symbol>,
    diagnostics: Vec<Diagnostic>,
}

impl Spellings {
    fn note(&mut self, checker: &Checker<'_>, symbol: Symbol, span: Span) {
        if !self.seen.insert(symbol) {
            return;
        }
        let name = checker.name(symbol);
        let &mut (first, first_span) =
            self.first.entry(name.to_lowercase()).or_insert((symbol, span));
        if first != symbol {
            let first = checker.name(first);
            let message =
                format!("`{name}` and `{first}` differ only in case and are not the same");
            self.diagnostics.push(
                Diagnostic::new(Code::CaseVariants, span, message)
                    .hint("use one spelling if one thing is meant, else another name")
                    .related(first_span, format!("`{first}` is used here")),
            );
        }
    }
}

fn check_forms(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for clause in &checker.sheet.clauses {
        if clause.body.as_ref().is_some_and(Vec::is_empty) {
            diagnostics.push(
                Diagnostic::new(Code::EmptyBody, clause.span, "this rule has no conditions")
                    .hint("write it as a fact"),
            );
        }
    }
    checker.for_each_formula(&mut |formula| match formula {
        Formula::Or(parts, span) => {
            let message = match parts.len() {
                0 => "`or` without alternatives never holds",
                1 => "`or` has only one alternative",
                _ if parts.iter().any(|part| matches!(part, Formula::Or(..))) => {
                    "an alternative of this `or` is an `or` itself"
                }
                _ => return,
            };
            diagnostics.push(
                Diagnostic::new(Code::OddAlternatives, *span, message)
                    .hint("list two or more alternatives in one `or`, or write none"),
            );
        }
        Formula::Not(inner, span) => {
            if let Formula::Atom(atom) = &**inner
                && atom.relation == Symbol::DISTINCT
            {
                let message = "terms that are not distinct are one term";
                diagnostics.push(
                    Diagnostic::new(Code::NegatedDistinct, *span, message)
                        .hint("write the same term in both places instead"),
                );
            }
        }
        Formula::Atom(_) | Formula::And(..) => {}
    });
}
