//! What a match is played by.

use std::sync::Arc;

use stonegate_gdl::{Sheet, Syntax};

use crate::dedicated::Dedicated;

/// The rules of a match: a rule sheet, or a game that has a machine of its own.
#[derive(Clone, Debug)]
pub enum Ruleset {
    Sheet(Arc<Sheet>),
    Dedicated(Dedicated),
}

impl Ruleset {
    /// The rule sheet, if it is one.
    pub fn sheet(&self) -> Option<&Arc<Sheet>> {
        match self {
            Self::Sheet(sheet) => Some(sheet),
            Self::Dedicated(_) => None,
        }
    }

    /// What a record keeps: the sheet as KIF without comments, or the name of the game.
    pub fn text(&self) -> String {
        match self {
            Self::Sheet(sheet) => {
                let mut sheet = Sheet::clone(sheet);
                sheet.comments.clear();
                sheet.print(Syntax::Kif)
            }
            Self::Dedicated(game) => game.to_string(),
        }
    }
}

impl From<Sheet> for Ruleset {
    fn from(sheet: Sheet) -> Self {
        Self::Sheet(Arc::new(sheet))
    }
}

impl From<Dedicated> for Ruleset {
    fn from(game: Dedicated) -> Self {
        Self::Dedicated(game)
    }
}
