//! Finding moves in games of which a player sees little.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use stonegate_gdl::{MoveId, PerceptId, RoleId};
use stonegate_search::{Account, Belief, BeliefSize, InformationSearch, Options, Origin};

use crate::mind::NoMove;
use crate::texts::HiddenTexts;
use crate::thoughts::{Opinion, Thoughts};

/// Thinks about a game by what a role perceives of it. Moves and percepts are texts.
pub trait Guess: fmt::Debug + Send {
    /// Takes in a turn: the role's own move and what it perceived. Says whether the move can have
    /// been made.
    fn hear(&mut self, action: &str, percepts: &[String], stop: &dyn Fn() -> bool) -> bool;

    /// The role's legal moves, as far as it knows.
    fn legal(&self) -> Vec<String>;

    /// Thinks until `stop` says so or there is nothing left to find out.
    fn work(&mut self, stop: &dyn Fn() -> bool);

    /// The move that it makes. Who is asked again may be answered otherwise: good players mix their
    /// moves where others must not guess them.
    fn choose(&mut self) -> Result<String, NoMove>;

    /// How likely it makes each of its moves.
    fn policy(&self) -> Vec<(String, f64)>;

    /// Questions about the rules that are not answered by then are given up.
    fn set_deadline(&self, deadline: Duration);

    /// What has been found out.
    fn thoughts(&self) -> Thoughts;

    /// What became of the states that it believes in.
    fn account(&self) -> Account;
}

/// Believes in some states, and searches what roles know in them.
pub(crate) struct Guessing<G: HiddenTexts> {
    game: Arc<G>,
    role: RoleId,
    belief: Belief<G>,
    search: InformationSearch<G>,
    account: Account,
    options: Options,
    /// Iterations before this turn.
    n_before: u64,
}

/// So many states are asked for legal moves: some sheets do not keep to the language.
const N_ASKED: usize = 32;

/// A percept that no state gives.
const UNKNOWN: usize = u32::MAX as usize;

impl<G: HiddenTexts> Guessing<G> {
    /// At the start of a game.
    pub(crate) fn new(game: Arc<G>, role: RoleId, size: BeliefSize, options: Options) -> Self {
        Self {
            belief: Belief::new(Arc::clone(&game), role, size, options.seed),
            search: InformationSearch::new(Arc::clone(&game), &options),
            account: Account { origin: Origin::Exact, n_states: 1, n_tried: 0 },
            game,
            role,
            options,
            n_before: 0,
        }
    }

    /// The moves that are legal in the likeliest states.
    fn legal_moves(&self) -> Vec<MoveId> {
        let mut weights = BTreeMap::<MoveId, f64>::new();
        // A role has the same moves in all states that it cannot tell apart.
        for particle in self.belief.particles().iter().take(N_ASKED) {
            if self.game.outcome(&particle.state).is_none() {
                for action in self.game.legal(&particle.state, self.role) {
                    *weights.entry(action).or_default() += particle.weight;
                }
            }
        }
        let most = weights.values().copied().fold(0.0, f64::max);
        let likely = weights.into_iter().filter(|(_, weight)| *weight > most * 0.999);
        likely.map(|(action, _)| action).collect()
    }
}

impl<G: HiddenTexts> Guess for Guessing<G> {
    fn hear(&mut self, action: &str, percepts: &[String], stop: &dyn Fn() -> bool) -> bool {
        let states = self.belief.particles().iter().map(|particle| &particle.state);
        let mut found = states.filter_map(|state| self.game.find_move(state, self.role, action));
        let Some(action) = found.next() else { return false };
        let percept = |text: &String| self.game.find_percept(self.role, text);
        let percepts = percepts.iter().map(percept);
        let percepts =
            percepts.map(|percept| percept.unwrap_or(PerceptId::new(UNKNOWN))).collect::<Vec<_>>();
        let search = &self.search;
        let policy = |role, knowledge, legal: &[MoveId]| search.policy(role, knowledge, legal);
        self.account = self.belief.hear(action, &percepts, &policy, stop);
        self.n_before = self.search.n_iterations();
        true
    }

    fn legal(&self) -> Vec<String> {
        let moves = self.legal_moves().into_iter();
        moves.map(|action| self.game.move_text(self.role, action)).collect()
    }

    fn work(&mut self, stop: &dyn Fn() -> bool) {
        let done = self.search.n_iterations() - self.n_before;
        self.search.search(&self.belief, self.options.iterations.saturating_sub(done), stop);
    }

    fn choose(&mut self) -> Result<String, NoMove> {
        let legal = self.legal_moves();
        let chosen = self.search.choose(self.role, self.belief.knowledge(), &legal);
        chosen.map(|action| self.game.move_text(self.role, action)).ok_or(NoMove::Over)
    }

    fn policy(&self) -> Vec<(String, f64)> {
        let rated =
            self.search.rated(self.role, self.belief.knowledge(), &self.legal_moves()).into_iter();
        rated
            .map(|rated| (self.game.move_text(self.role, rated.action), rated.likelihood))
            .collect()
    }

    fn set_deadline(&self, deadline: Duration) {
        self.game.set_deadline(deadline);
    }

    fn thoughts(&self) -> Thoughts {
        let rated = self.search.rated(self.role, self.belief.knowledge(), &self.legal_moves());
        let opinion = |rated: &stonegate_search::Rated| Opinion {
            action: self.game.move_text(self.role, rated.action),
            value: rated.value,
            visits: rated.visits,
            is_proven: false,
        };
        let gap = match self.account.origin {
            Origin::Dry => "nothing explains what was perceived".to_owned(),
            _ => String::new(),
        };
        Thoughts {
            iterations: self.search.n_iterations() - self.n_before,
            playouts: self.search.n_iterations() - self.n_before,
            states: self.search.n_steps(),
            nodes: self.search.n_nodes() as u64,
            opinions: rated.iter().map(opinion).collect(),
            reason: format!("{} states are possible", self.belief.particles().len()),
            gap,
            ..Thoughts::default()
        }
    }

    fn account(&self) -> Account {
        self.account
    }
}

impl<G: HiddenTexts> fmt::Debug for Guessing<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guessing")
            .field("role", &self.role)
            .field("account", &self.account)
            .finish_non_exhaustive()
    }
}
