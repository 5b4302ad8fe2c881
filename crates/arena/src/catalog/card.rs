//! What is known of a game without opening it.

use std::sync::{Arc, OnceLock};

use serde::Serialize;
use stonegate_board::Layout;
use stonegate_gdl::parse;

use super::drawing::Drawing;
use super::sheet;
use crate::store::StoredSheet;
use crate::view::BoardView;

/// A game in the catalog.
#[derive(Debug)]
pub struct Card {
    pub id: String,
    pub kind: Kind,
    pub title: String,
    /// What the game is about, in a sentence.
    pub about: String,
    pub roles: Vec<String>,
    /// The rule sheet.
    pub text: Arc<str>,
    /// Whether it is a part of the program.
    pub is_built_in: bool,
    drawing: OnceLock<Drawing>,
}

/// What plays a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A rule sheet.
    Rules,
}

/// A card as a browser gets it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CardView {
    pub id: String,
    pub kind: Kind,
    pub title: String,
    pub about: String,
    pub roles: Vec<String>,
    /// The initial position.
    pub boards: Vec<BoardView>,
}

impl Card {
    /// The card of a built-in game.
    pub fn new(id: &str, title: &str, about: &str, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let (sheet, _) = parse(&text);
        Self {
            id: id.to_owned(),
            kind: Kind::Rules,
            title: title.to_owned(),
            about: about.to_owned(),
            roles: sheet::roles(&sheet),
            text,
            is_built_in: true,
            drawing: OnceLock::new(),
        }
    }

    /// The card of a sheet that was brought: its first comment is the title, if it is
    /// short enough for one.
    pub(super) fn of_sheet(stored: &StoredSheet) -> Self {
        let (parsed, _) = parse(&stored.text);
        let card = Self::new(&stored.id, "", "", stored.text.as_str());
        let (title, about) = sheet::title(&parsed);
        let title = title.unwrap_or_else(|| format!("A game of {}", card.roles.join(", ")));
        Self { title, about, is_built_in: false, ..card }
    }

    /// The card with the initial position. Takes a moment when it is asked for first.
    pub fn view(&self) -> CardView {
        CardView {
            id: self.id.clone(),
            kind: self.kind,
            title: self.title.clone(),
            about: self.about.clone(),
            roles: self.roles.clone(),
            boards: self.drawing().boards.clone(),
        }
    }

    /// Where facts and moves are on the board, if there is one.
    pub fn layout(&self) -> Option<&Layout> {
        self.drawing().layout.as_ref()
    }

    fn drawing(&self) -> &Drawing {
        self.drawing.get_or_init(|| Drawing::new(&self.text))
    }
}
