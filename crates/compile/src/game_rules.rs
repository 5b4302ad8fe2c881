//! A rule sheet together with what was made of it.

use std::fmt;

use stonegate_gdl::{Code, Diagnostic, Rules, Sheet, Symbol, Syntax, TermKind, parse};

use crate::told_moves::ToldMoves;

/// A rule sheet that can be played: read once, and shared by all who play it.
#[derive(Debug)]
pub struct GameRules {
    pub sheet: Sheet,
    pub rules: Rules,
}

/// Why a sheet cannot be played.
#[derive(Clone, Debug)]
pub enum UnplayableSheet {
    /// Clauses could not be read, so that it would be another game.
    Errors(Vec<Diagnostic>),
    /// Nobody plays.
    NoRole,
}

impl GameRules {
    /// Reads the text of a sheet. A sheet that breaks the rules of the language can still be
    /// played; one that lost clauses is another game.
    pub fn read(text: &str) -> Result<Self, UnplayableSheet> {
        let (sheet, errors) = parse(text);
        Self::of_parsed(text, sheet, errors)
    }

    /// The same for a text that has been parsed.
    pub fn of_parsed(
        text: &str,
        sheet: Sheet,
        mut errors: Vec<Diagnostic>,
    ) -> Result<Self, UnplayableSheet> {
        let (rules, too_large) = Rules::new(&sheet);
        errors.extend(too_large);
        errors.retain(|error| !is_surplus_parenthesis(text, error));
        if !errors.is_empty() {
            return Err(UnplayableSheet::Errors(errors));
        }
        if role_names(&sheet).is_empty() {
            return Err(UnplayableSheet::NoRole);
        }
        Ok(Self { sheet, rules })
    }

    /// The same game, begun in a state in which these facts hold.
    pub fn beginning_with(&self, facts: &[String]) -> Result<Self, UnplayableSheet> {
        let mut sheet = self.sheet.clone();
        sheet.comments.clear();
        sheet.clauses.retain(|clause| clause.head.relation != Symbol::INIT);
        let facts = facts.iter().map(|fact| format!("(init {fact})\n"));
        Self::read(&format!("{}{}", sheet.print(Syntax::Kif), facts.collect::<String>()))
    }

    /// Whether players do not see all moves.
    pub fn hides_moves(&self) -> bool {
        self.rules.has_percepts() && ToldMoves::find(&self.rules).is_none()
    }
}

/// A sheet without its text, as managers send it. Those who play it find out whether it has roles.
impl TryFrom<Sheet> for GameRules {
    type Error = UnplayableSheet;

    fn try_from(sheet: Sheet) -> Result<Self, UnplayableSheet> {
        let (rules, too_large) = Rules::new(&sheet);
        if too_large.is_empty() {
            Ok(Self { sheet, rules })
        } else {
            Err(UnplayableSheet::Errors(too_large))
        }
    }
}

/// The roles of a game, in the order of the sheet.
pub fn role_names(sheet: &Sheet) -> Vec<&str> {
    let mut roles = Vec::new();
    for clause in &sheet.clauses {
        if let (Symbol::ROLE, [arg]) = (clause.head.relation, &clause.head.args[..])
            && let TermKind::Constant(role) = arg.kind
            && !roles.contains(&sheet.symbols.name(role))
        {
            roles.push(sheet.symbols.name(role));
        }
    }
    roles
}

/// Whether an error is a closing parenthesis too many: it costs no clause.
fn is_surplus_parenthesis(text: &str, error: &Diagnostic) -> bool {
    let place = error.span.start as usize..error.span.end as usize;
    error.code == Code::Unbalanced && text.get(place) == Some(")")
}

impl fmt::Display for UnplayableSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Errors(errors) => match errors.first() {
                Some(error) => f.write_str(&error.message),
                None => f.write_str("the sheet has errors"),
            },
            Self::NoRole => f.write_str("the sheet has no role, so that nobody plays"),
        }
    }
}

impl std::error::Error for UnplayableSheet {}
