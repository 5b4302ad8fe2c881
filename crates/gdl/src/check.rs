//! The well-formedness rules of GDL (Love, Hinrichs, Haley, Schkufza and
//! Genesereth, "General Game Playing: Game Description Language Specification"),
//! and a few habits that keep sheets out of trouble.

mod growth;
mod habits;
mod keywords;
mod layers;
mod recursion;
mod safety;

pub use keywords::form;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::parse;
use crate::print::Printer;
use crate::rules::{Rules, TermId};
use crate::span::Span;
use crate::symbol::Symbol;
use crate::syntax::{Atom, Formula, Sheet, TermKind};

/// All that can be said about the text of a rule sheet.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub sheet: Sheet,
    pub rules: Rules,
    /// Sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a rule sheet in either syntax and checks it.
pub fn analyze(text: &str) -> Analysis {
    let (sheet, mut diagnostics) = parse(text);
    let (rules, too_large) = Rules::new(&sheet);
    diagnostics.extend(too_large);
    let checker = Checker::new(&sheet, &rules);
    keywords::check(&checker, &mut diagnostics);
    safety::check(&checker, &mut diagnostics);
    recursion::check(&checker, &mut diagnostics);
    growth::check(&checker, &mut diagnostics);
    layers::check(&checker, &mut diagnostics);
    // A sheet with syntax errors has lost clauses: what is missing or unused in
    // it says nothing.
    let complete = diagnostics.iter().all(|diagnostic| !is_syntax_error(diagnostic.code));
    if complete {
        keywords::check_missing(&checker, &mut diagnostics);
    }
    habits::check(&checker, complete, &mut diagnostics);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
    // The rules made of one clause have the same faults.
    diagnostics.dedup();
    limit(&mut diagnostics, Code::TooManyErrors, "errors");
    limit(&mut diagnostics, Code::TooManyWarnings, "warnings");
    Analysis { sheet, rules, diagnostics }
}

impl Analysis {
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Leaves the first findings of a severity, and says in one of code `code` how
/// many there were.
fn limit(diagnostics: &mut Vec<Diagnostic>, code: Code, what: &str) {
    const MAX_LISTED: usize = 100;
    let concerns = |diagnostic: &Diagnostic| diagnostic.code.severity() == code.severity();
    let listed = |diagnostic: &Diagnostic| concerns(diagnostic) && diagnostic.code != code;
    let Some(excess) = diagnostics.iter().filter(|it| listed(it)).nth(MAX_LISTED) else { return };
    let span = excess.span;
    let n_listed = diagnostics.iter().filter(|it| listed(it)).count();
    let mut n_kept = 0;
    diagnostics.retain(|diagnostic| {
        n_kept += usize::from(listed(diagnostic));
        !concerns(diagnostic) || listed(diagnostic) && n_kept <= MAX_LISTED
    });
    let message = format!("there are {n_listed} {what}: only the first {MAX_LISTED} are listed");
    let rest = Diagnostic::new(code, span, message).hint("correct the first ones and check again");
    let at = diagnostics.partition_point(|diagnostic| diagnostic.span <= span);
    diagnostics.insert(at, rest);
}

fn is_syntax_error(code: Code) -> bool {
    code <= Code::MisusedOperator
}

/// What the checks look at.
struct Checker<'a> {
    sheet: &'a Sheet,
    rules: &'a Rules,
    /// The roles, with the place of their facts.
    roles: FxHashMap<Symbol, Span>,
    /// Every atom of the sheet, with the place it stands in.
    atoms: Vec<(Place, &'a Atom)>,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Place {
    Head,
    Body,
}

impl<'a> Checker<'a> {
    fn new(sheet: &'a Sheet, rules: &'a Rules) -> Self {
        let mut atoms = Vec::new();
        let mut roles = FxHashMap::default();
        for clause in &sheet.clauses {
            atoms.push((Place::Head, &clause.head));
            for formula in clause.conditions() {
                formula.for_each_atom(&mut |atom| atoms.push((Place::Body, atom)));
            }
            if let (Symbol::ROLE, [arg]) = (clause.head.relation, &clause.head.args[..])
                && let TermKind::Constant(role) = arg.kind
            {
                roles.entry(role).or_insert(arg.span);
            }
        }
        Self { sheet, rules, roles, atoms }
    }

    fn name(&self, symbol: Symbol) -> &'a str {
        self.sheet.symbols.name(symbol)
    }

    /// A variable as the sheet writes it.
    fn variable(&self, symbol: Symbol) -> String {
        let printer = Printer { symbols: &self.sheet.symbols, syntax: self.sheet.syntax };
        printer.variable(symbol).into_owned()
    }

    /// A term as the sheet writes it.
    fn term(&self, term: TermId) -> String {
        let Rules { terms, symbols, .. } = self.rules;
        terms.display_in(self.sheet.syntax, symbols, term).to_string()
    }

    /// Every formula of every body, outer ones first.
    fn for_each_formula(&self, visit: &mut impl FnMut(&'a Formula)) {
        fn walk<'f>(formula: &'f Formula, visit: &mut impl FnMut(&'f Formula)) {
            visit(formula);
            match formula {
                Formula::Atom(_) => {}
                Formula::Not(inner, _) => walk(inner, visit),
                Formula::And(parts, _) | Formula::Or(parts, _) => {
                    for part in parts {
                        walk(part, visit);
                    }
                }
            }
        }
        for clause in &self.sheet.clauses {
            for formula in clause.conditions() {
                walk(formula, visit);
            }
        }
    }
}
