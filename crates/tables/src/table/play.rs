//! A game in progress: the state machine of a table, without threads or sockets.

use std::sync::Arc;
use std::time::Instant;

use stonegate_compile::{Referee, RefereeError, Tier};
use stonegate_lanes::Key;
use stonegate_matches::CHANCE_ROLE;
use stonegate_players::Ruleset;

use super::Guest;
use super::clocks::{Clocks, ClocksView};
use super::message::{Refusal, SeatRequest};
use super::position::Position;
use super::seat::{Engine, Party, Rights, Seat, SeatKey, SeatView, Sitter, rights};
use super::token::random_seed;
use super::wish::Wish;
use crate::catalog::OpenGame;
use crate::store::{StoredClocks, StoredMove, StoredStatus};
use crate::view::{Over, PositionView, Reason, choosing};

/// A game longer than this is ended.
pub(super) const MAX_PLIES: usize = 5_000;

/// The game, its history, and who plays.
pub(super) struct Play {
    pub(super) game: Arc<OpenGame>,
    pub(super) tier: Tier,
    pub(super) seats: Vec<Seat>,
    pub(super) moves: Vec<StoredMove>,
    /// For each role, the move that it has made while others have not.
    pub(super) pending: Vec<Option<String>>,
    pub(super) paused: bool,
    resigned: Option<usize>,
    clocks: Option<Clocks>,
    /// For each role, whether it agrees to the count.
    pub(super) agreed: Vec<bool>,
    /// Whether people have agreed to hints and analyses.
    pub(super) help: bool,
    pub(super) wish: Option<Wish>,
    pub(super) n_wishes: u64,
    /// The table of the next game.
    pub(super) next: Option<String>,
    /// So many moves are as the store has them.
    n_stored: usize,
    pub(super) referee: Box<dyn Referee>,
    pub(super) position: Position,
    /// What random moves are drawn by.
    key: Key,
}

/// An engine that is to be asked for a move.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) role: usize,
    pub(super) engine: Engine,
    pub(super) seconds: f64,
}

impl Play {
    /// Takes up a game where it was left.
    pub(super) fn resume(
        game: Arc<OpenGame>,
        status: &StoredStatus,
        moves: Vec<StoredMove>,
    ) -> Result<Self, RefereeError> {
        let roles = game.roles().to_vec();
        let seats = roles.iter().enumerate().zip(&status.seats);
        let seats = seats.map(|((number, role), seat)| {
            Seat::restore(&game.ruleset, (number, role.as_str()), seat)
        });
        let seats = seats.collect();
        let (tier, mut referee) = game.referee()?;
        let position = Position::of(&mut *referee, None)?;
        let key = Key::new(random_seed(), 0, 0);
        let mut play = Self {
            tier,
            seats,
            moves: Vec::new(),
            pending: vec![None; roles.len()],
            paused: status.paused,
            resigned: None,
            clocks: None,
            agreed: vec![false; roles.len()],
            help: status.help,
            wish: None,
            n_wishes: 0,
            next: status.next.clone(),
            n_stored: 0,
            referee,
            position,
            key,
            game,
        };
        for StoredMove { joint, values } in moves {
            play.apply(joint, values)?;
        }
        play.n_stored = play.ply();
        play.resigned = status.resigned;
        play.clocks = status.clocks.as_ref().map(|stored| Clocks::restore(stored, roles.len()));
        play.pending.clone_from(&status.pending);
        play.pending.resize(roles.len(), None);
        match &status.count {
            Some(count) => play.restore_count(count)?,
            // What was over without a count is not counted anew.
            None => play.agreed.fill(status.is_over),
        }
        Ok(play)
    }

    pub(super) fn ply(&self) -> usize {
        self.moves.len()
    }

    /// What the game takes in memory, about: an evaluator remembers answers, a machine nothing.
    pub(super) fn bytes(&self) -> usize {
        const MOVE: usize = 256;
        const MACHINE: usize = 64 << 10;
        const EVALUATOR: usize = 16 << 20;
        let referee = if self.tier == Tier::Reference { EVALUATOR } else { MACHINE };
        self.moves.len() * MOVE + referee
    }

    /// What the game runs on.
    pub(super) fn engine(&self) -> &'static str {
        match &self.game.ruleset {
            Ruleset::Sheet(_) => self.tier.name(),
            Ruleset::Dedicated(_) => "dedicated",
        }
    }

    pub(super) fn roles(&self) -> &[String] {
        self.game.roles()
    }

    pub(super) fn status(&self) -> StoredStatus {
        StoredStatus {
            seats: self.seats.iter().map(Seat::stored).collect(),
            paused: self.paused,
            pending: self.pending.clone(),
            resigned: self.resigned,
            is_over: self.over().is_some(),
            clocks: self.clocks.as_ref().map(Clocks::stored),
            count: self.stored_count(),
            help: self.help,
            next: self.next.clone(),
        }
    }

    /// How many of the stored moves remain, and the moves to be stored behind them.
    pub(super) fn take_unstored(&mut self) -> (usize, Vec<StoredMove>) {
        let keep = std::mem::replace(&mut self.n_stored, self.moves.len());
        (keep, self.moves[keep..].to_vec())
    }

    /// How the game ended, if it did.
    pub(super) fn over(&self) -> Option<Over> {
        let resigned = self.resigned.map(|role| (role, Reason::Resigned));
        let fallen = self.clocks.as_ref().and_then(Clocks::fallen);
        if let Some((loser, reason)) = resigned.or(fallen.map(|role| (role, Reason::Time))) {
            let goal = |role| Some(if role == loser { 0 } else { 100 });
            let goals = (0..self.roles().len()).map(goal).collect();
            return Some(Over { goals, reason, points: None });
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

    /// Whether somebody has resigned or run out of time.
    pub(super) fn is_given_up(&self) -> bool {
        self.resigned.is_some() || self.clocks.as_ref().is_some_and(|c| c.fallen().is_some())
    }

    /// Whether somebody has to move.
    pub(super) fn is_running(&self) -> bool {
        self.over().is_none() && !self.is_counting()
    }

    pub(super) fn seat_views(&self) -> Vec<SeatView> {
        self.roles().iter().zip(&self.seats).map(|(role, seat)| seat.view(role)).collect()
    }

    /// For each seat, the key of the person on it.
    pub(super) fn keys(&self) -> impl Iterator<Item = Option<&SeatKey>> {
        self.seats.iter().map(|seat| seat.is_human().then_some(&seat.key))
    }

    pub(super) fn rights(&self, guest: &Guest) -> Rights {
        rights(guest, self.roles().iter().zip(self.keys()))
    }

    /// The roles that have still to move.
    pub(super) fn waiting(&self) -> Vec<String> {
        if !self.is_running() {
            return Vec::new();
        }
        let missing = self.position.choosing.iter().filter(|&&role| self.pending[role].is_none());
        missing.map(|&role| self.roles()[role].clone()).collect()
    }

    pub(super) fn role(&self, name: &str) -> Result<usize, Refusal> {
        let found = self.roles().iter().position(|role| role == name);
        found.ok_or_else(|| Refusal::new("unknown-role", format!("there is no role `{name}`")))
    }

    /// Notes the move of a role.
    pub(super) fn choose(&mut self, role: usize, ply: usize, text: &str) -> Result<(), Refusal> {
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
        let action = match self.referee.recognize(role, text) {
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
    fn running(&self) -> Vec<usize> {
        if !self.is_running() || self.paused || self.ply() == 0 {
            return Vec::new();
        }
        let waiting = self.position.choosing.iter().copied();
        waiting
            .filter(|&role| self.pending[role].is_none() && self.seats[role].is_human())
            .collect()
    }

    /// Ends the game if somebody's time is over. Says whether it has just happened.
    pub(super) fn look_at_clocks(&mut self, now: Instant) -> bool {
        let running = self.running();
        self.clocks.as_mut().is_some_and(|clocks| clocks.look(&running, now))
    }

    /// The clocks of all who have to move run from here on.
    pub(super) fn begin_turn(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            clocks.begin_turn();
        }
    }

    pub(super) fn clocks(&self) -> Option<ClocksView> {
        let people = self.seats.iter().map(Seat::is_human).collect::<Vec<_>>();
        self.clocks.as_ref().map(|clocks| clocks.view(&people, &self.running()))
    }

    pub(super) fn pause(&mut self, paused: bool) {
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
    pub(super) fn settle(&mut self, engines_play: bool) {
        if !self.is_running() {
            return;
        }
        for role in 0..self.pending.len() {
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
    fn draw(&self, role: usize) -> usize {
        let n_moves = self.position.legal[role].len() as u32;
        self.key.below(n_moves, self.ply() as u32, role, self.pending.len()) as usize
    }

    /// A legal move of a role for an engine that has no answer.
    pub(super) fn any_move(&self, role: usize) -> Option<String> {
        self.position.legal[role].get(self.draw(role)).cloned()
    }

    /// Makes the joint move if every role has chosen. `values` is what an engine thought
    /// of the position.
    pub(super) fn advance(&mut self, values: Option<Vec<f64>>) -> Result<bool, RefereeError> {
        if !self.is_running() || self.pending.iter().any(Option::is_none) {
            return Ok(false);
        }
        let joint = self.pending.iter_mut().filter_map(Option::take).collect();
        self.apply(joint, values)?;
        Ok(true)
    }

    fn apply(&mut self, joint: Vec<String>, values: Option<Vec<f64>>) -> Result<(), RefereeError> {
        let before = std::mem::take(&mut self.position.facts);
        let made = self.referee.apply(&joint);
        if made.is_err() {
            self.position.facts = before;
            return made;
        }
        self.moves.push(StoredMove { joint, values });
        self.wish = None;
        self.pending.fill(None);
        self.agreed.fill(false);
        if let Some(clocks) = &mut self.clocks {
            clocks.begin_turn();
        }
        self.position = Position::of(&mut *self.referee, Some(before))?;
        Ok(())
    }

    /// The engines that have to think in this position.
    pub(super) fn asked(&self) -> Vec<Asked> {
        if !self.is_running() || self.paused {
            return Vec::new();
        }
        let roles = self.position.choosing.iter().filter(|&&role| self.pending[role].is_none());
        let asked = roles.filter_map(|&role| match &self.seats[role].sitter {
            Sitter::Engine(_, engine) => {
                Some(Asked { role, engine: engine.clone(), seconds: self.seats[role].seconds })
            }
            Sitter::Human | Sitter::Random => None,
        });
        asked.collect()
    }

    /// Goes back to the last position in which somebody had a choice; without persons,
    /// one move back. A move that the others have not seen is taken back alone.
    pub(super) fn undo(&mut self, party: Party) -> Result<(), Refusal> {
        let nothing = || Refusal::new("nothing-to-undo", "there is no move to take back");
        self.wish = None;
        let is_forgiven = self.clocks.as_mut().is_some_and(Clocks::forgive);
        if self.resigned.take().is_some() || is_forgiven {
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
    fn choices(&self) -> Result<Vec<Vec<usize>>, RefereeError> {
        let (_, mut referee) = self.game.referee()?;
        let mut choices = Vec::with_capacity(self.ply());
        for StoredMove { joint, .. } in &self.moves {
            choices.push(choosing(referee.legal()?));
            referee.apply(joint)?;
        }
        Ok(choices)
    }

    /// The status of a table for another game with the same people.
    pub(super) fn fresh_status(&self) -> StoredStatus {
        let control = self.clocks.as_ref().map(|clocks| clocks.stored().control);
        StoredStatus {
            seats: self.seats.iter().map(Seat::stored).collect(),
            pending: vec![None; self.seats.len()],
            clocks: control.map(StoredClocks::full),
            help: self.help,
            ..StoredStatus::default()
        }
    }

    /// Plays the game again up to a position.
    pub(super) fn go_back(&mut self, ply: usize) -> Result<(), RefereeError> {
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
        self.n_stored = self.n_stored.min(ply);
        self.pending.fill(None);
        self.agreed.fill(false);
        // The same moves need not be drawn again.
        self.key = Key::new(random_seed(), 0, 0);
        Ok(())
    }

    /// Goes on with something better, if there is.
    pub(super) fn improve(&mut self) -> Result<bool, RefereeError> {
        if self.game.tier() <= self.tier {
            return Ok(false);
        }
        let pending = self.pending.clone();
        self.go_back(self.ply())?;
        self.pending = pending;
        Ok(true)
    }

    pub(super) fn resign(&mut self, role: usize) -> Result<(), Refusal> {
        if self.over().is_some() {
            return Err(game_over());
        }
        self.resigned = Some(role);
        self.wish = None;
        Ok(())
    }

    pub(super) fn set_seat(&mut self, role: usize, request: &SeatRequest) -> Result<(), Refusal> {
        let name = &self.roles()[role];
        if name == CHANCE_ROLE {
            return Err(Refusal::new("bad-player", "chance plays this role itself"));
        }
        // Whoever had the seat before has to come again.
        let key = SeatKey { is_taken: false, ..self.seats[role].key.clone() };
        self.seats[role] = Seat::new(&self.game.ruleset, name, request, key)?;
        self.wish = None;
        Ok(())
    }

    /// Moves everybody one seat on, around the role that chance plays.
    pub(super) fn swap(&mut self) {
        let roles = self.roles().iter().enumerate().filter(|(_, role)| *role != CHANCE_ROLE);
        let places = roles.map(|(index, _)| index).collect::<Vec<_>>();
        for pair in places.windows(2).rev() {
            self.seats.swap(pair[0], pair[1]);
            self.agreed.swap(pair[0], pair[1]);
        }
        self.pending.fill(None);
        self.wish = None;
    }

    fn check_running(&self) -> Result<(), Refusal> {
        if self.is_running() { Ok(()) } else { Err(game_over()) }
    }

    /// The joint moves that lead to a position.
    pub(super) fn line(&self, ply: usize) -> Result<Vec<Vec<String>>, Refusal> {
        let moves = self.moves.get(..ply).ok_or_else(|| no_such_position(ply))?;
        Ok(moves.iter().map(|one| one.joint.clone()).collect())
    }

    /// The position at hand.
    pub(super) fn view(&self) -> PositionView {
        let over = self.over();
        let standing = self.position.standing.as_ref().filter(|_| self.is_counting());
        let stones = standing.map_or(&[][..], |standing| &standing.stones);
        let joint = self.moves.last().map(|one| &one.joint[..]);
        self.position.view(&self.game, (self.ply(), joint), over.as_ref(), stones)
    }

    /// A position of the past, or the one at hand.
    pub(super) fn view_at(&self, ply: usize) -> Result<PositionView, Refusal> {
        if ply == self.ply() {
            return Ok(self.view());
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
            Ok(position.view(&self.game, (ply, joint), position.over.as_ref(), &[]))
        };
        replay().map_err(|error| rules(&error))
    }

    /// The facts of every position.
    pub(super) fn states(&self) -> Result<Vec<Vec<String>>, RefereeError> {
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

pub(super) fn rules(error: &RefereeError) -> Refusal {
    Refusal::new("rules", error.to_string())
}

#[cfg(test)]
mod tests;
