//! The rules on each keyword: where it stands, what it takes, what must be there.

use crate::check::{Checker, Place};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use crate::symbol::Symbol;
use crate::syntax::{Atom, Formula, TermKind};

/// The number of arguments of each keyword, and how it is written.
const FORMS: &[(Symbol, usize, &str)] = &[
    (Symbol::ROLE, 1, "(role r)"),
    (Symbol::BASE, 1, "(base fact)"),
    (Symbol::INPUT, 2, "(input role move)"),
    (Symbol::INIT, 1, "(init fact)"),
    (Symbol::TRUE, 1, "(true fact)"),
    (Symbol::DOES, 2, "(does role move)"),
    (Symbol::NEXT, 1, "(next fact)"),
    (Symbol::LEGAL, 2, "(legal role move)"),
    (Symbol::GOAL, 2, "(goal role value)"),
    (Symbol::TERMINAL, 0, "terminal"),
    (Symbol::SEES, 2, "(sees role percept)"),
    (Symbol::DISTINCT, 2, "(distinct a b)"),
];

pub(super) fn check(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for &(place, atom) in &checker.atoms {
        diagnostics.extend(check_arity(checker, atom));
        diagnostics.extend(check_place(checker, place, atom));
        if atom.relation == Symbol::GOAL {
            diagnostics.extend(check_goal_value(checker, atom));
        }
        check_functions(checker, atom, diagnostics);
    }
    for clause in &checker.sheet.clauses {
        if clause.head.relation == Symbol::ROLE && clause.body.is_some() {
            diagnostics.push(
                Diagnostic::new(Code::RoleRule, clause.head.span, "a rule cannot define a role")
                    .hint("write each role as a fact: (role name)"),
            );
        }
    }
    checker.for_each_formula(&mut |formula| {
        if let Formula::Not(inner, span) = formula
            && !matches!(**inner, Formula::Atom(_))
        {
            diagnostics.push(
                Diagnostic::new(
                    Code::NegatedFormula,
                    *span,
                    "only a single sentence can be negated",
                )
                .hint("give the inner condition a relation of its own and negate that"),
            );
        }
    });
}

/// Reports the parts that no game can do without.
pub(super) fn check_missing(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let parts = [
        (Symbol::ROLE, Code::MissingRole, "no role", "name the players: (role white)"),
        (
            Symbol::LEGAL,
            Code::MissingLegal,
            "no rule for `legal`",
            "say which moves a role has: (<= (legal ?role ?move) ..)",
        ),
        (
            Symbol::GOAL,
            Code::MissingGoal,
            "no rule for `goal`",
            "say what the result is worth to a role: (<= (goal ?role 100) ..)",
        ),
        (
            Symbol::TERMINAL,
            Code::MissingTerminal,
            "no rule for `terminal`",
            "say when the game is over: (<= terminal ..)",
        ),
    ];
    for (keyword, code, what, hint) in parts {
        let defines =
            |&(place, atom): &(Place, &Atom)| place == Place::Head && atom.relation == keyword;
        if !checker.atoms.iter().any(defines) {
            let message = format!("the game has {what}");
            diagnostics.push(Diagnostic::new(code, Span { start: 0, end: 0 }, message).hint(hint));
        }
    }
}

fn form(keyword: Symbol) -> Option<(usize, &'static str)> {
    let &(_, arity, form) = FORMS.iter().find(|&&(symbol, ..)| symbol == keyword)?;
    Some((arity, form))
}

fn check_arity(checker: &Checker<'_>, atom: &Atom) -> Option<Diagnostic> {
    let (arity, form) = form(atom.relation)?;
    if atom.args.len() == arity {
        return None;
    }
    let plural = if arity == 1 { "argument" } else { "arguments" };
    let name = checker.name(atom.relation);
    let message = format!("`{name}` takes {arity} {plural}, not {}", atom.args.len());
    Some(
        Diagnostic::new(Code::KeywordArity, atom.span, message).hint(format!("write it as {form}")),
    )
}

fn check_place(checker: &Checker<'_>, place: Place, atom: &Atom) -> Option<Diagnostic> {
    let (code, what, hint) = match (place, atom.relation) {
        (Place::Head, Symbol::TRUE) => (
            Code::KeywordInHead,
            "cannot be concluded",
            "the facts of the first state are given by `init`, those of later ones by `next`",
        ),
        (Place::Head, Symbol::DOES) => (
            Code::KeywordInHead,
            "cannot be concluded",
            "players choose their moves; `legal` says which they may choose",
        ),
        (Place::Head, Symbol::DISTINCT) => {
            (Code::KeywordInHead, "cannot be concluded", "`distinct` means that two terms differ")
        }
        (Place::Body, Symbol::INIT) => {
            (Code::KeywordInBody, "cannot be a condition", "ask for a fact of the state by `true`")
        }
        (Place::Body, Symbol::NEXT) => (
            Code::KeywordInBody,
            "cannot be a condition",
            "move what both rules need into a relation of its own",
        ),
        (Place::Body, Symbol::SEES) => {
            (Code::KeywordInBody, "cannot be a condition", "percepts are only for the players")
        }
        _ => return None,
    };
    let message = format!("`{}` {what}", checker.name(atom.relation));
    Some(Diagnostic::new(code, atom.span, message).hint(hint))
}

fn check_goal_value(checker: &Checker<'_>, atom: &Atom) -> Option<Diagnostic> {
    let value = atom.args.get(1)?;
    let TermKind::Constant(symbol) = value.kind else { return None };
    let name = checker.name(symbol);
    if name.parse::<u8>().is_ok_and(|number| number <= 100) {
        return None;
    }
    Some(
        Diagnostic::new(Code::GoalValue, value.span, format!("`{name}` is not a goal value"))
            .hint("the value is a whole number from 0 (worst) to 100 (best)"),
    )
}

fn check_functions(checker: &Checker<'_>, atom: &Atom, diagnostics: &mut Vec<Diagnostic>) {
    atom.for_each_term(&mut |term| {
        if let TermKind::Function(symbol, _) = term.kind
            && form(symbol).is_some()
        {
            let message = format!("the keyword `{}` is used as a function", checker.name(symbol));
            diagnostics.push(
                Diagnostic::new(Code::KeywordAsFunction, term.span, message)
                    .hint("choose another name; if a condition was meant, it stands alone"),
            );
        }
    });
}
