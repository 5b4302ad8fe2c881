//! What one asks of the others: between people, a move is not taken back, nobody leaves
//! or changes a seat, no engine helps and no game is a draw unless all agree.

use serde::Serialize;

use crate::message::{Command, Refusal};
use crate::people::Party;
use crate::play::Play;

/// Something that is done when all others accept it. It lapses with the next move.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    id: u64,
    /// What to do.
    command: Command,
    by: Party,
    accepted: Vec<Party>,
}

/// A request as all may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RequestView {
    pub id: u64,
    /// The type of the command.
    pub what: &'static str,
    /// The roles of who asks; none if the host does and does not play.
    pub by: Vec<String>,
    /// The roles that have still to answer.
    pub waiting: Vec<String>,
}

impl Play {
    /// Whether a command takes effect only when others accept it.
    pub(crate) fn needs_consent(&self, command: &Command, by: Party) -> bool {
        let is_underway = self.ply() > 0 && self.over().is_none();
        let is_asked = match command {
            Command::Undo => !self.has_hidden_move(by),
            Command::Swap | Command::Seat { .. } => is_underway,
            Command::Draw => true,
            Command::Help { on } => *on && !self.may_help(),
            _ => false,
        };
        is_asked && self.is_between_people()
    }

    /// Asks the others. A request that there was before is forgotten.
    pub(crate) fn ask_for(&mut self, command: Command, by: Party) {
        self.n_requests += 1;
        self.request = Some(Request { id: self.n_requests, command, by, accepted: vec![by] });
    }

    /// Notes that somebody accepts a request. Once everybody has, it is what to do, and for
    /// whom.
    pub(crate) fn accept(
        &mut self,
        id: u64,
        by: Party,
    ) -> Result<Option<(Command, Party)>, Refusal> {
        let parties = self.parties();
        let request =
            self.request.as_mut().filter(|request| request.id == id).ok_or_else(no_request)?;
        if !request.accepted.contains(&by) {
            request.accepted.push(by);
        }
        if parties.iter().any(|party| !request.accepted.contains(party)) {
            return Ok(None);
        }
        Ok(self.request.take().map(|request| (request.command, request.by)))
    }

    /// Forgets a request that somebody does not agree to.
    pub(crate) fn decline(&mut self, id: u64) -> Result<(), Refusal> {
        self.request.take_if(|request| request.id == id).map(|_| ()).ok_or_else(no_request)
    }

    pub(crate) fn request_view(&self) -> Option<RequestView> {
        let request = self.request.as_ref()?;
        let roles_of = |is_meant: &dyn Fn(Party) -> bool| {
            let seats = self.roles().iter().zip(&self.seats);
            let meant = seats.filter(|(_, seat)| seat.party().is_some_and(is_meant));
            meant.map(|(role, _)| role.clone()).collect()
        };
        Some(RequestView {
            id: request.id,
            what: match request.command {
                Command::Undo => "undo",
                Command::Swap => "swap",
                Command::Seat { .. } => "seat",
                Command::Draw => "draw",
                _ => "help",
            },
            by: roles_of(&|party| party == request.by),
            waiting: roles_of(&|party| !request.accepted.contains(&party)),
        })
    }
}

fn no_request() -> Refusal {
    Refusal::new("no-wish", "nobody asks for this any more")
}
