//! The reference evaluator as an engine.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use stonegate_gdl::{Rules, TermId};
use stonegate_reference::{Budget, EvaluateError, Evaluator, State};

use crate::engine::Engine;

pub(super) struct ReferenceEngine {
    evaluator: Evaluator,
    roles: Vec<String>,
    /// The line of play; the last position is the current one.
    line: Vec<Position>,
    /// How long one answer may take.
    patience: Duration,
}

struct Position {
    state: State,
    /// The legal moves of each role, once they have been asked for.
    legal: Vec<Option<Vec<TermId>>>,
}

impl ReferenceEngine {
    pub(super) fn new(rules: &Rules, patience: Duration) -> Self {
        let evaluator = Evaluator::new(rules);
        let roles = evaluator.roles().iter().map(|&role| evaluator.display(role).to_string());
        Self { roles: roles.collect(), evaluator, line: Vec::new(), patience }
    }

    fn push(&mut self, state: State) {
        self.line.push(Position { state, legal: vec![None; self.roles.len()] });
    }

    fn state(&self) -> State {
        self.line.last().expect("a line has an initial state").state.clone()
    }

    fn legal_terms(&mut self, role: usize) -> anyhow::Result<&[TermId]> {
        let position = self.line.last_mut().expect("a line has an initial state");
        let legal = &mut position.legal[role];
        if legal.is_none() {
            let ask = |budget: &Budget<'_>| self.evaluator.legal(&position.state, role, budget);
            *legal = Some(within(self.patience, ask)?);
        }
        Ok(legal.as_deref().unwrap_or_default())
    }

    fn text(&self, terms: &[TermId]) -> Vec<String> {
        terms.iter().map(|&term| self.evaluator.display(term).to_string()).collect()
    }
}

/// Asks a question that may take so long, and says what the limits are if they are reached.
fn within<T>(
    patience: Duration,
    ask: impl FnOnce(&Budget<'_>) -> Result<T, EvaluateError>,
) -> anyhow::Result<T> {
    let start = Instant::now();
    let stop = || start.elapsed() > patience;
    let budget = Budget { stop: &stop, ..Budget::default() };
    ask(&budget).map_err(|error| match error {
        EvaluateError::Stopped => {
            let seconds = patience.as_secs_f64();
            anyhow!(
                "the reference evaluator takes longer than {seconds} s for one answer, see \
                 --answer-seconds; `stonegate check` may tell why"
            )
        }
        EvaluateError::OutOfMemory => anyhow!(
            "the reference evaluator takes more than {} MiB for one answer; `stonegate check` may \
             tell why",
            budget.max_bytes >> 20
        ),
        other => other.into(),
    })
}

impl Engine for ReferenceEngine {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn restart(&mut self) -> anyhow::Result<()> {
        let state = within(self.patience, |budget| self.evaluator.initial(budget))?;
        self.line.clear();
        self.push(state);
        Ok(())
    }

    fn apply(&mut self, moves: &[usize]) -> anyhow::Result<()> {
        let mut terms = Vec::with_capacity(moves.len());
        for (role, &index) in moves.iter().enumerate() {
            terms.push(self.legal_terms(role)?[index]);
        }
        let state = self.state();
        let next = |budget: &Budget<'_>| self.evaluator.next(&state, &terms, budget);
        let state = within(self.patience, next)?;
        self.push(state);
        Ok(())
    }

    fn undo(&mut self) {
        assert!(self.line.len() > 1, "there is a move to take back");
        self.line.pop();
    }

    fn facts(&mut self) -> anyhow::Result<Vec<String>> {
        Ok(self.text(self.state().facts()))
    }

    fn legal(&mut self, role: usize) -> anyhow::Result<Vec<String>> {
        let terms = self.legal_terms(role)?.to_vec();
        Ok(self.text(&terms))
    }

    fn n_legal(&mut self, role: usize) -> anyhow::Result<usize> {
        Ok(self.legal_terms(role)?.len())
    }

    fn is_terminal(&mut self) -> anyhow::Result<bool> {
        let state = self.state();
        within(self.patience, |budget| self.evaluator.is_terminal(&state, budget))
    }

    fn goals(&mut self, role: usize) -> anyhow::Result<Vec<i64>> {
        let state = self.state();
        let goals = within(self.patience, |budget| self.evaluator.goals(&state, role, budget))?;
        Ok(goals.iter().map(|goal| goal.value().into()).collect())
    }
}
