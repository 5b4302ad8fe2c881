//! What one asks of the others: between people, a move is not taken back, nobody leaves
//! or changes a seat and no engine helps unless all agree.

use serde::Serialize;

use super::message::{FromPage, Refusal};
use super::play::Play;
use super::seat::Party;

/// Something that is done when all others accept it. It lapses with the next move.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    id: u64,
    /// What to do.
    message: FromPage,
    by: Party,
    accepted: Vec<Party>,
}

/// A wish as all may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WishView {
    pub id: u64,
    /// The type of the message that was sent.
    pub what: &'static str,
    /// The roles of who asks; none if the host does and does not play.
    pub by: Vec<String>,
    /// The roles that have still to answer.
    pub waiting: Vec<String>,
}

impl Play {
    /// Whether a message takes effect only when others accept it.
    pub(super) fn needs_consent(&self, message: &FromPage, by: Party) -> bool {
        let is_underway = self.ply() > 0 && self.over().is_none();
        let is_asked = match message {
            FromPage::Undo => !self.has_hidden_move(by),
            FromPage::Swap | FromPage::Seat { .. } => is_underway,
            FromPage::Help { on } => *on && !self.may_help(),
            _ => false,
        };
        is_asked && self.is_between_people()
    }

    /// Asks the others. A wish that there was before is forgotten.
    pub(super) fn ask_for(&mut self, message: FromPage, by: Party) {
        self.n_wishes += 1;
        self.wish = Some(Wish { id: self.n_wishes, message, by, accepted: vec![by] });
    }

    /// Notes that somebody accepts a wish. Once everybody has, it is what to do, and for
    /// whom.
    pub(super) fn accept(
        &mut self,
        id: u64,
        by: Party,
    ) -> Result<Option<(FromPage, Party)>, Refusal> {
        let parties = self.parties();
        let wish = self.wish.as_mut().filter(|wish| wish.id == id).ok_or_else(no_wish)?;
        if !wish.accepted.contains(&by) {
            wish.accepted.push(by);
        }
        if parties.iter().any(|party| !wish.accepted.contains(party)) {
            return Ok(None);
        }
        Ok(self.wish.take().map(|wish| (wish.message, wish.by)))
    }

    /// Forgets a wish that somebody does not agree to.
    pub(super) fn decline(&mut self, id: u64) -> Result<(), Refusal> {
        self.wish.take_if(|wish| wish.id == id).map(|_| ()).ok_or_else(no_wish)
    }

    pub(super) fn wish_view(&self) -> Option<WishView> {
        let wish = self.wish.as_ref()?;
        let roles_of = |is_meant: &dyn Fn(Party) -> bool| {
            let seats = self.roles().iter().zip(&self.seats);
            let meant = seats.filter(|(_, seat)| seat.party().is_some_and(is_meant));
            meant.map(|(role, _)| role.clone()).collect()
        };
        Some(WishView {
            id: wish.id,
            what: match wish.message {
                FromPage::Undo => "undo",
                FromPage::Swap => "swap",
                FromPage::Seat { .. } => "seat",
                _ => "help",
            },
            by: roles_of(&|party| party == wish.by),
            waiting: roles_of(&|party| !wish.accepted.contains(&party)),
        })
    }
}

fn no_wish() -> Refusal {
    Refusal::new("no-wish", "nobody asks for this any more")
}
