//! Ground terms from text.

use stonegate_gdl::{Symbols, Syntax, Term, TermId, TermKind, TermNode, Terms, parse_as};

/// Why a text is not a ground term.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ParseTermError {
    #[error("this is not a term")]
    Malformed,
    #[error("a variable cannot stand here")]
    HasVariable,
}

/// Reads ground terms in KIF, any number of them.
pub(crate) fn parse_terms(
    terms: &mut Terms,
    symbols: &mut Symbols,
    text: &str,
) -> Result<Vec<TermId>, ParseTermError> {
    // As the arguments of a sentence, terms are read as they are in a sheet.
    // The line break ends a comment.
    let (sheet, errors) = parse_as(&format!("(terms {text}\n)"), Syntax::Kif);
    let [clause] = &sheet.clauses[..] else { return Err(ParseTermError::Malformed) };
    if !errors.is_empty() {
        return Err(ParseTermError::Malformed);
    }
    clause.head.args.iter().map(|arg| intern(terms, symbols, &sheet.symbols, arg)).collect()
}

fn intern(
    terms: &mut Terms,
    symbols: &mut Symbols,
    names: &Symbols,
    term: &Term,
) -> Result<TermId, ParseTermError> {
    let node = match &term.kind {
        TermKind::Variable(_) => return Err(ParseTermError::HasVariable),
        TermKind::Constant(symbol) => TermNode::Constant(symbols.intern(names.name(*symbol))),
        TermKind::Function(symbol, args) => {
            let args = args.iter().map(|arg| intern(terms, symbols, names, arg));
            let args = args.collect::<Result<_, _>>()?;
            TermNode::Function(symbols.intern(names.name(*symbol)), args)
        }
    };
    Ok(terms.intern(node))
}
