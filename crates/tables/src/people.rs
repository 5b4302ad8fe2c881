//! The people at a table: who plays which roles, and what must be hidden from them.

use serde::Serialize;
use stonegate_gdl::RoleId;

use crate::play::Play;
use crate::seat::{Seat, SeatKey};
use crate::token::TokenHash;

/// Who comes to a table: the bearer of a token, or nobody in particular.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    pub is_host: bool,
    pub token: Option<TokenHash>,
}

/// Somebody who plays: one of those who have come to a seat, or the host, who plays for
/// all persons that have not come.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Party {
    Host,
    Chair(usize),
}

impl SeatKey {
    pub(crate) fn party(&self) -> Party {
        if self.is_taken { Party::Chair(self.chair) } else { Party::Host }
    }

    /// Whether a guest plays for the person on the seat.
    fn is_of(&self, guest: &Guest) -> bool {
        let is_bearer = guest.token.as_ref() == Some(&self.token);
        is_bearer || (guest.is_host && !self.is_taken)
    }
}

/// What one who looks at a table may do there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rights {
    pub host: bool,
    /// The roles to move for.
    pub roles: Vec<String>,
}

/// The rights of a guest: to move for the persons whose token it has. The host moves
/// for all persons that have not come. `seats` are the roles, with the keys of persons.
pub(crate) fn rights<'a>(
    guest: &Guest,
    seats: impl Iterator<Item = (&'a String, Option<&'a SeatKey>)>,
) -> Rights {
    let mine = seats.filter(|(_, key)| key.is_some_and(|key| key.is_of(guest)));
    Rights { host: guest.is_host, roles: mine.map(|(role, _)| role.clone()).collect() }
}

impl Play {
    /// What a guest may do.
    pub fn rights(&self, guest: &Guest) -> Rights {
        rights(guest, self.roles().iter().zip(self.keys()))
    }

    /// Notes that the bearer of a seat's token is at the table. Says whether the seat was
    /// not taken before.
    pub(crate) fn welcome(&mut self, guest: &Guest) -> bool {
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
    pub(crate) fn party(&self, guest: &Guest) -> Option<Party> {
        if guest.is_host {
            return Some(Party::Host);
        }
        let mine = self.keys().flatten().find(|key| guest.token.as_ref() == Some(&key.token));
        mine.map(|key| Party::Chair(key.chair))
    }

    /// The roles that somebody plays.
    pub(crate) fn roles_of(&self, party: Party) -> Vec<RoleId> {
        let is_meant = |role: &RoleId| self.seats[*role].party() == Some(party);
        RoleId::first(self.seats.len()).filter(is_meant).collect()
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
    pub(crate) fn is_secret(&self, asked_by: Option<Party>) -> bool {
        self.is_running() && (self.waits_for_people(asked_by) || !self.may_help())
    }

    /// Whether somebody has made a move that the others do not see.
    pub(crate) fn has_hidden_move(&self, party: Party) -> bool {
        !self.hidden_moves(&self.roles_of(party)).is_empty()
    }

    /// Those of some roles that have chosen while others have not.
    pub(crate) fn hidden_moves(&self, roles: &[RoleId]) -> Vec<RoleId> {
        let has_chosen =
            |role: &RoleId| self.pending[*role].is_some() && self.position.choosing.contains(role);
        roles.iter().copied().filter(has_chosen).collect()
    }

    /// All who play.
    pub(crate) fn parties(&self) -> Vec<Party> {
        let mut parties = Vec::new();
        for party in self.seats.iter().filter_map(Seat::party) {
            if !parties.contains(&party) {
                parties.push(party);
            }
        }
        parties
    }

    pub(crate) fn is_between_people(&self) -> bool {
        self.parties().len() > 1
    }

    /// Whether there may be hints and analyses: not between people while they play, unless
    /// they have agreed to it, and not where they would tell what is hidden.
    pub(crate) fn may_help(&self) -> bool {
        if self.keeps_secrets() {
            return false;
        }
        self.help || !self.is_between_people() || self.over().is_some()
    }
}
