//! Games whose moves have texts.

use std::time::Instant;

use stonegate_search::{Game, MachineGame};

use crate::reference_game::ReferenceGame;

/// A game whose moves have texts.
pub(super) trait Texts: Game {
    fn move_text(&self, role: usize, action: u32) -> String;

    /// The legal move with a text.
    fn find_move(&self, state: &Self::State, role: usize, text: &str) -> Option<u32>;

    /// Whether questions can take long and can be interrupted. What they have answered since is
    /// then worth nothing.
    fn is_slow(&self) -> bool;

    fn interrupt(&self, is_over: bool);

    fn set_deadline(&self, deadline: Instant);
}

impl Texts for MachineGame {
    fn move_text(&self, role: usize, action: u32) -> String {
        self.machine().roles[role].moves[action as usize].clone()
    }

    fn find_move(&self, state: &Self::State, role: usize, text: &str) -> Option<u32> {
        let moves = &self.machine().roles[role].moves;
        let action = moves.iter().position(|action| action == text)? as u32;
        self.legal(state, role).contains(&action).then_some(action)
    }

    fn is_slow(&self) -> bool {
        false
    }

    fn interrupt(&self, _is_over: bool) {}

    fn set_deadline(&self, _deadline: Instant) {}
}

impl Texts for ReferenceGame {
    fn move_text(&self, role: usize, action: u32) -> String {
        self.move_text(role, action)
    }

    fn find_move(&self, state: &Self::State, role: usize, text: &str) -> Option<u32> {
        self.find_move(state, role, text)
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn interrupt(&self, is_over: bool) {
        self.interrupt(is_over);
    }

    fn set_deadline(&self, deadline: Instant) {
        self.set_deadline(deadline);
    }
}

/// The joint move with these texts, if it is legal.
pub(super) fn find_moves<G: Texts>(
    game: &G,
    state: &G::State,
    joint: &[String],
) -> Option<Vec<u32>> {
    if joint.len() != game.n_roles() {
        return None;
    }
    let moves = joint.iter().enumerate();
    moves.map(|(role, text)| game.find_move(state, role, text)).collect()
}
