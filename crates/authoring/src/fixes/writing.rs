//! Pieces of a sheet in the syntax that it is written in, and where they stand.

use stonegate_gdl::{Atom, Clause, Formula, Span, Syntax, Term, TokenKind};

use crate::document::Document;
use crate::edit::Edit;

impl Document {
    /// What an atom, a term or a formula looks like in the text.
    pub(super) fn source(&self, span: Span) -> &str {
        self.name_text(span)
    }

    /// A sentence: `(legal robot push)`, `legal(robot,push)`.
    pub(super) fn sentence(&self, name: &str, args: &[&str]) -> String {
        match (self.syntax(), args) {
            (_, []) => name.to_owned(),
            (Syntax::Kif, args) => format!("({name} {})", args.join(" ")),
            (Syntax::Infix, args) => format!("{name}({})", args.join(",")),
        }
    }

    pub(super) fn negation(&self, condition: &str) -> String {
        match self.syntax() {
            Syntax::Kif => format!("(not {condition})"),
            Syntax::Infix => format!("~{condition}"),
        }
    }

    pub(super) fn alternatives(&self, conditions: &[String]) -> String {
        match self.syntax() {
            Syntax::Kif => format!("(or {})", conditions.join(" ")),
            Syntax::Infix => format!("({})", conditions.join(" | ")),
        }
    }

    /// Conditions that stand one after the other.
    pub(super) fn conjunction(&self, conditions: &[String]) -> String {
        conditions.join(match self.syntax() {
            Syntax::Kif => " ",
            Syntax::Infix => " & ",
        })
    }

    /// A whole clause.
    pub(super) fn clause_text(&self, head: &str, conditions: &[&str]) -> String {
        match (self.syntax(), conditions) {
            (Syntax::Kif, []) => head.to_owned(),
            (Syntax::Kif, _) => format!("(<= {head} {})", conditions.join(" ")),
            (Syntax::Infix, []) => format!("{head}."),
            (Syntax::Infix, _) => format!("{head} :- {}.", conditions.join(" & ")),
        }
    }

    /// Puts another clause in the place of one.
    pub(super) fn replace_clause(&self, clause: &Clause, head: &str, conditions: &[&str]) -> Edit {
        Edit::new(self.with_stop(clause.span), self.clause_text(head, conditions))
    }

    /// Adds a condition at the end of a clause, which becomes a rule if it is a fact.
    pub(super) fn add_condition(&self, clause: &Clause, condition: &str) -> Edit {
        let Some(last) = clause.conditions().last() else {
            return self.replace_clause(clause, self.source(clause.head.span), &[condition]);
        };
        let between = match self.syntax() {
            Syntax::Kif => " ",
            Syntax::Infix => " & ",
        };
        Edit::insert(last.span().end, format!("{between}{condition}"))
    }

    /// The clause that covers a span.
    pub(super) fn clause_at(&self, span: Span) -> Option<&Clause> {
        self.analysis.sheet.clauses.iter().find(|clause| clause.span.contains(span))
    }

    /// The conditions of a clause but one, as they are written.
    pub(super) fn other_conditions<'a>(
        &'a self,
        clause: &'a Clause,
        left_out: Span,
    ) -> Vec<&'a str> {
        let others = clause.conditions().iter().map(Formula::span).filter(|&span| span != left_out);
        others.map(|span| self.source(span)).collect()
    }

    /// Takes a condition out of its clause, if others are left.
    pub(super) fn remove_condition(&self, condition: Span) -> Option<Edit> {
        let clause = self.clause_at(condition)?;
        let others = self.other_conditions(clause, condition);
        let is_there = others.len() < clause.conditions().len();
        (is_there && !others.is_empty())
            .then(|| self.replace_clause(clause, self.source(clause.head.span), &others))
    }

    /// Removes what stands in a span, with its line if nothing else is on it.
    pub(super) fn remove(&self, span: Span) -> Edit {
        let Span { start, end } = self.with_stop(span);
        let before = &self.text[..start as usize];
        let behind = &self.text[end as usize..];
        let n_blanks = behind.len() - behind.trim_start_matches([' ', '\t']).len();
        let rest = &behind[n_blanks..];
        let is_alone = before.is_empty() || before.ends_with(['\n', '\r']);
        let n_ends = if !is_alone {
            return Edit::delete(Span { start, end });
        } else if rest.starts_with("\r\n") {
            2
        } else {
            usize::from(rest.starts_with(['\n', '\r']))
        };
        Edit::delete(Span { start, end: end + (n_blanks + n_ends) as u32 })
    }

    /// A span with the full stop behind it.
    pub(super) fn with_stop(&self, span: Span) -> Span {
        let next = self.tokens().get(self.token_from(span.end));
        match next {
            Some(token) if token.kind == TokenKind::Stop => span.to(token.span),
            _ => span,
        }
    }

    /// The atom whose span this is.
    pub(super) fn atom_at(&self, span: Span) -> Option<&Atom> {
        let mut found = None;
        self.clause_at(span)?.for_each_atom(&mut |atom| {
            if atom.span == span {
                found = Some(atom);
            }
        });
        found
    }

    /// The smallest atom around a span.
    pub(super) fn atom_around(&self, span: Span) -> Option<&Atom> {
        let mut found = None;
        self.clause_at(span)?.for_each_atom(&mut |atom| {
            if atom.span.contains(span) {
                found = Some(atom);
            }
        });
        found
    }

    /// The formula whose span this is.
    pub(super) fn formula_at(&self, span: Span) -> Option<&Formula> {
        fn find(formula: &Formula, span: Span) -> Option<&Formula> {
            if formula.span() == span {
                return Some(formula);
            }
            match formula {
                Formula::Atom(_) => None,
                Formula::Not(inner, _) => find(inner, span),
                Formula::And(parts, _) | Formula::Or(parts, _) => {
                    parts.iter().find_map(|part| find(part, span))
                }
            }
        }
        self.clause_at(span)?.conditions().iter().find_map(|formula| find(formula, span))
    }

    pub(super) fn texts(&self, terms: &[Term]) -> Vec<&str> {
        terms.iter().map(|term| self.source(term.span)).collect()
    }

    /// The roles, as they are written.
    pub(super) fn roles(&self) -> Vec<&str> {
        let mut roles = Vec::new();
        for clause in &self.analysis.sheet.clauses {
            if let (stonegate_gdl::Symbol::ROLE, [role]) =
                (clause.head.relation, &clause.head.args[..])
                && !roles.contains(&self.source(role.span))
            {
                roles.push(self.source(role.span));
            }
        }
        roles
    }
}
