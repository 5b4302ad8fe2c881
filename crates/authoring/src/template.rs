//! Small sheets to start from, by kind of game.

use std::str::FromStr;

/// What kind of game somebody wants to write.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Kind {
    /// Two players on a grid, in turn.
    Grid,
    /// One player.
    Puzzle,
    /// Several players who choose at the same time.
    Simultaneous,
    /// Chance, and something that players do not see.
    Hidden,
}

/// A sheet that can be played at once, and tests of it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Template {
    pub sheet: String,
    pub tests: &'static str,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Grid, Self::Puzzle, Self::Simultaneous, Self::Hidden];

    pub fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Puzzle => "puzzle",
            Self::Simultaneous => "simultaneous",
            Self::Hidden => "hidden",
        }
    }

    /// What such a game is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Grid => "Two players on a grid, in turn",
            Self::Puzzle => "A puzzle for one",
            Self::Simultaneous => "Two players who choose at the same time",
            Self::Hidden => "Chance, and something that the player does not see",
        }
    }
}

/// The template of a kind, for a game of this name.
pub fn template(kind: Kind, name: &str) -> Template {
    let (sheet, tests) = match kind {
        Kind::Grid => {
            (include_str!("../templates/grid.kif"), include_str!("../templates/grid.test"))
        }
        Kind::Puzzle => {
            (include_str!("../templates/puzzle.kif"), include_str!("../templates/puzzle.test"))
        }
        Kind::Simultaneous => (
            include_str!("../templates/simultaneous.kif"),
            include_str!("../templates/simultaneous.test"),
        ),
        Kind::Hidden => {
            (include_str!("../templates/hidden.kif"), include_str!("../templates/hidden.test"))
        }
    };
    Template { sheet: sheet.replacen("TITLE", &title(name), 1), tests }
}

/// `twenty-one` is called Twenty One.
fn title(name: &str) -> String {
    let is_break = |char: char| char == '-' || char == '_' || char.is_whitespace();
    let words = name.split(is_break).filter(|word| !word.is_empty()).map(|word| {
        let mut chars = word.chars().filter(|char| !char.is_control());
        let first = chars.next().map(|char| char.to_uppercase().to_string());
        first.into_iter().chain(chars.map(String::from)).collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// There is no such kind.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("there is no kind `{0}`: it is one of {all}", all = Kind::ALL.map(Kind::name).join(", "))]
pub struct UnknownKind(String);

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownKind(name.to_owned()))
    }
}
