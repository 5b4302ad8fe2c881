//! A player behind a socket, which speaks the GGP protocol.

use std::str::FromStr;
use std::time::{Duration, Instant};

use stonegate_gdl::Syntax;
use stonegate_protocols::ggp::{LastMoves, Message, Reply, RuleText};

use crate::clock::GRACE;
use crate::http::{Address, post};
use crate::player::{Briefing, Player, PlayerError, Sight, Turn};

/// Sends every question as a message of its own. What goes wrong with one is no
/// matter to the next.
#[derive(Debug)]
pub struct RemotePlayer {
    address: Address,
    dialect: Dialect,
    match_id: String,
    /// How many questions were sent in this match.
    n_turns: u32,
}

/// How a player is told of games with hidden information.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Dialect {
    /// With the number of the turn and the player's own move.
    #[default]
    New,
    /// Percepts in the place of the moves, as managers did until 2011.
    Old,
}

impl FromStr for Dialect {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "new" => Ok(Self::New),
            "old" => Ok(Self::Old),
            _ => Err(()),
        }
    }
}

impl RemotePlayer {
    pub fn new(address: Address, dialect: Dialect) -> Self {
        Self { address, dialect, match_id: String::new(), n_turns: 0 }
    }

    /// What the player is told of the last turn in a game with hidden information.
    fn sight(&mut self, last: Option<&Sight>) -> LastMoves {
        let turn = self.n_turns;
        self.n_turns += 1;
        let percepts = last.map(|sight| sight.percepts.clone()).unwrap_or_default();
        match self.dialect {
            Dialect::New => {
                let action = last.and_then(|sight| sight.action.clone());
                LastMoves::Own { turn, action, percepts }
            }
            Dialect::Old if percepts.is_empty() => LastMoves::Nil,
            Dialect::Old => LastMoves::Joint(percepts),
        }
    }

    fn send(&self, message: &Message, deadline: Instant) -> Result<String, PlayerError> {
        post(&self.address, &self.address.host, &message.encode(Syntax::Kif), deadline + GRACE)
    }

    fn id(&self) -> String {
        self.match_id.clone()
    }
}

fn last_moves(last: Option<&[String]>) -> LastMoves {
    last.map_or(LastMoves::Nil, |joint| LastMoves::Joint(joint.to_vec()))
}

/// Whole seconds, of which the protocol has at least one.
fn seconds(time: Duration) -> u32 {
    (time.as_secs_f64().ceil() as u32).max(1)
}

impl Player for RemotePlayer {
    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let Some(sheet) = briefing.ruleset.sheet() else {
            let problem = "a player of the GGP protocol needs a rule sheet";
            return Err(PlayerError::Rules(problem.to_owned()));
        };
        if !briefing.opening.is_empty() {
            let problem = "the GGP protocol cannot begin in the middle of a game";
            return Err(PlayerError::Rules(problem.to_owned()));
        }
        self.match_id.clone_from(&briefing.match_id);
        self.n_turns = 0;
        let message = Message::Start {
            id: self.id(),
            role: briefing.role.clone(),
            rules: RuleText { text: sheet.print(Syntax::Kif), syntax: Syntax::Kif },
            start_clock: seconds(briefing.clock.start),
            play_clock: seconds(briefing.clock.play),
        };
        let reply = self.send(&message, turn.deadline)?;
        // What else a player says when it is ready varies.
        if reply.trim().eq_ignore_ascii_case("busy") { Err(PlayerError::Busy) } else { Ok(()) }
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let message = Message::Play { id: self.id(), last: last_moves(last) };
        let reply = self.send(&message, turn.deadline)?;
        Reply::decode_move(&reply, Syntax::Kif).ok_or(PlayerError::Garbage(reply))
    }

    fn play_blind(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let message = Message::Play { id: self.id(), last: self.sight(last) };
        let reply = self.send(&message, turn.deadline)?;
        Reply::decode_move(&reply, Syntax::Kif).ok_or(PlayerError::Garbage(reply))
    }

    fn stop_blind(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let message = Message::Stop { id: self.id(), last: self.sight(last) };
        self.send(&message, turn.deadline).map(drop)
    }

    fn stop(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let message = Message::Stop { id: self.id(), last: last_moves(last) };
        self.send(&message, turn.deadline).map(drop)
    }

    fn abort(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let message = Message::Abort { id: self.id() };
        self.send(&message, turn.deadline).map(drop)
    }
}
