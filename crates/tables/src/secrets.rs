//! What must not be seen by whom in a game with hidden information.
//!
//! As long as a person plays, nobody sees the state or the moves of others: who has a seat sees what
//! its roles perceive, and who watches sees how far the game is. When the game is over, and where
//! only machines play, there is nothing to hide.

use stonegate_compile::RefereeError;
use stonegate_gdl::RoleId;

use crate::event::Sight;
use crate::game::Game;
use crate::message::Refusal;
use crate::play::{Play, rules};
use crate::position::Position;
use crate::seat::Seat;
use crate::stored::StoredMove;
use crate::view::{PositionView, Scene};

/// What stands in the place of a move that must not be seen.
pub const HIDDEN_MOVE: &str = "?";

impl Play {
    /// Whether somebody plays who must not see all.
    pub fn keeps_secrets(&self) -> bool {
        self.game.hides_moves() && self.over().is_none() && self.seats.iter().any(Seat::is_human)
    }

    /// What each role perceived of each joint move; nothing in other games.
    pub fn percepts(&self) -> &[Vec<Vec<String>>] {
        &self.percepts
    }

    /// All that a role was told up to a position, in a game with hidden information.
    pub(crate) fn sights(&self, role: RoleId, ply: usize) -> Option<Vec<Sight>> {
        let sight = |(one, percepts): (&StoredMove, &Vec<Vec<String>>)| Sight {
            action: one.joint[role].clone(),
            percepts: percepts[role].clone(),
        };
        let turns = self.moves.iter().zip(&self.percepts).take(ply);
        self.game.hides_moves().then(|| turns.map(sight).collect())
    }

    /// The facts of the position at hand that those see who play these roles.
    pub fn facts_for(&self, roles: &[String]) -> Vec<String> {
        if self.keeps_secrets() {
            seen_facts(&*self.game, &self.position, self.percepts.last(), roles)
        } else {
            self.position.facts.clone()
        }
    }

    /// The joint moves so far, as those see them who play these roles.
    pub fn moves_for(&self, roles: &[String]) -> Vec<Vec<String>> {
        let is_seen = self.roles().iter().map(|role| roles.contains(role)).collect::<Vec<_>>();
        let moves = self.moves().map(<[_]>::to_vec).collect::<Vec<_>>();
        if self.keeps_secrets() { hide_moves(&moves, &is_seen) } else { moves }
    }

    /// The joint moves as people write them, as far as those see them who play these roles.
    pub fn names_for(&self, roles: &[String]) -> Vec<Vec<String>> {
        let is_seen = self.roles().iter().map(|role| roles.contains(role)).collect::<Vec<_>>();
        if self.keeps_secrets() { hide_moves(&self.names, &is_seen) } else { self.names.clone() }
    }

    /// The position at hand, as those see it who play these roles.
    pub fn view_for(&self, roles: &[String]) -> PositionView {
        if !self.keeps_secrets() {
            return self.full_view();
        }
        fogged(&*self.game, &self.position, (self.ply(), &self.percepts), roles)
    }

    /// A position of the past, or the one at hand, as those see it who play these roles.
    pub fn view_at_for(&self, ply: usize, roles: &[String]) -> Result<PositionView, Refusal> {
        if !self.keeps_secrets() || ply == self.ply() {
            return if ply == self.ply() {
                Ok(self.view_for(roles))
            } else {
                self.full_view_at(ply)
            };
        }
        let line = self.line(ply)?;
        let replay = || -> Result<PositionView, RefereeError> {
            let (_, mut referee) = self.game.referee()?;
            for joint in &line {
                referee.apply(joint)?;
            }
            let position = Position::of(&mut *referee, None)?;
            Ok(fogged(&*self.game, &position, (ply, &self.percepts[..ply]), roles))
        };
        replay().map_err(|error| rules(&error))
    }

    /// The roles of each of those who play, and nobody's: for each of them the game looks different,
    /// if it does for anybody.
    pub fn audiences(&self) -> Vec<Vec<String>> {
        let mut audiences = vec![Vec::new()];
        if self.keeps_secrets() {
            let names = |role: RoleId| self.roles()[role].clone();
            let parties = self.parties().into_iter();
            audiences.extend(
                parties
                    .map(|party| self.roles_of(party).into_iter().map(names).collect::<Vec<_>>()),
            );
        }
        audiences
    }

    /// Refuses what would show more than a seat may see.
    pub fn check_no_secrets(&self) -> Result<(), Refusal> {
        if self.keeps_secrets() {
            let message = "this would tell what is hidden: wait for the end of the game";
            return Err(Refusal::new("hidden", message));
        }
        Ok(())
    }
}

/// Joint moves without those that are not seen.
pub(crate) fn hide_moves(moves: &[Vec<String>], is_seen: &[bool]) -> Vec<Vec<String>> {
    let hide = |(action, seen): (&String, &bool)| {
        if *seen { action.clone() } else { HIDDEN_MOVE.to_owned() }
    };
    moves.iter().map(|joint| joint.iter().zip(is_seen).map(hide).collect()).collect()
}

/// What some roles perceived of the last turn. Percepts may look like facts, and are drawn as those
/// are; everybody knows how the game begins.
fn seen_facts(
    game: &dyn Game,
    position: &Position,
    percepts: Option<&Vec<Vec<String>>>,
    seen: &[String],
) -> Vec<String> {
    let Some(percepts) = percepts else { return position.facts.clone() };
    let own = game.roles().iter().zip(percepts).filter(|(role, _)| seen.contains(role));
    let mut facts = own.flat_map(|(_, percepts)| percepts.clone()).collect::<Vec<_>>();
    facts.sort_unstable();
    facts.dedup();
    facts
}

/// A position of which only what some roles perceive is seen.
fn fogged(
    game: &dyn Game,
    position: &Position,
    (ply, percepts): (usize, &[Vec<Vec<String>>]),
    seen: &[String],
) -> PositionView {
    let is_seen = |role: RoleId| seen.contains(&game.roles()[role]);
    let facts = seen_facts(game, position, percepts.last(), seen);
    let legal = RoleId::enumerate(&position.legal);
    let legal = legal.map(|(role, moves)| if is_seen(role) { moves.clone() } else { Vec::new() });
    let legal = legal.collect::<Vec<_>>();
    let scene = Scene::new(ply, game.roles(), &facts, &legal);
    let choosing = position.choosing.iter().filter(|&&role| is_seen(role));
    PositionView {
        choosing: choosing.map(|&role| game.roles()[role].clone()).collect(),
        fog: true,
        ..PositionView::new(game.layout(), scene)
    }
}

#[cfg(test)]
mod tests;
