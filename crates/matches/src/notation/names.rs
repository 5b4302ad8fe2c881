//! The moves of a record as people write them.

use stonegate_board::{Evidence, Layout, Notation};
use stonegate_compile::WAIT;
use stonegate_gdl::RoleId;
use stonegate_players::{PrepareSettings, Rulebook, Ruleset};

use super::PATIENCE;
use crate::record::Record;

/// What random play is drawn by that shows what a board looks like.
const SEED: u64 = 1;

impl Record {
    /// The same record with the moves as people write them, and without those who wait.
    pub(super) fn named(&self, ruleset: &Ruleset) -> anyhow::Result<Self> {
        let rulebook = Rulebook::new(ruleset, &PrepareSettings::default(), PATIENCE);
        let layout = layout(ruleset, &rulebook);
        let mut referee = rulebook.game()?;
        let mut moves = Vec::with_capacity(self.moves.len());
        for joint in &self.moves {
            let notation = Notation::new(layout.as_ref(), &referee.facts()?);
            let legal = referee.legal()?;
            let acting = RoleId::enumerate(joint).filter(|(_, action)| *action != WAIT);
            let name = |(role, action): (RoleId, &String)| {
                notation.write(action, legal.get(role.index()).map_or(&[], |legal| legal))
            };
            moves.push(acting.map(name).collect());
            referee.apply(joint)?;
        }
        Ok(Self { moves, ..self.clone() })
    }
}

/// The board of a game, if it is known well enough.
fn layout(ruleset: &Ruleset, rulebook: &Rulebook) -> Option<Layout> {
    match (ruleset, rulebook) {
        (Ruleset::Dedicated(game), _) => Some(game.layout()),
        (Ruleset::Sheet(game), Rulebook::Machine { machine, .. }) => {
            Layout::find(&game.rules, &Evidence::of_machine(machine, SEED))
        }
        (Ruleset::Sheet(_), _) => None,
    }
}
