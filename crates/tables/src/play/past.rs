//! Going back in a game, and going on from a position of its past.

use stonegate_compile::RefereeError;
use stonegate_gdl::RoleId;

use super::{Play, no_such_position, rules};
use crate::clocks::Clocks;
use crate::message::{Refusal, SeatRequest};
use crate::people::Party;
use crate::position::Position;
use crate::seat::SeatView;
use crate::stored::StoredMove;
use crate::view::{Situation, choosing};

impl Play {
    /// Goes back to the last position in which somebody had a choice; without persons,
    /// one move back. A move that the others have not seen is taken back alone.
    pub(crate) fn undo(&mut self, party: Party) -> Result<(), Refusal> {
        let nothing = || Refusal::new("nothing-to-undo", "there is no move to take back");
        self.request = None;
        let is_forgiven = self.clocks.as_mut().is_some_and(Clocks::forgive);
        let is_no_draw = std::mem::take(&mut self.draw);
        if self.resigned.take().is_some() || is_forgiven || is_no_draw {
            return Ok(());
        }
        // Who plays alone takes back the last move, whoever of the persons made it.
        let roles = match &self.parties()[..] {
            [one] => self.roles_of(*one),
            _ => self.roles_of(party),
        };
        let hidden = self.hidden_moves(&roles);
        for &role in &hidden {
            self.pending[role] = None;
        }
        if !hidden.is_empty() {
            return Ok(());
        }
        let mut plies = (0..self.ply()).rev();
        let last = plies.clone().next().ok_or_else(nothing)?;
        let mut back_to = last;
        if !roles.is_empty() {
            let choices = self.choices().map_err(|error| rules(&error))?;
            let chose = |ply: &usize| choices[*ply].iter().any(|role| roles.contains(role));
            back_to = plies.find(chose).ok_or_else(nothing)?;
        }
        self.go_back(back_to).map_err(|error| rules(&error))
    }

    /// The roles that had to choose, for each position of the past.
    fn choices(&self) -> Result<Vec<Vec<RoleId>>, RefereeError> {
        let (_, mut referee) = self.game.referee()?;
        let mut choices = Vec::with_capacity(self.ply());
        for StoredMove { joint, .. } in &self.moves {
            choices.push(choosing(referee.legal()?));
            referee.apply(joint)?;
        }
        Ok(choices)
    }

    /// The moves that lead to a position, and those that were made in it.
    pub fn situation(&self, ply: usize) -> Result<Situation, Refusal> {
        self.check_no_secrets()?;
        let joint = self.moves().nth(ply).map(<[_]>::to_vec);
        Ok(Situation { line: self.line(ply)?, joint })
    }

    /// The moves up to a position and who sits where, for a table where it is gone on from there.
    pub fn branch(&self, ply: usize) -> Result<(Vec<StoredMove>, Vec<SeatRequest>), Refusal> {
        self.check_no_secrets()?;
        let moves = self.moves.get(..ply).ok_or_else(|| no_such_position(ply))?;
        let seat = |seat: SeatView| SeatRequest { player: seat.player, seconds: seat.seconds };
        Ok((moves.to_vec(), self.seat_views().into_iter().map(seat).collect()))
    }

    /// Plays the game again up to a position.
    pub(crate) fn go_back(&mut self, ply: usize) -> Result<(), RefereeError> {
        self.halt_clocks();
        let (tier, mut referee) = self.game.referee()?;
        let mut before = None;
        for (index, StoredMove { joint, .. }) in self.moves[..ply].iter().enumerate() {
            if index + 1 == ply {
                before = Some(referee.facts()?);
            }
            referee.apply(joint)?;
        }
        self.position = Position::of(&mut *referee, before)?;
        self.referee = referee;
        self.tier = tier;
        self.moves.truncate(ply);
        self.names.truncate(ply);
        self.percepts.truncate(ply);
        self.n_stored = self.n_stored.min(ply);
        self.pending.fill(None);
        self.agreed.fill(false);
        self.n_returns += 1;
        Ok(())
    }
}
