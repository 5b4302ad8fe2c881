//! A game among others, as a page shows it.

use serde::Serialize;
use stonegate_minds::Dedicated;
use stonegate_tables::{BoardView, Kind};

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
    /// Who plays it best.
    pub player: &'static str,
    /// How many errors its sheet has.
    #[serde(skip_serializing_if = "is_zero")]
    pub errors: usize,
    /// The sizes and rules to choose from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<VariantView>,
}

/// A game of the same kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VariantView {
    pub id: String,
    pub title: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serialization asks for it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What the id of a game begins with that has a machine of its own, so that there can be
/// a rule sheet of the same name.
pub const ENGINE: &str = "engine:";

impl CardView {
    /// Fills in who plays it best, and the variants that there are: for a rule sheet if `dedicated`
    /// is nothing.
    #[must_use]
    pub fn with_players_of(self, dedicated: Option<&Dedicated>) -> Self {
        let (kind, player, variants) = match dedicated {
            None => (Kind::Rules, "mcts", Vec::new()),
            Some(game) => (Kind::Engine, game.name(), game.variants()),
        };
        let variants = variants.into_iter();
        let variants =
            variants.map(|(title, game)| VariantView { id: format!("{ENGINE}{game}"), title });
        Self { kind, player, variants: variants.collect(), ..self }
    }
}
