//! The players that think for themselves.

use std::num::NonZeroUsize;
use std::sync::Arc;

use stonegate_gdl::{Dependencies, Rules};

use crate::cache::Cache;
use crate::mind::Method;
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::prepare::{Prepare, PrepareSettings};
use crate::thinker::Thinker;

/// Finds moves by one of our methods, on the circuit of the game if it has one.
#[derive(Debug)]
pub struct ThinkingPlayer {
    settings: ThinkingSettings,
    seated: Option<Seated>,
}

/// How a player thinks.
#[derive(Clone, Debug)]
pub struct ThinkingSettings {
    pub method: Method,
    pub threads: NonZeroUsize,
    /// Whether to think on while others do.
    pub ponder: bool,
    /// Where machines of games are kept that were played before.
    pub cache: Option<Cache>,
}

/// A player in a match.
#[derive(Debug)]
struct Seated {
    thinker: Thinker,
    role: usize,
    history: Vec<Vec<String>>,
}

impl ThinkingPlayer {
    pub fn new(settings: ThinkingSettings) -> Self {
        Self { settings, seated: None }
    }
}

impl Player for ThinkingPlayer {
    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let Some(sheet) = briefing.ruleset.sheet() else {
            let problem = "this player needs a rule sheet";
            return Err(PlayerError::Rules(problem.to_owned()));
        };
        let (rules, too_large) = Rules::new(sheet);
        if let Some(diagnostic) = too_large.into_iter().next() {
            return Err(PlayerError::Rules(diagnostic.message));
        }
        let prepare_settings =
            PrepareSettings { cache: self.settings.cache.clone(), ..PrepareSettings::default() };
        let prepare = Prepare::start(&rules, &Dependencies::new(&rules), prepare_settings);
        let role = prepare.best().roles().iter().position(|&role| role == briefing.role);
        let role = role
            .ok_or_else(|| PlayerError::Rules(format!("there is no role `{}`", briefing.role)))?;
        let ThinkingSettings { method, threads, .. } = &self.settings;
        let thinker = Thinker::new(Arc::new(prepare), method.clone(), *threads, turn.deadline);
        let history = briefing.opening.clone();
        let Seated { thinker, history, .. } = self.seated.insert(Seated { thinker, role, history });
        // An opening that takes longer than the start clock is gone through in the first turn.
        if thinker.go_to(history, turn.deadline).is_ok() {
            thinker.think(role, turn);
        }
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let seated = self.seated.as_mut().ok_or(PlayerError::Gone)?;
        let Seated { thinker, role, history } = seated;
        history.extend(last.map(<[String]>::to_vec));
        let there = thinker.go_to(history, turn.deadline);
        there.map_err(|error| PlayerError::Rules(error.to_string()))?;
        // There is nothing to think about where there is no choice.
        if thinker.has_choice(*role) {
            thinker.think(*role, turn);
        }
        let best = thinker.best(*role);
        if self.settings.ponder {
            thinker.ponder();
        }
        best.map_err(|reason| PlayerError::Rules(reason.to_string()))
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.seated = None;
        Ok(())
    }

    fn abort(&mut self, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.seated = None;
        Ok(())
    }
}
