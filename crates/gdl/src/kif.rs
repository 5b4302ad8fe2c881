//! The parser for KIF, the prefix syntax: `(<= (p ?x) (q ?x) (not (r ?x)))`.
//!
//! Text becomes a tree of lists, and lists become clauses. A missing closing
//! parenthesis is noticed where the next clause begins, so that one slip does
//! not swallow the rest of the sheet.

pub(crate) mod lexer;
mod reader;

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::Errors;
use crate::span::Span;
use crate::symbol::{Symbol, Symbols, keyword};
use crate::syntax::{Atom, Clause, Formula, Sheet, Syntax, Term, TermKind};
use reader::Sexp;

pub(crate) fn parse(text: &str, errors: &mut Errors) -> Sheet {
    let (sexps, comments) = reader::read(text, errors);
    let mut builder = Builder { symbols: Symbols::new(), errors };
    let clauses = sexps.iter().filter_map(|sexp| builder.clause(sexp)).collect();
    Sheet { syntax: Syntax::Kif, symbols: builder.symbols, clauses, comments }
}

/// Makes clauses of lists.
struct Builder<'a> {
    symbols: Symbols,
    errors: &'a mut Errors,
}

impl Builder<'_> {
    fn clause(&mut self, sexp: &Sexp<'_>) -> Option<Clause> {
        let span = sexp.span();
        let (head, body) = match (sexp.operator(), sexp) {
            (Some(Symbol::RULE), Sexp::List(items, _)) => {
                let Some(head) = items.get(1) else {
                    let message = "this rule has no head";
                    self.error(Code::MisusedOperator, span, message, "write (<= head condition..)");
                    return None;
                };
                let body = items[2..].iter().map(|item| self.formula(item)).collect::<Vec<_>>();
                // A rule that lost a condition says something else: leave it out.
                (head, Some(conjunction(body.into_iter().collect::<Option<Vec<_>>>()?)))
            }
            _ => (sexp, None),
        };
        if let Some(operator @ (Symbol::NOT | Symbol::OR | Symbol::AND | Symbol::RULE)) =
            head.operator()
        {
            let message =
                format!("`{}` cannot be the head of a clause", self.symbols.name(operator));
            let hint = "a clause states one sentence; conditions stand behind it in (<= head ..)";
            self.error(Code::MisusedOperator, head.span(), &message, hint);
            return None;
        }
        Some(Clause { head: self.atom(head)?, body, span, paragraph: false })
    }

    fn formula(&mut self, sexp: &Sexp<'_>) -> Option<Formula> {
        let span = sexp.span();
        let (Some(operator), Sexp::List(items, _)) = (sexp.operator(), sexp) else {
            return self.atom(sexp).map(Formula::Atom);
        };
        let parts = &items[1..];
        match operator {
            Symbol::NOT => {
                let [part] = parts else {
                    let message = format!("`not` takes one condition, not {}", parts.len());
                    self.error(
                        Code::MisusedOperator,
                        span,
                        &message,
                        "write (not condition), one for each",
                    );
                    return None;
                };
                Some(Formula::Not(Box::new(self.formula(part)?), span))
            }
            Symbol::OR => Some(Formula::Or(self.formulas(parts)?, span)),
            Symbol::AND => Some(Formula::And(conjunction(self.formulas(parts)?), span)),
            Symbol::RULE => {
                let hint = "is a closing parenthesis missing before it?";
                self.error(Code::MisusedOperator, span, "a rule cannot be a condition", hint);
                None
            }
            _ => self.atom(sexp).map(Formula::Atom),
        }
    }

    fn formulas(&mut self, sexps: &[Sexp<'_>]) -> Option<Vec<Formula>> {
        // All are read before one can fail, to report every error.
        let formulas = sexps.iter().map(|sexp| self.formula(sexp)).collect::<Vec<_>>();
        formulas.into_iter().collect()
    }

    fn atom(&mut self, sexp: &Sexp<'_>) -> Option<Atom> {
        if let Sexp::Name { name, quoted: false, span } = sexp
            && let Some(Symbol::NOT | Symbol::OR | Symbol::AND | Symbol::RULE) = keyword(name)
        {
            let message = format!("`{name}` stands alone here");
            let hint = format!("an operator starts a list: ({name} ..)");
            self.error(Code::MisusedOperator, *span, &message, &hint);
            return None;
        }
        let (name, quoted, args) = self.application(sexp, "a sentence")?;
        let relation =
            if quoted { self.symbols.intern(name) } else { self.symbols.intern_relation(name) };
        Some(Atom { relation, args: self.terms(args)?, span: sexp.span() })
    }

    fn term(&mut self, sexp: &Sexp<'_>) -> Option<Term> {
        let span = sexp.span();
        if let Sexp::Variable(name, _) = sexp {
            let kind = TermKind::Variable(self.symbols.intern(name));
            return Some(Term { kind, span });
        }
        let (name, quoted, args) = self.application(sexp, "a term")?;
        let symbol =
            if quoted { self.symbols.intern(name) } else { self.symbols.intern_constant(name) };
        let kind = if args.is_empty() {
            TermKind::Constant(symbol)
        } else {
            TermKind::Function(symbol, self.terms(args)?)
        };
        Some(Term { kind, span })
    }

    fn terms(&mut self, sexps: &[Sexp<'_>]) -> Option<Vec<Term>> {
        let terms = sexps.iter().map(|sexp| self.term(sexp)).collect::<Vec<_>>();
        terms.into_iter().collect()
    }

    /// The name, whether it is quoted, and the arguments of `name` or `(name args ..)`.
    fn application<'s, 't>(
        &mut self,
        sexp: &'s Sexp<'t>,
        what: &str,
    ) -> Option<(&'s str, bool, &'s [Sexp<'t>])> {
        let (found, hint) = match sexp {
            Sexp::Name { name, quoted, .. } => return Some((name, *quoted, &[])),
            Sexp::List(items, _) => match items.split_first() {
                Some((Sexp::Name { name, quoted, .. }, args)) => {
                    return Some((name, *quoted, args));
                }
                Some((Sexp::Variable(..), _)) => {
                    ("a list that starts with a variable", "relations and functions are constants")
                }
                Some((Sexp::List(..), _)) => (
                    "a list that starts with a list",
                    "is there a parenthesis too many, or is a name missing?",
                ),
                None => ("an empty list", "remove it, or write what was meant"),
            },
            Sexp::Variable(..) => ("a variable", "variables stand for objects, not for sentences"),
        };
        self.error(Code::NotASentence, sexp.span(), &format!("{found} is not {what}"), hint);
        None
    }

    fn error(&mut self, code: Code, span: Span, message: &str, hint: &str) {
        self.errors.push(Diagnostic::new(code, span, message).hint(hint));
    }
}

/// Conditions with nested conjunctions flattened: `a (and b c)` is `a b c`.
pub(crate) fn conjunction(formulas: Vec<Formula>) -> Vec<Formula> {
    if !formulas.iter().any(|formula| matches!(formula, Formula::And(..))) {
        return formulas;
    }
    let mut flat = Vec::new();
    for formula in formulas {
        match formula {
            Formula::And(parts, _) => flat.extend(parts),
            formula => flat.push(formula),
        }
    }
    flat
}

impl Sexp<'_> {
    /// The operator of `(operator ..)`. A bare word is never one.
    fn operator(&self) -> Option<Symbol> {
        match self {
            Self::List(items, _) => match items.first() {
                Some(Self::Name { name, quoted: false, .. }) => keyword(name),
                _ => None,
            },
            _ => None,
        }
    }
}
