//! What is known of a game without opening it.

use std::sync::{Arc, OnceLock};

use stonegate_arena::{CardView, Drawing, ENGINE, n_errors, title};
use stonegate_board::Layout;
use stonegate_compile::role_names;
use stonegate_gdl::parse;
use stonegate_players::{Dedicated, now};
use stonegate_store::{SheetStatus, StoredSheet};
use stonegate_tables::{BoardView, Kind};

/// A game in the catalog.
#[derive(Debug)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) title: String,
    /// What the game is about, in a sentence.
    pub(crate) about: String,
    pub(crate) roles: Vec<String>,
    pub(crate) basis: Basis,
    /// Whether it is a part of the program.
    pub(crate) is_built_in: bool,
    /// What is kept of a sheet that was brought.
    pub(super) status: SheetStatus,
    drawing: OnceLock<Drawing>,
    n_errors: OnceLock<usize>,
}

/// What tells the rules of a game.
#[derive(Clone, Debug)]
pub(crate) enum Basis {
    /// The text of a rule sheet.
    Sheet(Arc<str>),
    Dedicated(Dedicated),
}

impl Card {
    /// The card of a built-in game.
    pub(crate) fn new(id: &str, title: &str, about: &str, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let (sheet, _) = parse(&text);
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            about: about.to_owned(),
            roles: role_names(&sheet).into_iter().map(str::to_owned).collect(),
            basis: Basis::Sheet(text),
            is_built_in: true,
            status: SheetStatus::default(),
            drawing: OnceLock::new(),
            n_errors: OnceLock::new(),
        }
    }

    /// The card of a sheet that was brought: its first comment is the title, if it is
    /// short enough for one, unless its owner calls it something else.
    pub(super) fn of_sheet(stored: &StoredSheet) -> Self {
        let (parsed, _) = parse(&stored.text);
        let card = Self::new(&stored.id, "", "", stored.text.as_str());
        let (title, about) = title(&parsed);
        let title = stored.status.title.clone().or(title);
        let title = title.unwrap_or_else(|| format!("A game of {}", card.roles.join(", ")));
        Self { title, about, is_built_in: false, status: stored.status.clone(), ..card }
    }

    /// The card of the same sheet with another status.
    pub(super) fn with_status(&self, status: SheetStatus) -> Self {
        let (id, text) = (self.id.clone(), self.text().to_owned());
        Self::of_sheet(&StoredSheet { id, text, brought: 0, status })
    }

    /// The card of a game that has a machine of its own.
    pub(crate) fn of_dedicated(game: Dedicated) -> Self {
        Self {
            id: format!("{ENGINE}{game}"),
            title: game.title().to_owned(),
            about: game.about().to_owned(),
            roles: game.referee().roles().to_vec(),
            basis: Basis::Dedicated(game),
            is_built_in: true,
            status: SheetStatus::default(),
            drawing: OnceLock::new(),
            n_errors: OnceLock::new(),
        }
    }

    /// The game with a machine of its own that an id means.
    pub(super) fn dedicated(id: &str) -> Option<Dedicated> {
        id.strip_prefix(ENGINE).unwrap_or(id).parse().ok()
    }

    pub(crate) fn kind(&self) -> Kind {
        match self.basis {
            Basis::Sheet(_) => Kind::Rules,
            Basis::Dedicated(_) => Kind::Engine,
        }
    }

    /// The text of the rule sheet; empty where there is none.
    pub(crate) fn text(&self) -> &str {
        match &self.basis {
            Basis::Sheet(text) => text,
            Basis::Dedicated(_) => "",
        }
    }

    /// The card with the initial position. Takes a moment when it is asked for first.
    pub(crate) fn view(&self) -> CardView {
        self.view_with(self.drawing().boards.clone())
    }

    /// The card for a list. Nobody waits there for the drawing of a sheet that somebody brought.
    pub(crate) fn listed(&self) -> CardView {
        if self.is_built_in {
            return self.view();
        }
        let boards = self.drawing.get().map(|drawing| drawing.boards.clone());
        self.view_with(boards.unwrap_or_default())
    }

    fn view_with(&self, boards: Vec<BoardView>) -> CardView {
        let dedicated = match &self.basis {
            Basis::Sheet(_) => None,
            Basis::Dedicated(game) => Some(game),
        };
        CardView {
            id: self.id.clone(),
            kind: self.kind(),
            title: self.title.clone(),
            about: self.about.clone(),
            roles: self.roles.clone(),
            boards,
            player: "",
            errors: self.n_errors(),
            variants: Vec::new(),
        }
        .with_players_of(dedicated)
    }

    /// How many errors the sheet has. Built-in ones have none.
    fn n_errors(&self) -> usize {
        let count = || if self.is_built_in { 0 } else { n_errors(self.text()) };
        *self.n_errors.get_or_init(count)
    }

    /// Where facts and moves are on the board, if there is one.
    pub(crate) fn layout(&self) -> Option<&Layout> {
        self.drawing().layout.as_ref()
    }

    fn drawing(&self) -> &Drawing {
        self.drawing.get_or_init(|| match &self.basis {
            Basis::Sheet(text) => Drawing::of_sheet(text, self.is_built_in, now),
            Basis::Dedicated(game) => Drawing::of_dedicated(game),
        })
    }
}
