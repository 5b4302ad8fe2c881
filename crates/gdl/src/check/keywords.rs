//! The rules on each keyword: where it stands, what it takes, what must be there.

use crate::check::habits::is_keyword;
use crate::check::{Checker, Place};
use crate::diagnostic::{Code, Diagnostic};
use crate::goal::Goal;
use crate::span::Span;
use crate::symbol::Symbol;
use crate::syntax::{Atom, Clause, Formula, Syntax, TermKind};

/// The arguments of each keyword.
const FORMS: &[(Symbol, &[&str])] = &[
    (Symbol::ROLE, &["name"]),
    (Symbol::BASE, &["fact"]),
    (Symbol::INPUT, &["role", "move"]),
    (Symbol::INIT, &["fact"]),
    (Symbol::TRUE, &["fact"]),
    (Symbol::DOES, &["role", "move"]),
    (Symbol::NEXT, &["fact"]),
    (Symbol::LEGAL, &["role", "move"]),
    (Symbol::GOAL, &["role", "value"]),
    (Symbol::TERMINAL, &[]),
    (Symbol::SEES, &["role", "percept"]),
    (Symbol::DISTINCT, &["a", "b"]),
];

pub(super) fn check(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for &(place, atom) in &checker.atoms {
        // Where `next` may be a condition is a question of its own.
        if (place, atom.relation) != (Place::Body, Symbol::NEXT) {
            let misplaced = check_place(checker, place, atom);
            diagnostics.extend(misplaced.or_else(|| check_arity(checker, atom)));
        }
        if atom.relation == Symbol::GOAL {
            diagnostics.extend(check_goal_value(checker, atom));
        }
        check_functions(checker, atom, diagnostics);
    }
    check_next(checker, diagnostics);
    for clause in &checker.sheet.clauses {
        if clause.head.relation == Symbol::ROLE && clause.body.is_some() {
            diagnostics.push(
                Diagnostic::new(Code::RoleRule, clause.head.span, "a rule cannot define a role")
                    .hint("write each role as a fact"),
            );
        }
    }
    checker.for_each_formula(&mut |formula| {
        let Formula::Not(inner, span) = formula else { return };
        let hint = match **inner {
            Formula::Atom(_) => return,
            Formula::Not(..) => "two negations are none: leave both out",
            Formula::Or(..) => "negate each alternative by itself",
            Formula::And(..) => "conclude a relation from these conditions and negate that",
        };
        let message = "only a single sentence can be negated";
        diagnostics.push(Diagnostic::new(Code::NegatedFormula, *span, message).hint(hint));
    });
}

/// Reports the parts that no game can do without.
pub(super) fn check_missing(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let sheet = Span { start: 0, end: 0 };
    if checker.atoms.is_empty() {
        let message = "the sheet has no rules at all";
        let hint = "check that the right file was given";
        diagnostics.push(Diagnostic::new(Code::MissingRole, sheet, message).hint(hint));
        return;
    }
    let parts = [
        (Symbol::ROLE, Code::MissingRole, "no role", "say who plays, by one fact for each `role`"),
        (
            Symbol::LEGAL,
            Code::MissingLegal,
            "no rule for `legal`",
            "say which moves each role has in a state",
        ),
        (
            Symbol::GOAL,
            Code::MissingGoal,
            "no rule for `goal`",
            "say what the end of the game is worth to each role, from 0 to 100",
        ),
        (
            Symbol::TERMINAL,
            Code::MissingTerminal,
            "no rule for `terminal`",
            "say when the game is over",
        ),
    ];
    for (keyword, code, what, hint) in parts {
        let defines =
            |&(place, atom): &(Place, &Atom)| place == Place::Head && atom.relation == keyword;
        if !checker.atoms.iter().any(defines) {
            let message = format!("the game has {what}");
            diagnostics.push(Diagnostic::new(code, sheet, message).hint(hint));
        }
    }
}

/// The arguments that a keyword takes, where it names a relation.
pub fn form(keyword: Symbol) -> Option<&'static [&'static str]> {
    let &(_, args) = FORMS.iter().find(|&&(symbol, _)| symbol == keyword)?;
    Some(args)
}

fn check_arity(checker: &Checker<'_>, atom: &Atom) -> Option<Diagnostic> {
    let args = form(atom.relation)?;
    if atom.args.len() == args.len() {
        return None;
    }
    let name = checker.name(atom.relation);
    let takes = match args.len() {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        n_args => format!("{n_args} arguments"),
    };
    let message = format!("`{name}` takes {takes}, not {}", atom.args.len());
    let form = match (checker.sheet.syntax, args) {
        (_, []) => name.to_owned(),
        (Syntax::Kif, args) => format!("({name} {})", args.join(" ")),
        (Syntax::Infix, args) => format!("{name}({})", args.join(",")),
    };
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
        (Place::Body, Symbol::SEES) => (
            Code::PerceptInBody,
            "is a condition here",
            "conclude a relation from what is seen, and ask for that in both places",
        ),
        _ => return None,
    };
    let message = format!("`{}` {what}", checker.name(atom.relation));
    Some(Diagnostic::new(code, atom.span, message).hint(hint))
}

/// Percepts can tell what will be true. Nothing else can depend on `next`.
fn check_next(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let rules = checker.rules;
    let is_percept = |relation| rules.relations.name(relation) == Symbol::SEES;
    let is_result = |relation| is_keyword(rules.relations.name(relation)) && !is_percept(relation);
    let results = rules.relations.ids().filter(|&relation| is_result(relation));
    let mut leads_to_result = vec![false; rules.relations.len()];
    let mut stack = results.collect::<Vec<_>>();
    while let Some(relation) = stack.pop() {
        if !std::mem::replace(&mut leads_to_result[relation.index()], true) {
            stack.extend(rules.dependencies.edges_of(relation).iter().map(|edge| edge.to));
        }
    }
    for clause in &checker.sheet.clauses {
        let Clause { head, .. } = clause;
        let relation = rules.relations.get(head.relation, head.args.len());
        let is_for_percepts = relation.is_some_and(|relation| !leads_to_result[relation.index()]);
        for formula in clause.conditions() {
            formula.for_each_atom(&mut |atom| {
                let is_allowed = is_for_percepts && atom.args.len() == 1;
                if atom.relation == Symbol::NEXT && !is_allowed {
                    diagnostics.extend(check_place(checker, Place::Body, atom));
                }
            });
        }
    }
}

fn check_goal_value(checker: &Checker<'_>, atom: &Atom) -> Option<Diagnostic> {
    let value = atom.args.get(1)?;
    let TermKind::Constant(symbol) = value.kind else { return None };
    let name = checker.name(symbol);
    if name.parse::<Goal>().is_ok() {
        return None;
    }
    Some(
        Diagnostic::new(Code::GoalValue, value.span, format!("`{name}` is not a goal value"))
            .hint("the value is a whole number from 0 (worst) to 100 (best); others do not count"),
    )
}

fn check_functions(checker: &Checker<'_>, atom: &Atom, diagnostics: &mut Vec<Diagnostic>) {
    // A percept may name a move, as in (sees ?r (does ?p ?m)).
    if atom.relation == Symbol::SEES {
        return;
    }
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
