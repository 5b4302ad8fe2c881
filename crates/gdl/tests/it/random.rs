//! Random sheets, with names that need quotes or look like keywords.

use proptest::collection::vec;
use proptest::prelude::*;
use stonegate_gdl::{Atom, Clause, Formula, Sheet, Span, Symbol, Symbols, Syntax, Term, TermKind};

const NOWHERE: Span = Span { start: 0, end: 0 };

/// Names to choose from; a sheet interns all of them.
const NAMES: &[&str] = &[
    // Plain and odd ones.
    "p", "q1", "x", "X", "Red", "red", "cell", "new-x", "_", "_1", "1", "100", "a--b", "-a", "a-",
    "", " ", "a b", "|", "||", "'", "x'", "\\", "?", "?x", "(", ")", ";", "%", ".", "a.b", ":-",
    ",", "&", "~", "<", "\t", "\0", "\u{85}", "\u{a0}x", "\u{feff}", "é", "Éa", "ß", "日本",
    // Keywords, and what looks like them.
    "true", "TRUE", "Goal", "role", "init", "NEXT", "next", "does", "sees", "Sees", "RANDOM",
    "distinct", "DISTINCT", "not", "NOT", "or", "Or", "and", "AND", "<=", "terminal",
];

/// Any sheet that a parser can make: a conjunction is no part of another one.
pub(crate) fn sheet() -> impl Strategy<Value = Sheet> {
    vec(clause(), 0..8).prop_map(|clauses| {
        let symbols = symbols();
        Sheet { syntax: Syntax::Kif, symbols, clauses, comments: Vec::new() }
    })
}

/// The sheet with a first clause that has arguments.
pub(crate) fn with_arguments(mut sheet: Sheet) -> Sheet {
    let relation = sheet.symbols.intern("p");
    let args = vec![Term { kind: TermKind::Constant(Symbol::RANDOM), span: NOWHERE }];
    let head = Atom { relation, args, span: NOWHERE };
    sheet.clauses.insert(0, Clause { head, body: None, span: NOWHERE, paragraph: false });
    sheet
}

fn symbols() -> Symbols {
    let mut symbols = Symbols::new();
    for name in NAMES {
        symbols.intern(name);
    }
    symbols
}

fn symbol() -> impl Strategy<Value = Symbol> {
    let symbols = symbols();
    prop::sample::select(NAMES).prop_map(move |name| symbols.get(name).expect("it is interned"))
}

fn clause() -> impl Strategy<Value = Clause> {
    let body = prop::option::of(vec(formula(), 0..4).prop_map(conjunction));
    let clause = |(head, body)| Clause { head, body, span: NOWHERE, paragraph: false };
    (atom(), body).prop_map(clause)
}

fn formula() -> impl Strategy<Value = Formula> {
    atom().prop_map(Formula::Atom).prop_recursive(4, 16, 3, |inner| {
        let parts = vec(inner.clone(), 0..4);
        prop_oneof![
            inner.prop_map(|inner| Formula::Not(Box::new(inner), NOWHERE)),
            parts.clone().prop_map(|parts| Formula::And(conjunction(parts), NOWHERE)),
            parts.prop_map(|parts| Formula::Or(parts, NOWHERE)),
        ]
    })
}

fn conjunction(parts: Vec<Formula>) -> Vec<Formula> {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Formula::And(inner, _) => flat.extend(inner),
            formula => flat.push(formula),
        }
    }
    flat
}

fn atom() -> impl Strategy<Value = Atom> {
    let atom = |(relation, args)| Atom { relation, args, span: NOWHERE };
    (symbol(), vec(term(), 0..4)).prop_map(atom)
}

fn term() -> impl Strategy<Value = Term> {
    let leaf =
        prop_oneof![symbol().prop_map(TermKind::Variable), symbol().prop_map(TermKind::Constant),];
    let term = |kind| Term { kind, span: NOWHERE };
    leaf.prop_map(term).prop_recursive(3, 12, 3, move |inner| {
        let function = |(name, args)| TermKind::Function(name, args);
        (symbol(), vec(inner, 1..4)).prop_map(function).prop_map(term)
    })
}
