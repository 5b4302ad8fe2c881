//! Where a name is defined and used, and giving it another one.

use stonegate_gdl::{Symbol, Syntax, TermKind, TokenKind, keyword, parse_as, tokens};

use crate::document::Document;
use crate::edit::Edit;
use crate::names::{Name, NameKind};

/// Why a name cannot be changed so.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum RenameError {
    /// There is nothing here that has a name of its own.
    #[error("there is no name here")]
    NoName,
    /// Keywords and whole numbers mean what they say.
    #[error("`{0}` is a keyword or a whole number, which means what it says")]
    Fixed(String),
    /// This is no name in the syntax of the sheet.
    #[error("`{0}` cannot be a name here")]
    NotAName(String),
    /// Something else is called so.
    #[error("something else is called `{0}` already")]
    Taken(String),
}

impl Document {
    /// The places that say what stands at an offset: the heads that conclude a relation or a fact,
    /// the first occurrence of a variable or of an object.
    pub fn definitions(&self, offset: u32) -> Vec<Name> {
        let Some(&name) = self.names().at(offset) else { return Vec::new() };
        let defines = |other: &&Name| match name.kind {
            NameKind::Relation => other.kind == NameKind::Relation && other.in_head,
            NameKind::Function | NameKind::Object => {
                other.in_head && GIVING.contains(&other.relation)
            }
            NameKind::Keyword => other.in_head,
            NameKind::Variable => false,
        };
        let same = self.names().same(name).copied().collect::<Vec<_>>();
        let found = same.iter().filter(defines).copied().collect::<Vec<_>>();
        if found.is_empty() { same.into_iter().take(1).collect() } else { found }
    }

    /// All places of what stands at an offset.
    pub fn references(&self, offset: u32) -> Vec<Name> {
        let Some(&name) = self.names().at(offset) else { return Vec::new() };
        self.names().same(name).copied().collect()
    }

    /// What stands at an offset, if it can have another name.
    pub fn renameable(&self, offset: u32) -> Result<Name, RenameError> {
        let name = *self.names().at(offset).ok_or(RenameError::NoName)?;
        let text = self.analysis.sheet.symbols.name(name.symbol);
        let is_anonymous = self.name_text(name.span) == "_";
        if name.kind != NameKind::Variable && is_fixed(text) {
            return Err(RenameError::Fixed(text.to_owned()));
        }
        if is_anonymous { Err(RenameError::NoName) } else { Ok(name) }
    }

    /// Gives what stands at an offset another name, everywhere. The game stays the same.
    pub fn rename(&self, offset: u32, new: &str) -> Result<Vec<Edit>, RenameError> {
        let name = self.renameable(offset)?;
        let is_variable = name.kind == NameKind::Variable;
        let new = new.trim();
        // Whoever types the name of a variable may leave its mark out.
        let written = match self.syntax() {
            Syntax::Kif if is_variable && !new.starts_with('?') => format!("?{new}"),
            _ => new.to_owned(),
        };
        let wanted = if is_variable { TokenKind::Variable } else { TokenKind::Name };
        let not_a_name = || RenameError::NotAName(new.to_owned());
        match &tokens(&written, self.syntax())[..] {
            [token] if token.kind == wanted && token.span.range() == (0..written.len()) => {}
            _ => return Err(not_a_name()),
        }
        if written == "_" || written == "?" {
            return Err(not_a_name());
        }
        if !is_variable && is_fixed(written.trim_matches(['|', '\''])) {
            return Err(RenameError::Fixed(written));
        }
        // What the sheet makes of the name tells whether there is one already.
        let symbol = self.symbol_of(&written, is_variable);
        let is_taken = |other: &Name| {
            Some(other.symbol) == symbol
                && other.symbol != name.symbol
                && (other.kind == NameKind::Variable) == is_variable
                && (!is_variable || other.clause == name.clause)
        };
        if self.names().iter().any(is_taken) {
            return Err(RenameError::Taken(written));
        }
        Ok(self.names().same(name).map(|place| Edit::new(place.span, written.clone())).collect())
    }

    /// The symbol that the sheet has for a name that is written so.
    fn symbol_of(&self, written: &str, is_variable: bool) -> Option<Symbol> {
        let fact = match self.syntax() {
            Syntax::Kif => format!("(<= p (q {written}))"),
            Syntax::Infix => format!("p :- q({written})."),
        };
        let (sheet, _) = parse_as(&fact, self.syntax());
        let mut found = None;
        for clause in &sheet.clauses {
            clause.for_each_atom(&mut |atom| {
                atom.for_each_term(&mut |term| match term.kind {
                    TermKind::Variable(symbol) if is_variable => found = Some(symbol),
                    TermKind::Constant(symbol) if !is_variable => found = Some(symbol),
                    _ => {}
                });
            });
        }
        self.analysis.sheet.symbols.get(sheet.symbols.name(found?))
    }
}

/// What the heads of these relations have as arguments is there because of them.
const GIVING: [Symbol; 6] =
    [Symbol::ROLE, Symbol::BASE, Symbol::INPUT, Symbol::INIT, Symbol::NEXT, Symbol::LEGAL];

/// Whether a name means the same in every sheet.
fn is_fixed(name: &str) -> bool {
    keyword(name).is_some() || name.parse::<i64>().is_ok()
}
