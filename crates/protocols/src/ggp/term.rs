//! Ground terms in both syntaxes.

use stonegate_gdl::{Syntax, Term, TermKind, parse_as};

/// A ground term in the one spelling that messages are kept in: `( mark 1  1 )`
/// becomes `(mark 1 1)`. `None` if the text is something else.
pub fn canonical(term: &str) -> Option<String> {
    convert(term, Syntax::Kif, Syntax::Kif)
}

/// A ground term from one syntax in another: `(mark 1 1)`, `mark(1,1)`.
pub fn convert(term: &str, from: Syntax, to: Syntax) -> Option<String> {
    // As the argument of a fact, a term is read and printed as it is in a sheet.
    // The line break ends a comment.
    let fact = match from {
        Syntax::Kif => format!("(fact {term}\n)"),
        Syntax::Infix => format!("fact({term}\n)."),
    };
    let (sheet, errors) = parse_as(&fact, from);
    let [clause] = &sheet.clauses[..] else { return None };
    let [argument] = &clause.head.args[..] else { return None };
    if !errors.is_empty() || clause.body.is_some() || !is_ground(argument) {
        return None;
    }
    // A comment would be printed before the fact.
    if !sheet.comments.is_empty() {
        return None;
    }
    let printed = sheet.print(to);
    let (before, behind) = match to {
        Syntax::Kif => ("(fact ", ")\n"),
        Syntax::Infix => ("fact(", ").\n"),
    };
    Some(printed.strip_prefix(before)?.strip_suffix(behind)?.to_owned())
}

fn is_ground(term: &Term) -> bool {
    let mut is_ground = true;
    term.for_each_term(&mut |term| is_ground &= !matches!(term.kind, TermKind::Variable(_)));
    is_ground
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_have_one_spelling() {
        assert_eq!(canonical(" ( mark 1\n1 ) ").as_deref(), Some("(mark 1 1)"));
        assert_eq!(canonical("noop").as_deref(), Some("noop"));
        assert_eq!(canonical("(noop)").as_deref(), Some("noop"));
        for text in ["", "a b", "(a", "(f ?x)", "a) (fact b", "()", "((a) b)", "; a"] {
            assert_eq!(canonical(text), None, "{text}");
        }
    }

    #[test]
    fn terms_change_their_syntax() {
        let infix = convert("(move (cell 1 2) x)", Syntax::Kif, Syntax::Infix);
        assert_eq!(infix.as_deref(), Some("move(cell(1,2),x)"));
        let kif = convert("move(cell(1,2), x)", Syntax::Infix, Syntax::Kif);
        assert_eq!(kif.as_deref(), Some("(move (cell 1 2) x)"));
        assert_eq!(convert("move(X)", Syntax::Infix, Syntax::Kif), None);
    }
}
