//! Following a game of which a player sees little.

use std::sync::Arc;

use stonegate_compile::{GameRules, Tier};
use stonegate_gdl::RoleId;
use stonegate_minds::{Guess, Thoughts, guess_on_circuit, guess_on_clauses};
use stonegate_search::Options;

use crate::player::{Briefing, PlayerError, Sight, Turn};
use crate::prepare::{Prepare, PrepareSettings, Ready};
use crate::stopwatch::time_of;

/// A game with hidden information as one of its players sees it.
#[derive(Debug)]
pub(super) struct Guesser {
    mind: Box<dyn Guess>,
    tier: Tier,
    /// The player's move in each turn, and what it perceived.
    past: Vec<(String, Vec<String>)>,
    answered: Option<String>,
}

impl Guesser {
    /// A game for somebody who only has to know its moves: on a circuit, if it has one in time.
    pub(super) fn for_moves(
        briefing: &Briefing,
        settings: &PrepareSettings,
        turn: &Turn<'_>,
    ) -> Result<Self, PlayerError> {
        let prepare = Prepare::join(rules(briefing)?, settings);
        let ready = prepare.wait_for(Tier::Quick, turn.deadline);
        let role = briefing.role_among(&ready.roles())?;
        Ok(Self::new(&ready, role, &Options::default()))
    }

    /// A game on what is ready.
    pub(super) fn new(ready: &Ready, role: RoleId, options: &Options) -> Self {
        let mind = mind(ready, role, options);
        Self { mind, tier: ready.tier(), past: Vec::new(), answered: None }
    }

    /// Changes over to what is ready, if it is better.
    pub(super) fn change_over(
        &mut self,
        ready: &Ready,
        role: RoleId,
        options: &Options,
        turn: &Turn<'_>,
    ) {
        if ready.tier() <= self.tier {
            return;
        }
        let mut mind = mind(ready, role, options);
        mind.set_deadline(time_of(turn.deadline));
        let half = turn.time_left() / 2;
        let stop = || turn.is_over() || turn.time_left() < half;
        if self.past.iter().all(|(action, percepts)| mind.hear(action, percepts, &stop)) {
            (self.mind, self.tier) = (mind, ready.tier());
        }
    }

    /// Takes in what the player is told of the last turn.
    pub(super) fn follow(
        &mut self,
        last: Option<&Sight>,
        turn: &Turn<'_>,
    ) -> Result<(), PlayerError> {
        self.mind.set_deadline(time_of(turn.deadline));
        let Some(Sight { action, percepts }) = last else { return Ok(()) };
        let lost = || PlayerError::Rules("the player does not know what it has done".to_owned());
        let action = action.clone().or(self.answered.take()).ok_or_else(lost)?;
        // Most of the time is for thinking.
        let half = turn.time_left() / 2;
        let stop = || turn.is_over() || turn.time_left() < half;
        if !self.mind.hear(&action, percepts, &stop) {
            return Err(PlayerError::Rules(format!("`{action}` was not legal")));
        }
        self.past.push((action, percepts.clone()));
        Ok(())
    }

    /// The player's legal moves, as far as they are known.
    pub(super) fn legal(&self) -> Vec<String> {
        self.mind.legal()
    }

    /// Thinks until the turn is over.
    pub(super) fn think(&mut self, turn: &Turn<'_>) {
        self.mind.work(&|| turn.is_over());
        (turn.thoughts)(&self.thoughts());
    }

    pub(super) fn thoughts(&self) -> Thoughts {
        self.mind.thoughts()
    }

    /// The move that it has found.
    pub(super) fn choose(&mut self) -> Result<String, PlayerError> {
        self.mind.choose().map_err(|reason| PlayerError::Rules(reason.to_string()))
    }

    /// Remembers what the player answers.
    pub(super) fn answer(&mut self, action: &str) {
        self.answered = Some(action.to_owned());
    }
}

fn mind(ready: &Ready, role: RoleId, options: &Options) -> Box<dyn Guess> {
    let options = options.clone();
    match ready {
        Ready::Clauses(game) => guess_on_clauses(Arc::new(game.another()), role, options),
        Ready::Engine { engine, game, .. } => {
            guess_on_circuit(Arc::clone(game), Arc::clone(engine), role, options)
        }
    }
}

fn rules(briefing: &Briefing) -> Result<&Arc<GameRules>, PlayerError> {
    let none = || PlayerError::Rules("only rule sheets have hidden information".to_owned());
    briefing.ruleset.game_rules().ok_or_else(none)
}
