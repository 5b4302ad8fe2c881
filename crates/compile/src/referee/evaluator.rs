//! The reference evaluator as a referee.

use std::time::{Duration, Instant};

use stonegate_gdl::{Rules, Sheet, TermId};
use stonegate_reference::{Budget, EvaluateError, Evaluator, State};

use super::{Referee, RefereeError, place, recognize};

/// What the evaluator may keep in memory.
const MAX_BYTES: usize = 1 << 30;

/// A game straight from its clauses.
#[derive(Debug)]
pub struct EvaluatorReferee {
    evaluator: Evaluator,
    roles: Vec<String>,
    state: State,
    /// The legal moves of the state with their text, once they have been asked for.
    legal: Option<Legal>,
    patience: Duration,
}

#[derive(Debug)]
struct Legal {
    terms: Vec<Vec<TermId>>,
    texts: Vec<Vec<String>>,
}

impl EvaluatorReferee {
    /// A game in its initial state. No question may take longer than `patience`.
    pub fn new(rules: &Rules, patience: Duration) -> Result<Self, RefereeError> {
        let mut evaluator = Evaluator::new(rules);
        let roles = evaluator.roles().iter().map(|&role| evaluator.display(role).to_string());
        let roles = roles.collect();
        let state = within(patience, |budget| evaluator.initial(budget))?;
        Ok(Self { evaluator, roles, state, legal: None, patience })
    }

    /// The game of a sheet.
    pub fn of_sheet(sheet: &Sheet, patience: Duration) -> Result<Self, RefereeError> {
        let (rules, _) = Rules::new(sheet);
        Self::new(&rules, patience)
    }

    fn legal_moves(&mut self) -> Result<&Legal, RefereeError> {
        if self.legal.is_none() {
            let mut terms = Vec::with_capacity(self.roles.len());
            for role in 0..self.roles.len() {
                terms.push(within(self.patience, |budget| {
                    self.evaluator.legal(&self.state, role, budget)
                })?);
            }
            let texts = terms.iter().map(|terms| self.texts(terms)).collect();
            self.legal = Some(Legal { terms, texts });
        }
        Ok(self.legal.as_ref().expect("filled above"))
    }

    fn texts(&self, terms: &[TermId]) -> Vec<String> {
        terms.iter().map(|&term| self.evaluator.display(term).to_string()).collect()
    }
}

/// Asks a question that must be answered in time.
fn within<T>(
    patience: Duration,
    question: impl FnOnce(&Budget<'_>) -> Result<T, EvaluateError>,
) -> Result<T, RefereeError> {
    let start = Instant::now();
    let stop = || start.elapsed() > patience;
    let budget = Budget { stop: &stop, max_bytes: MAX_BYTES, ..Budget::default() };
    question(&budget).map_err(|error| match error {
        EvaluateError::Stopped | EvaluateError::OutOfSteps | EvaluateError::OutOfMemory => {
            RefereeError::TooLarge(error.to_string())
        }
        EvaluateError::NegativeLoop { .. } | EvaluateError::UnboundVariable { .. } => {
            RefereeError::Rules(error.to_string())
        }
    })
}

impl Referee for EvaluatorReferee {
    fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn facts(&mut self) -> Result<Vec<String>, RefereeError> {
        Ok(self.texts(self.state.facts()))
    }

    fn is_terminal(&mut self) -> Result<bool, RefereeError> {
        within(self.patience, |budget| self.evaluator.is_terminal(&self.state, budget))
    }

    fn legal(&mut self) -> Result<&[Vec<String>], RefereeError> {
        Ok(&self.legal_moves()?.texts)
    }

    fn recognize(&mut self, role: usize, text: &str) -> Result<Option<String>, RefereeError> {
        Ok(recognize(&self.legal_moves()?.texts[role], text))
    }

    fn apply(&mut self, joint: &[String]) -> Result<(), RefereeError> {
        let roles = self.roles.clone();
        let legal = self.legal_moves()?;
        let places = place(&roles, &legal.texts, joint)?;
        let moves = legal.terms.iter().zip(places).map(|(terms, place)| terms[place]);
        let moves = moves.collect::<Vec<_>>();
        let next = |budget: &Budget<'_>| self.evaluator.next(&self.state, &moves, budget);
        self.state = within(self.patience, next)?;
        self.legal = None;
        Ok(())
    }

    fn goals(&mut self) -> Result<Vec<Option<u8>>, RefereeError> {
        let mut goals = Vec::with_capacity(self.roles.len());
        for role in 0..self.roles.len() {
            let values =
                within(self.patience, |budget| self.evaluator.goals(&self.state, role, budget))?;
            goals.push(values.last().map(|goal| goal.value()));
        }
        Ok(goals)
    }
}
