//! What a match is played by.

use std::sync::Arc;

use stonegate_compile::{GameRules, UnplayableSheet};
use stonegate_gdl::{Sheet, Syntax};

use crate::dedicated::Dedicated;

/// The rules of a match: a rule sheet, or a game that has a machine of its own.
#[derive(Clone, Debug)]
pub enum Ruleset {
    Sheet(Arc<GameRules>),
    Dedicated(Dedicated),
}

impl Ruleset {
    /// The rule sheet with its rules, if it is one.
    pub fn game_rules(&self) -> Option<&Arc<GameRules>> {
        match self {
            Self::Sheet(game) => Some(game),
            Self::Dedicated(_) => None,
        }
    }

    /// The rule sheet, if it is one.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.game_rules().map(|game| &game.sheet)
    }

    /// The game that has a machine of its own, if it is one.
    pub fn dedicated(&self) -> Option<&Dedicated> {
        match self {
            Self::Sheet(_) => None,
            Self::Dedicated(game) => Some(game),
        }
    }

    /// Whether players see what they perceive, and not all moves.
    pub fn has_percepts(&self) -> bool {
        self.game_rules().is_some_and(|game| game.rules.has_percepts())
    }

    /// What a record keeps: the sheet as KIF without comments, or the name of the game.
    pub fn text(&self) -> String {
        match self {
            Self::Sheet(game) => {
                let mut sheet = game.sheet.clone();
                sheet.comments.clear();
                sheet.print(Syntax::Kif)
            }
            Self::Dedicated(game) => game.to_string(),
        }
    }
}

impl From<GameRules> for Ruleset {
    fn from(game: GameRules) -> Self {
        Self::Sheet(Arc::new(game))
    }
}

impl TryFrom<Sheet> for Ruleset {
    type Error = UnplayableSheet;

    fn try_from(sheet: Sheet) -> Result<Self, UnplayableSheet> {
        GameRules::try_from(sheet).map(Self::from)
    }
}

impl From<Dedicated> for Ruleset {
    fn from(game: Dedicated) -> Self {
        Self::Dedicated(game)
    }
}
