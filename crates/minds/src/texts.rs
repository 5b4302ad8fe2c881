//! Games whose moves have texts.

use std::time::Duration;

use stonegate_compile::{ClauseGame, Interruption, find_spelling};
use stonegate_gdl::{MoveId, PerceptId, RoleId};
use stonegate_search::{Game, HiddenGame, HiddenMachine, MachineGame};

/// A game whose moves have texts.
pub trait Texts: Game {
    fn move_text(&self, role: RoleId, action: MoveId) -> String;

    /// The legal move with a text, or the only one that differs in case alone.
    fn find_move(&self, state: &Self::State, role: RoleId, text: &str) -> Option<MoveId>;

    /// Cuts questions short while the interruption exists, if they can take long.
    fn interrupt(&self) -> Option<Interruption<'_>>;

    fn set_deadline(&self, deadline: Duration);
}

impl Texts for MachineGame {
    fn move_text(&self, role: RoleId, action: MoveId) -> String {
        self.machine().roles[role].moves[action].clone()
    }

    fn find_move(&self, state: &Self::State, role: RoleId, text: &str) -> Option<MoveId> {
        let moves = &self.machine().roles[role].moves;
        let legal = self.legal(state, role);
        let texts = legal.iter().map(|&action| &moves[action]).collect::<Vec<_>>();
        find_spelling(&texts, text).map(|place| legal[place])
    }

    fn interrupt(&self) -> Option<Interruption<'_>> {
        None
    }

    fn set_deadline(&self, _deadline: Duration) {}
}

impl Texts for ClauseGame {
    fn move_text(&self, role: RoleId, action: MoveId) -> String {
        self.move_text(role, action)
    }

    fn find_move(&self, state: &Self::State, role: RoleId, text: &str) -> Option<MoveId> {
        self.find_move(state, role, text)
    }

    fn interrupt(&self) -> Option<Interruption<'_>> {
        Some(self.interrupt())
    }

    fn set_deadline(&self, deadline: Duration) {
        self.set_deadline(deadline);
    }
}

impl Texts for HiddenMachine {
    fn move_text(&self, role: RoleId, action: MoveId) -> String {
        self.game().move_text(role, action)
    }

    fn find_move(&self, state: &Self::State, role: RoleId, text: &str) -> Option<MoveId> {
        self.game().find_move(state, role, text)
    }

    fn interrupt(&self) -> Option<Interruption<'_>> {
        None
    }

    fn set_deadline(&self, _deadline: Duration) {}
}

/// A game whose percepts have texts, too.
pub trait HiddenTexts: Texts + HiddenGame {
    /// What a role can perceive, by its text.
    fn find_percept(&self, role: RoleId, text: &str) -> Option<PerceptId>;
}

impl HiddenTexts for HiddenMachine {
    fn find_percept(&self, role: RoleId, text: &str) -> Option<PerceptId> {
        let percepts = &self.game().machine().roles[role].percepts;
        find_spelling(percepts, text).map(PerceptId::new)
    }
}

impl HiddenTexts for ClauseGame {
    fn find_percept(&self, role: RoleId, text: &str) -> Option<PerceptId> {
        self.find_percept(role, text)
    }
}

/// The joint move with these texts, if it is legal.
pub(crate) fn find_moves<G: Texts>(
    game: &G,
    state: &G::State,
    joint: &[String],
) -> Option<Vec<MoveId>> {
    if joint.len() != game.n_roles() {
        return None;
    }
    let moves = RoleId::enumerate(joint);
    moves.map(|(role, text)| game.find_move(state, role, text)).collect()
}
