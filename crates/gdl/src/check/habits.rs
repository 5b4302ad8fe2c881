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

pub(super) fn is_keyword(symbol: Symbol) -> bool {
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
    let mut names = defined.iter().map(|&symbol| checker.name(symbol)).collect::<Vec<_>>();
    names.sort_unstable();
    let mut reported = FxHashSet::default();
    for &(place, atom) in &checker.atoms {
        let relation = atom.relation;
        let is_faulty = match place {
            Place::Head => !used.contains(&relation) && !is_keyword(relation),
            Place::Body => !defined.contains(&relation) && !given.contains(&relation),
        };
        if !is_faulty || !reported.insert(relation) {
            continue;
        }
        let name = checker.name(relation);
        diagnostics.push(if place == Place::Head {
            let message = format!("no condition asks for `{name}`");
            Diagnostic::new(Code::UnusedRelation, atom.span, message).hint("remove it, or use it")
        } else {
            let guess = if reported.len() < MAX_GUESSES { similar(name, &names) } else { None };
            let message = format!("`{name}` has no facts and no rules: this never holds");
            Diagnostic::new(Code::UndefinedRelation, atom.span, message).hint(match guess {
                Some(guess) => format!("did you mean `{guess}`?"),
                None => "define it, or remove the condition".to_owned(),
            })
        });
    }
}

/// Beyond as many faults, comparing each name with all others takes too long.
const MAX_GUESSES: usize = 1000;

/// A name that is one edit away.
fn similar<'a>(name: &str, names: &[&'a str]) -> Option<&'a str> {
    names.iter().copied().find(|candidate| one_edit_apart(candidate, name))
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
        // One argument may well be the other one.
        if let (true, [arg, _]) = (takes_role, &atom.args[..])
            && let TermKind::Constant(role) = arg.kind
            && !checker.roles.contains_key(&role)
            && reported.insert(role)
        {
            let message = format!("`{}` is not a role of this game", checker.name(role));
            let mut roles = checker.roles.iter().collect::<Vec<_>>();
            roles.sort_by_key(|&(_, span)| *span);
            let names = roles.iter().map(|&(&role, _)| format!("`{}`", checker.name(role)));
            let hint = match &names.collect::<Vec<_>>()[..] {
                [name] => format!("the only role is {name}"),
                names => format!("the roles are {}", names.join(", ")),
            };
            diagnostics.push(Diagnostic::new(Code::UnknownRole, arg.span, message).hint(hint));
        }
    }
}

fn check_spelling(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut constants = Spellings::default();
    let constant = |symbol| checker.name(symbol).to_owned();
    let variable = |symbol| checker.variable(symbol);
    for clause in &checker.sheet.clauses {
        let mut variables = Spellings::default();
        clause.for_each_atom(&mut |atom| {
            constants.note(checker, atom.relation, atom.span, constant);
            atom.for_each_term(&mut |term| match &term.kind {
                TermKind::Variable(symbol) => {
                    variables.note(checker, *symbol, term.span, variable);
                }
                TermKind::Constant(symbol) | TermKind::Function(symbol, _) => {
                    constants.note(checker, *symbol, term.span, constant);
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
    /// `write` tells how a name is written.
    fn note(
        &mut self,
        checker: &Checker<'_>,
        symbol: Symbol,
        span: Span,
        write: impl Fn(Symbol) -> String,
    ) {
        if !self.seen.insert(symbol) {
            return;
        }
        let key = checker.name(symbol).to_lowercase();
        let &mut (first, first_span) = self.first.entry(key).or_insert((symbol, span));
        if first != symbol {
            let (name, first) = (write(symbol), write(first));
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
            let (message, hint) = match &parts[..] {
                [] => ("`or` without alternatives never holds", "list the alternatives"),
                [_] => ("`or` has only one alternative", "write the condition alone"),
                parts if parts.iter().any(|part| matches!(part, Formula::Or(..))) => (
                    "an alternative of this `or` is an `or` itself",
                    "list all alternatives in one `or`",
                ),
                _ => return,
            };
            diagnostics.push(Diagnostic::new(Code::OddAlternatives, *span, message).hint(hint));
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
