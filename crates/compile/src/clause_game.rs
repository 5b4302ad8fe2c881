//! A game for search straight from its clauses: slower than a circuit, but there at once.

use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use stonegate_clauses::{Prover, State};
use stonegate_gdl::{Goal, MoveId, PerceptId, RoleId, TermId};
use stonegate_reference::{Budget, EvaluateError};
use stonegate_search::{Game, HiddenGame, Passage, Step};

use crate::game_rules::GameRules;
use crate::patience::Now;
use crate::referee::CHANCE_ROLE;
use crate::spelling::find_spelling;

/// Steps of proof that one question may take: a second or so.
const MAX_STEPS: u64 = 20_000_000;

/// The prover as a [`Game`].
///
/// Moves are numbered in the order in which they are first seen, which is why numbers mean nothing
/// outside of this object: [`move_text`](Self::move_text) and [`find_move`](Self::find_move)
/// translate them. A question that is too hard has no answer: the state has no legal moves, and
/// [`failure`](Self::failure) tells why.
pub struct ClauseGame {
    game: Arc<GameRules>,
    roles: Vec<String>,
    has_goals: bool,
    inner: Mutex<Inner>,
    n_interruptions: AtomicUsize,
    now: Now,
    deadline: Mutex<Option<Duration>>,
}

/// While it exists, all questions about a game stay without an answer.
#[derive(Debug)]
#[must_use = "the interruption ends when this is dropped"]
pub struct Interruption<'g>(&'g AtomicUsize);

impl Drop for Interruption<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A state, or what is left of the game after a question without an answer.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ClauseState(Option<State>);

struct Inner {
    prover: Prover,
    /// For each role, its moves that were ever legal.
    moves: Vec<Moves>,
    /// For each role, what it has ever perceived.
    percepts: Vec<FxHashMap<TermId, PerceptId>>,
    failure: Option<EvaluateError>,
}

#[derive(Clone, Default)]
struct Moves {
    terms: Vec<TermId>,
    numbers: FxHashMap<TermId, MoveId>,
}

impl Moves {
    fn number(&mut self, term: TermId) -> MoveId {
        *self.numbers.entry(term).or_insert_with(|| {
            self.terms.push(term);
            MoveId::new(self.terms.len() - 1)
        })
    }
}

impl ClauseGame {
    /// The game of a sheet. `now` is the clock by which deadlines are kept.
    pub fn new(game: Arc<GameRules>, now: Now) -> Self {
        let rules = &game.rules;
        let prover = Prover::new(rules);
        let roles = prover.roles().iter().map(|&role| prover.display(role).to_string());
        let roles = roles.collect::<Vec<_>>();
        let mut heads = rules.rules.iter().map(|rule| rule.head.relation);
        let has_goals = heads.any(|relation| rules.relation_name(relation) == "goal");
        let moves = vec![Moves::default(); roles.len()];
        let percepts = vec![FxHashMap::default(); roles.len()];
        let inner = Mutex::new(Inner { prover, moves, percepts, failure: None });
        Self {
            game,
            roles,
            has_goals,
            inner,
            n_interruptions: AtomicUsize::new(0),
            now,
            deadline: Mutex::new(None),
        }
    }

    /// The same game for somebody else, who can be interrupted without disturbing others.
    #[must_use]
    pub fn another(&self) -> Self {
        Self::new(Arc::clone(&self.game), self.now)
    }

    /// The names of the roles, in the order of the sheet.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// A move as KIF text.
    ///
    /// # Panics
    /// If the game has not named the move.
    pub fn move_text(&self, role: RoleId, action: MoveId) -> String {
        let inner = self.inner.lock();
        inner.prover.display(inner.moves[role].terms[action]).to_string()
    }

    /// The legal move with this KIF text, or the only one that differs in case alone.
    pub fn find_move(&self, state: &ClauseState, role: RoleId, text: &str) -> Option<MoveId> {
        let legal = self.legal(state, role);
        let texts = legal.iter().map(|&action| self.move_text(role, action)).collect::<Vec<_>>();
        find_spelling(&texts, text).map(|place| legal[place])
    }

    /// The number of what a role perceives, given as KIF text, if it is a term.
    pub fn find_percept(&self, role: RoleId, text: &str) -> Option<PerceptId> {
        let mut inner = self.inner.lock();
        let term = inner.prover.parse_term(text)?;
        Some(percept(&mut inner.percepts[role], term))
    }

    /// The facts of a state as KIF text, sorted.
    pub fn facts(&self, state: &ClauseState) -> Vec<String> {
        let inner = self.inner.lock();
        let facts = state.0.iter().flat_map(State::facts);
        let texts = facts.map(|&fact| inner.prover.display(fact).to_string());
        let mut texts = texts.collect::<Vec<_>>();
        texts.sort_unstable();
        texts
    }

    /// Leaves all questions without an answer, those under way as well, until the interruption is
    /// dropped: to be kept until the threads that ask have noticed.
    pub fn interrupt(&self) -> Interruption<'_> {
        self.n_interruptions.fetch_add(1, Ordering::Relaxed);
        Interruption(&self.n_interruptions)
    }

    /// Leaves all questions without an answer that are not answered by then, by the clock that the
    /// game was given.
    pub fn set_deadline(&self, deadline: Duration) {
        *self.deadline.lock() = Some(deadline);
    }

    /// The first question that had no answer.
    pub fn failure(&self) -> Option<EvaluateError> {
        self.inner.lock().failure.clone()
    }

    fn deadline(&self) -> Option<Duration> {
        *self.deadline.lock()
    }

    fn is_cut_short(&self, deadline: Option<Duration>) -> bool {
        self.n_interruptions.load(Ordering::Relaxed) > 0
            || deadline.is_some_and(|deadline| (self.now)() >= deadline)
    }

    /// Asks the prover; no answer if there was a failure.
    fn ask<T>(
        &self,
        question: impl FnOnce(&mut Inner, &Budget<'_>) -> Result<T, EvaluateError>,
    ) -> Option<T> {
        let mut inner = self.inner.lock();
        let deadline = self.deadline();
        let stop = || self.is_cut_short(deadline);
        let budget = Budget { max_steps: MAX_STEPS, stop: &stop, ..Budget::default() };
        match question(&mut inner, &budget) {
            Ok(answer) => Some(answer),
            Err(error) => {
                inner.failure.get_or_insert(error);
                None
            }
        }
    }
}

impl Inner {
    /// The legal moves of a role, ascending. New ones are numbered in the order of their texts.
    fn legal(
        &mut self,
        state: &State,
        role: RoleId,
        budget: &Budget<'_>,
    ) -> Result<Vec<MoveId>, EvaluateError> {
        let moves = &mut self.moves[role];
        let legal = self.prover.legal(state, role, budget)?;
        let mut numbers = Vec::with_capacity(legal.len());
        let mut new = Vec::new();
        for &term in legal {
            match moves.numbers.get(&term) {
                Some(&number) => numbers.push(number),
                None => new.push(term),
            }
        }
        new.sort_by_cached_key(|&term| self.prover.display(term).to_string());
        numbers.extend(new.into_iter().map(|term| moves.number(term)));
        numbers.sort_unstable();
        Ok(numbers)
    }

    fn make_move(
        &mut self,
        state: &State,
        joint: &[MoveId],
        budget: &Budget<'_>,
    ) -> Result<(State, Vec<Vec<PerceptId>>), EvaluateError> {
        let terms = self.moves.iter().zip(joint).map(|(moves, &action)| moves.terms[action]);
        let terms = terms.collect::<Vec<_>>();
        let next = self.prover.next(state, &terms, budget)?;
        let mut all = Vec::with_capacity(joint.len());
        for role in self.prover.role_ids() {
            let seen = self.prover.sees(state, &terms, role, budget)?;
            let known = &mut self.percepts[role];
            let mut seen = seen.iter().map(|&term| percept(known, term)).collect::<Vec<_>>();
            seen.sort_unstable();
            all.push(seen);
        }
        Ok((next, all))
    }
}

/// The number of what a role perceives.
fn percept(known: &mut FxHashMap<TermId, PerceptId>, term: TermId) -> PerceptId {
    let next = PerceptId::new(known.len());
    *known.entry(term).or_insert(next)
}

impl HiddenGame for ClauseGame {
    fn make_moves(&self, steps: &[Step<'_, ClauseState>]) -> Vec<Passage<ClauseState>> {
        let passage = |step: &Step<'_, ClauseState>| {
            let made = step.state.0.as_ref().and_then(|state| {
                self.ask(|inner, budget| inner.make_move(state, step.joint, budget))
            });
            match made {
                Some((state, percepts)) => Passage { state: ClauseState(Some(state)), percepts },
                None => Passage {
                    state: ClauseState(None),
                    percepts: vec![Vec::new(); self.roles.len()],
                },
            }
        };
        steps.iter().map(passage).collect()
    }
}

impl Game for ClauseGame {
    type State = ClauseState;

    fn n_roles(&self) -> usize {
        self.roles.len()
    }

    fn initial(&self) -> ClauseState {
        ClauseState(self.ask(|inner, budget| inner.prover.initial(budget)))
    }

    fn legal(&self, state: &ClauseState, role: RoleId) -> Vec<MoveId> {
        let Some(state) = &state.0 else { return Vec::new() };
        let legal = self.ask(|inner, budget| inner.legal(state, role, budget));
        legal.unwrap_or_default()
    }

    fn apply(&self, state: &ClauseState, joint: &[MoveId]) -> ClauseState {
        ClauseState(state.0.as_ref().and_then(|state| {
            self.ask(|inner, budget| {
                let chosen = inner.moves.iter().zip(joint);
                let terms = chosen.map(|(moves, &action)| moves.terms[action]);
                let terms = terms.collect::<Vec<_>>();
                inner.prover.next(state, &terms, budget)
            })
        }))
    }

    fn outcome(&self, state: &ClauseState) -> Option<Vec<u8>> {
        let state = state.0.as_ref()?;
        self.ask(|inner, budget| {
            if !inner.prover.is_terminal(state, budget)? {
                return Ok(None);
            }
            let goals = inner.prover.role_ids().map(|role| {
                let goals = inner.prover.goals(state, role, budget)?;
                Ok(Goal::of_role(goals).value())
            });
            goals.collect::<Result<Vec<_>, _>>().map(Some)
        })
        .flatten()
    }

    fn hash(&self, state: &ClauseState) -> u64 {
        BuildHasherDefault::<DefaultHasher>::new().hash_one(&state.0)
    }

    fn is_interrupted(&self) -> bool {
        self.is_cut_short(self.deadline())
    }

    fn has_goals(&self) -> bool {
        self.has_goals
    }

    fn heap_bytes(&self, state: &ClauseState) -> usize {
        state.0.as_ref().map_or(0, |state| size_of_val(state.facts()))
    }

    fn chance(&self) -> Option<RoleId> {
        self.roles.iter().position(|role| role == CHANCE_ROLE).map(RoleId::new)
    }
}

impl fmt::Debug for ClauseGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClauseGame").field("roles", &self.roles).finish_non_exhaustive()
    }
}
