//! A game in progress: its history, who plays, and what each of them has chosen.

mod past;

use std::sync::Arc;

use stonegate_board::Notation;
use stonegate_compile::{CHANCE_ROLE, Referee, RefereeError, Tier};
use stonegate_gdl::RoleId;
use stonegate_lanes::Key;

use crate::agreement::Request;
use crate::clocks::{Clocks, RunningClocks};
use crate::counting::Standing;
use crate::game::Game;
use crate::message::{Refusal, SeatRequest};
use crate::people::Party;
use crate::position::Position;
use crate::seat::{Seat, SeatKey, SeatView, Sitter};
use crate::stored::{StoredMove, StoredStatus};
use crate::table_view::Kind;
use crate::view::{Over, PositionView, Reason};

/// A game longer than this is ended.
const MAX_PLIES: usize = 5_000;

/// A name has at most so many characters.
const MAX_NAME: usize = 40;

/// The goal of everybody where people agree to a draw.
const DRAW: u8 = 50;

/// The game, its history, and who plays.
#[derive(Debug)]
pub struct Play {
    pub(crate) game: Arc<dyn Game>,
    pub(crate) tier: Tier,
    pub(crate) seats: Vec<Seat>,
    pub(crate) moves: Vec<StoredMove>,
    /// The joint moves as people write them.
    pub(crate) names: Vec<Vec<String>>,
    /// In a game with hidden information, what each role perceived of each joint move.
    pub(crate) percepts: Vec<Vec<Vec<String>>>,
    /// For each role, the move that it has made while others have not.
    pub(crate) pending: Vec<Option<String>>,
    pub(crate) paused: bool,
    resigned: Option<RoleId>,
    /// Whether people have agreed to a draw.
    draw: bool,
    clocks: Option<Clocks>,
    /// For each role, whether it agrees to the count.
    pub(crate) agreed: Vec<bool>,
    /// Whether people have agreed to hints and analyses.
    pub(crate) help: bool,
    pub(crate) request: Option<Request>,
    pub(crate) n_requests: u64,
    /// The table of the next game.
    pub(crate) next: Option<String>,
    /// So many moves are as the store has them.
    n_stored: usize,
    pub(crate) referee: Box<dyn Referee>,
    pub(crate) position: Position,
    /// What random moves are drawn by.
    seed: u64,
    /// How often the game went back. The same moves need not be drawn again then.
    n_returns: u64,
}

impl Play {
    /// Takes up a game where it was left. Moves are drawn by the seed.
    pub fn resume(
        game: Arc<dyn Game>,
        status: &StoredStatus,
        moves: Vec<StoredMove>,
        seed: u64,
        now: f64,
    ) -> Result<Self, RefereeError> {
        let roles = game.roles().to_vec();
        let seats = roles.iter().enumerate().zip(&status.seats);
        let seats = seats.map(|((number, role), seat)| Seat::restore(&*game, (number, role), seat));
        let seats = seats.collect();
        let (tier, mut referee) = game.referee()?;
        let position = Position::of(&mut *referee, None)?;
        let mut play = Self {
            tier,
            seats,
            moves: Vec::new(),
            names: Vec::new(),
            percepts: Vec::new(),
            pending: vec![None; roles.len()],
            paused: status.paused,
            resigned: None,
            draw: false,
            clocks: None,
            agreed: vec![false; roles.len()],
            help: status.help,
            request: None,
            n_requests: 0,
            next: status.next.clone(),
            n_stored: 0,
            referee,
            position,
            seed,
            n_returns: 0,
            game,
        };
        for StoredMove { joint, values } in moves {
            play.apply(joint, values)?;
        }
        play.n_stored = play.ply();
        play.resigned = status.resigned.map(RoleId::new);
        play.draw = status.draw;
        let restore = |stored| Clocks::restore(stored, roles.len(), now);
        play.clocks = status.clocks.as_ref().map(restore);
        play.pending.clone_from(&status.pending);
        play.pending.resize(roles.len(), None);
        match &status.count {
            Some(count) => play.restore_count(count)?,
            // What was over without a count is not counted anew.
            None => play.agreed.fill(status.is_over),
        }
        Ok(play)
    }

    /// The joint moves so far.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &[String]> {
        self.moves.iter().map(|one| &one.joint[..])
    }

    /// What holds in the position at hand.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What a count at the end of the game stands at, where there is one.
    pub fn standing(&self) -> Option<&Standing> {
        self.position.standing.as_ref()
    }

    /// The table of the next game with the same people.
    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// Whether a role has still to choose a move.
    pub fn waits_for(&self, role: RoleId) -> bool {
        self.is_running() && self.position.choosing.contains(&role) && self.pending[role].is_none()
    }

    /// The legal move of a role that a text means, which is a term or what people write.
    pub fn recognize(&mut self, role: RoleId, text: &str) -> Result<Option<String>, RefereeError> {
        if let Some(action) = self.referee.recognize(role, text)? {
            return Ok(Some(action));
        }
        let Some(legal) = self.position.legal.get(role.index()) else { return Ok(None) };
        Ok(Notation::new(self.game.layout(), &self.position.facts).read(text, legal))
    }

    /// How many moves were made.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// What the game takes in memory, about: an evaluator remembers answers, a machine nothing.
    pub fn bytes(&self) -> usize {
        const MOVE: usize = 256;
        const MACHINE: usize = 64 << 10;
        const EVALUATOR: usize = 16 << 20;
        let referee = if self.tier == Tier::Reference { EVALUATOR } else { MACHINE };
        self.moves.len() * MOVE + referee
    }

    /// What the game runs on.
    pub(crate) fn engine(&self) -> &'static str {
        match self.game.view().kind {
            Kind::Rules => self.tier.name(),
            Kind::Engine => "dedicated",
        }
    }

    pub fn roles(&self) -> &[String] {
        self.game.roles()
    }

    /// The numbers of the roles.
    pub fn role_ids(&self) -> impl ExactSizeIterator<Item = RoleId> + use<> {
        RoleId::first(self.roles().len())
    }

    pub fn status(&self) -> StoredStatus {
        StoredStatus {
            seats: self.seats.iter().map(Seat::stored).collect(),
            paused: self.paused,
            pending: self.pending.clone(),
            resigned: self.resigned.map(RoleId::index),
            draw: self.draw,
            is_over: self.over().is_some(),
            goals: self.over().map(|over| over.goals),
            clocks: self.clocks.as_ref().map(Clocks::stored),
            count: self.stored_count(),
            help: self.help,
            next: self.next.clone(),
        }
    }

    /// How many of the stored moves remain, and the moves to be stored behind them.
    pub(crate) fn take_unstored(&mut self) -> (usize, Vec<StoredMove>) {
        let keep = std::mem::replace(&mut self.n_stored, self.moves.len());
        (keep, self.moves[keep..].to_vec())
    }

    /// How the game ended, if it did.
    pub fn over(&self) -> Option<Over> {
        let resigned = self.resigned.map(|role| (role, Reason::Resigned));
        let fallen = self.clocks.as_ref().and_then(Clocks::fallen);
        if let Some((loser, reason)) = resigned.or(fallen.map(|role| (role, Reason::Time))) {
            let goal = |role| Some(if role == loser { 0 } else { 100 });
            let goals = self.role_ids().map(goal).collect();
            return Some(Over { goals, reason, points: None });
        }
        if self.draw {
            let goals = vec![Some(DRAW); self.roles().len()];
            return Some(Over { goals, reason: Reason::Agreed, points: None });
        }
        if self.is_counting() {
            return None;
        }
        self.position.over.clone().or_else(|| {
            let goals = vec![None; self.roles().len()];
            (self.ply() >= MAX_PLIES).then_some(Over {
                goals,
                reason: Reason::TooLong,
                points: None,
            })
        })
    }

    /// Whether the game ended before its rules say so: somebody has resigned or run out of time, or
    /// people have agreed to a draw.
    pub(crate) fn is_given_up(&self) -> bool {
        self.draw
            || self.resigned.is_some()
            || self.clocks.as_ref().is_some_and(|c| c.fallen().is_some())
    }

    /// Whether somebody has to move.
    pub fn is_running(&self) -> bool {
        self.over().is_none() && !self.is_counting()
    }

    pub fn seat_views(&self) -> Vec<SeatView> {
        self.roles().iter().zip(&self.seats).map(|(role, seat)| seat.view(role)).collect()
    }

    /// For each seat, the key of the person on it.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Option<&SeatKey>> {
        self.seats.iter().map(|seat| seat.is_human().then_some(&seat.key))
    }

    /// The roles that have still to move.
    pub(crate) fn waiting(&self) -> Vec<String> {
        let roles = self.role_ids().zip(self.roles());
        roles.filter(|(role, _)| self.waits_for(*role)).map(|(_, name)| name.clone()).collect()
    }

    pub(crate) fn role(&self, name: &str) -> Result<RoleId, Refusal> {
        let found = self.roles().iter().position(|role| role == name).map(RoleId::new);
        found.ok_or_else(|| Refusal::new("unknown-role", format!("there is no role `{name}`")))
    }

    /// Notes the move of a role.
    pub(crate) fn choose(&mut self, role: RoleId, ply: usize, text: &str) -> Result<(), Refusal> {
        self.check_running()?;
        let name = self.roles()[role].clone();
        if ply != self.ply() {
            let message = format!("the game is at move {}, not at {ply}", self.ply());
            return Err(Refusal::new("wrong-ply", message));
        }
        if self.pending[role].is_some() {
            return Err(Refusal::new("already-moved", format!("{name} has moved already")));
        }
        let illegal = || Refusal::new("illegal-move", format!("{text} is not legal for {name}"));
        let action = match self.recognize(role, text) {
            Ok(action) => action.ok_or_else(illegal)?,
            Err(error) => return Err(Refusal::new("rules", error.to_string())),
        };
        let is_timed = self.running().contains(&role);
        if let Some(clocks) = self.clocks.as_mut().filter(|_| is_timed) {
            clocks.stop(role);
        }
        self.pending[role] = Some(action);
        Ok(())
    }

    /// The roles whose clocks run: people who have to move. The first move has no hurry.
    fn running(&self) -> Vec<RoleId> {
        if !self.is_running() || self.paused || self.ply() == 0 {
            return Vec::new();
        }
        let waiting = self.position.choosing.iter().copied();
        waiting
            .filter(|&role| self.pending[role].is_none() && self.seats[role].is_human())
            .collect()
    }

    /// Ends the game if somebody's time was over at a moment. Says whether it has just happened.
    pub(crate) fn look_at_clocks(&mut self, moment: f64) -> bool {
        let running = self.running();
        self.clocks.as_mut().is_some_and(|clocks| clocks.look(&running, moment))
    }

    /// Tells the time.
    pub(crate) fn set_now(&mut self, now: f64) {
        if let Some(clocks) = &mut self.clocks {
            clocks.set_now(now);
        }
    }

    /// The clocks of all who have to move run from here on.
    pub(crate) fn begin_turn(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            clocks.begin_turn();
        }
    }

    pub(crate) fn clocks(&self) -> Option<RunningClocks> {
        let people = self.seats.iter().map(Seat::is_human).collect::<Vec<_>>();
        self.clocks.as_ref().map(|clocks| clocks.view(&people, &self.running()))
    }

    pub(crate) fn pause(&mut self, paused: bool) {
        self.halt_clocks();
        self.paused = paused;
    }

    /// Counts the time of the turn so far.
    fn halt_clocks(&mut self) {
        let running = self.running();
        if let Some(clocks) = &mut self.clocks {
            clocks.halt(&running);
        }
    }

    /// Makes the moves that nobody has to think about: those that are forced, and, if
    /// the engines play, those that are drawn.
    pub(crate) fn settle(&mut self, engines_play: bool) {
        if !self.is_running() {
            return;
        }
        for role in self.role_ids() {
            let legal = &self.position.legal[role];
            let is_drawn = engines_play && self.seats[role].is_random();
            let is_forced = !self.position.choosing.contains(&role);
            let plays_forced = engines_play && !self.seats[role].is_human() && legal.len() == 1;
            if self.pending[role].is_none() && (is_forced || is_drawn || plays_forced) {
                self.pending[role] = Some(legal[self.draw(role)].clone());
            }
        }
    }

    /// The place of a legal move of a role, drawn at random.
    fn draw(&self, role: RoleId) -> usize {
        let n_moves = self.position.legal[role].len() as u32;
        Key::new(self.seed, self.n_returns, 0).below(
            n_moves,
            self.ply() as u32,
            role,
            self.pending.len(),
        ) as usize
    }

    /// A legal move of a role for an engine that has no answer.
    pub(crate) fn any_move(&self, role: RoleId) -> Option<String> {
        self.position.legal[role].get(self.draw(role)).cloned()
    }

    /// Makes the joint move if every role has chosen. `values` is what an engine thought
    /// of the position.
    pub(crate) fn advance(&mut self, values: Option<Vec<f64>>) -> Result<bool, RefereeError> {
        if !self.is_running() || self.pending.iter().any(Option::is_none) {
            return Ok(false);
        }
        let joint = self.pending.iter_mut().filter_map(Option::take).collect();
        self.apply(joint, values)?;
        Ok(true)
    }

    /// Makes a joint move that was made somewhere else.
    pub fn follow(&mut self, joint: Vec<String>) -> Result<(), RefereeError> {
        self.apply(joint, None)
    }

    fn apply(&mut self, joint: Vec<String>, values: Option<Vec<f64>>) -> Result<(), RefereeError> {
        let percepts =
            if self.game.hides_moves() { Some(self.referee.percepts_of(&joint)?) } else { None };
        let names = self.position.names(self.game.layout(), &joint);
        let before = std::mem::take(&mut self.position.facts);
        let made = self.referee.apply(&joint);
        if made.is_err() {
            self.position.facts = before;
            return made;
        }
        self.moves.push(StoredMove { joint, values });
        self.names.push(names);
        self.percepts.extend(percepts);
        self.request = None;
        self.pending.fill(None);
        self.agreed.fill(false);
        if let Some(clocks) = &mut self.clocks {
            clocks.begin_turn();
        }
        self.position = Position::of(&mut *self.referee, Some(before))?;
        Ok(())
    }

    /// The roles whose engines have to think in this position.
    pub(crate) fn asked(&self) -> Vec<RoleId> {
        if !self.is_running() || self.paused {
            return Vec::new();
        }
        let is_asked = |role: &RoleId| {
            self.pending[*role].is_none() && matches!(self.seats[*role].sitter, Sitter::Engine(_))
        };
        self.position.choosing.iter().copied().filter(is_asked).collect()
    }

    /// The status of a table for another game with the same people.
    pub fn fresh_status(&self) -> StoredStatus {
        let control = self.clocks.as_ref().map(|clocks| clocks.stored().control);
        let seats = self.seats.iter().map(Seat::stored).collect();
        StoredStatus { help: self.help, ..StoredStatus::new(seats, control) }
    }

    /// Goes on with something better, if there is.
    pub(crate) fn improve(&mut self) -> Result<bool, RefereeError> {
        if self.game.tier() <= self.tier {
            return Ok(false);
        }
        let pending = self.pending.clone();
        self.go_back(self.ply())?;
        self.pending = pending;
        Ok(true)
    }

    pub(crate) fn resign(&mut self, role: RoleId) -> Result<(), Refusal> {
        if self.over().is_some() {
            return Err(game_over());
        }
        self.resigned = Some(role);
        self.request = None;
        Ok(())
    }

    /// Whether the game can be ended as a draw: engines do not agree to that.
    pub(crate) fn check_draw(&self) -> Result<(), Refusal> {
        if self.over().is_some() {
            return Err(game_over());
        }
        let is_player = |(role, _): &(&String, &Seat)| *role != CHANCE_ROLE;
        let mut players = self.roles().iter().zip(&self.seats).filter(is_player);
        if players.clone().count() < 2 || !players.all(|(_, seat)| seat.is_human()) {
            return Err(Refusal::new("no-draw", "only people agree to a draw"));
        }
        Ok(())
    }

    pub(crate) fn agree_to_draw(&mut self) -> Result<(), Refusal> {
        self.check_draw()?;
        self.draw = true;
        self.request = None;
        Ok(())
    }

    pub(crate) fn set_seat(&mut self, role: RoleId, request: &SeatRequest) -> Result<(), Refusal> {
        let name = &self.roles()[role];
        if name == CHANCE_ROLE {
            return Err(Refusal::new("bad-player", "chance plays this role itself"));
        }
        // Whoever had the seat before has to come again.
        let key = SeatKey { is_taken: false, name: None, ..self.seats[role].key.clone() };
        self.seats[role] = Seat::new(&*self.game, name, request, key)?;
        self.request = None;
        Ok(())
    }

    /// Moves everybody one seat on, around the role that chance plays.
    /// Calls somebody by a name, on all seats that he has.
    pub(crate) fn set_name(&mut self, party: Party, name: &str) -> Result<(), Refusal> {
        let name = name.trim();
        if name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
            let message = format!("a name has at most {MAX_NAME} characters, in one line");
            return Err(Refusal::new("bad-name", message));
        }
        for role in self.roles_of(party) {
            self.seats[role].key.name = (!name.is_empty()).then(|| name.to_owned());
        }
        Ok(())
    }

    pub(crate) fn swap(&mut self) {
        let roles = self.roles().iter().enumerate().filter(|(_, role)| *role != CHANCE_ROLE);
        let places = roles.map(|(index, _)| index).collect::<Vec<_>>();
        for pair in places.windows(2).rev() {
            self.seats.swap(pair[0], pair[1]);
            self.agreed.swap(pair[0], pair[1]);
        }
        self.pending.fill(None);
        self.request = None;
    }

    fn check_running(&self) -> Result<(), Refusal> {
        if self.is_running() { Ok(()) } else { Err(game_over()) }
    }

    /// The joint moves that lead to a position.
    pub fn line(&self, ply: usize) -> Result<Vec<Vec<String>>, Refusal> {
        let moves = self.moves.get(..ply).ok_or_else(|| no_such_position(ply))?;
        Ok(moves.iter().map(|one| one.joint.clone()).collect())
    }

    /// The position at hand, with all that there is to see.
    pub(crate) fn full_view(&self) -> PositionView {
        let over = self.over();
        let standing = self.position.standing.as_ref().filter(|_| self.is_counting());
        let stones = standing.map_or(&[][..], |standing| &standing.stones);
        let joint = self.moves.last().map(|one| &one.joint[..]);
        self.position.view(&*self.game, (self.ply(), joint), over.as_ref(), stones)
    }

    /// A position of the past, or the one at hand.
    pub(crate) fn full_view_at(&self, ply: usize) -> Result<PositionView, Refusal> {
        if ply == self.ply() {
            return Ok(self.full_view());
        }
        let line = self.line(ply)?;
        let replay = || -> Result<PositionView, RefereeError> {
            let (_, mut referee) = self.game.referee()?;
            let mut before = None;
            for (index, joint) in line.iter().enumerate() {
                if index + 1 == ply {
                    before = Some(referee.facts()?);
                }
                referee.apply(joint)?;
            }
            let position = Position::of(&mut *referee, before)?;
            let joint = line.last().map(|joint| &joint[..]);
            Ok(position.view(&*self.game, (ply, joint), position.over.as_ref(), &[]))
        };
        replay().map_err(|error| rules(&error))
    }

    /// The facts of every position.
    pub fn states(&self) -> Result<Vec<Vec<String>>, RefereeError> {
        let (_, mut referee) = self.game.referee()?;
        let mut states = vec![referee.facts()?];
        for StoredMove { joint, .. } in &self.moves {
            referee.apply(joint)?;
            states.push(referee.facts()?);
        }
        // What people say about the last one is known here alone.
        states.pop();
        states.push(self.position.facts.clone());
        Ok(states)
    }
}

fn no_such_position(ply: usize) -> Refusal {
    Refusal::new("unknown-position", format!("there is no position {ply}"))
}

fn game_over() -> Refusal {
    Refusal::new("game-over", "the game is over")
}

pub(crate) fn rules(error: &RefereeError) -> Refusal {
    Refusal::new("rules", error.to_string())
}

#[cfg(test)]
mod tests;
