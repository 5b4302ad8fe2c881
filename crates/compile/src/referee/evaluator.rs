//! The reference evaluator as a referee.

use std::time::Duration;

use stonegate_gdl::{Goal, RoleId, Rules, TermId};
use stonegate_reference::{Budget, EvaluateError, Evaluator, State};

use super::line::Line;
use super::{Referee, RefereeError, recognize};
use crate::patience::Patience;

/// What the evaluator may keep in memory.
const MAX_BYTES: usize = 1 << 30;

/// A game straight from its clauses.
#[derive(Debug)]
pub struct EvaluatorReferee {
    evaluator: Evaluator,
    roles: Vec<String>,
    line: Line<State, Legal>,
    patience: Patience,
    has_percepts: bool,
}

/// Legal moves with their text.
#[derive(Debug)]
struct Legal {
    terms: Vec<Vec<TermId>>,
    texts: Vec<Vec<String>>,
}

impl EvaluatorReferee {
    /// A game in its initial state. No question may take longer than `patience`.
    pub fn new(rules: &Rules, patience: Patience) -> Result<Self, RefereeError> {
        let mut evaluator = Evaluator::new(rules);
        let roles = evaluator.roles().iter().map(|&role| evaluator.display(role).to_string());
        let roles = roles.collect();
        let state = within(patience, |budget| evaluator.initial(budget))?;
        let has_percepts = rules.has_percepts();
        Ok(Self { evaluator, roles, line: Line::new(state), patience, has_percepts })
    }

    fn legal_moves(&mut self) -> Result<&Legal, RefereeError> {
        if self.line.legal.is_none() {
            let mut terms = Vec::with_capacity(self.roles.len());
            for role in self.evaluator.role_ids() {
                terms.push(
                    self.ask(|evaluator, state, budget| evaluator.legal(state, role, budget))?,
                );
            }
            let texts = terms.iter().map(|terms| self.texts(terms)).collect();
            self.line.legal = Some(Legal { terms, texts });
        }
        Ok(self.line.legal.as_ref().expect("filled above"))
    }

    fn texts(&self, terms: &[TermId]) -> Vec<String> {
        terms.iter().map(|&term| self.evaluator.display(term).to_string()).collect()
    }

    /// Asks a question about the state.
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Evaluator, &State, &Budget<'_>) -> Result<T, EvaluateError>,
    ) -> Result<T, RefereeError> {
        let state = self.line.current();
        within(self.patience, |budget| question(&mut self.evaluator, state, budget))
    }
}

/// Asks a question that must be answered in time, and says what the limits are if they are reached.
fn within<T>(
    patience: Patience,
    question: impl FnOnce(&Budget<'_>) -> Result<T, EvaluateError>,
) -> Result<T, RefereeError> {
    let stop = patience.start();
    let budget = Budget { stop: &stop, max_bytes: MAX_BYTES, ..Budget::default() };
    question(&budget).map_err(|error| match error {
        EvaluateError::Stopped => RefereeError::TooLarge(format!(
            "the reference evaluator takes longer than {} s for one answer",
            patience.limit.as_secs_f64()
        )),
        EvaluateError::OutOfMemory => RefereeError::TooLarge(format!(
            "the reference evaluator takes more than {} MiB for one answer",
            MAX_BYTES >> 20
        )),
        EvaluateError::OutOfSteps => RefereeError::TooLarge(error.to_string()),
        EvaluateError::NegativeLoop { .. } | EvaluateError::UnboundVariable { .. } => {
            RefereeError::Rules(error.to_string())
        }
    })
}

impl Referee for EvaluatorReferee {
    fn set_patience(&mut self, limit: Duration) {
        self.patience.limit = limit;
    }

    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn facts(&mut self) -> Result<Vec<String>, RefereeError> {
        Ok(self.texts(self.line.current().facts()))
    }

    fn is_terminal(&mut self) -> Result<bool, RefereeError> {
        self.ask(Evaluator::is_terminal)
    }

    fn legal(&mut self) -> Result<&[Vec<String>], RefereeError> {
        Ok(&self.legal_moves()?.texts)
    }

    fn recognize(&mut self, role: RoleId, text: &str) -> Result<Option<String>, RefereeError> {
        Ok(recognize(&self.legal_moves()?.texts[role], text))
    }

    fn play(&mut self, places: &[usize]) -> Result<(), RefereeError> {
        let legal = self.legal_moves()?.terms.iter().zip(places);
        let moves = legal.map(|(terms, &place)| terms[place]).collect::<Vec<_>>();
        let next = self.ask(|evaluator, state, budget| evaluator.next(state, &moves, budget))?;
        self.line.push(next);
        Ok(())
    }

    fn has_percepts(&self) -> bool {
        self.has_percepts
    }

    fn percepts(&mut self, places: &[usize]) -> Result<Vec<Vec<String>>, RefereeError> {
        let legal = self.legal_moves()?.terms.iter().zip(places);
        let moves = legal.map(|(terms, &place)| terms[place]).collect::<Vec<_>>();
        let roles = self.evaluator.role_ids();
        let seen = roles.map(|role| {
            self.ask(|evaluator, state, budget| evaluator.sees(state, &moves, role, budget))
        });
        let seen = seen.collect::<Result<Vec<_>, _>>()?;
        Ok(seen.iter().map(|terms| self.texts(terms)).collect())
    }

    fn undo(&mut self) -> bool {
        self.line.undo()
    }

    fn goal_values(&mut self) -> Result<Vec<Vec<Goal>>, RefereeError> {
        let roles = self.evaluator.role_ids();
        roles
            .map(|role| self.ask(|evaluator, state, budget| evaluator.goals(state, role, budget)))
            .collect()
    }
}
