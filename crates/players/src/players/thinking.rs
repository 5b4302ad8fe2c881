//! The players that think for themselves.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use stonegate_compile::{Tier, ToldMoves};
use stonegate_gdl::RoleId;

use super::course::Course;
use super::guesser::Guesser;
use crate::mind::Method;
use crate::player::{Briefing, Player, PlayerError, Sight, Turn};
use crate::ponderer::Ponderer;
use crate::prepare::{Prepare, PrepareSettings};
use crate::ruleset::Ruleset;
use crate::thinker::Thinker;
use stonegate_minds::Thoughts;
use stonegate_search::Options;

/// Finds moves by one of our methods, on the circuit of the game if it has one.
#[derive(Debug)]
pub struct ThinkingPlayer {
    settings: ThinkingSettings,
    /// A game that may be played soon.
    previewed: Option<Previewed>,
    seated: Option<Seated>,
    hidden: Option<Hidden>,
}

/// How a player thinks.
#[derive(Clone, Debug)]
pub struct ThinkingSettings {
    pub method: Method,
    pub threads: NonZeroUsize,
    /// How long each thread may have a processor for a move, whatever the clock says.
    pub cpu: Option<Duration>,
    /// How games get ready.
    pub prepare: PrepareSettings,
    /// Whether to think on while others do.
    pub ponder: bool,
}

#[derive(Debug)]
struct Previewed {
    text: String,
    prepare: Arc<Prepare>,
}

/// A player in a match.
#[derive(Debug)]
struct Seated {
    ponderer: Ponderer,
    role: RoleId,
    course: Course,
    /// How percepts tell all moves, in a game in which nothing is hidden.
    told: Option<ToldMoves>,
}

/// A player in a match with hidden information.
#[derive(Debug)]
struct Hidden {
    prepare: Arc<Prepare>,
    role: RoleId,
    guesser: Guesser,
}

impl ThinkingPlayer {
    pub fn new(settings: ThinkingSettings) -> Self {
        Self { settings, previewed: None, seated: None, hidden: None }
    }

    /// The game of a sheet, which may be getting ready already.
    fn prepare(&mut self, ruleset: &Ruleset) -> Result<Arc<Prepare>, PlayerError> {
        match self.previewed.take() {
            Some(previewed) if previewed.text == ruleset.text() => Ok(previewed.prepare),
            _ => self.start_to_prepare(ruleset),
        }
    }

    /// How to search what roles know. Other methods have no way to do so, and search as well.
    fn search_options(&self) -> Options {
        match self.settings.method.plain() {
            Method::Mcts(options) | Method::Board(options, ..) => options.clone(),
            Method::AlphaBeta { .. }
            | Method::Greedy { .. }
            | Method::Learned(..)
            | Method::Leveled(..) => Options::default(),
        }
    }

    fn start_to_prepare(&self, ruleset: &Ruleset) -> Result<Arc<Prepare>, PlayerError> {
        let Ruleset::Sheet(game) = ruleset else {
            let problem = "this player needs a rule sheet";
            return Err(PlayerError::Rules(problem.to_owned()));
        };
        Ok(Prepare::join(game, &self.settings.prepare))
    }
}

impl Player for ThinkingPlayer {
    fn preview(&mut self, ruleset: &Ruleset) {
        // Rules that cannot be played are told of when they are to be played.
        let Ok(prepare) = self.prepare(ruleset) else { return };
        self.previewed = Some(Previewed { text: ruleset.text(), prepare });
    }

    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let prepare = self.prepare(&briefing.ruleset)?;
        let role = briefing.role_among(&prepare.best().roles())?;
        (self.seated, self.hidden) = (None, None);
        if briefing.ruleset.hides_moves() {
            let ready = prepare.wait_for(Tier::Quick, turn.deadline);
            let guesser = Guesser::new(&ready, role, &self.search_options());
            self.hidden = Some(Hidden { prepare, role, guesser });
            return Ok(());
        }
        let ThinkingSettings { method, threads, cpu, .. } = &self.settings;
        let mut thinker = Thinker::new(prepare, method.clone(), *threads, turn.deadline);
        thinker.limit_cpu(*cpu);
        let course = Course::new(briefing, role);
        let told = briefing.ruleset.game_rules().and_then(|game| ToldMoves::find(&game.rules));
        let seated = Seated { ponderer: Ponderer::new(thinker), role, course, told };
        let Seated { ponderer, course, .. } = self.seated.insert(seated);
        let mut thinker = ponderer.wake();
        // An opening that takes longer than the start clock is gone through in the first turn.
        if thinker.go_to(course.history(), turn.deadline).is_ok() {
            thinker.think(role, turn);
        }
        drop(thinker);
        if self.settings.ponder {
            ponderer.ponder(role);
        }
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let Seated { ponderer, role, course, .. } =
            self.seated.as_mut().ok_or(PlayerError::Gone)?;
        let mut thinker = ponderer.wake();
        let gap = course.hear(last, turn, &mut |history| {
            let there = thinker.go_to(history, turn.deadline);
            there.map_err(|error| PlayerError::Rules(error.to_string()))
        })?;
        let thoughts = |thoughts: &Thoughts| match &*gap {
            "" => (turn.thoughts)(thoughts),
            gap => (turn.thoughts)(&Thoughts { gap: gap.to_owned(), ..thoughts.clone() }),
        };
        let turn = Turn { thoughts: &thoughts, ..*turn };
        // There is nothing to think about where there is no choice.
        if thinker.has_choice(*role) {
            thinker.think(*role, &turn);
        } else if !gap.is_empty() {
            thoughts(&Thoughts::default());
        }
        let best = thinker.best(*role);
        drop(thinker);
        if self.settings.ponder {
            ponderer.ponder(*role);
        }
        let best = best.map_err(|reason| PlayerError::Rules(reason.to_string()))?;
        let action = match course.likely_moves() {
            Some(likely) if !likely.contains(&best) => likely[0].clone(),
            _ => best,
        };
        course.answer(&action);
        Ok(action)
    }

    fn play_blind(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        if let Some(Seated { ponderer, told: Some(told), .. }) = &mut self.seated {
            let prepare = ponderer.wake().prepare();
            let joint = last.map(|sight| told.joint(&prepare.best().roles(), &sight.percepts));
            match joint {
                None => return self.play(None, turn),
                Some(Some(joint)) => return self.play(Some(&joint), turn),
                // Not all was told.
                Some(None) => {}
            }
        }
        let options = self.search_options();
        let Hidden { prepare, role, guesser } = if let Some(hidden) = &mut self.hidden {
            hidden
        } else {
            // The manager hides what the rules do not.
            let mut seated = self.seated.take().ok_or(PlayerError::Gone)?;
            let (prepare, role) = (seated.ponderer.wake().prepare(), seated.role);
            let mut guesser = Guesser::new(&prepare.best(), role, &options);
            if let Some(action) = seated.course.answered() {
                guesser.answer(action);
            }
            self.hidden.insert(Hidden { prepare, role, guesser })
        };
        guesser.change_over(&prepare.best(), *role, &options, turn);
        guesser.follow(last, turn)?;
        // There is nothing to think about where there is no choice.
        if guesser.legal().len() > 1 {
            guesser.think(turn);
        }
        let action = guesser.choose()?;
        guesser.answer(&action);
        Ok(action)
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        (self.seated, self.hidden) = (None, None);
        Ok(())
    }
}
