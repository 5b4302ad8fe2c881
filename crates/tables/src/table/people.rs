//! The people at a table: who plays which roles, and what must be hidden from them.

use super::Guest;
use super::play::Play;
use super::seat::{Party, Seat};

impl Play {
    /// Notes that the bearer of a seat's token is at the table. Says whether the seat was
    /// not taken before.
    pub(super) fn welcome(&mut self, guest: &Guest) -> bool {
        let mut is_new = false;
        for seat in self.seats.iter_mut().filter(|seat| seat.is_human()) {
            if !seat.key.is_taken && guest.token.as_ref() == Some(&seat.key.token) {
                seat.key.is_taken = true;
                is_new = true;
            }
        }
        is_new
    }

    /// Who a guest plays as, if at all.
    pub(super) fn party(&self, guest: &Guest) -> Option<Party> {
        if guest.is_host {
            return Some(Party::Host);
        }
        let mine = self.keys().flatten().find(|key| guest.token.as_ref() == Some(&key.token));
        mine.map(|key| Party::Chair(key.chair))
    }

    /// The roles that somebody plays.
    pub(super) fn roles_of(&self, party: Party) -> Vec<usize> {
        let is_meant = |role: &usize| self.seats[*role].party() == Some(party);
        (0..self.seats.len()).filter(is_meant).collect()
    }

    /// Whether a person, except one, has still to choose in the position at hand.
    fn waits_for_people(&self, except: Option<Party>) -> bool {
        let mut choosing = self.position.choosing.iter();
        choosing.any(|&role| {
            let party = self.seats[role].party();
            party.is_some() && party != except && self.pending[role].is_none()
        })
    }

    /// Whether what an engine thinks of the position at hand must not be seen: a person has
    /// still to choose at the same time, or people play without help. `asked_by` is the
    /// person that it thinks for.
    pub(super) fn is_secret(&self, asked_by: Option<Party>) -> bool {
        self.is_running() && (self.waits_for_people(asked_by) || !self.may_help())
    }

    /// Whether somebody has made a move that the others do not see.
    pub(super) fn has_hidden_move(&self, party: Party) -> bool {
        !self.hidden_moves(&self.roles_of(party)).is_empty()
    }

    /// Those of some roles that have chosen while others have not.
    pub(super) fn hidden_moves(&self, roles: &[usize]) -> Vec<usize> {
        let has_chosen =
            |role: &usize| self.pending[*role].is_some() && self.position.choosing.contains(role);
        roles.iter().copied().filter(has_chosen).collect()
    }

    /// All who play.
    pub(super) fn parties(&self) -> Vec<Party> {
        let mut parties = Vec::new();
        for party in self.seats.iter().filter_map(Seat::party) {
            if !parties.contains(&party) {
                parties.push(party);
            }
        }
        parties
    }

    pub(super) fn is_between_people(&self) -> bool {
        self.parties().len() > 1
    }

    /// Whether there may be hints and analyses: not between people while they play, unless
    /// they have agreed to it.
    pub(super) fn may_help(&self) -> bool {
        self.help || !self.is_between_people() || self.over().is_some()
    }
}
